/** What a batch took for granted when it was decided, compared with what is once all of it is held. It compares, and decides nothing: what is otherwise ends the transaction. */
import type { Node } from '~/server/placement/fleet'
import type { AccountRow } from './lane'
import { type Asker, askersValues } from './lane-askers'
import { listOf } from './lane-part'
import { queuedOf } from './lane-queue'

export type Assumed = {
  /** All that was asked for, whether it was there or not. */
  readonly ids: readonly string[]
  readonly accounts: readonly Omit<AccountRow, 'kind' | 'tenant_id' | 'namespace_id'>[]
  /** What was looked at of the fleet, as it was known. */
  readonly nodes: readonly Node[]
  readonly tenants: readonly string[]
  readonly stamp: string
  readonly now: string
  /** Who asks, and is taken to be allowed to still. */
  readonly askers: readonly Asker[]
}
/** A name that nobody had: asked again for whoever was refused, because only what is made meets the index. */
export type FreeName = { readonly tenant: string; readonly namespace: string; readonly name: string }
/** With which somebody came, and which nobody had used. */
export type UsedKey = { readonly person: string; readonly id: string }

/**
 * Who has a name, `w` being whose and which: said so that only the names' own index has its order. With an equality the index by which a tenant's are listed costs as little while tenants
 * have about one each, when it was planned; and all of a tenant's would be read for each name.
 */
export const namedText = 'SELECT FROM allocation a WHERE a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND a.name BETWEEN w.name AND w.name AND a.ended_at IS NULL ORDER BY a.name LIMIT 1'

/** All that stands around in one text, for as long as it is the same: policies, tenants, keys, regions, and that nobody waits. `$n` are the tenants and the organisations. */
export const stampOf = (tenants: string, organisations: string) => `concat_ws(' | ',
  (SELECT string_agg(concat_ws(' ', p.tenant_id, p.kind, p.version), ',' ORDER BY p.tenant_id, p.kind, p.version) FROM policy p WHERE p.valid_from <= clock_timestamp() AND (p.valid_to IS NULL OR p.valid_to > clock_timestamp()) AND (p.tenant_id IS NULL OR p.tenant_id = ANY (${tenants}))),
  (SELECT string_agg(concat_ws(' ', t.id, t.isolation_level, t.regions::text, t.compliance::text, t.frozen_at IS NOT NULL, coalesce(t.suspended_until::text, '-'), encode(k.wrapped, 'base64')), ',' ORDER BY t.id) FROM tenant t LEFT JOIN data_key k ON k.tenant_id = t.id WHERE t.id = ANY (${tenants})),
  (SELECT string_agg(concat_ws(' ', r.id, r.jurisdiction), ',' ORDER BY r.id) FROM region r),
  (SELECT string_agg(o, ',') FROM ${queuedOf(organisations)}))`

const lowered = "CASE WHEN goal = '{}' THEN hard ELSE toward(hard, resources, goal) END"
/** What may be held in an account now: its ceiling, or where that is on its way to; of a tenant that may borrow less for a time, as much less. */
export const ceiling = `CASE WHEN burst_until > clock_timestamp() THEN bounded(${lowered}, nominal, burst_percent) ELSE ${lowered} END`
const columns = ['resources', 'nominal', 'hard', 'used', 'held', 'unexplained'] as const
/** In the order in which everybody holds accounts. Whoever waited for a row sees it as it then is. */
export const holdText = `SELECT as_assumed((SELECT count(*) = cardinality($2::text[]) AND count(w.id) = cardinality($2) FROM (SELECT id, version, deed_sequence, resources, nominal, ${ceiling} AS hard, used, held, unexplained FROM account WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE) a
  LEFT JOIN unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[]) AS w (id, version, deed_sequence, ${columns.join(', ')})
    ON w.id = a.id AND w.version = a.version AND w.deed_sequence = a.deed_sequence AND ${columns.map((column) => `w.${column}::${column === 'resources' ? 'text' : 'bigint'}[] = a.${column}`).join(' AND ')}))`
export const holdValues = ({ ids, accounts }: Assumed): unknown[] =>
  [ids, accounts.map(({ id }) => id), accounts.map(({ version }) => version), accounts.map(({ deed_sequence: sequence }) => sequence), ...columns.map((column) => accounts.map((account) => listOf(account[column])))]

/**
 * After the accounts, by id. Whose a node is and where, its pool and its cluster say; what is free on it, it says itself. Its version alone does not: what another organisation was about to write
 * here, and did not, has the version of what somebody else then wrote.
 */
export const holdNodesText = `SELECT as_assumed((SELECT count(*) = cardinality($1::text[]) AND bool_and(n.version = w.version AND n.place = w.place AND n.free = w.free) FROM (
    SELECT n.id, n.version, concat_ws(' ', n.cpu_free, n.memory_free, array_to_string(n.gpu_free, ',')) AS free, concat_ws(' ', coalesce(c.region_id, ''), c.id, p.id, p.isolation_level, coalesce(p.owner_tenant, ''), array_to_string(CASE WHEN p.owner_tenant IS NULL THEN p.taints ELSE '{}' END, ','),
      n.cordoned_at IS NOT NULL OR n.reported_at IS NULL OR n.reported_at < clock_timestamp() - interval '30 seconds') AS place
    FROM node n JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id WHERE n.id = ANY ($1) ORDER BY n.id FOR NO KEY UPDATE OF n) n
  JOIN unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) AS w (id, version, place, free) ON w.id = n.id))`
export const holdNodesValues = ({ nodes }: Assumed): unknown[] =>
  [nodes.map(({ id }) => id), nodes.map(({ version }) => version), nodes.map(({ region, cluster, pool, isolation, owner, taints, cordoned }) => [region ?? '', cluster, pool, isolation, owner ?? '', taints.join(), cordoned ? 't' : 'f'].join(' ')), nodes.map(({ cpuMilliFree, memoryBytesFree, gpuMilliFree }) => `${cpuMilliFree} ${memoryBytesFree} ${gpuMilliFree.join()}`)]

/** Asked when all is held: what is read here was committed before. */
export const sameText = `SELECT as_assumed(${stampOf('$1', '$2::text[]')} = $3 AND clock_timestamp() >= $4::timestamptz
  AND NOT EXISTS (SELECT FROM unnest($5::text[], $6::text[], $7::text[]) AS w (tenant_id, namespace_id, name), LATERAL (${namedText}) taken)
  AND NOT EXISTS (SELECT FROM keys_of_lane($8::uuid[], $9::uuid[]))
  AND NOT EXISTS (SELECT FROM over_in_lane($10::uuid[], $11::uuid[], $12::text[], $13::text[])))`
export const sameValues = ({ tenants, stamp, now, askers }: Assumed, organisations: readonly string[], free: readonly FreeName[], keys: readonly UsedKey[]): unknown[] =>
  [tenants, organisations, stamp, now, free.map(({ tenant }) => tenant), free.map(({ namespace }) => namespace), free.map(({ name }) => name), keys.map(({ person }) => person), keys.map(({ id }) => id), ...askersValues(askers)]
