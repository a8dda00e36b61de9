import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, orderOf, type Orders, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { PersonShown } from '~/server/requests/kind'
import { isolationLevels } from './isolation'
import { type TenantShown, tenantShown, withOrganisation } from './tenant'

const orders = {
  tenant: [['id', 'handle']],
  organisation: [['organisationId', 'handle'], ['id', 'handle']],
  isolation: [['isolationLevel', 'level'], ['id', 'handle']],
  created: [['createdAt', 'moment'], ['id', 'handle']],
} as const satisfies Orders
export const ListTenants = z.strictObject({
  find: Find, organisation: Handle.nullable(), isolationLevel: z.literal(isolationLevels).nullable(), state: z.enum(['active', 'frozen']).nullable(),
  sort: z.enum(['tenant', 'organisation', 'isolation', 'created']), descending: z.boolean(), ...Paged,
})
export const ReadTenantOnPlatform = z.strictObject({ tenant: Handle })

const states = { active: { frozenAt: null }, frozen: { frozenAt: { not: null } } } as const
export async function listTenants(db: PlatformReader, { find, organisation, isolationLevel, state, sort, descending, ...asked }: z.infer<typeof ListTenants>): Promise<Page<TenantShown>> {
  const filters = { ...(organisation === null ? {} : { organisationId: organisation }), ...(isolationLevel === null ? {} : { isolationLevel }), ...(state === null ? {} : states[state]) }
  const { rows, ...ends } = await pageOf(orderOf(orders, { sort, descending }), asked, ({ where, ...part }) =>
    db.rows.tenant.findMany({ where: { AND: [filters, containing(find, 'id', 'title'), where] }, ...part, include: withOrganisation }))
  return { rows: rows.map(tenantShown), ...ends }
}

export const readTenant = async (db: TenantReader): Promise<TenantShown> =>
  tenantShown(await db.rows.tenant.findUniqueOrThrow({ where: { id: db.tenant }, include: withOrganisation }))

/** Who asked for it and who said yes are null for a tenant that was there before anybody was asked. */
type TenantOnPlatform = TenantShown & { requestedBy: PersonShown | null; approvedBy: PersonShown | null; approvedAt: string | null; request: string | null }
export async function readTenantOnPlatform({ rows }: PlatformReader, { tenant }: z.infer<typeof ReadTenantOnPlatform>): Promise<TenantOnPlatform> {
  const row = await rows.tenant.findUnique({ where: { id: tenant }, include: withOrganisation })
  if (!row) throw new Denied('not_found')
  const request = await rows.request.findFirst({ where: { kind: 'tenant.create', subject: tenant, state: 'approved' } })
  const people = request ? await rows.person.findMany({ where: { id: { in: [request.requestedBy, ...(request.decidedBy === null ? [] : [request.decidedBy])] } }, select: { id: true, name: true } }) : []
  const named = (id: string | null | undefined): PersonShown | null => {
    const person = people.find((one) => one.id === id)
    return person ? { person: person.id, name: person.name } : null
  }
  return {
    ...tenantShown(row), requestedBy: named(request?.requestedBy), approvedBy: named(request?.decidedBy), approvedAt: request?.decidedAt?.toISOString() ?? null, request: request?.id ?? null,
  }
}
