import { z } from 'zod'
import { Find, Handle, Uuid } from '~/server/api/inputs'
import { type Asked, containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, Reading, TenantReader } from '~/server/database/read'
import type { ReadRows } from '~/server/database/rows'
import type { Actor } from '~/server/identity/actor'
import { decideAppointed } from './decide-appointed'
import { decideApproval } from './decide-request'
import { questionMs } from './decide-lapse'
import { answerableOf, kindOf, lapsingKinds } from './kinds'
import { readAsker } from './read-asker'
import { answeringOf } from './request'
import { listShown, type RequestListed, type RequestRead, peopleOf, saidOf, showRequests } from './show-requests'

const orders = {
  soonestFirst: { by: [['deadline', 'moment'], ['id', 'uuid']], way: 'asc' },
  newestFirst: { by: [['requestedAt', 'moment'], ['id', 'uuid']], way: 'desc' },
} as const satisfies Record<string, Order>
/** What waits for its reader, what waits for others, what was decided; or all of it. */
const Show = z.enum(['mine', 'others', 'decided', 'all'])
const filters = { show: Show, find: Find, ...Paged }
export const ListRequests = z.strictObject({ organisation: Handle.nullable(), ...filters })
export const ListRequestsInTenant = z.strictObject({ tenant: Handle, namespace: Handle.nullable(), ...filters })
export const CountWaitingInTenant = z.strictObject({ tenant: Handle })
export const CountByRuleInTenant = z.strictObject({ tenant: Handle })
export const ReadRequest = z.strictObject({ request: Uuid })
export const ReadRequestInTenant = z.strictObject({ tenant: Handle, request: Uuid })

/** Those that its reader could answer, as themselves or for whoever is away: of neither, and neither answered by either already nor left to others. */
function answerable(actor: Actor, tenant: string | null) {
  const { roles, delegated } = answeringOf(actor, tenant)
  const free = (person: string) => ({ requestedBy: { not: person }, NOT: [{ saidYes: { has: person } }, { recused: { has: person } }] })
  const asked = [{ askedRoles: { hasSome: [...roles] } }, ...delegated.map(({ through, role }) => ({ askedRoles: { has: role }, ...free(through) }))]
  return { NOT: over(new Date()), AND: [{ state: 'open', askedAt: null, ...free(actor.personId) }, { OR: asked }] }
}
/** What nobody answered in its time is over, and is no longer among what waits. */
function over(now: Date) {
  return { state: 'open', kind: { in: [...lapsingKinds] }, OR: [{ askedAt: null, deadline: { lte: now } }, { deadline: { lte: new Date(now.getTime() - questionMs) } }] }
}
/** Of so many, those that are over first, it is asked: with each of them goes who holds what. */
const judgedMost = 200
type Waiting = Pick<Reading, 'rows' | 'actor' | 'requestAppointments'>
/** Those of them for which a yes of theirs would count: where they are nobody else it waits for others, whoever may say no. The one answer to what waits for somebody, wherever it is counted or listed. */
async function mine({ rows, actor, requestAppointments }: Waiting, tenant: string | null) {
  const could = answerable(actor, tenant)
  const found = await rows.request.findMany({ where: { AND: [tenant === null ? {} : { tenantId: tenant }, could] }, include: { words: { where: { kind: { in: ['yes', 'recusal'] } } } }, orderBy: [{ deadline: 'asc' }, { id: 'asc' }], take: judgedMost })
  if (found.length === 0) return could
  const [by, appointments] = [answeringOf(actor, tenant), await requestAppointments(found.map(({ id }) => id))]
  const isNobodyElse = ({ words, ...request }: (typeof found)[number]) => {
    const of = answerableOf(request, words, new Date())
    const decision = decideApproval(of, { ...by, terms: request.terms, factor: 'passkey', appointed: decideAppointed(of, by, appointments.get(request.id) ?? []) })
    return !decision.ok && decision.refusal === 'appointed'
  }
  return { AND: [could, { id: { notIn: found.filter(isNobodyElse).map(({ id }) => id) } }] }
}
async function states(show: z.infer<typeof Show>, db: Waiting, tenant: string | null) {
  switch (show) {
    case 'mine': return mine(db, tenant)
    case 'others': return { state: 'open', NOT: [await mine(db, tenant), over(new Date())] }
    case 'decided': return { OR: [{ state: { not: 'open' } }, over(new Date())] }
    case 'all': return {}
  }
}

type Filter = Asked & { show: z.infer<typeof Show>; find: string | null }
async function list(db: Waiting & Pick<Reading, 'now'>, tenant: string | null, of: { organisationId?: string; tenantId?: string; OR?: ReturnType<typeof aboutNamespace> }, { show, find, ...asked }: Filter): Promise<Page<RequestListed>> {
  const [{ rows, now }, state] = [db, await states(show, db, tenant)]
  const { rows: found, ...ends } = await pageOf(show === 'mine' || show === 'others' ? orders.soonestFirst : orders.newestFirst, asked, ({ where, ...part }) =>
    rows.request.findMany({ where: { AND: [of, state, containing(find, 'subject', 'purpose'), where] }, ...part }))
  return { rows: await listShown({ rows, now }, found), ...ends }
}
export const listRequests = (db: PlatformReader, { organisation, ...filter }: z.infer<typeof ListRequests>) => list(db, null, organisation === null ? {} : { organisationId: organisation }, filter)
/** An allocation stands in its namespace; what is asked of a namespace itself names it in what would be done. */
const aboutNamespace = (namespace: string) => [{ namespaceId: namespace }, { payload: { path: ['namespace'], equals: namespace } }]
/** Those that were asked through this tenant, or about one of its namespaces. */
export const listRequestsInTenant = (db: TenantReader, { tenant, namespace, ...filter }: z.infer<typeof ListRequestsInTenant>) =>
  list(db, tenant, { tenantId: db.tenant, ...(namespace === null ? {} : { OR: aboutNamespace(namespace) }) }, filter)
export const countWaiting = async (db: PlatformReader): Promise<number> => db.rows.request.count({ where: await mine(db, null) })
export const countWaitingInTenant = async (db: TenantReader): Promise<number> => db.rows.request.count({ where: { AND: [{ tenantId: db.tenant }, await mine(db, db.tenant)] } })

/** What the tenant's own rule did within a month: said yes to, and drew to be looked at. */
export type ByRuleCount = { days: number; approved: number; drawn: number }
const byRuleDays = 30
export async function countByRuleInTenant({ rows, tenant }: TenantReader): Promise<ByRuleCount> {
  const lately = { tenantId: tenant, requestedAt: { gt: new Date(Date.now() - byRuleDays * 24 * 3_600_000) } }
  const [approved, drawn] = await Promise.all((['approved', 'drawn'] as const).map((byRule) => rows.request.count({ where: { ...lately, byRule } })))
  return { days: byRuleDays, approved: approved ?? 0, drawn: drawn ?? 0 }
}

async function find({ rows }: { rows: ReadRows }, id: string, tenant: string | null) {
  const found = await rows.request.findUnique({ where: { id, ...(tenant === null ? {} : { tenantId: tenant }) }, include: { words: { orderBy: [{ at: 'asc' }, { id: 'asc' }], take: wordsMost } } })
  if (!found) throw new Denied('not_found')
  const { words, ...request } = found
  const [shown] = await showRequests(rows, [request], words.flatMap(peopleOf))
  if (!shown) throw new Error(`request ${id} is there and is not shown`)
  return { request, words, shown }
}
const wordsMost = 200

/** The ones before and after it of those that wait for its reader; where it is none of them, and they all come before it, the first. */
async function besideIt(db: PlatformReader | TenantReader, { id, deadline }: { id: string; deadline: Date }, tenant: string | null): Promise<RequestRead['beside']> {
  const waiting = { AND: [tenant === null ? {} : { tenantId: tenant }, await mine(db, tenant)] }
  const first = async (where: object, way: 'asc' | 'desc'): Promise<string | null> =>
    (await db.rows.request.findFirst({ where: { AND: [waiting, where] }, orderBy: [{ deadline: way }, { id: way }], select: { id: true } }))?.id ?? null
  const past = (how: 'gt' | 'lt') => ({ OR: [{ deadline: { [how]: deadline } }, { deadline, id: { [how]: id } }] })
  const [previous, next] = await Promise.all([first(past('lt'), 'desc'), first(past('gt'), 'asc')])
  return { previous, next: next ?? (previous !== null && (await first({ id }, 'asc')) === null ? await first({}, 'asc') : null) }
}

async function readAs(db: PlatformReader | TenantReader, id: string, tenant: string | null): Promise<RequestRead> {
  const { request, words, shown } = await find(db, id, tenant)
  const said = await saidOf(db.rows, request, words, await db.requestHolders(id))
  const [of, by] = [answerableOf(request, words, new Date()), answeringOf(db.actor, tenant)]
  const appointed = decideAppointed(of, by, (await db.requestAppointments([id])).get(id) ?? [])
  const decision = decideApproval(of, { ...by, terms: request.terms, factor: 'passkey', appointed })
  const ifApproved = !decision.ok ? decision.refusal : decision.done ? 'already_decided' : tenant === null || request.level === 'tenant' ? await kindOf(request.kind).judge(db.rows, request.payload) : null
  const asker = await readAsker(db.rows, request, db.actor.personId, tenant)
  return { ...shown, ...said, asker, beside: await besideIt(db, request, tenant), ifApproved: tenant !== null && request.level === 'platform' ? null : ifApproved }
}
/** With what would come of it if the reader approved it now: the same decisions, on what is now. */
export const readRequest = (db: PlatformReader, { request }: z.infer<typeof ReadRequest>): Promise<RequestRead> => readAs(db, request, null)
/** What stands in the way of what the platform decides is not for a tenant to know: it may be what another tenant is called. */
export const readRequestInTenant = (db: TenantReader, { request, tenant }: z.infer<typeof ReadRequestInTenant>): Promise<RequestRead> => readAs(db, request, tenant)
