import { type ReadAction, type KindOf, specOf } from '~/server/authorization/actions'
import type { Permit, Reach } from '~/server/authorization/permit'
import { accessEntry } from '~/server/audit/entry'
import type { GpuModel } from '~/server/allocations/model'
import type { Actor } from '~/server/identity/actor'
import type { Kept } from '~/server/past/decide-moment'
import { type Appointment, latelyHours } from '~/server/requests/decide-appointed'
import type { Json } from '~/server/shared/canonical'
import { grouped } from '~/server/shared/grouped'
import type { Transaction } from './client'
import { noteHead, type Noted } from './heads'
import { type Lines, linesIn } from './lines'
import { noteAccess } from './note-access'
import { tenantsConcerned } from './concerned'
import { subjectOf } from '~/server/staff/concern'
import { keptOf } from './past-kept'
import type { ReadRows } from './rows'
import { inScope, type Scope, say } from './scope'
import { type Sums, sumsIn } from './sums'

export type Holder = { person: string; role: string; through: string | null }
export type ShapePlaced = { readonly cpu: number; readonly gpus: number; readonly gpuMilli: number; readonly times: number }
/** How many records the receiver of a feed has not taken, and since when the oldest of them waits. */
type FeedLag = { readonly feed: string; readonly records: number; readonly since: Date | null }
/** What was recorded of one sort: who it was is not in it. `looked` and `oldest` are of all that was counted. */
type RecordedKind = { tenant: string; namespace: string | null; resource: string; verb: string; outcome: string; level: string; actors: string[]; many: bigint; newest: Date; looked: bigint; oldest: Date }
/** `known` is since when anything is counted. */
type SecurityCount = { readonly what: string; readonly since: Date | null; readonly times: number }
export type Reading = {
  readonly actor: Actor; readonly rows: ReadRows
  /** As of when: a moment that somebody looks at, or none, and then it is the clock’s. */
  readonly asOf: string | null; readonly now: Date
  /** Who of those that said yes to a request may still: in their own right, or in whose place. */
  readonly requestHolders: (request: string) => Promise<Holder[]>
  /** By whose word those whose yes could count for these requests hold what makes it count: all to whom anything was given lately, and a few of the others. */
  readonly requestAppointments: (requests: readonly string[]) => Promise<ReadonlyMap<string, readonly Appointment[]>>
  /** What the record is searched by: for a reader of the record. */
  readonly lines: Lines
  /** Of which models of GPU something of this tenant's could be given one in these regions, kept apart so: by name, and of another tenant only for the platform. */
  readonly modelsGiven: (tenant: string, regions: readonly string[], level: number) => Promise<string[]>
  /** What was charged and used, over time. */
  readonly sums: Sums
  /** How far the feeds of the place are behind: none that is not. */
  readonly feedLags: () => Promise<FeedLag[]>
  /** Of each region, how many of its nodes say themselves that they stand there: for a reader of the fleet. */
  readonly nodesShown: () => Promise<{ region: string; nodes: number }[]>
  /** How often each shape was placed since then, whoever asked: for a reader of the fleet. */
  readonly shapesPlaced: (since: Date) => Promise<ShapePlaced[]>
  /** How often there was what the security of the platform is watched by, and since when it is counted: for a reader of the platform. */
  readonly securityCounts: (span: 'hour' | 'day', since: Date) => Promise<SecurityCount[]>
  /** What a step about this case would move, which nobody on the platform reads otherwise: for a reader of the case. */
  readonly inCase: <T>(id: string, look: () => Promise<T>) => Promise<T>
  /** When the record was last compared with all that was sealed of it, and whether it was whole; null where it never was. */
  readonly lastCheck: () => Promise<{ beganAt: Date; whole: boolean } | null>
  /** What was recorded since then, the newest so many, by sort: for a reader of the platform who does not read the record. */
  readonly recordedByKind: (since: Date, linesMost: number, sortsMost: number) => Promise<RecordedKind[]>
}
export type TenantReader = Reading & {
  readonly tenant: string; readonly namespaces: Reach
  /** The policies by which decisions were made that its reader may see: whoever can name a set may read it. */
  readonly policySets: (digests: readonly string[]) => Promise<ReadonlyMap<string, Json>>
  /** The GPUs that the tenant may be given in these regions: of a fleet that it does not read, no more than words. */
  readonly gpuModels: (regions: readonly string[]) => Promise<GpuModel[]>
  /** The clock, and since when what the tenant was is kept. */
  readonly pastKept: () => Promise<Kept>
}
export type PlatformReader = Reading
export type SelfReader = Reading & { readonly personId: string; readonly sessionId: string }
/** What is too long for one transaction is read in several, by the same permit; and what came of it is put into the record beside that it was read. */
export type GoesOn = { readonly further: <T>(look: (db: Reading) => Promise<T>) => Promise<T>; readonly noteOutcome: (context: Json) => Promise<void> }
type Readers = { tenant: TenantReader; platform: PlatformReader; self: SelfReader }
export type ReaderOf<A extends ReadAction> = Readers[KindOf<A>] & GoesOn

export function scopeOf(permit: Permit): Scope {
  const spec = specOf(permit.action)
  if (spec.on === 'self') return { person: permit.actor.personId, ...(spec.addressed ? { ownEmail: permit.actor.email } : {}) }
  // Whatever tenant is named: the platform looks at it from outside.
  if (spec.on === 'platform') return { platform: true, namespaces: '*', tenant: 'platform', ...(spec.staff ? { staff: true as const } : {}) }
  return { tenant: permit.tenant ?? '', namespaces: spec.whole ? '*' : permit.namespaces }
}

export function readerOf(permit: Permit, sql: Transaction): TenantReader & PlatformReader & SelfReader {
  return { actor: permit.actor, tenant: permit.tenant ?? '', namespaces: permit.namespaces, personId: permit.actor.personId, sessionId: permit.actor.sessionId, asOf: null, now: new Date(), rows: sql, lines: linesIn(sql), sums: sumsIn(sql), policySets: (digests) => policySetsOf(sql, digests), gpuModels: (regions) => gpuModelsOf(sql, regions), modelsGiven: (tenant, regions, level) => modelsGivenOf(sql, tenant, regions, level), pastKept: () => keptOf(sql, permit.tenant ?? ''), feedLags: () => feedLagsOf(sql), nodesShown: () => nodesShownOf(sql), shapesPlaced: (since) => shapesPlacedOf(sql, since), securityCounts: (span, since) => securityCountsOf(sql, span, since), lastCheck: () => lastCheckOf(sql), inCase: (id, look) => inCase(sql, permit, id, look), recordedByKind: (since, lines, sorts) => recordedByKindOf(sql, since, lines, sorts), requestHolders: (request) => requestHoldersOf(sql, request), requestAppointments: (requests) => requestAppointmentsOf(sql, requests) }
}

function goesOn(permit: Permit, asked: unknown): GoesOn {
  const again = <T>(work: (sql: Transaction) => Promise<T>) => inScope(specOf(permit.action).through ?? 'web', scopeOf(permit), work)
  return {
    further: (look) => again((sql) => look(readerOf(permit, sql))),
    noteOutcome: (context) => again(async (sql) => { await noteAccess(sql, accessEntry({ actor: permit.actor, action: permit.action, asked, outcome: 'done', reason: null, context })) }),
  }
}

async function inCase<T>(sql: Transaction, permit: Permit, id: string, look: () => Promise<T>): Promise<T> {
  await say(sql, { ...scopeOf(permit), caseFile: id })
  const seen = await look()
  await say(sql, scopeOf(permit))
  return seen
}

const nodesShownOf = (sql: Transaction): Promise<{ region: string; nodes: number }[]> => sql.$queryRaw`SELECT c.region_id AS region, count(*)::int AS nodes
  FROM node_place p JOIN node n ON n.id = p.node_id JOIN pool o ON o.id = n.pool_id JOIN cluster c ON c.id = o.cluster_id WHERE p.until IS NULL AND p.region = c.region_id GROUP BY 1`
async function gpuModelsOf(sql: Transaction, regions: readonly string[]): Promise<GpuModel[]> {
  const rows = await sql.$queryRaw<{ model: string; gpu_memory: bigint; free: GpuModel['free'] }[]>`SELECT model, gpu_memory, free FROM gpu_models(${[...regions]}::text[])`
  return rows.map(({ model, gpu_memory: memory, free }) => ({ model, memory: String(memory), free }))
}

async function modelsGivenOf(sql: Transaction, tenant: string, regions: readonly string[], level: number): Promise<string[]> {
  const rows = await sql.$queryRaw<{ model: string }[]>`SELECT model FROM models_given(${tenant}, ${[...regions]}::text[], ${level}::int)`
  return rows.map(({ model }) => model)
}

async function securityCountsOf(sql: Transaction, span: 'hour' | 'day', since: Date): Promise<SecurityCount[]> {
  const rows = await sql.$queryRaw<{ what: string; since: Date | null; times: bigint }[]>`SELECT what, since, times FROM security_counts(${span}, ${since}::timestamptz)`
  return rows.map(({ times, ...count }) => ({ ...count, times: Number(times) }))
}

async function lastCheckOf(sql: Transaction): Promise<{ beganAt: Date; whole: boolean } | null> {
  const check = await sql.logCheck.findUnique({ where: { id: 1 }, select: { beganAt: true, faults: true } })
  return check && { beganAt: check.beganAt, whole: Array.isArray(check.faults) && check.faults.length === 0 }
}
async function feedLagsOf(sql: Transaction): Promise<FeedLag[]> {
  const rows = await sql.$queryRaw<{ feed: string; records: bigint; since: Date | null }[]>`SELECT feed_id::text AS feed, records, since FROM feed_lags()`
  return rows.map(({ records, ...lag }) => ({ ...lag, records: Number(records) }))
}

async function shapesPlacedOf(sql: Transaction, since: Date): Promise<ShapePlaced[]> {
  const rows = await sql.$queryRaw<{ cpu: bigint; gpus: number; gpu_milli: number; times: bigint }[]>`SELECT cpu, gpus, gpu_milli, times FROM shapes_placed(${since}::timestamptz)`
  return rows.map(({ cpu, gpus, gpu_milli: gpuMilli, times }) => ({ cpu: Number(cpu), gpus, gpuMilli, times: Number(times) }))
}

const recordedByKindOf = (sql: Transaction, since: Date, lines: number, sorts: number) =>
  sql.$queryRaw<RecordedKind[]>`SELECT tenant, namespace, resource, verb, outcome, level, actors, many, newest, looked, oldest FROM lines_by_kind(${since}::timestamptz, ${lines}::int, ${sorts}::int)`
const requestHoldersOf = (sql: Transaction, request: string) => sql.$queryRaw<Holder[]>`SELECT person_id::text AS person, role, through::text AS through FROM request_holders(${request}::uuid)`
/** More than any rule asks for, and whoever asked or left it to others among them. */
const othersFew = 16
async function requestAppointmentsOf(sql: Transaction, requests: readonly string[]): Promise<ReadonlyMap<string, readonly Appointment[]>> {
  const rows = await sql.$queryRaw<(Appointment & { request: string })[]>`SELECT request_id::text AS request, person_id::text AS person, role, given_by::text AS "givenBy", is_lately AS "isLately", holds, has_left AS "left"
    FROM request_appointments(${[...requests]}::uuid[], make_interval(hours => ${latelyHours}::int), ${othersFew}::int)`
  return grouped(rows, ({ request }) => request)
}
/** The same of anything else that two people say: of a tenant's, or of the platform's own. */
export const appointmentsOf = (sql: Transaction, tenant: string | null, askedAt: Date): Promise<Appointment[]> =>
  sql.$queryRaw<Appointment[]>`SELECT person_id::text AS person, role, given_by::text AS "givenBy", is_lately AS "isLately", holds, has_left AS "left"
    FROM appointments(ARRAY[gen_random_uuid()], ARRAY[${tenant}::text], ARRAY[${askedAt}::timestamptz], make_interval(hours => ${latelyHours}::int), ${othersFew}::int)`
async function policySetsOf(sql: Transaction, digests: readonly string[]): Promise<ReadonlyMap<string, Json>> {
  await sql.$queryRaw`SELECT set_config('app.policy_sets', ${digests.join(' ')}, true)`
  return new Map((await sql.policySet.findMany({ where: { digest: { in: [...digests] } } })).map(({ digest, body }) => [digest, JSON.parse(body) as Json]))
}

/**
 * A read that is to be recorded, by what it is or by the levels that hold, is noted first, in the same transaction: what cannot be noted is not read. How far the place had come is asked before it is
 * read, so that whatever is done meanwhile counts as done afterwards.
 */
export function read<A extends ReadAction, T>(permit: Permit<A>, asked: unknown, look: (db: ReaderOf<A>) => Promise<T>, noted?: Noted | undefined): Promise<T> {
  const spec = specOf(permit.action)
  return inScope(spec.through ?? 'web', scopeOf(permit), async (sql) => {
    const entry = accessEntry({ actor: permit.actor, action: permit.action, asked, outcome: 'done', reason: null })
    const tenants = await tenantsConcerned(sql, permit.action, asked)
    // What somebody of the platform looks at of a tenant stands in that tenant's record, whatever the levels say of looking.
    const isOfTenant = tenants.length > 0 || (entry.tenant !== null && subjectOf(permit.action) !== null)
    for (const tenant of tenants.length === 0 ? [entry.tenant] : tenants) if ((await noteAccess(sql, { ...entry, tenant }, isOfTenant)) && noted) noted.recorded = true
    if (noted && spec.on !== 'self' && !spec.through) await noteHead(sql, noted, spec.on === 'tenant' ? (permit.tenant ?? '') : 'platform')
    return look({ ...readerOf(permit, sql), ...goesOn(permit, asked) } as unknown as ReaderOf<A>)
  })
}
