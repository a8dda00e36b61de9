/** How an organisation's queue is looked into: never all of it, however long it is. */

/** As much of a waiting allocation as decides whose turn it is. */
export type QueueRow = { id: string; tenant_id: string; namespace_id: string; account_id: string; class: string; priority: number; asked_by: string; resources: string[]; amounts: string[]; asked_at: string }
/** A class and a tenant: where the next look goes on. */
export type QueuePlace = { readonly priority: number; readonly tenant: string }
/** Since when one waits: where the next look goes on through all of them. */
export type QueueAge = { readonly askedAt: string; readonly id: string }
/** How often an organisation's queue was looked into, and where the next look goes on. */
export type QueueLook = { readonly times: number; readonly place: QueuePlace | null; readonly age: QueueAge | null }
export const firstLook: QueueLook = { times: 0, place: null, age: null }
/** `rows` are those that come first of their tenants and classes; `through` are those whose turn it is to be looked at, whoever comes before them. */
export type Queued = { rows: QueueRow[]; through: QueueRow[]; next: QueueLook }

/**
 * Of so many tenants and classes the first, highest class first; of so many more those whose turn it is to be looked at; the oldest of all, whatever they are; and so many of all that wait, in the order
 * in which they came, whose turn it is: however many of their tenant and class come before them and have no room, or no node.
 */
const [firstMost, roundMost, oldestMost, throughMost] = [96, 32, 16, 32]
const rowsMost = 64

/** Whoever lost a place so often, or lost one and has it again since then. */
export type Spared = { readonly most: number; readonly since: string }

/** Where somebody could have their own back: of others than this tenant, and of any model where it is null. */
export type LentWhere = { readonly tenant: string; readonly regions: readonly string[]; readonly pools: readonly string[]; readonly models: readonly string[] | null }

const waits = "organisation_id = $1 AND state = 'waiting' AND waiting_since IS NOT NULL"
const columns = "id, tenant_id, namespace_id, account_id, class, priority, asked_by, resources, amounts::text[] AS amounts, to_char(asked_at, 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') AS asked_at"
/** The organisations of a list in which somebody waits, `o` each: one look into the index for each, where an EXISTS would be joined and read the queues of all of them. */
export const queuedOf = (organisations: string) => `unnest(${organisations}) AS o WHERE (SELECT true FROM allocation a WHERE a.organisation_id = o AND a.state = 'waiting' AND a.waiting_since IS NOT NULL LIMIT 1)`
/** Of one class, said so that only the queue's own index has its order: with an equality the index of who came first has it too, and all of an organisation would be read for the one who came last. */
const onlyOf = (priority: string) => `priority BETWEEN ${priority} AND ${priority}`
/** From one tenant and class to the next by the index, without what lies between: first the tenants of the same class, then the next class. */
const steps = (name: string, first: string, most: number) => `${name} AS (
  (SELECT priority, tenant_id, 1 AS n FROM (${first}) f)
  UNION ALL
  SELECT w.priority, w.tenant_id, g.n + 1 FROM ${name} g, LATERAL (
    SELECT * FROM (SELECT priority, tenant_id FROM allocation WHERE ${waits} AND priority = g.priority AND tenant_id > g.tenant_id ORDER BY tenant_id LIMIT 1) same
    UNION ALL
    SELECT * FROM (SELECT priority, tenant_id FROM allocation WHERE ${waits} AND priority < g.priority ORDER BY priority DESC, tenant_id LIMIT 1) lower
    LIMIT 1) w
  WHERE g.n < ${most})`
const begin = `SELECT priority, tenant_id FROM allocation WHERE ${waits} ORDER BY priority DESC, tenant_id LIMIT 1`
const goOn = `SELECT * FROM (SELECT priority, tenant_id FROM allocation WHERE ${waits} AND priority = $2::int AND tenant_id > $3 ORDER BY tenant_id LIMIT 1) same
  UNION ALL SELECT * FROM (SELECT priority, tenant_id FROM allocation WHERE ${waits} AND priority < $2::int ORDER BY priority DESC, tenant_id LIMIT 1) lower LIMIT 1`

const lent = "organisation_id = $1 AND burst AND NOT reserved AND state IN ('admitted', 'running')"
const lentEach = 16
/** Whom no place is taken from anyhow, or the few that are looked at would be nobody but them. */
const spared = (most: string, since: string) => `preemptions > 0 AND (preemptions >= ${most} OR admitted_at > ${since}::timestamptz)`
/** What is lent: of each priority the youngest, the lowest first. */
export const lentText = `WITH RECURSIVE priorities AS (
  (SELECT priority FROM allocation WHERE ${lent} ORDER BY priority LIMIT 1)
  UNION ALL
  SELECT w.priority FROM priorities p, LATERAL (SELECT priority FROM allocation WHERE ${lent} AND priority > p.priority ORDER BY priority LIMIT 1) w)
  SELECT a.* FROM priorities p, LATERAL (SELECT ${columns} FROM allocation WHERE ${lent} AND priority = p.priority AND NOT (${spared('$2', '$3')}) ORDER BY admitted_at DESC, id LIMIT ${lentEach}) a LIMIT ${lentEach * 3}`

/** What of others is lent and stands in some pools, on nodes of some models where it matters which: the lowest first, of these the youngest. So many are looked through for it. */
export const lentThereText = `SELECT ${columns} FROM (SELECT * FROM allocation WHERE ${lent} AND tenant_id <> $2 ORDER BY priority, admitted_at DESC, id LIMIT 4096) a
  WHERE region = ANY ($3) AND NOT (${spared('$7', '$8')})
    AND EXISTS (SELECT FROM jsonb_array_elements(a.placement -> 'pods') pod JOIN node n ON n.id = pod ->> 'node' WHERE n.pool_id = ANY ($4) AND ($5::text[] IS NULL OR n.model = ANY ($5)))
  ORDER BY priority, admitted_at DESC, id LIMIT $6`

export const queueText = `WITH RECURSIVE ${steps('firsts', begin, firstMost)}, ${steps('rounds', goOn, roundMost)},
  groups AS (SELECT priority, tenant_id FROM firsts UNION SELECT priority, tenant_id FROM rounds),
  heads AS (SELECT a.* FROM groups g, LATERAL (SELECT ${columns} FROM allocation WHERE ${waits} AND ${onlyOf('g.priority')} AND tenant_id = g.tenant_id
    ORDER BY priority DESC, tenant_id, allocation.asked_at, allocation.id LIMIT (SELECT greatest(1, ${rowsMost} / count(*)) FROM groups)) a),
  oldest AS (SELECT ${columns} FROM allocation WHERE ${waits} ORDER BY allocation.asked_at, allocation.id LIMIT ${oldestMost}),
  through AS (SELECT ${columns} FROM allocation WHERE ${waits} AND (allocation.asked_at, allocation.id) > (coalesce($4::timestamptz, '-infinity'), coalesce($5::uuid, '00000000-0000-0000-0000-000000000000'))
    ORDER BY allocation.asked_at, allocation.id LIMIT ${throughMost})
  SELECT (SELECT coalesce(json_agg(r), '[]') FROM (SELECT * FROM heads UNION SELECT * FROM oldest) r) AS rows,
    (SELECT coalesce(json_agg(t ORDER BY t.asked_at, t.id), '[]') FROM through t WHERE NOT EXISTS (SELECT FROM (SELECT id FROM heads UNION SELECT id FROM oldest) r WHERE r.id = t.id)) AS through,
    (SELECT json_build_object('askedAt', asked_at, 'id', id) FROM through ORDER BY asked_at DESC, id DESC LIMIT (SELECT (count(*) = ${throughMost})::int FROM through)) AS age,
    (SELECT json_build_object('priority', priority, 'tenant', tenant_id) FROM (SELECT * FROM rounds WHERE n = ${roundMost} UNION ALL SELECT * FROM firsts WHERE n = ${firstMost} LIMIT 1) last) AS place`

/** Whom a class above them could push aside, under one account and in some regions: the lowest first, of these the youngest. So many are looked through for them. */
export const pushableText = `SELECT ${columns} FROM (SELECT * FROM allocation WHERE organisation_id = $1 AND preemptible AND NOT reserved AND state IN ('admitted', 'running') AND priority < $2
    ORDER BY priority, admitted_at DESC, id LIMIT 4096) a
  WHERE (account_id = $3 OR starts_with(account_id, $3 || '/')) AND ($4::text[] IS NULL OR region = ANY ($4)) AND NOT (${spared('$6', '$7')}) ORDER BY priority, admitted_at DESC, id LIMIT $5`
