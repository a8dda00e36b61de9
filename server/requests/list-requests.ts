import { z } from 'zod'
import { Find, Handle, Uuid } from '~/server/api/inputs'
import { type Asked, containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { ReadRows } from '~/server/database/rows'
import { decideApproval } from './decide-request'
import { answerableOf, kindOf } from './kinds'
import { type RequestRead, type RequestShown, showRequests } from './show-requests'

const newestFirst = { by: [['requestedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
const filters = { state: z.enum(['open', 'decided', 'all']), find: Find, ...Paged }
export const ListRequests = z.strictObject({ organisation: Handle.nullable(), ...filters })
export const ListRequestsInTenant = z.strictObject({ tenant: Handle, ...filters })
export const ReadRequest = z.strictObject({ request: Uuid })
export const ReadRequestInTenant = z.strictObject({ tenant: Handle, request: Uuid })

type Filter = Asked & { state: 'open' | 'decided' | 'all'; find: string | null }
const states = { open: { state: 'open' }, decided: { state: { not: 'open' } }, all: {} } as const
async function list(rows: ReadRows, of: { organisationId?: string; tenantId?: string }, { state, find, ...asked }: Filter): Promise<Page<RequestShown>> {
  const { rows: found, ...ends } = await pageOf(newestFirst, asked, ({ where, ...part }) =>
    rows.request.findMany({ where: { AND: [of, states[state], containing(find, 'subject', 'purpose'), where] }, ...part }))
  return { rows: await showRequests(rows, found), ...ends }
}
export const listRequests = (db: PlatformReader, { organisation, ...filter }: z.infer<typeof ListRequests>) =>
  list(db.rows, organisation === null ? {} : { organisationId: organisation }, filter)
/** How many wait for this reader: what they asked for themselves waits for somebody else. */
export const countWaiting = ({ rows, actor }: PlatformReader): Promise<number> => rows.request.count({ where: { state: 'open', requestedBy: { not: actor.personId } } })
/** Those that were asked through this tenant. */
export const listRequestsInTenant = (db: TenantReader, { tenant: _, ...filter }: z.infer<typeof ListRequestsInTenant>) => list(db.rows, { tenantId: db.tenant }, filter)

/** With what would come of it if the reader approved it now: the same decisions, on what is now. */
export async function readRequest({ rows, actor }: PlatformReader, { request }: z.infer<typeof ReadRequest>): Promise<RequestRead> {
  const row = await rows.request.findUnique({ where: { id: request } })
  if (!row) throw new Denied('not_found')
  const [shown] = await showRequests(rows, [row])
  if (!shown) throw new Error(`request ${request} is there and is not shown`)
  if (row.state !== 'open') return { ...shown, ifApproved: 'already_decided' }
  const decision = decideApproval(answerableOf(row), { person: actor.personId, terms: row.terms })
  return { ...shown, ifApproved: decision.ok ? await kindOf(row.kind).judge(rows, row.payload) : decision.refusal }
}

/** What stands in the way of it is not for them to know: it may be what another tenant is called. */
export async function readRequestInTenant({ rows, tenant }: TenantReader, { request }: z.infer<typeof ReadRequestInTenant>): Promise<RequestRead> {
  const row = await rows.request.findUnique({ where: { id: request, tenantId: tenant } })
  const [shown] = row ? await showRequests(rows, [row]) : []
  if (!shown) throw new Denied('not_found')
  return { ...shown, ifApproved: null }
}
