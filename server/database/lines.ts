/** What is asked of the lines of the record: by functions that ask themselves whose they are, and of the tallies under row security. Only the auditor's role may. */
import type { Transaction } from './client'

/** `tenants` null: all, which is the platform's to ask. `wanted` is a tsquery, and `key` the time and the id of a line beyond which to go on. */
export type LinesAsked = { readonly tenants: readonly string[] | null; readonly stream: string | null; readonly since: Date; readonly until: Date | null; readonly actors: readonly string[] | null; readonly wanted: string | null }
export type LineFound = {
  tenant: string; stream: 'deed' | 'access'; sequence: string; at: string; id: string; actor: string | null; behalf: string | null; verb: string; resource: string; name: string | null
  namespace: string | null; outcome: string; reason: string | null; level: string; reference: string
}
/** One of a bar's outcomes, one sort of deed, one tenant, or with none of them all that was counted. */
export type LinesCounted = { bar: Date | null; tenant: string | null; resource: string | null; verb: string | null; outcome: string | null; count: bigint; oldest: Date }
type TalliesAsked = { readonly span: 'hour' | 'day'; readonly tenants: readonly string[] | null; readonly since: Date; readonly until: Date | null; readonly verbs: readonly string[] | null; readonly resources: readonly string[] | null; readonly outcomes: readonly string[] | null }
export type Lines = {
  readonly find: (asked: LinesAsked, key: readonly [at: string, id: string] | null, newestFirst: boolean, most: number) => Promise<LineFound[]>
  readonly count: (asked: LinesAsked, barSeconds: number, most: number) => Promise<LinesCounted[]>
  /** How many of each outcome there were in each bar, and of each sort of deed. */
  readonly tally: (asked: TalliesAsked, barSeconds: number) => Promise<LinesCounted[]>
  /** Verbs and resources here as they are spelt. */
  readonly tallyTenants: (asked: TalliesAsked) => Promise<LinesCounted[]>
  /** Where in the log each of these stands; null where it is not sealed yet. */
  readonly places: (records: readonly { tenant: string; stream: string; sequence: string }[]) => Promise<(number | null)[]>
  readonly waiting: () => Promise<{ records: number; since: string | null }>
}

const forEver = new Date(8.64e12)
export const linesIn = (sql: Transaction): Lines => ({
  find: ({ tenants, stream, since, until, actors, wanted }, key, newestFirst, most) =>
    sql.$queryRaw<LineFound[]>`SELECT * FROM search_lines(${tenants}::text[], ${stream}::text, ${since}::timestamptz, ${until}::timestamptz, ${actors}::text[], ${wanted}::text, ${key?.[0] ?? null}::timestamptz, ${key?.[1] ?? null}::uuid, ${newestFirst}::boolean, ${most}::int)`,
  count: ({ tenants, stream, since, until, actors, wanted }, barSeconds, most) =>
    sql.$queryRaw<LinesCounted[]>`SELECT * FROM count_lines(${tenants}::text[], ${stream}::text, ${since}::timestamptz, ${until}::timestamptz, ${actors}::text[], ${wanted}::text, ${barSeconds}::int, ${most}::int)`,
  tally: ({ span, tenants, since, until, verbs, resources, outcomes }, barSeconds) =>
    sql.$queryRaw<LinesCounted[]>`SELECT bar, NULL AS tenant, resource, verb, outcome, sum(count)::bigint AS count, min(since) AS oldest
      FROM (SELECT date_bin(make_interval(secs => ${barSeconds}::int), since, ${since}::timestamptz) AS bar, since, resource, verb, outcome, count FROM record_tally
        WHERE tenant_id = ANY (${tenants ?? ['*']}::text[]) AND span = ${span} AND since >= ${since}::timestamptz AND since < ${until ?? forEver}::timestamptz AND resource <> '*' AND (${verbs}::text[] IS NULL OR lower(verb) = ANY (${verbs}::text[]))
          AND (${resources}::text[] IS NULL OR lower(resource) = ANY (${resources}::text[])) AND (${outcomes}::text[] IS NULL OR outcome = ANY (${outcomes}::text[]))) AS tallied
      GROUP BY GROUPING SETS ((bar, outcome), (resource, verb), ())`,
  // How many each tenant has in all is in rows of its own: only where less is asked are the sorts of each added up.
  tallyTenants: ({ span, tenants, since, until, verbs, resources, outcomes }) =>
    sql.$queryRaw<LinesCounted[]>`SELECT NULL::timestamptz AS bar, tenant_id AS tenant, NULL AS resource, NULL AS verb, NULL AS outcome, sum(count)::bigint AS count, min(since) AS oldest FROM record_tally
      WHERE span = ${span} AND since >= ${since}::timestamptz AND since < ${until ?? forEver}::timestamptz AND (resource = '*') = ${verbs === null && resources === null} AND tenant_id <> '*' AND (${tenants}::text[] IS NULL OR tenant_id = ANY (${tenants}::text[]))
        AND (${verbs}::text[] IS NULL OR verb = ANY (${verbs}::text[])) AND (${resources}::text[] IS NULL OR resource = ANY (${resources}::text[])) AND (${outcomes}::text[] IS NULL OR outcome = ANY (${outcomes}::text[]))
      GROUP BY tenant_id`,
  places: async (records) => {
    const rows = await sql.$queryRaw<{ place: bigint | null }[]>`SELECT CASE WHEN w.sequence < r.sequence + r.count THEN r.first + w.sequence - r.sequence END AS place
      FROM unnest(${records.map(({ tenant }) => tenant)}::text[], ${records.map(({ stream }) => stream)}::text[], ${records.map(({ sequence }) => sequence)}::bigint[]) WITH ORDINALITY AS w (tenant, stream, sequence, at)
        LEFT JOIN LATERAL (SELECT first, sequence, count FROM log_run WHERE tenant_id = w.tenant AND log_run.stream = w.stream AND log_run.sequence <= w.sequence ORDER BY log_run.sequence DESC LIMIT 1) r ON true
      ORDER BY w.at`
    return rows.map(({ place }) => (place === null ? null : Number(place)))
  },
  waiting: async () => {
    const [lag] = await sql.$queryRaw<{ waiting: bigint; since: Date | null }[]>`SELECT waiting, since FROM lines_waiting()`
    return { records: Number(lag?.waiting ?? 0), since: lag?.since?.toISOString() ?? null }
  },
})
