import { command, query, router } from '~/server/api/procedure'
import { AskErasure, askInTenant, askOnPlatform, OnErasure, signInTenant, signOnPlatform, takeBackInTenant, takeBackOnPlatform } from './change-erasure'
import { ListErasures, ListErasuresOnPlatform, ListKeys, listErasures, listErasuresOnPlatform, listKeys } from './list-erasures'

export const erasures = router({
  ask: command('erasures.ask', AskErasure, askInTenant),
  askOnPlatform: command('erasures.askOnPlatform', AskErasure, askOnPlatform),
  keys: query('erasures.keys', ListKeys, listKeys),
  list: query('erasures.list', ListErasures, listErasures),
  listOnPlatform: query('erasures.listOnPlatform', ListErasuresOnPlatform, listErasuresOnPlatform),
  sign: command('erasures.sign', OnErasure, signInTenant),
  signOnPlatform: command('erasures.signOnPlatform', OnErasure, signOnPlatform),
  takeBack: command('erasures.takeBack', OnErasure, takeBackInTenant),
  takeBackOnPlatform: command('erasures.takeBackOnPlatform', OnErasure, takeBackOnPlatform),
})
