/** How all that a batch came to is written. */
import type { SignalKind } from '~/server/signals/signal'
import type { Node } from '~/server/placement/fleet'
import type { AllocationRow } from './lane'
import { writeRequestsText, writeRequestsValues, type WrittenRequests } from './lane-requests'

const decisionColumns = {
  id: 'uuid', organisation_id: 'text', tenant_id: 'text', namespace_id: 'text', allocation_id: 'uuid', person_id: 'uuid', idempotency_key: 'uuid', input_digest: 'text', action: 'text', verdict: 'text', reason: 'text',
  at: 'timestamptz', accounts: 'text[]', resources: 'text[]', used: 'bigint[]', held: 'bigint[]', used_after: 'bigint[]', held_after: 'bigint[]', policies: 'text',
} as const
/** The last three are texts of a kilobyte or so, which are kept and not looked into. */
export type DecisionRow = { readonly [C in keyof typeof decisionColumns]: string | null | readonly string[] } & { readonly facts: string; readonly outcome: string; readonly answer: string }
export type Written = {
  readonly accounts: readonly { id: string; used: string[]; held: string[]; unexplained: string[]; deed_sequence: string }[]
  readonly made: readonly (AllocationRow & { organisation_id: string })[]
  readonly changed: readonly (Pick<AllocationRow, 'id' | 'state' | 'region' | 'placement' | 'burst' | 'held_until' | 'admitted_at' | 'running_at' | 'ends_at' | 'ended_at' | 'approved_by' | 'version' | 'waiting_since' | 'preemptions' | 'pods' | 'resources' | 'amounts' | 'devices' | 'wish' | 'class' | 'priority' | 'preemptible' | 'reserved'> & { /** Since when it is so: until then it was what it is in the table now. */ since: string })[]
  readonly decisions: readonly DecisionRow[]
  readonly records: readonly { tenant: string; sequence: string; at: string; bytes: Buffer; leaf: Buffer }[]
  /** Each when it was decided, as what was done is. */
  readonly access: readonly { tenant: string | null; body: string; at: string }[]
  readonly keys: readonly { tenant: string; wrapped: Buffer }[]
  /** Whose place was taken, and what it was called. */
  readonly preempted: readonly { person: string; name: string; at: string }[]
  readonly signals: readonly { kind: SignalKind; body: string }[]
  readonly sets: readonly { digest: string; body: string }[]
  readonly nodes: readonly Node[]
  readonly requests: WrittenRequests
}

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
const long = (at: string, length: string) => `substring($40::bytea FROM ${at} FOR ${length})`

/** What is kept of an allocation when it changes (server/past): read by the statement that changes it, which sees what was there before. */
const pastColumns = 'tenant_id, namespace_id, class, priority, state, pods, resources, amounts, region, burst, preemptible, reserved, devices, approved_by, held_until, admitted_at, running_at, ends_at, ended_at, version, waiting_since, preemptions'
const names = Object.keys(decisionColumns).join(', ')
/** One statement for all that a batch came to: whatever part of it fails, all of it does. */
export const writeText = `WITH
  keyed AS (INSERT INTO data_key (tenant_id, wrapped) SELECT * FROM unnest($1::text[], $2::bytea[])),
  sets AS (INSERT INTO policy_set (digest, body) SELECT * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING),
  posted AS (UPDATE account a SET used = w.used::bigint[], held = w.held::bigint[], unexplained = w.unexplained::bigint[], deed_sequence = w.deed_sequence
    FROM unnest($5::text[], $6::text[], $7::text[], $8::bigint[], $20::text[]) AS w (id, used, held, deed_sequence, unexplained) WHERE a.id = w.id AND a.id = ANY ($5)),
  made AS (INSERT INTO allocation SELECT * FROM json_populate_recordset(NULL::allocation, $9)),
  changed AS (UPDATE allocation a SET state = w.state, region = w.region, placement = w.placement, burst = w.burst, held_until = w.held_until, admitted_at = w.admitted_at,
      running_at = w.running_at, approved_by = w.approved_by, ends_at = w.ends_at, ended_at = w.ended_at, version = w.version, waiting_since = w.waiting_since, preemptions = w.preemptions,
      pods = w.pods, resources = w.resources, amounts = w.amounts, devices = w.devices, wish = w.wish, class = w.class, priority = w.priority, preemptible = w.preemptible, reserved = w.reserved
    FROM json_populate_recordset(NULL::allocation, $10) w WHERE a.id = w.id AND a.id = ANY ($19::uuid[])),
  kept AS (INSERT INTO allocation_past (until, id, ${pastColumns}) SELECT w.since, a.id, ${pastColumns.replace(/\w+/g, 'a.$&')}
    FROM json_to_recordset($10) AS w (id uuid, since timestamptz) JOIN allocation a ON a.id = w.id WHERE a.id = ANY ($19::uuid[])),
  placed AS (UPDATE node n SET cpu_free = w.cpu, memory_free = w.memory, gpu_free = w.gpus::integer[], version = w.version
    FROM unnest($21::text[], $22::bigint[], $23::bigint[], $24::text[], $25::bigint[]) AS w (id, cpu, memory, gpus, version) WHERE n.id = w.id AND n.id = ANY ($21)),
${writeRequestsText(31)}
  decided AS (INSERT INTO decision (${names}, facts, outcome, answer) SELECT ${names}, ${['facts', 'outcome', 'answer'].map((text) => `convert_from(${long(`${text}_at`, `${text}_long`)}, 'UTF8')`).join(', ')}
    FROM json_to_recordset($11) AS d (${Object.entries(decisionColumns).map(([name, type]) => `${name} ${type}`).join(', ')}, facts_at int, facts_long int, outcome_at int, outcome_long int, answer_at int, answer_long int)),
  told AS (INSERT INTO notice (id, person_id, kind, body, at) SELECT uuidv7(), p, 'allocation_preempted', jsonb_build_object('label', n), t FROM unnest($26::uuid[], $27::text[], $28::timestamptz[]) AS w (p, n, t)),
  signalled AS (INSERT INTO signal (id, kind, body) SELECT uuidv7(), k, b::jsonb FROM unnest($29::text[], $30::text[]) AS w (k, b)),
  noted AS (INSERT INTO access_inbox (tenant_id, body, at) SELECT t, b -> 'body', (b ->> 'at')::timestamptz FROM unnest($12::text[], $13::jsonb[]) AS w (t, b))
  INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf)
    SELECT t, 'deed', s, at, ${long('b', 'n')}, ${long('b + n', '32')} FROM unnest($14::text[], $15::bigint[], $16::timestamptz[], $17::int[], $18::int[]) AS w (t, s, at, b, n)`

const list = (amounts: readonly (string | number)[]) => `{${amounts.join(',')}}`


export function writeValues({ accounts, made, changed, decisions, records, access, keys, sets, nodes, preempted, signals, requests }: Written): unknown[] {
  const kept = new Long()
  const decided = decisions.map(({ facts, outcome, answer, ...row }) => {
    const [said, came, told] = [kept.text(facts), kept.text(outcome), kept.text(answer)]
    return { ...row, facts_at: said.at, facts_long: said.long, outcome_at: came.at, outcome_long: came.long, answer_at: told.at, answer_long: told.long }
  })
  const recorded = records.map(({ bytes, leaf }) => kept.add(bytes, leaf))
  return [
    keys.map(({ tenant }) => tenant), keys.map(({ wrapped }) => wrapped), sets.map(({ digest }) => digest), sets.map(({ body }) => body),
    accounts.map(({ id }) => id), accounts.map(({ used }) => list(used)), accounts.map(({ held }) => list(held)), accounts.map(({ deed_sequence: sequence }) => sequence),
    JSON.stringify(made), JSON.stringify(changed), JSON.stringify(decided),
    access.map(({ tenant }) => tenant), access.map(({ at, body }) => `{"at":${JSON.stringify(at)},"body":${body}}`),
    records.map(({ tenant }) => tenant), records.map(({ sequence }) => sequence), records.map(({ at }) => at), recorded, records.map(({ bytes }) => bytes.length), changed.map(({ id }) => id), accounts.map(({ unexplained }) => list(unexplained)),
    nodes.map(({ id }) => id), nodes.map(({ cpuMilliFree }) => cpuMilliFree), nodes.map(({ memoryBytesFree }) => memoryBytesFree), nodes.map(({ gpuMilliFree }) => list(gpuMilliFree)), nodes.map(({ version }) => version),
    preempted.map(({ person }) => person), preempted.map(({ name }) => name), preempted.map(({ at }) => at),
    signals.map(({ kind }) => kind), signals.map(({ body }) => body), ...writeRequestsValues(requests), kept.bytes,
  ]
}
