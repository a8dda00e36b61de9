/**
 * The ledger's own way to the database: many requests, of one organisation or of several, in one transaction. A lane says for which of them and for which tenants it works, and row security shows it
 * nothing else. Locks are taken in one order everywhere (allocations, then accounts, then nodes, each by id), so no two lanes ever wait for one another in a ring.
 */
import pg from 'pg'
import { secretText } from '~/server/keys/secret'
import type { Node } from '~/server/placement/fleet'
import type { Json } from '~/server/shared/canonical'
import { type Assumed, ceiling, type FreeName, holdNodesText, holdNodesValues, holdText, holdValues, sameText, sameValues, type UsedKey } from './assumed'
import { type FleetRow, nodeOf } from './fleet'
import { type Around, aroundText, aroundValues, type Wanted } from './lane-around'
import { type GivenRow, type GivenTo, givenText, givenValues, type Recipient } from './lane-given'
import { allocationColumns, ownText, standingText, usedText } from './lane-allocations'
import { type LaneRequest, requestsText, type SpentByRule, spentText } from './lane-requests'
import { keysOf, writeOf, type Written } from './lane-write'
import { lentText, lentThereText, type LentWhere, pushableText, type Queued, type QueueLook, type QueueRow, queueText, type Spared } from './lane-queue'
import { limits } from './limits'
import { UntilSilent } from './silence'

/** Plans are made once, when the tables may be empty, and a plan for an empty table reads all of it: by index, always, and in its order, where a bitmap would gather all that fits before the first row. */
export const planning = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
/** As many lanes at once as one process uses well; more wait for one to be free. A connection stays, because a new one has all its plans to make. */
const lanesMax = 4
/** What is asked in one turn of the event loop is sent by one call: a call costs this process and the database more than a short question does. */
class Gathering extends UntilSilent {
  #isGathering = false
  /** Why a transaction is over: of what was sent together, whatever comes after that says only that it is. */
  why: unknown = null
  override query = ((...asked: unknown[]) => {
    this.#gather()
    const answer = (super.query as (...of: unknown[]) => unknown)(...asked)
    if (answer instanceof Promise) answer.catch((thrown: unknown) => { this.why ??= thrown })
    return answer
  }) as pg.Client['query']

  #gather(): void {
    if (this.#isGathering) return
    const { stream } = this.connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}
const kept = globalThis as unknown as { bailiwickLanes?: pg.Pool | undefined }
function pool(): pg.Pool {
  kept.bailiwickLanes ??= new pg.Pool({
    connectionString: secretText('ENGINE_DATABASE_URL_FILE'), max: lanesMax, min: lanesMax, connectionTimeoutMillis: 5_000, application_name: 'bailiwick-engine-lanes', pipeline: true, Client: Gathering,
    options: `${limits()} ${planning}`,
  })
    // A connection that is lost fails what is asked by it; it must not take the process along, whether it was in use or not.
    .on('error', () => undefined).on('connect', (client) => { client.on('error', () => undefined) })
  return kept.bailiwickLanes
}
export async function closeLanes(): Promise<void> {
  const open = kept.bailiwickLanes
  kept.bailiwickLanes = undefined
  await open?.end()
}

export type AccountRow = {
  id: string; kind: string; tenant_id: string | null; namespace_id: string | null; resources: string[]; nominal: string[]; hard: string[]; used: string[]; held: string[]; unexplained: string[]
  version: string; deed_sequence: string
}
export type AllocationRow = {
  id: string; tenant_id: string; namespace_id: string; account_id: string; name: string; class: string; priority: number; asked_by: string; state: string; pods: number
  resources: string[]; amounts: string[]; region: string | null; placement: Json; burst: boolean; preemptible: boolean; reserved: boolean; devices: string; approved_by: string | null
  asked_at: string; held_until: string | null; admitted_at: string | null; running_at: string | null; ends_at: string | null; ended_at: string | null; version: string
  /** Since when it waits for room; and the wish, as it was asked, of whatever may wait. */
  waiting_since: string | null; wish: string | null; preemptions: number
}
/** What something was seen to use of GPUs: looks, the most of one pod at once in thousandths of one, and whether that was kept of all of them. */
export type UsedRow = { id: string; samples: number; most: string | null; whole: boolean }
/** Of a limit that is on its way down, nothing is granted above where it goes. */
const accountColumns = `id, kind, tenant_id, namespace_id, resources, nominal::text[] AS nominal, ${ceiling}::text[] AS hard, used::text[] AS used, held::text[] AS held, unexplained::text[] AS unexplained, version, deed_sequence`

const nodesOfClusters = 'SELECT node_as_placed(n, p, c) AS node FROM node n JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id'
const nodesText = `${nodesOfClusters} WHERE n.id = ANY ($1) ORDER BY n.id`

export class Lane {
  #sql: pg.PoolClient
  constructor(sql: pg.PoolClient, readonly organisations: readonly string[], public tenants: readonly string[], readonly holds = true) { this.#sql = sql }

  /** What is read is held from now on; in a snapshot it is only read. */
  async #hold<T extends pg.QueryResultRow>(name: string, text: string, how: string, values: unknown[]): Promise<T[]> {
    return (await this.#sql.query<T>(this.holds ? { name, text: `${text} FOR NO KEY UPDATE${how}`, values } : { name: `${name}-unheld`, text, values })).rows
  }

  /** For whom it works, from now on. */
  async say(tenants: readonly string[]): Promise<void> {
    this.tenants = tenants
    await this.#sql.query({ name: 'lane-say', text: "SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", values: [this.organisations.join(','), tenants.join(',')] })
  }

  /** Who waits in all of one organisation, as far as it matters now; nothing of it is held. */
  async queue(organisation: string, { times, place, age }: QueueLook): Promise<Queued> {
    const values = [organisation, place?.priority ?? null, place?.tenant ?? null, age?.askedAt ?? null, age?.id ?? null]
    const { rows: [found] } = await this.#sql.query<Pick<Queued, 'rows' | 'through'> & Pick<QueueLook, 'place' | 'age'>>({ name: 'lane-queue', text: queueText, values })
    const { rows = [], through = [], ...next } = found ?? { place: null, age: null }
    return { rows, through, next: { times: times + 1, ...next } }
  }

  /** Those that still wait, held; whoever holds one already decides about it. Accounts may be held before, because this waits for nobody. */
  async takeWaiting(ids: readonly string[]): Promise<AllocationRow[]> {
    return this.#hold<AllocationRow>('lane-take-waiting', `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) AND state = 'waiting' AND waiting_since IS NOT NULL ORDER BY id`, ' SKIP LOCKED', [ids])
  }

  async lent(organisation: string, { most, since }: Spared): Promise<QueueRow[]> {
    return (await this.#sql.query<QueueRow>({ name: 'lane-lent', text: lentText, values: [organisation, most, since] })).rows
  }
  async lentThere(organisation: string, { tenant, regions, pools, models }: LentWhere, most: number, spared: Spared): Promise<QueueRow[]> {
    return (await this.#sql.query<QueueRow>({ name: 'lane-lent-there', text: lentThereText, values: [organisation, tenant, regions, pools, models, most, spared.most, spared.since] })).rows
  }
  /** As `takeWaiting`, of what was lent and still is. */
  async takeLent(ids: readonly string[]): Promise<AllocationRow[]> {
    return this.#hold<AllocationRow>('lane-take-lent', `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) AND burst AND NOT reserved AND state IN ('admitted', 'running') ORDER BY id`, ' SKIP LOCKED', [ids])
  }

  async pushable(organisation: string, { below, under, regions, most }: { readonly below: number; readonly under: string; readonly regions: readonly string[] | null; readonly most: number }, spared: Spared): Promise<QueueRow[]> {
    return (await this.#sql.query<QueueRow>({ name: 'lane-pushable', text: pushableText, values: [organisation, below, under, regions, most, spared.most, spared.since] })).rows
  }
  /** As `takeWaiting`, of what runs and may be pushed aside. */
  async takePushable(ids: readonly string[]): Promise<AllocationRow[]> {
    return this.#hold<AllocationRow>('lane-take-pushable', `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) AND preemptible AND NOT reserved AND state IN ('admitted', 'running') ORDER BY id`, ' SKIP LOCKED', [ids])
  }

  /** How accounts stand, unheld: of an organisation nothing is posted while its own row is held. */
  async standings(ids: readonly string[]): Promise<AccountRow[]> {
    return (await this.#sql.query<AccountRow>({ name: 'lane-standings', text: `SELECT ${accountColumns} FROM account WHERE id = ANY ($1) ORDER BY id`, values: [ids] })).rows
  }

  /** Tenants, and namespaces as tenant and namespace with a stroke between, in which nobody has a turn. */
  async frozen(now: string): Promise<string[]> {
    const text = `SELECT id FROM tenant WHERE id = ANY ($1) AND (frozen_at IS NOT NULL OR suspended_until > $2::timestamptz)
      UNION ALL SELECT tenant_id || '/' || id FROM namespace WHERE tenant_id = ANY ($1) AND (frozen_at IS NOT NULL OR closing_at IS NOT NULL) AND deleted_at IS NULL`
    return (await this.#sql.query<{ id: string }>({ name: 'lane-frozen', text, values: [this.tenants, now] })).rows.map(({ id }) => id)
  }

  async allocations(ids: readonly string[]): Promise<AllocationRow[]> {
    if (ids.length === 0) return []
    return this.#hold<AllocationRow>('lane-allocations', `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) ORDER BY id`, '', [ids])
  }

  async used(allocations: readonly string[]): Promise<UsedRow[]> {
    return allocations.length === 0 ? [] : (await this.#sql.query<UsedRow>({ name: 'lane-used', text: usedText, values: [allocations] })).rows
  }

  /** What is asked about these and has not come to its end. */
  async requests(allocations: readonly string[]): Promise<LaneRequest[]> {
    return allocations.length === 0 ? [] : (await this.#sql.query<LaneRequest>({ name: 'lane-requests', text: requestsText, values: [allocations] })).rows
  }

  async spentByRule(of: readonly { readonly tenant: string; readonly person: string; readonly since: string }[]): Promise<SpentByRule[]> {
    return (await this.#sql.query<SpentByRule>({ name: 'lane-spent', text: spentText, values: [of.map(({ tenant }) => tenant), of.map(({ person }) => person), of.map(({ since }) => since)] })).rows
  }

  async accounts(ids: readonly string[]): Promise<AccountRow[]> {
    return this.#hold<AccountRow>('lane-accounts', `SELECT ${accountColumns} FROM account WHERE id = ANY ($1) ORDER BY id`, '', [ids])
  }

  /** Nodes are everybody's: after all else, and for as short as can be. */
  async nodes(ids: readonly string[], heedsSilence: boolean): Promise<Node[]> {
    return ids.length === 0 ? [] : (await this.#hold<{ node: FleetRow }>('lane-nodes', nodesText, ' OF n', [ids])).map(({ node }) => nodeOf(node, heedsSilence))
  }
  /** More of them, later: what another lane holds is not waited for, because it may wait for what is held here. */
  async moreNodes(ids: readonly string[], heedsSilence: boolean): Promise<Node[]> {
    return ids.length === 0 ? [] : (await this.#hold<{ node: FleetRow }>('lane-more-nodes', nodesText, ' OF n SKIP LOCKED', [ids])).map(({ node }) => nodeOf(node, heedsSilence))
  }
  /** All nodes that are ours to choose: for a copy of the fleet that is of this very moment. */
  async fleet(): Promise<FleetRow[]> {
    return (await this.#sql.query<{ node: FleetRow }>({ name: 'lane-fleet', text: `${nodesOfClusters} WHERE c.kind = 'simulated' ORDER BY n.id` })).rows.map(({ node }) => node)
  }
  /** All accounts of one tenant, unheld: its own, and those of its namespaces and of classes in them. */
  async accountsOf(tenant: string): Promise<AccountRow[]> {
    return (await this.#sql.query<AccountRow>({ name: 'lane-accounts-of', text: `SELECT ${accountColumns} FROM account WHERE tenant_id = $1
      AND NOT EXISTS (SELECT FROM namespace n WHERE n.tenant_id = account.tenant_id AND n.id = account.namespace_id AND n.deleted_at IS NOT NULL) ORDER BY id`, values: [tenant] })).rows
  }
  /** Of one tenant those that wait, in their order, or the newest of those that are given, unheld, with what was last asked for; never more than so many. */
  async ownOf(tenant: string, which: 'waiting' | 'given', most: number): Promise<(AllocationRow & { asked: string | null })[]> {
    return (await this.#sql.query<AllocationRow & { asked: string | null }>({ name: `lane-own-${which}`, text: ownText[which], values: [tenant, most] })).rows
  }

  /** What is given that stands on any of these, whoever it is of: who was there first, first; unheld, with what was last asked for. */
  async standingOn(nodes: readonly string[], most: number): Promise<(AllocationRow & { asked: string | null })[]> {
    return (await this.#sql.query<AllocationRow & { asked: string | null }>({ name: 'lane-standing-on', text: standingText, values: [nodes, this.tenants, most] })).rows
  }

  /** All that does not stand in an account, once the accounts are held. */
  async around(wanted: Wanted): Promise<Around> {
    const { rows: [found] } = await this.#sql.query<Around>({ name: 'lane-around', text: aroundText, values: aroundValues(this.tenants, this.organisations, wanted) })
    if (!found) throw new Error('a query without a FROM gives one row')
    return found
  }

  /** Of each, what it was given since then and nobody said yes to, the oldest first: of many the last. */
  async given(of: readonly Recipient[], since: string, most: number): Promise<GivenTo[]> {
    if (of.length === 0) return []
    const { rows } = await this.#sql.query<GivenRow>({ name: 'lane-given', text: givenText, values: givenValues(of, since, most) })
    return rows.flatMap(({ n, times, devices }) => (of[n] ? [{ whose: of[n], given: times.map((at, k) => ({ at, devices: BigInt(devices[k] ?? 0) })) }] : []))
  }

  /** Holds what a batch was decided on, and ends the transaction where it is not what it was taken for. */
  async compare(assumed: Assumed, free: readonly FreeName[], keys: readonly UsedKey[]): Promise<void> {
    await Promise.all([
      this.#sql.query({ name: 'lane-hold', text: holdText, values: holdValues(assumed) }),
      ...(assumed.nodes.length > 0 ? [this.#sql.query({ name: 'lane-hold-nodes', text: holdNodesText, values: holdNodesValues(assumed) })] : []),
      this.#sql.query({ name: 'lane-same', text: sameText, values: sameValues(assumed, this.organisations, free, keys) }),
    ])
  }

  async policies(ids: readonly { readonly tenant: string | null; readonly kind: string; readonly version: string }[]): Promise<{ tenant_id: string | null; kind: string; version: string; body: Json }[]> {
    if (ids.length === 0) return []
    return (await this.#sql.query({
      name: 'lane-policies', values: [ids.map(({ tenant }) => tenant ?? ''), ids.map(({ kind }) => kind), ids.map(({ version }) => version)],
      text: `SELECT p.tenant_id, p.kind, p.version, p.body FROM policy p JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS w (tenant, kind, version)
        ON coalesce(p.tenant_id, '') = w.tenant AND p.kind = w.kind AND p.version = w.version`,
    })).rows
  }

  async write(written: Written): Promise<void> {
    const all = writeOf(written)
    if (all) await this.#sql.query(all)
  }
}

/**
 * One batch, one transaction. What fails before the commit has not happened; of a connection lost during it nobody knows, and whoever asks again with the same key is told.
 * What need not wait for an answer is sent with what follows it: after a statement that failed the database does nothing more, and takes the COMMIT for a ROLLBACK.
 */
export async function inLane<T>(organisations: readonly string[], tenants: readonly string[], work: (lane: Lane) => Promise<{ readonly value: T; readonly written: Written }>): Promise<T> {
  return inTransaction(async (sql) => {
    const lane = new Lane(sql, organisations, tenants)
    const opened = Promise.all([sql.query('BEGIN'), lane.say(tenants)])
    opened.catch(() => undefined)
    const { value, written } = await work(lane)
    await opened
    await Promise.all([lane.write(written), sql.query('COMMIT')])
    return value
  })
}

/** What somebody supposes of what a snapshot says. */
export type Lens = { readonly account: (row: AccountRow) => AccountRow; readonly nodes: (ids: readonly string[]) => Node[] }
class LaneThrough extends Lane {
  constructor(sql: pg.PoolClient, organisations: readonly string[], tenants: readonly string[], readonly lens: Lens) { super(sql, organisations, tenants, false) }
  override async accounts(ids: readonly string[]): Promise<AccountRow[]> { return (await super.accounts(ids)).map(this.lens.account) }
  override async standings(ids: readonly string[]): Promise<AccountRow[]> { return (await super.standings(ids)).map(this.lens.account) }
  override async accountsOf(tenant: string): Promise<AccountRow[]> { return (await super.accountsOf(tenant)).map(this.lens.account) }
  override async nodes(ids: readonly string[]): Promise<Node[]> { return this.lens.nodes(ids) }
  override async moreNodes(ids: readonly string[]): Promise<Node[]> { return this.lens.nodes(ids) }
}
/** A lane as far as it only reads: whoever is given this can write nothing with it. */
export type Looking = Omit<Pick<Lane, keyof Lane>, 'compare' | 'write'>
/** One moment of organisations, and nothing of it is held: the database itself refuses to write in it. */
export async function inSnapshot<T>(organisations: readonly string[], tenants: readonly string[], work: (lane: Looking, through: (lens: Lens) => Looking) => Promise<T>): Promise<T> {
  return inTransaction(async (sql) => {
    const lane = new Lane(sql, organisations, tenants, false)
    await Promise.all([sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'), lane.say(tenants)])
    const value = await work(lane, (lens) => new LaneThrough(sql, organisations, tenants, lens))
    await sql.query('COMMIT')
    return value
  })
}

/** As `inLane`, of what was decided already: it happens as a whole, in one going to and fro, or not at all. */
export async function inLaneAsAssumed(organisation: string, assumed: Assumed, free: readonly FreeName[], written: Written): Promise<void> {
  await inTransaction(async (sql) => {
    const lane = new Lane(sql, [organisation], assumed.tenants)
    await Promise.all([sql.query('BEGIN'), lane.say(assumed.tenants), lane.compare(assumed, free, keysOf(written)), lane.write(written), sql.query('COMMIT')])
  })
}

async function inTransaction<T>(work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  const sql = (await pool().connect()) as pg.PoolClient & Pick<Gathering, 'why'>
  let fault: Error | undefined
  sql.why = null
  try {
    return await work(sql)
  } catch (thrown) {
    const why = sql.why ?? thrown
    fault = why instanceof Error ? why : new Error(String(why))
    await sql.query('ROLLBACK').then(() => { fault = undefined }, () => undefined)
    throw why
  } finally {
    // A connection that could not be rolled back is not given to the next.
    sql.release(fault)
  }
}
