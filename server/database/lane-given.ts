/** What was given and nobody said yes to: to whom, or where, one after another. */

export type Recipient = { readonly tenant: string } & ({ readonly person: string } | { readonly namespace: string })
/** When, in milliseconds, and how many devices. */
export type Given = { readonly at: number; readonly devices: bigint }
export type GivenTo = { readonly whose: Recipient; readonly given: readonly Given[] }
export type GivenRow = { n: number; times: number[]; devices: string[] }

const counts = "a.devices > 0 AND a.approved_by IS NULL AND a.admitted_at > $4 ORDER BY a.admitted_at DESC LIMIT $5"
const last = 'SELECT a.admitted_at, a.devices FROM allocation a WHERE'
/** Each looked for by its own key (LATERAL), person and place by an index of their own. */
export const givenText = `SELECT (w.n - 1)::int AS n, given.* FROM unnest($1::text[], $2::text[], $3::uuid[]) WITH ORDINALITY AS w (tenant_id, namespace_id, person_id, n),
  LATERAL (SELECT coalesce(array_agg(extract(epoch FROM admitted_at)::float8 * 1000 ORDER BY admitted_at), '{}') AS times, coalesce(array_agg(devices::text ORDER BY admitted_at), '{}') AS devices FROM (
    SELECT * FROM (${last} w.person_id IS NULL AND a.tenant_id = w.tenant_id AND a.namespace_id = w.namespace_id AND ${counts}) place
    UNION ALL SELECT * FROM (${last} w.person_id IS NOT NULL AND a.tenant_id = w.tenant_id AND a.asked_by = w.person_id AND ${counts}) person) last) given`
export const givenValues = (of: readonly Recipient[], since: string, most: number): unknown[] =>
  [of.map(({ tenant }) => tenant), of.map((whose) => ('namespace' in whose ? whose.namespace : null)), of.map((whose) => ('person' in whose ? whose.person : null)), since, most]
