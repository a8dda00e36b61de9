import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { numberAll, projectAll } from '~/server/testing/records'
import { statementsIn } from '~/server/testing/statements'
import { connectAs, doorFor, makeWorld, type Person, type World } from '~/server/testing/world'
import { plainNamespace } from '~/server/testing/plain-namespace'

let world: World
const create = async (by: Person, tenant: string, name: string, title = 'N') => (await doorFor(by)).namespaces.create({ tenant, name, ...plainNamespace, title }).catch(() => null)
beforeAll(async () => {
  world = await makeWorld()
  for (let at = 0; at < 5; at++) await create(world.admin, world.a, `mine-${at}`)
  await create(world.admin, world.a, 'mine-1', 'Another')
  await create(world.developer, world.a, 'forbidden')
  for (let at = 0; at < 3; at++) await create(world.stranger, world.b, `theirs-${at}`)
  await (await doorFor(world.platformAuditor)).audit.proveOnPlatform({ tenant: world.a, stream: 'deed', sequence: '1' })
  await numberAll()
  await projectAll()
})
afterAll(closeDatabase)

const search = async (query: string, actors: string[] | null = null) => (await doorFor(world.auditor)).audit.search({ tenant: world.a, query, actors, ...firstPage })
const facets = async (query: string) => (await doorFor(world.auditor)).audit.facets({ tenant: world.a, query, actors: null })
const said = (rows: { resource: string; verb: string; name: string | null; outcome: string }[]) => rows.map(({ resource, verb, name, outcome }) => `${resource}.${verb} ${name ?? ''} ${outcome}`).sort()

test.each<[string, string[]]>([
  ['resource:namespaces outcome:refused', ['namespaces.create mine-1 refused']],
  ['resource:namespaces outcome:denied', ['namespaces.create forbidden denied']],
  ['name:mine-2', ['namespaces.create mine-2 done']],
  ['verb:create mine 3', ['namespaces.create mine-3 done']],
  ['forbidd*', ['namespaces.create forbidden denied']],
  ['role:developer', ['namespaces.create forbidden denied']],
  ['outcome:refused outcome:denied resource:namespaces', ['namespaces.create forbidden denied', 'namespaces.create mine-1 refused']],
  ['resource:audit verb:proveOnPlatform', ['audit.proveOnPlatform  done']],
  ['theirs', []], ['forbidd', []],
])('%s finds', async (query, found) => expect(said((await search(query)).rows)).toEqual(found))
type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const readOf = (plan: Plan): number => (plan['Relation Name'] === 'record_tally' ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + readOf(part), 0)
test('how many of a sort each tenant has is told by its tallies of that sort, and by no others, whatever their capitals', async () => {
  const door = await doorFor(world.platformAuditor)
  const asked = await statementsIn(async () => {
    const counted = await door.audit.facetsOnPlatform({ query: `tenant:${world.a} tenant:${world.b} verb:PROVEONPLATFORM`, actors: null })
    expect(counted.tenant).toEqual([{ value: world.a, count: counted.total }])
    expect((await door.audit.facetsOnPlatform({ query: `tenant:${world.a} tenant:${world.b} verb:nosuch`, actors: null })).tenant).toEqual([])
  })
  const sql = await connectAs('owner', '-c enable_seqscan=off')
  await sql.query("BEGIN; SELECT set_config('app.loop', 'project', true)")
  await sql.query(`INSERT INTO record_tally (tenant_id, span, since, resource, verb, outcome, count) SELECT $1 || '-' || t, 'day', date_trunc('day', now()) - make_interval(days => d), 'things', 'verb-' || v, 'done', 1
    FROM generate_series(1, 50) t, generate_series(0, 19) d, generate_series(1, 20) v`, [world.mark])
  const verbs = ['verb-7']
  const { rows: [row] } = await sql.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${asked.find((text) => text.includes('tenant_id AS tenant, NULL AS resource'))}`,
    ['day', new Date(Date.now() - 30 * 24 * 3_600_000), new Date(), false, null, null, verbs, verbs, null, null, null, null])
  await sql.end()
  const read = readOf(row['QUERY PLAN'][0].Plan)
  expect(read).toBeGreaterThanOrEqual(1_000)
  expect(read).toBeLessThan(3_000)
})
test('whom a query names by id, or the page by another word, is who did it', async () => {
  expect((await search(`actor:${world.developer.id}`)).rows.map(({ actor }) => actor)).toEqual([world.developer.id])
  expect((await search('actor:somebody', [world.developer.id])).rows.map(({ actor }) => actor)).toEqual([world.developer.id])
  expect((await search('actor:nobody-here', [])).rows).toEqual([])
  expect((await search('actor:somebody name:mine-2')).wrong).toEqual([{ text: 'actor:somebody', says: 'Who it was is asked for by their id here.' }])
})
test('a wrong chip is said, and the rest is found; another tenant is not named here', async () => {
  const { rows, wrong } = await search(`outcome:maybe tenant:${world.b} name:mine-2`)
  expect([said(rows), wrong.map(({ text }) => text)]).toEqual([['namespaces.create mine-2 done'], ['outcome:maybe', `tenant:${world.b}`]])
})
test('an end that is no later than the beginning is said, and what there is from the beginning on is found', async () => {
  const today = new Date().toISOString().slice(0, 10)
  for (const query of [`since:${today} until:${today}`, 'since:1h until:2h']) {
    const { rows, wrong } = await search(`${query} name:mine-2`)
    expect([query, said(rows), wrong.map(({ text }) => text)]).toEqual([query, ['namespaces.create mine-2 done'], [query.slice(query.indexOf('until:'))]])
  }
  expect((await search('since:2h until:1h name:mine-2')).wrong).toEqual([])
})
test('where nothing is found, the lesser question is named that finds most', async () => {
  expect((await search('resource:namespaces outcome:fault verb:create')).nearest).toEqual({ without: 'outcome:fault', query: 'resource:namespaces verb:create', many: 7 })
  expect((await search('name:mine-2')).nearest).toBeNull()
})
test('what is counted is what is listed: by the tallies, and line by line', async () => {
  for (const query of ['resource:namespaces', 'resource:namespaces since:1h', 'namespaces', 'outcome:denied since:7d', '']) {
    const [{ rows }, counted] = [await search(query), await facets(query)]
    const sum = (of: { count: number }[]) => of.reduce((whole, { count }) => whole + count, 0)
    const bars = counted.bars.reduce((whole, { outcomes }) => whole + Object.values(outcomes).reduce((one, other) => one + other, 0), 0)
    // The search is itself recorded, and not found yet.
    expect([query, counted.total, sum(counted.outcome), sum(counted.verb), sum(counted.resource), bars]).toEqual([query, ...Array(5).fill(rows.length)])
  }
})
test('pages go on where the last one ended, in both ways, each line once', async () => {
  const door = await doorFor(world.auditor)
  const read = (page: { after: string | null; before: string | null }) => door.audit.search({ tenant: world.a, query: 'resource:namespaces', actors: null, limit: 3, ...page })
  const first = await read(firstPage)
  const second = await read({ after: first.next, before: null })
  const third = await read({ after: second.next, before: null })
  const all = [...first.rows, ...second.rows, ...third.rows]
  expect([all.length, new Set(all.map(({ id }) => id)).size, third.next]).toEqual([7, 7, null])
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort().reverse())
  expect((await read({ after: null, before: third.previous })).rows.map(({ id }) => id)).toEqual(second.rows.map(({ id }) => id))
})
test('pages go on over the ends of months, in both ways, through months in which there is nothing', async () => {
  const owner = await connectAs('owner')
  // Of this month and of those four and five before it, whose first moments are in them.
  await owner.query("SET timezone = 'UTC'; SELECT make_record_partition((now() - n * interval '1 month')::date) FROM generate_series(0, 5) AS n")
  await owner.query("SET app.loop = 'project'")
  const { rows: put } = await owner.query(`INSERT INTO record_line (tenant_id, stream, sequence, at, id, verb, resource, outcome, level, reference, words)
    SELECT $1, 'access', 900000 + n, date_trunc('month', now()) - w.ago, gen_random_uuid(), 'mark', 'months', 'done', 'Metadata', '', array_to_tsvector(ARRAY['resource/months', 'tenant/' || $1])
    FROM (VALUES (1, interval '0'), (2, '1 microsecond'), (3, '4 months'), (4, '4 months 1 microsecond'), (5, '5 months')) AS w (n, ago) RETURNING sequence::int`, [world.a])
  expect(put).toHaveLength(5)
  const door = (await doorFor(world.auditor)).audit
  const read = (page: { after: string | null; before: string | null }) => door.search({ tenant: world.a, query: 'resource:months since:365d', actors: null, limit: 2, ...page })
  const numbers = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ sequence }) => Number(sequence) - 900_000)
  const first = await read(firstPage)
  const second = await read({ after: first.next, before: null })
  const third = await read({ after: second.next, before: null })
  expect([first, second, third].map(numbers)).toEqual([[1, 2], [3, 4], [5]])
  const back = await read({ after: null, before: third.previous })
  expect([back, await read({ after: null, before: back.previous })].map(numbers)).toEqual([[3, 4], [1, 2]])
  await owner.query('DELETE FROM record_line WHERE tenant_id = $1 AND sequence > 900000', [world.a])
  await owner.end()
})
test('the platform’s auditor finds every tenant’s, and opens it; that they did is in the tenant’s own record', async () => {
  const door = await doorFor(world.platformAuditor)
  const of = async (query: string) => [...new Set((await door.audit.searchOnPlatform({ query, actors: null, ...firstPage })).rows.map(({ tenant }) => tenant))].sort()
  expect(await of(`tenant:${world.a} tenant:${world.b} resource:namespaces`)).toEqual([world.a, world.b].sort())
  expect(await of(`tenant:${world.b}`)).toEqual([world.b])
  const counted = await door.audit.facetsOnPlatform({ query: `tenant:${world.a} tenant:${world.b} resource:namespaces`, actors: null })
  expect(counted.tenant).toEqual([{ value: world.a, count: 7 }, { value: world.b, count: 3 }])
})

/** As the auditor's own login, with no code of ours between: what the functions answer to whoever says so much of themselves. */
async function asAuditor(said: Record<string, string>, statement: string): Promise<{ rows: Record<string, unknown>[] }> {
  const sql = await connectAs('auditor')
  try {
    await sql.query('BEGIN')
    for (const [name, value] of Object.entries(said)) await sql.query('SELECT set_config($1, $2, true)', [name, value])
    return await sql.query(statement)
  } finally {
    await sql.end()
  }
}
const functions = (tenants: string) => [
  `SELECT * FROM search_lines(${tenants}, NULL, '2020-01-01', NULL, NULL, NULL, NULL, NULL, true, 50)`,
  `SELECT * FROM search_lines(${tenants}, NULL, '2020-01-01', NULL, NULL, '''verb/create''', NULL, NULL, true, 50)`,
  `SELECT * FROM count_lines(${tenants}, NULL, '2020-01-01', NULL, NULL, NULL, 3600, 100)`,
]
test('who searches for one tenant finds nothing of another, whatever they ask the functions for', async () => {
  const own = { 'app.tenant_id': world.b, 'app.namespaces': '*' }
  for (const statement of functions(`ARRAY['${world.b}']`)) expect((await asAuditor(own, statement)).rows.length).toBeGreaterThan(0)
  const scopes: Record<string, string>[] = [own, {}, { 'app.tenant_id': world.a, 'app.namespaces': 'red' }, { 'app.tenant_id': world.a }, { 'app.tenant_id': '', 'app.namespaces': '*' }, { 'app.platform': 'off' }]
  for (const scope of scopes) for (const tenants of [`ARRAY['${world.a}']`, `ARRAY['${world.a}', '${world.b}']`, 'NULL', "ARRAY['']", 'ARRAY[NULL]', "'{}'"]) for (const statement of functions(tenants)) {
    await expect(asAuditor(scope, statement)).rejects.toMatchObject({ code: '42501' })
  }
})
test('nobody but the auditor’s role may search', async () => {
  for (const role of ['web', 'engine'] as const) {
    const sql = await connectAs(role)
    await sql.query("SELECT set_config('app.platform', 'on', false)")
    for (const statement of functions('NULL')) await expect(sql.query(statement)).rejects.toMatchObject({ code: '42501' })
    await expect(sql.query('SELECT FROM record_line')).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
test('how far the lines are behind is answered with them', async () => {
  const waits = (await search('')).waiting
  expect(waits.records).toBeGreaterThanOrEqual(0)
  await create(world.admin, world.a, 'mine-9')
  expect((await search('')).waiting).toEqual({ records: expect.any(Number), since: expect.stringMatching(/^20/) })
})
test('to search is in the record itself, and to count is not', async () => {
  await numberAll()
  await projectAll()
  const mine = async (verb: string) => (await search(`resource:audit verb:${verb} actor:${world.lead.id}`)).rows.length
  const before = [await mine('search'), await mine('facets')]
  await (await doorFor(world.lead)).audit.search({ tenant: world.a, query: '', actors: null, ...firstPage }).catch(() => null)
  await numberAll()
  await projectAll()
  const [own] = (await search(`resource:audit verb:search actor:${world.auditor.id} outcome:done`)).rows
  expect(own).toMatchObject({ actor: world.auditor.id, outcome: 'done', level: 'Metadata' })
  expect([await mine('search'), await mine('facets')]).toEqual([(before[0] ?? 0) + 1, before[1]])
})
test('how many came since is counted and is no record: of one’s own tenant, of what matches, without one’s own reading, and a hundred at most', async () => {
  const newest = (await search('resource:namespaces')).rows[0]
  if (!newest) throw new Error('there is a record')
  const newer = async (query: string, by = world.auditor) => (await doorFor(by)).audit.newer({ tenant: world.a, query, actors: null, at: newest.at, id: newest.id })
  const whole = async () => { await numberAll(); await projectAll() }
  await whole()
  const reads = async () => (await search(`resource:audit actor:${world.auditor.id} verb:newer`)).rows.length
  expect((await newer('resource:namespaces')).many).toBe(0)
  await create(world.admin, world.a, 'newer-1')
  await create(world.stranger, world.b, 'newer-theirs')
  await whole()
  expect(await newer('resource:namespaces')).toEqual({ many: 1, isMore: false })
  expect(await newer('resource:namespaces outcome:denied')).toEqual({ many: 0, isMore: false })
  expect(await newer(`resource:audit actor:${world.auditor.id}`)).toEqual({ many: 0, isMore: false })
  expect(await reads()).toBe(0)
  expect((await (await doorFor(world.platformAuditor)).audit.newerOnPlatform({ query: `name:newer-theirs tenant:${world.b}`, actors: null, at: newest.at, id: newest.id })).many).toBe(1)
  for (let at = 0; at < 105; at++) await create(world.developer, world.a, `denied-${at}`)
  await whole()
  expect(await newer('outcome:denied')).toEqual({ many: 100, isMore: true })
  await expect(newer('', world.developer)).rejects.toMatchObject({ message: 'forbidden' })
  await expect(newer('', world.stranger)).rejects.toMatchObject({ message: 'not_found' })
})
