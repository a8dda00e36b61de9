import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import { type OrganisationShown, organisationShown, withTenants } from './organisation'

const byName = { by: [['id', 'handle']], way: 'asc' } as const satisfies Order
export const ListOrganisations = z.strictObject({ find: Find, ...Paged })
export const ReadOrganisation = z.strictObject({ organisation: Handle })

export async function listOrganisations(db: PlatformReader, { find, ...asked }: z.infer<typeof ListOrganisations>): Promise<Page<OrganisationShown>> {
  const { rows, ...ends } = await pageOf(byName, asked, ({ where, ...part }) =>
    db.rows.organisation.findMany({ where: { AND: [containing(find, 'id', 'title'), where] }, ...part, include: withTenants }))
  return { rows: rows.map(organisationShown), ...ends }
}

export async function readOrganisation(db: PlatformReader, { organisation }: z.infer<typeof ReadOrganisation>): Promise<OrganisationShown> {
  const row = await db.rows.organisation.findUnique({ where: { id: organisation }, include: withTenants })
  if (!row) throw new Denied('not_found')
  return organisationShown(row)
}
