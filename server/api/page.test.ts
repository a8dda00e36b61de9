/** Reading page by page, through the lists themselves: each row once, in order, whatever is added meanwhile and whatever a cursor claims to be. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { everyRow } from '~/server/testing/every-row'
import { badValues } from '~/server/testing/bad-values'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { type Asked, firstPage, pageRows } from './page'

let world: World
const names = Array.from({ length: 120 }, (_, at) => `n-${String(at).padStart(3, '0')}`)
const add = (name: string, title: string, at: Date) => loading((sql) => sql.query('INSERT INTO namespace (tenant_id, id, title, created_at) VALUES ($1, $2, $3, $4)', [world.b, name, title, at]))
beforeAll(async () => {
  world = await makeWorld()
  // Three of each moment, so that the same key stands on both sides of a page's end; the later their name, the earlier they were made.
  await loading(async (sql) => {
    await sql.query('DELETE FROM quota WHERE namespace_id IS NOT NULL AND tenant_id = $1', [world.b])
    await sql.query('DELETE FROM account WHERE namespace_id IS NOT NULL AND tenant_id = $1', [world.b])
    await sql.query('DELETE FROM namespace WHERE tenant_id = $1', [world.b])
  })
  for (const [at, name] of names.entries()) await add(name, `Title ${at}%`, new Date(1_700_000_000_000 - Math.floor(at / 3)))
})
afterAll(closeDatabase)

const list = async (asked: Asked, over: { find?: string | null; sort?: 'name' | 'created'; descending?: boolean } = {}) =>
  (await doorFor(world.stranger)).namespaces.list({ tenant: world.b, find: null, state: null, environment: null, sort: 'name', descending: false, ...over, ...asked })
const namesOf = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)
const newestFirst = [...names].sort((a, b) => Math.floor(names.indexOf(a) / 3) - Math.floor(names.indexOf(b) / 3) || (a < b ? 1 : -1))

const turned = (all: string[]) => [...all].reverse()
test.each([
  ['name', false, names], ['name', true, turned(names)], ['created', true, newestFirst], ['created', false, turned(newestFirst)],
] as const)('by %s, descending %s, every row comes once, forwards and back again', async (sort, descending, expected) => {
  const first = await list(firstPage, { sort, descending })
  const second = await list({ after: first.next, before: null }, { sort, descending })
  const third = await list({ after: second.next, before: null }, { sort, descending })
  expect([namesOf(first), namesOf(second), namesOf(third)]).toEqual([expected.slice(0, 50), expected.slice(50, 100), expected.slice(100)])
  expect([first.previous, third.next]).toEqual([null, null])
  const back = await list({ after: null, before: third.previous }, { sort, descending })
  expect(namesOf(back)).toEqual(expected.slice(50, 100))
  const begin = await list({ after: null, before: back.previous }, { sort, descending })
  expect(begin).toEqual(first)
})
test('what is added before and after a page changes nothing of the pages that follow', async () => {
  const first = await list(firstPage)
  const second = await list({ after: first.next, before: null })
  await add('a-earlier', 'Earlier', new Date())
  await add('n-075-between', 'Between', new Date())
  expect(namesOf(await list({ after: first.next, before: null }))).toEqual([...names.slice(50, 76), 'n-075-between', ...names.slice(76, 99)])
  expect(namesOf(await list({ after: null, before: second.previous }))).toEqual(names.slice(0, 50))
  // A last page back that would hold one row holds as many as fit.
  const back = await list({ after: null, before: second.previous })
  expect(namesOf(await list({ after: null, before: back.previous }))).toEqual(['a-earlier', ...names.slice(0, 49)])
  await loading((sql) => sql.query("DELETE FROM namespace WHERE tenant_id = $1 AND title IN ('Earlier', 'Between')", [world.b]))
})
test('text is looked for as it is written, in names and titles, whatever its case; a filter has pages too', async () => {
  expect(namesOf(await list(firstPage, { find: 'N-11' }))).toEqual(names.slice(110))
  expect(namesOf(await list(firstPage, { find: 'title 7%' }))).toEqual(['n-007'])
  for (const find of ['_', '\\', 'n_0', '%7', '%%']) expect(namesOf(await list(firstPage, { find }))).toEqual([])
  expect(await everyRow((asked) => list(asked, { find: 'n-0' }))).toHaveLength(100)
})
test('exactly a page has no next one; nothing has neither', async () => {
  expect(await list(firstPage, { find: 'n-01' })).toMatchObject({ previous: null, next: null })
  expect(await list(firstPage, { find: 'nothing of the kind' })).toEqual({ rows: [], previous: null, next: null })
  const ten = await list(firstPage)
  await loading((sql) => sql.query('DELETE FROM namespace WHERE tenant_id = $1 AND id >= $2', [world.b, names[pageRows] ?? '']))
  expect(await list(firstPage)).toEqual({ ...ten, next: null })
})

const cursor = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const noMoments = ['2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-01-01', 'now', '20261-01-01T00:00:00Z', "'; DROP"]
test.each([
  ...['', ' ', 'x', '=', '!', 'a'.repeat(1201), cursor('{'), cursor('null'), cursor([]), cursor([1]), cursor(['a', 'b']), cursor(['NOT']), cursor(['a\u0000']), cursor([['a']]), cursor({ 0: 'a', length: 1 })].map((bad) => ['name', bad] as const),
  ...[...noMoments.map((moment) => cursor([moment, 'a'])), cursor(['a']), cursor(['2026-01-01T00:00:00.000Z', 'NOT']), cursor(['2026-01-01T00:00:00.000Z'])].map((bad) => ['created', bad] as const),
])('by %s, %j is no place in the list: it is bad input, on either side', async (sort, bad) => {
  await expect(list({ after: bad, before: null }, { sort })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(list({ after: null, before: bad }, { sort })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
test('a page is after a place or before one', async () => {
  await expect(list({ after: cursor(['a']), before: cursor(['b']) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
test('no key in any list is a fault, whatever it holds', async () => {
  const admin = await doorFor(world.admin)
  const lists = {
    'namespaces.list': (asked: Asked) => admin.namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, ...asked }),
    'members.list': (asked: Asked) => admin.members.list({ tenant: world.a, find: null, ...asked }),
    'quotas.list': (asked: Asked) => admin.quotas.list({ tenant: world.a, namespace: null, find: null, ...asked }),
    'staff.listInTenant': (asked: Asked) => admin.staff.listInTenant({ tenant: world.a, ...asked }),
    'audit.list': (asked: Asked) => admin.audit.list({ tenant: world.a, stream: 'deed', ...asked }),
  }
  const good = ['a', randomUUID(), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000000Z', '2026-02-30T00:00:00.000000Z', '2026-01-01T24:00:00.000000Z', '7', '9223372036854775807', '9223372036854775808', ...badValues.flatMap(([, value]) => (typeof value === 'string' ? [value.slice(0, 100)] : []))]
  for (const [name, read] of Object.entries(lists)) for (const one of good) for (const keys of [[one], [one, randomUUID()]]) {
    expect([name, keys, await read({ after: cursor(keys), before: null }).then(() => 'answered', (thrown) => thrown.code)]).toEqual([name, keys, expect.stringMatching(/^(answered|BAD_REQUEST)$/)])
  }
})
test('the members of a tenant come by name, each role once, with who gave it', async () => {
  const door = await doorFor(world.admin)
  for (let at = 0; at < 60; at++) await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, granted_by, valid_from, valid_to) VALUES (gen_random_uuid(), $1, 'developer', $2, $3, $4, $5)", [world.developer.id, world.a, world.platformAdmin.id, new Date(at * 2000), new Date(at * 2000 + 1000)]))
  const members = await everyRow((asked) => door.members.list({ tenant: world.a, find: null, ...asked }))
  expect(members.map(({ name }) => name)).toEqual(members.map(({ name }) => name).sort())
  expect([members.length, new Set(members.map(({ binding }) => binding)).size]).toEqual([65, 65])
  expect(members.filter(({ grantedBy }) => grantedBy === world.platformAdmin.email)).toHaveLength(60)
  expect((await door.members.list({ tenant: world.a, find: 'LEAD.', ...firstPage })).rows).toMatchObject([{ person: world.lead.id, role: 'namespace_admin', namespace: 'red', grantedBy: null }])
})
