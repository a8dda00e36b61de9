import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { AskElevation, askElevation } from './ask-elevation'
import { BeginElevation, beginElevation, endElevation } from './change-elevation'
import { ListElevations, listElevations } from './list-elevations'

export const elevations = router({
  ask: command('elevations.ask', AskElevation, askElevation),
  begin: command('elevations.begin', BeginElevation, beginElevation),
  end: command('elevations.end', Nothing, endElevation),
  list: query('elevations.list', ListElevations, listElevations),
})
