/** How all that a batch came to is written. */
import type { NoticeKind } from '~/server/identity/notice'
import type { SignalKind } from '~/server/signals/signal'
import type { Node } from '~/server/placement/fleet'
import type { UsedKey } from './assumed'
import type { AllocationRow } from './lane'
import { requestParts, type WrittenRequests } from './lane-requests'
import { columnsOf, listOf, type Part } from './lane-part'

const allocationColumns = {
  id: 'uuid', organisation_id: 'text', tenant_id: 'text', namespace_id: 'text', account_id: 'text', name: 'text', class: 'text', priority: 'int', asked_by: 'uuid', state: 'text', pods: 'int', resources: 'text[]', amounts: 'bigint[]', region: 'text', placement: 'jsonb',
  burst: 'boolean', preemptible: 'boolean', reserved: 'boolean', devices: 'bigint', approved_by: 'uuid', asked_at: 'timestamptz', held_until: 'timestamptz', admitted_at: 'timestamptz', running_at: 'timestamptz', ends_at: 'timestamptz', ended_at: 'timestamptz', version: 'bigint',
  waiting_since: 'timestamptz', wish: 'text', preemptions: 'int',
} as const
const decisionColumns = {
  id: 'uuid', organisation_id: 'text', tenant_id: 'text', namespace_id: 'text', allocation_id: 'uuid', person_id: 'uuid', idempotency_key: 'uuid', input_digest: 'text', action: 'text', verdict: 'text', reason: 'text',
  at: 'timestamptz', accounts: 'text[]', resources: 'text[]', used: 'bigint[]', held: 'bigint[]', used_after: 'bigint[]', held_after: 'bigint[]', policies: 'text',
} as const
/** Lists as their texts; what is not there may be left out. */
type DecisionRow = { readonly [C in keyof typeof decisionColumns]: string | null | undefined }
/** Texts of a kilobyte or so, which are kept and not looked into. */
export type Decided = { readonly row: DecisionRow; readonly facts: string; readonly outcome: string; readonly answer: string }
export type Written = {
  readonly accounts: readonly { id: string; used: string[]; held: string[]; unexplained: string[]; deed_sequence: string }[]
  readonly made: readonly (AllocationRow & { organisation_id: string })[]
  readonly changed: readonly (Pick<AllocationRow, 'id' | 'state' | 'region' | 'placement' | 'burst' | 'held_until' | 'admitted_at' | 'running_at' | 'ends_at' | 'ended_at' | 'approved_by' | 'version' | 'waiting_since' | 'preemptions' | 'pods' | 'resources' | 'amounts' | 'devices' | 'wish' | 'class' | 'priority' | 'preemptible' | 'reserved'> & { /** Since when it is so: until then it was what it is in the table now. */ since: string })[]
  readonly decisions: readonly Decided[]
  /** What changed nothing, and is answered so again. */
  readonly idle: readonly { readonly person: string; readonly key: string; readonly action: string; readonly inputDigest: string; readonly answer: string }[]
  readonly records: readonly { tenant: string; sequence: string; at: string; bytes: Buffer; leaf: Buffer }[]
  /** Each when it was decided, as what was done is. */
  readonly access: readonly { tenant: string | null; body: string; at: string }[]
  readonly keys: readonly { tenant: string; wrapped: Buffer }[]
  /** What of it somebody is told; body and needs as text. */
  readonly told: readonly { person: string; kind: Extract<NoticeKind, 'allocation_preempted' | 'wait_over'>; body: string; path: string; needs: string; at: string }[]
  readonly signals: readonly { kind: SignalKind; body: string }[]
  readonly sets: readonly { digest: string; body: string }[]
  readonly nodes: readonly Node[]
  readonly requests: WrittenRequests
}

/** With which its wishes came. */
export const keysOf = ({ decisions, idle }: Pick<Written, 'decisions' | 'idle'>): UsedKey[] => [
  ...decisions.flatMap(({ row: { person_id: person, idempotency_key: id } }) => (person && id ? [{ person, id }] : [])), ...idle.map(({ person, key: id }) => ({ person, id })),
]

const isList = (type: string) => type.endsWith('[]')
/** A list comes as the text of one: as a list of JSON it would be taken apart by the parser of JSON, item by item. */
const typed = (columns: Readonly<Record<string, string>>) => Object.entries(columns).map(([name, type]) => `${name} ${isList(type) ? 'text' : type}`).join(', ')
const castOf = (columns: Readonly<Record<string, string>>, name: string, of = '') => `${of}${name}${isList(columns[name] ?? '') ? `::${columns[name]}` : ''}`
const castsOf = (columns: Readonly<Record<string, string>>) => Object.keys(columns).map((name) => castOf(columns, name)).join(', ')
const sent = <R extends { readonly resources: readonly string[]; readonly amounts: readonly string[] }>(row: R) => ({ ...row, resources: listOf(row.resources), amounts: listOf(row.amounts) })

/**
 * Long values of many rows, one behind the other, each known by where it begins and how long it is. As elements of an array, or in a text of JSON, each of their characters
 * would be looked at four times on its way to where it is kept.
 */
class Long {
  readonly #parts: Uint8Array[] = []
  #at = 1
  add(...parts: readonly Uint8Array[]): number {
    const began = this.#at
    for (const part of parts) this.#at += part.length
    this.#parts.push(...parts)
    return began
  }
  text(text: string): { at: number; long: number } {
    const bytes = Buffer.from(text)
    return { at: this.add(bytes), long: bytes.length }
  }
  get bytes(): Buffer { return Buffer.concat(this.#parts) }
}
/** They are the first parameter, whatever else is written. */
const long = (at: string, length: string) => `substring($1::bytea FROM ${at} FOR ${length})`

/** What is kept of an allocation when it changes (server/past): read by the statement that changes it, which sees what was there before. */
const pastColumns = 'tenant_id, namespace_id, class, priority, state, pods, resources, amounts, region, burst, preemptible, reserved, devices, approved_by, held_until, admitted_at, running_at, ends_at, ended_at, version, waiting_since, preemptions'
const mayChange = ['state', 'region', 'placement', 'burst', 'held_until', 'admitted_at', 'running_at', 'approved_by', 'ends_at', 'ended_at', 'version', 'waiting_since', 'preemptions', 'pods', 'resources', 'amounts', 'devices', 'wish', 'class', 'priority', 'preemptible', 'reserved'] as const
const changing = ['id', ...mayChange] as const
const made = Object.keys(allocationColumns).join(', ')
const decided = Object.keys(decisionColumns).join(', ')

/** Of parallel lists the value that is a row's own. A join with them as a table would go through all of it for each row: hashing and merging are off here, and row security has the rows come first. */
const own = (values: string, ids: string) => `(${values}::text[])[array_position(${ids}::text[], a.id)]`

const parts = (kept: Long): readonly Part<Written>[] => [
  { of: ({ keys }) => columnsOf(keys, ({ tenant }) => tenant, ({ wrapped }) => wrapped), text: (tenants, wrapped) => `keyed AS (INSERT INTO data_key (tenant_id, wrapped) SELECT * FROM unnest(${tenants}::text[], ${wrapped}::bytea[]))` },
  { of: ({ sets }) => columnsOf(sets, ({ digest }) => digest, ({ body }) => body), text: (digests, bodies) => `sets AS (INSERT INTO policy_set (digest, body) SELECT * FROM unnest(${digests}::text[], ${bodies}::text[]) ON CONFLICT DO NOTHING)` },
  {
    of: ({ accounts }) => columnsOf(accounts, ({ id }) => id, ({ used }) => listOf(used), ({ held }) => listOf(held), ({ unexplained }) => listOf(unexplained), ({ deed_sequence: sequence }) => sequence),
    text: (ids, used, held, unexplained, sequences) => `posted AS (UPDATE account a SET used = ${own(used, ids)}::bigint[], held = ${own(held, ids)}::bigint[], unexplained = ${own(unexplained, ids)}::bigint[],
      deed_sequence = ${own(sequences, ids)}::bigint WHERE a.id = ANY (${ids}::text[]))`,
  },
  { of: (written) => (written.made.length > 0 ? [JSON.stringify(written.made.map(sent))] : null), text: (rows) => `made AS (INSERT INTO allocation (${made}) SELECT ${castsOf(allocationColumns)} FROM json_to_recordset(${rows}) AS w (${typed(allocationColumns)}))` },
  {
    of: ({ changed }) => (changed.length > 0 ? [JSON.stringify(changed.map(sent)), changed.map(({ id }) => id)] : null),
    text: (rows, ids) => `changed AS (UPDATE allocation a SET ${mayChange.map((column) => `${column} = ${castOf(allocationColumns, column, 'w.')}`).join(', ')}
      FROM json_to_recordset(${rows}) AS w (${typed(Object.fromEntries(changing.map((column) => [column, allocationColumns[column]])))}) WHERE a.id = w.id AND a.id = ANY (${ids}::uuid[])),
    kept AS (INSERT INTO allocation_past (until, id, ${pastColumns}) SELECT w.since, a.id, ${pastColumns.replace(/\w+/g, 'a.$&')}
      FROM json_to_recordset(${rows}) AS w (id uuid, since timestamptz) JOIN allocation a ON a.id = w.id WHERE a.id = ANY (${ids}::uuid[]))`,
  },
  {
    of: ({ nodes }) => columnsOf(nodes, ({ id }) => id, ({ cpuMilliFree }) => cpuMilliFree, ({ memoryBytesFree }) => memoryBytesFree, ({ gpuMilliFree }) => listOf(gpuMilliFree), ({ version }) => version),
    text: (ids, cpu, memory, gpus, versions) => `placed AS (UPDATE node a SET cpu_free = ${own(cpu, ids)}::bigint, memory_free = ${own(memory, ids)}::bigint, gpu_free = ${own(gpus, ids)}::integer[], version = ${own(versions, ids)}::bigint WHERE a.id = ANY (${ids}::text[]))`,
  },
  ...requestParts.map(({ of, text }) => ({ of: ({ requests }: Written) => of(requests), text })),
  {
    of: ({ decisions }) => (decisions.length > 0 ? [JSON.stringify(decisions.map((one) => withLong(one, kept)))] : null),
    text: (rows) => `decided AS (INSERT INTO decision (${decided}, facts, outcome, answer) SELECT ${castsOf(decisionColumns)}, ${['facts', 'outcome', 'answer'].map((text) => `convert_from(${long(`${text}_at`, `${text}_long`)}, 'UTF8')`).join(', ')}
      FROM json_to_recordset(${rows}) AS d (${typed(decisionColumns)}, facts_at int, facts_long int, outcome_at int, outcome_long int, answer_at int, answer_long int))`,
  },
  {
    of: ({ idle }) => columnsOf(idle, ({ person }) => person, ({ key }) => key, ({ action }) => action, ({ inputDigest }) => inputDigest, ({ answer }) => answer),
    text: (people, keys, actions, digests, answers) => `idled AS (INSERT INTO answered (nonce, person_id, idempotency_key, action, input_digest, answer)
      SELECT uuidv7(), p, k, a, d, t::jsonb FROM unnest(${people}::uuid[], ${keys}::uuid[], ${actions}::text[], ${digests}::text[], ${answers}::text[]) AS w (p, k, a, d, t))`,
  },
  {
    of: ({ told }) => columnsOf(told, ({ person }) => person, ({ kind }) => kind, ({ body }) => body, ({ path }) => path, ({ needs }) => needs, ({ at }) => at),
    text: (people, kinds, bodies, places, needs, times) => `told AS (INSERT INTO notice (id, person_id, kind, body, path, needs, at) SELECT uuidv7(), p, k, b::jsonb, w, n::jsonb, t
      FROM unnest(${people}::uuid[], ${kinds}::text[], ${bodies}::text[], ${places}::text[], ${needs}::text[], ${times}::timestamptz[]) AS w (p, k, b, w, n, t))`,
  },
  { of: ({ signals }) => columnsOf(signals, ({ kind }) => kind, ({ body }) => body), text: (kinds, bodies) => `signalled AS (INSERT INTO signal (id, kind, body) SELECT uuidv7(), k, b::jsonb FROM unnest(${kinds}::text[], ${bodies}::text[]) AS w (k, b))` },
  {
    of: ({ access }) => columnsOf(access, ({ tenant }) => tenant, ({ at, body }) => `{"at":${JSON.stringify(at)},"body":${body}}`),
    text: (tenants, bodies) => `noted AS (INSERT INTO access_inbox (tenant_id, body, at) SELECT t, b -> 'body', (b ->> 'at')::timestamptz FROM unnest(${tenants}::text[], ${bodies}::jsonb[]) AS w (t, b))`,
  },
  {
    of: ({ records }) => columnsOf(records, ({ tenant }) => tenant, ({ sequence }) => sequence, ({ at }) => at, ({ bytes, leaf }) => kept.add(bytes, leaf), ({ bytes }) => bytes.length),
    text: (tenants, sequences, times, places, lengths) => `recorded AS (INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf)
      SELECT t, 'deed', s, at, ${long('b', 'n')}, ${long('b + n', '32')} FROM unnest(${tenants}::text[], ${sequences}::bigint[], ${times}::timestamptz[], ${places}::int[], ${lengths}::int[]) AS w (t, s, at, b, n))`,
  },
]

function withLong({ row, facts, outcome, answer }: Decided, kept: Long) {
  const [said, came, told] = [kept.text(facts), kept.text(outcome), kept.text(answer)]
  return { ...row, facts_at: said.at, facts_long: said.long, outcome_at: came.at, outcome_long: came.long, answer_at: told.at, answer_long: told.long }
}

/** By which parts they have: each has a name and a plan of its own. */
const texts = new Map<string, string>()
/** One statement for all that a batch came to: whatever part of it fails, all of it does. Null where it came to nothing. */
export function writeOf(written: Written): { readonly name: string; readonly text: string; readonly values: unknown[] } | null {
  const kept = new Long()
  const all = parts(kept).map(({ of, text }) => ({ values: of(written), text }))
  const there = all.flatMap(({ values, text }) => (values ? [{ values, text }] : []))
  if (there.length === 0) return null
  const name = `lane-write ${all.map(({ values }) => (values ? 1 : 0)).join('')}`
  let text = texts.get(name)
  if (text === undefined) {
    let parameter = 1
    text = `WITH ${there.map((part) => part.text(...part.values.map(() => `$${++parameter}`))).join(',\n')}\nSELECT WHERE $1::bytea IS NULL`
    texts.set(name, text)
  }
  return { name, text, values: [kept.bytes, ...there.flatMap(({ values }) => values)] }
}
