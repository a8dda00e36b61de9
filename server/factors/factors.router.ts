import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { AddCode, AddPasskey, addCode, addPasskey, beginCode, beginPasskey, makeRecoveryCodes, RemoveFactor, RenameFactor, removeFactor, renameFactor } from './change-factor'
import { listFactors } from './list-factors'

export const factors = router({
  list: query('factors.list', Nothing, listFactors),
  beginPasskey: command('factors.beginPasskey', Nothing, beginPasskey),
  addPasskey: command('factors.addPasskey', AddPasskey, addPasskey),
  beginCode: command('factors.beginCode', Nothing, beginCode),
  addCode: command('factors.addCode', AddCode, addCode),
  rename: command('factors.rename', RenameFactor, renameFactor),
  remove: command('factors.remove', RemoveFactor, removeFactor),
  makeRecoveryCodes: command('factors.makeRecoveryCodes', Nothing, makeRecoveryCodes),
})
