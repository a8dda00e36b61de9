import { command, query, router } from '~/server/api/procedure'
import { CreateOrganisation, createOrganisation } from './create-organisation'
import { ListOrganisations, listOrganisations, ReadOrganisation, readOrganisation } from './list-organisations'

export const organisations = router({
  list: query('organisations.list', ListOrganisations, listOrganisations),
  read: query('organisations.read', ReadOrganisation, readOrganisation),
  create: command('organisations.create', CreateOrganisation, createOrganisation),
})
