/** Guarantee: allocations are found by any part of their name or class however it is typed, page by page in one order, and only those that their reader reaches. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { everyRow } from '~/server/testing/every-row'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

let world: World
const names = Array.from({ length: 120 }, (_, at) => `find-${String(at).padStart(3, '0')}-x`)
const list = async (person: Person, find: string | null, asked: Asked = firstPage) => (await doorFor(person)).allocations.list({ tenant: world.a, namespace: null, find, show: 'all', ...asked })
const namesOf = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  const door = await doorFor(world.admin)
  await door.allocations.create(wishIn(world, 1, { name: 'pattern' }))
  // Others like it, one after another, as if they had been asked for every second.
  await loading((sql) => sql.query(
    `INSERT INTO allocation SELECT (jsonb_populate_record(NULL::allocation, to_jsonb(a) || jsonb_build_object('id', gen_random_uuid(), 'name', n.name, 'asked_at', a.asked_at + n.at * interval '1 second', 'admitted_at', a.asked_at + n.at * interval '1 second',
      'class', CASE WHEN n.at = 7 THEN 'urgent' ELSE a.class END))).* FROM allocation a, unnest($1::text[]) WITH ORDINALITY AS n (name, at) WHERE a.tenant_id = $2 AND a.name = 'pattern'`, [names, world.a],
  ))
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

test('what is looked for stands anywhere in the name or the class, in capitals or not, and is no pattern', async () => {
  expect(namesOf(await list(world.admin, 'D-00'))).toEqual(names.slice(0, 10).reverse())
  expect(namesOf(await list(world.admin, 'Urgent'))).toEqual(['find-006-x'])
  for (const find of ['_', '%', '\\', 'find_0', 'd-%x', 'nothing of the kind']) expect(namesOf(await list(world.admin, find))).toEqual([])
})
test('its pages are one list, the newest first, each once, and back again', async () => {
  expect(namesOf({ rows: await everyRow((asked) => list(world.admin, 'FIND', asked)) })).toEqual([...names].reverse())
  const first = await list(world.admin, 'find')
  const second = await list(world.admin, 'find', { after: first.next, before: null })
  expect(namesOf(second)).toEqual(names.toReversed().slice(50, 100))
  expect(namesOf(await list(world.admin, 'find', { after: null, before: second.previous }))).toEqual(namesOf(first))
})
test('nobody finds what is in a namespace that they do not reach, or in another tenant', async () => {
  await loading((sql) => sql.query("UPDATE allocation SET namespace_id = 'blue', account_id = replace(account_id, '/red', '/blue') WHERE tenant_id = $1 AND name = 'find-003-x'", [world.a]))
  expect(namesOf(await list(world.lead, 'find-00')).sort()).toEqual(names.slice(0, 10).filter((name) => name !== 'find-003-x'))
  await expect(list(world.stranger, 'find')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
test('whoever lost a place is told how often and until when they keep it now, by the policy that stands; nobody else is told anything', async () => {
  const { rows: [row] } = await list(world.admin, 'find-001-x')
  const losses = async () => (await (await doorFor(world.admin)).allocations.read({ tenant: world.a, allocation: row?.allocation ?? '' })).losses
  const stands = (preemptions: number, minutesAgo: number) => loading((sql) => sql.query("UPDATE allocation SET preemptible = true, preemptions = $2, asked_at = now() - $3 * interval '1 minute', admitted_at = now() - $3 * interval '1 minute' WHERE id = $1", [row?.allocation, preemptions, minutesAgo]))
  await stands(0, 5)
  expect(await losses()).toBeNull()
  await stands(1, 5)
  const told = await losses()
  expect(told?.times).toBe(1)
  expect(Math.round((Date.parse(told?.sparedUntil ?? '') - Date.now()) / 60_000)).toBe(55)
  await stands(1, 61)
  expect(await losses()).toEqual({ times: 1, sparedUntil: null })
  await stands(3, 61)
  expect(await losses()).toEqual({ times: 3, sparedUntil: 'its_end' })
})
