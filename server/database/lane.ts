/**
 * The ledger's own way to the database: many requests, of one organisation or of several, in one transaction. A lane says for which of them and for which tenants it works, and row security shows it
 * nothing else. Locks are taken in one order everywhere (allocations, then accounts, then nodes, each by id), so no two lanes ever wait for one another in a ring.
 */
import pg from 'pg'
import { secretText } from '~/server/keys/secret'
import type { Jurisdiction } from '~/server/regions/decide-new-region'
import type { Node } from '~/server/placement/fleet'
import type { Json } from '~/server/shared/canonical'
import { type FleetRow, nodeOf } from './fleet'
import { lentText, type QueuePlace, type Queued, type QueueRow, queueText } from './lane-queue'

/** Plans are made once, when the tables may be empty, and a plan for an empty table reads all of it: by index, always. */
const planning = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
/** As many lanes at once as one process uses well; more wait for one to be free. */
const lanesMax = 4
const kept = globalThis as unknown as { bailiwickLanes?: pg.Pool | undefined }
function pool(): pg.Pool {
  kept.bailiwickLanes ??= new pg.Pool({
    connectionString: secretText('ENGINE_DATABASE_URL_FILE'), max: lanesMax, connectionTimeoutMillis: 5_000, application_name: 'bailiwick-engine-lanes', pipeline: true,
    options: `-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=20000 -c timezone=UTC ${planning}`,
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
export type EarlierRow = { person_id: string; idempotency_key: string; action: string; input_digest: string; answer: string }
export type Around = {
  now: string
  /** The organisations in which somebody waits. */
  queued: string[]
  ids: string[]
  tenants: { id: string; isolation_level: number; regions: string[]; frozen: boolean }[]
  keys: { tenant_id: string; wrapped: string | null }[]
  names: { tenant_id: string; namespace_id: string; name: string }[]
  pending: { tenant_id: string; namespace_id: string; times: number }[]
  regions: { region: string; jurisdiction: Jurisdiction }[]
  recent: { tenant_id: string; namespace_id: string | null; person_id: string | null; devices: string }[]
  earlier: EarlierRow[]
}
type Wanted = {
  readonly ids: number
  readonly namespaces: readonly { readonly tenant: string; readonly namespace: string; readonly name: string | null }[]
  readonly keys: readonly { readonly tenant: string; readonly person: string; readonly key: string }[]
  /** Since when what was given counts as recent. */
  readonly since: string
}
export type Written = {
  readonly accounts: readonly { id: string; used: string[]; held: string[]; unexplained: string[]; deed_sequence: string }[]
  readonly made: readonly (AllocationRow & { organisation_id: string })[]
  readonly changed: readonly Pick<AllocationRow, 'id' | 'state' | 'region' | 'placement' | 'burst' | 'held_until' | 'admitted_at' | 'running_at' | 'ends_at' | 'ended_at' | 'approved_by' | 'version' | 'waiting_since' | 'preemptions'>[]
  readonly decisions: readonly Readonly<Record<string, unknown>>[]
  readonly records: readonly { tenant: string; sequence: string; at: string; bytes: Buffer; leaf: Buffer }[]
  readonly access: readonly { tenant: string | null; body: string }[]
  readonly keys: readonly { tenant: string; wrapped: Buffer }[]
  /** Whose place was taken, and what it was called. */
  readonly preempted: readonly { person: string; name: string; at: string }[]
  readonly signals: readonly { kind: string; body: string }[]
  readonly sets: readonly { digest: string; body: string }[]
  readonly nodes: readonly Node[]
}

const allocationColumns = `id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts::text[] AS amounts, region, placement, burst, preemptible, reserved, devices, approved_by,
  ${['asked_at', 'held_until', 'admitted_at', 'running_at', 'ends_at', 'ended_at', 'waiting_since'].map((column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`).join(', ')}, version, wish, preemptions`

const accountColumns = 'id, kind, tenant_id, namespace_id, resources, nominal::text[] AS nominal, hard::text[] AS hard, used::text[] AS used, held::text[] AS held, unexplained::text[] AS unexplained, version, deed_sequence'

/** Who was given more pieces than this within the window is over any bound that a policy may set well before them. */
const recentMost = 1_024
/** Each thing is looked for by its own key (LATERAL): a join would be driven from whichever table was small when it was planned. */
const around = `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now,
  (SELECT coalesce(json_agg(o), '[]') FROM unnest($10::text[]) AS o WHERE EXISTS (SELECT FROM allocation a WHERE a.organisation_id = o AND a.state = 'waiting' AND a.waiting_since IS NOT NULL)) AS queued,
  (SELECT array_agg(uuidv7()::text) FROM generate_series(1, $1::int)) AS ids,
  (SELECT coalesce(json_agg(json_build_object('id', id, 'isolation_level', isolation_level, 'regions', regions, 'frozen', frozen_at IS NOT NULL)), '[]') FROM tenant WHERE id = ANY ($2)) AS tenants,
  (SELECT coalesce(json_agg(json_build_object('tenant_id', tenant_id, 'wrapped', encode(wrapped, 'hex'))), '[]') FROM data_key WHERE tenant_id = ANY ($2)) AS keys,
  (SELECT coalesce(json_agg(w), '[]') FROM unnest($3::text[], $4::text[], $5::text[]) AS w (tenant_id, namespace_id, name),
    LATERAL (SELECT a.id FROM allocation a WHERE a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND a.name = w.name AND a.ended_at IS NULL LIMIT 1) taken) AS names,
  (SELECT coalesce(json_agg(p), '[]') FROM (SELECT w.*, pending.times FROM (SELECT DISTINCT * FROM unnest($3::text[], $4::text[]) AS w (tenant_id, namespace_id)) w,
    LATERAL (SELECT count(*)::int AS times FROM allocation a WHERE a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND a.state IN ('waiting', 'held') AND a.ended_at IS NULL) pending) p) AS pending,
  (SELECT coalesce(json_agg(json_build_object('region', id, 'jurisdiction', jurisdiction) ORDER BY id), '[]') FROM region) AS regions,
  (SELECT coalesce(json_agg(r), '[]') FROM (
    SELECT w.*, NULL::text AS person_id, given.devices::text FROM (SELECT DISTINCT * FROM unnest($3::text[], $4::text[]) AS w (tenant_id, namespace_id)) w, LATERAL (SELECT coalesce(sum(devices), 0) AS devices FROM (
      SELECT a.devices FROM allocation a WHERE a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND a.devices > 0 AND a.approved_by IS NULL AND a.admitted_at > $8 ORDER BY a.admitted_at DESC LIMIT ${recentMost}) last) given
    UNION ALL
    SELECT w.tenant_id, NULL, w.person_id::text, given.devices::text FROM (SELECT DISTINCT * FROM unnest($9::text[], $6::uuid[]) AS w (tenant_id, person_id)) w, LATERAL (SELECT coalesce(sum(devices), 0) AS devices FROM (
      SELECT a.devices FROM allocation a WHERE a.tenant_id = w.tenant_id AND a.asked_by = w.person_id AND a.devices > 0 AND a.approved_by IS NULL AND a.admitted_at > $8 ORDER BY a.admitted_at DESC LIMIT ${recentMost}) last) given
  ) r) AS recent,
  (SELECT coalesce(json_agg(known), '[]') FROM unnest($6::uuid[], $7::uuid[]) AS w (person, key),
    LATERAL (SELECT d.person_id, d.idempotency_key, d.action, d.input_digest, d.answer FROM decision d WHERE d.person_id = w.person AND d.idempotency_key = w.key LIMIT 1) known) AS earlier`

/** One statement for all that a batch came to: whatever part of it fails, all of it does. */
const write = `WITH
  keyed AS (INSERT INTO data_key (tenant_id, wrapped) SELECT * FROM unnest($1::text[], $2::bytea[])),
  sets AS (INSERT INTO policy_set (digest, body) SELECT * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING),
  posted AS (UPDATE account a SET used = w.used::bigint[], held = w.held::bigint[], unexplained = w.unexplained::bigint[], deed_sequence = w.deed_sequence
    FROM unnest($5::text[], $6::text[], $7::text[], $8::bigint[], $20::text[]) AS w (id, used, held, deed_sequence, unexplained) WHERE a.id = w.id AND a.id = ANY ($5)),
  made AS (INSERT INTO allocation SELECT * FROM json_populate_recordset(NULL::allocation, $9)),
  changed AS (UPDATE allocation a SET state = w.state, region = w.region, placement = w.placement, burst = w.burst, held_until = w.held_until, admitted_at = w.admitted_at,
      running_at = w.running_at, approved_by = w.approved_by, ends_at = w.ends_at, ended_at = w.ended_at, version = w.version, waiting_since = w.waiting_since, preemptions = w.preemptions
    FROM json_populate_recordset(NULL::allocation, $10) w WHERE a.id = w.id AND a.id = ANY ($19::uuid[])),
  placed AS (UPDATE node n SET cpu_free = w.cpu, memory_free = w.memory, gpu_free = w.gpus::integer[], version = w.version
    FROM unnest($21::text[], $22::bigint[], $23::bigint[], $24::text[], $25::bigint[]) AS w (id, cpu, memory, gpus, version) WHERE n.id = w.id AND n.id = ANY ($21)),
  decided AS (INSERT INTO decision SELECT * FROM json_populate_recordset(NULL::decision, $11)),
  told AS (INSERT INTO notice (id, person_id, kind, body, at) SELECT uuidv7(), p, 'allocation_preempted', jsonb_build_object('label', n), t FROM unnest($26::uuid[], $27::text[], $28::timestamptz[]) AS w (p, n, t)),
  signalled AS (INSERT INTO signal (id, kind, body) SELECT uuidv7(), k, b::jsonb FROM unnest($29::text[], $30::text[]) AS w (k, b)),
  noted AS (INSERT INTO access_inbox (tenant_id, body) SELECT t, b::jsonb FROM unnest($12::text[], $13::text[]) AS w (t, b))
  INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf)
    SELECT t, 'deed', s, at, b, l FROM unnest($14::text[], $15::bigint[], $16::timestamptz[], $17::bytea[], $18::bytea[]) AS w (t, s, at, b, l)`

const nodesText = 'SELECT node_as_placed(n, p, c) AS node FROM node n JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id WHERE n.id = ANY ($1) ORDER BY n.id FOR NO KEY UPDATE OF n'

const list = (amounts: readonly (string | number)[]) => `{${amounts.join(',')}}`

export class Lane {
  #sql: pg.PoolClient
  constructor(sql: pg.PoolClient, readonly organisations: readonly string[], public tenants: readonly string[]) { this.#sql = sql }

  /** For whom it works, from now on. */
  async say(tenants: readonly string[]): Promise<void> {
    this.tenants = tenants
    await this.#sql.query({ name: 'lane-say', text: "SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", values: [this.organisations.join(','), tenants.join(',')] })
  }

  /** Who waits in all of one organisation, as far as it matters now; nothing of it is held. */
  async queue(organisation: string, from: QueuePlace | null): Promise<Queued> {
    const { rows: [found] } = await this.#sql.query<Queued>({ name: 'lane-queue', text: queueText, values: [organisation, from?.priority ?? null, from?.tenant ?? null] })
    return found ?? { rows: [], next: null }
  }

  /** Those that still wait, held; whoever holds one already decides about it. Accounts may be held before, because this waits for nobody. */
  async takeWaiting(ids: readonly string[]): Promise<AllocationRow[]> {
    return (await this.#sql.query<AllocationRow>({ name: 'lane-take-waiting', text: `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) AND state = 'waiting' AND waiting_since IS NOT NULL ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`, values: [ids] })).rows
  }

  async lent(organisation: string): Promise<QueueRow[]> {
    return (await this.#sql.query<QueueRow>({ name: 'lane-lent', text: lentText, values: [organisation] })).rows
  }
  /** As `takeWaiting`, of what was lent and still is. */
  async takeLent(ids: readonly string[]): Promise<AllocationRow[]> {
    return (await this.#sql.query<AllocationRow>({ name: 'lane-take-lent', text: `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) AND burst AND NOT reserved AND state IN ('admitted', 'running') ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`, values: [ids] })).rows
  }

  /** How accounts stand, unheld: of an organisation nothing is posted while its own row is held. */
  async standings(ids: readonly string[]): Promise<AccountRow[]> {
    return (await this.#sql.query<AccountRow>({ name: 'lane-standings', text: `SELECT ${accountColumns} FROM account WHERE id = ANY ($1) ORDER BY id`, values: [ids] })).rows
  }

  async frozen(): Promise<string[]> {
    return (await this.#sql.query<{ id: string }>({ name: 'lane-frozen', text: 'SELECT id FROM tenant WHERE id = ANY ($1) AND frozen_at IS NOT NULL', values: [this.tenants] })).rows.map(({ id }) => id)
  }

  async allocations(ids: readonly string[]): Promise<AllocationRow[]> {
    if (ids.length === 0) return []
    return (await this.#sql.query<AllocationRow>({ name: 'lane-allocations', text: `SELECT ${allocationColumns} FROM allocation WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`, values: [ids] })).rows
  }

  async accounts(ids: readonly string[]): Promise<AccountRow[]> {
    return (await this.#sql.query<AccountRow>({
      name: 'lane-accounts', values: [ids],
      text: `SELECT ${accountColumns} FROM account WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
    })).rows
  }

  /** Nodes are everybody's: after all else, and for as short as can be. */
  async nodes(ids: readonly string[], heedsSilence: boolean): Promise<Node[]> {
    return ids.length === 0 ? [] : (await this.#sql.query<{ node: FleetRow }>({ name: 'lane-nodes', values: [ids], text: nodesText })).rows.map(({ node }) => nodeOf(node, heedsSilence))
  }
  /** More of them, later: what another lane holds is not waited for, because it may wait for what is held here. */
  async moreNodes(ids: readonly string[], heedsSilence: boolean): Promise<Node[]> {
    return ids.length === 0 ? [] : (await this.#sql.query<{ node: FleetRow }>({ name: 'lane-more-nodes', values: [ids], text: `${nodesText} SKIP LOCKED` })).rows.map(({ node }) => nodeOf(node, heedsSilence))
  }

  /** All that does not stand in an account, once the accounts are held. */
  async around({ ids, namespaces, keys, since }: Wanted): Promise<Around> {
    const values = [ids, this.tenants, namespaces.map(({ tenant }) => tenant), namespaces.map(({ namespace }) => namespace), namespaces.map(({ name }) => name), keys.map(({ person }) => person), keys.map(({ key }) => key), since, keys.map(({ tenant }) => tenant), this.organisations]
    const { rows: [found] } = await this.#sql.query<Around>({ name: 'lane-around', text: around, values })
    if (!found) throw new Error('a query without a FROM gives one row')
    return found
  }

  async versions(): Promise<{ tenant_id: string | null; kind: string; version: string }[]> {
    return (await this.#sql.query({ name: 'lane-versions', text: 'SELECT tenant_id, kind, version FROM policy WHERE valid_to IS NULL AND (tenant_id IS NULL OR tenant_id = ANY ($1))', values: [this.tenants] })).rows
  }

  async policies(ids: readonly { readonly tenant: string | null; readonly kind: string; readonly version: string }[]): Promise<{ tenant_id: string | null; kind: string; version: string; body: Json }[]> {
    if (ids.length === 0) return []
    return (await this.#sql.query({
      name: 'lane-policies', values: [ids.map(({ tenant }) => tenant ?? ''), ids.map(({ kind }) => kind), ids.map(({ version }) => version)],
      text: `SELECT p.tenant_id, p.kind, p.version, p.body FROM policy p JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS w (tenant, kind, version)
        ON coalesce(p.tenant_id, '') = w.tenant AND p.kind = w.kind AND p.version = w.version`,
    })).rows
  }

  async write({ accounts, made, changed, decisions, records, access, keys, sets, nodes, preempted, signals }: Written): Promise<void> {
    await this.#sql.query({
      name: 'lane-write', text: write, values: [
        keys.map(({ tenant }) => tenant), keys.map(({ wrapped }) => wrapped), sets.map(({ digest }) => digest), sets.map(({ body }) => body),
        accounts.map(({ id }) => id), accounts.map(({ used }) => list(used)), accounts.map(({ held }) => list(held)), accounts.map(({ deed_sequence: sequence }) => sequence),
        JSON.stringify(made), JSON.stringify(changed), JSON.stringify(decisions),
        access.map(({ tenant }) => tenant), access.map(({ body }) => body),
        records.map(({ tenant }) => tenant), records.map(({ sequence }) => sequence), records.map(({ at }) => at), records.map(({ bytes }) => bytes), records.map(({ leaf }) => leaf), changed.map(({ id }) => id), accounts.map(({ unexplained }) => list(unexplained)),
        nodes.map(({ id }) => id), nodes.map(({ cpuMilliFree }) => cpuMilliFree), nodes.map(({ memoryBytesFree }) => memoryBytesFree), nodes.map(({ gpuMilliFree }) => list(gpuMilliFree)), nodes.map(({ version }) => version),
        preempted.map(({ person }) => person), preempted.map(({ name }) => name), preempted.map(({ at }) => at),
        signals.map(({ kind }) => kind), signals.map(({ body }) => body),
      ],
    })
  }
}

/**
 * One batch, one transaction. What fails before the commit has not happened; of a connection lost during it nobody knows, and whoever asks again with the same key is told.
 * What need not wait for an answer is sent with what follows it: after a statement that failed the database does nothing more, and takes the COMMIT for a ROLLBACK.
 */
export async function inLane<T>(organisations: readonly string[], tenants: readonly string[], work: (lane: Lane) => Promise<{ readonly value: T; readonly written: Written }>): Promise<T> {
  const sql = await pool().connect()
  let fault: Error | undefined
  try {
    const lane = new Lane(sql, organisations, tenants)
    const opened = Promise.all([sql.query('BEGIN'), lane.say(tenants)])
    opened.catch(() => undefined)
    const { value, written } = await work(lane)
    await opened
    await Promise.all([lane.write(written), sql.query('COMMIT')])
    return value
  } catch (thrown) {
    fault = thrown instanceof Error ? thrown : new Error(String(thrown))
    await sql.query('ROLLBACK').then(() => { fault = undefined }, () => undefined)
    throw thrown
  } finally {
    // A connection that could not be rolled back is not given to the next.
    sql.release(fault)
  }
}
