import { Nothing } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { CloseCase, closeCase } from './close-case'
import { ListCases, listCases, listRules, ReadCase, readCase } from './list-cases'

export const cases = router({
  close: command('cases.close', CloseCase, closeCase),
  list: query('cases.list', ListCases, listCases),
  read: query('cases.read', ReadCase, readCase),
  rules: query('cases.rules', Nothing, listRules),
})
