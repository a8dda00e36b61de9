/** All that a batch is decided by and that does not stand in an account or an allocation, asked for at once. */
import type { NamespaceRow } from '~/server/admission/namespace-facts'
import type { Jurisdiction } from '~/server/regions/decide-new-region'
import type { Regime } from '~/server/tenants/isolation'
import { namedText, stampOf } from './assumed'
import { type Asker, askersValues } from './lane-askers'
import { queuedOf } from './lane-queue'

/** What a key was used for; by whoever holds it now, for something that is not known yet. */
type EarlierRow = { person_id: string; idempotency_key: string; action: string; input_digest: string; answer: string | null }
export type Around = {
  now: string
  /** The organisations in which somebody waits. */
  queued: string[]
  /** Which policies hold. */
  versions: { tenant_id: string | null; kind: string; version: string }[]
  tenants: { id: string; isolation_level: number; regions: string[]; compliance: Regime[]; frozen: boolean; suspended_until: string | null }[]
  namespaces: NamespaceRow[]
  keys: { tenant_id: string; wrapped: string | null }[]
  names: { tenant_id: string; namespace_id: string; name: string }[]
  pending: { tenant_id: string; namespace_id: string; times: number }[]
  regions: { region: string; jurisdiction: Jurisdiction }[]
  earlier: EarlierRow[]
  /** Who of those that ask may no more, counted from one. */
  over: number[]
  /** Of one organisation: all of it that another may change, so that it can be seen whether somebody did. */
  stamp: string | null
}
export type Wanted = {
  readonly namespaces: readonly { readonly tenant: string; readonly namespace: string; readonly name: string | null }[]
  readonly keys: readonly { readonly tenant: string; readonly person: string; readonly key: string }[]
  /** Where something new may come: there it is counted who waits already. */
  readonly counted?: readonly { readonly tenant: string; readonly namespace: string }[]
  readonly askers?: readonly Asker[]
}
/** Each thing is looked for by its own key (LATERAL): a join would be driven from whichever table was small when it was planned. */
export const aroundText = `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now,
  (SELECT coalesce(json_agg(o), '[]') FROM ${queuedOf('$7::text[]')}) AS queued,
  coalesce((SELECT json_agg(p) FROM (SELECT tenant_id, kind, version::text FROM policy WHERE valid_from <= clock_timestamp() AND (valid_to IS NULL OR valid_to > clock_timestamp()) AND (tenant_id IS NULL OR tenant_id = ANY ($1))) p), '[]') AS versions,
  (SELECT coalesce(json_agg(json_build_object('id', id, 'isolation_level', isolation_level, 'regions', regions, 'compliance', compliance, 'frozen', frozen_at IS NOT NULL, 'suspended_until', to_char(suspended_until, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]') FROM tenant WHERE id = ANY ($1)) AS tenants,
  (SELECT coalesce(json_agg(json_build_object('tenant_id', n.tenant_id, 'namespace_id', n.id, 'isolation_level', n.isolation_level, 'frozen', n.frozen_at IS NOT NULL, 'closed', n.closing_at IS NOT NULL,
      'environment', n.environment, 'cost_centre', n.cost_centre, 'pod_security', n.pod_security, 'labels', n.labels)), '[]')
    FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS w (tenant_id, namespace_id)) w JOIN namespace n ON n.tenant_id = w.tenant_id AND n.id = w.namespace_id) AS namespaces,
  (SELECT coalesce(json_agg(json_build_object('tenant_id', tenant_id, 'wrapped', encode(wrapped, 'hex'))), '[]') FROM data_key WHERE tenant_id = ANY ($1)) AS keys,
  (SELECT coalesce(json_agg(w), '[]') FROM unnest($2::text[], $3::text[], $4::text[]) AS w (tenant_id, namespace_id, name),
    LATERAL (${namedText}) taken) AS names,
  (SELECT coalesce(json_agg(p), '[]') FROM (SELECT w.*, pending.times FROM (SELECT DISTINCT * FROM unnest($8::text[], $9::text[]) AS w (tenant_id, namespace_id)) w,
    LATERAL (SELECT count(*)::int AS times FROM allocation a WHERE a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND a.state IN ('waiting', 'held') AND a.ended_at IS NULL) pending) p) AS pending,
  (SELECT coalesce(json_agg(json_build_object('region', id, 'jurisdiction', jurisdiction) ORDER BY id), '[]') FROM region) AS regions,
  (SELECT coalesce(json_agg(used), '[]') FROM keys_of_lane($5::uuid[], $6::uuid[]) AS used) AS earlier,
  (SELECT coalesce(json_agg(o), '[]') FROM over_in_lane($10::uuid[], $11::uuid[], $12::text[], $13::text[]) AS o) AS over,
  CASE WHEN cardinality($7) = 1 THEN ${stampOf('$1', '$7::text[]')} END AS stamp`
export const aroundValues = (tenants: readonly string[], organisations: readonly string[], { namespaces, keys, counted = [], askers = [] }: Wanted): unknown[] => [
  tenants, namespaces.map(({ tenant }) => tenant), namespaces.map(({ namespace }) => namespace), namespaces.map(({ name }) => name), keys.map(({ person }) => person), keys.map(({ key }) => key),
  organisations, counted.map(({ tenant }) => tenant), counted.map(({ namespace }) => namespace), ...askersValues(askers),
]
