import { command, query, router } from '~/server/api/procedure'
import { DisablePerson, disablePerson, enablePerson, endSessions, OnPerson, ResetPerson, resetPerson } from './change-person'
import { ListPeople, listPeople } from './list-people'
import { NamePeople, namePeople } from './name-people'

export const people = router({
  list: query('people.list', ListPeople, listPeople),
  name: query('people.name', NamePeople, namePeople),
  disable: command('people.disable', DisablePerson, disablePerson),
  enable: command('people.enable', OnPerson, enablePerson),
  endSessions: command('people.endSessions', OnPerson, endSessions),
  reset: command('people.reset', ResetPerson, resetPerson),
})
