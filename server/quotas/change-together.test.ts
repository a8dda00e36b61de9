import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { quotasOf } from '~/server/testing/every-row'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

const resource = 'nvidia.com/gpu'
type Line = { namespace: string; resource: string; limit: string; version: string; lowers: { at: string | null } | null }
const line = (namespace: string, limit: number | string, version = '1', of = resource): Line => ({ namespace, resource: of, limit: `${limit}`, version, lowers: null })
const draftOf = async (person: Person, tenant: string, lines: Line[], idempotencyKey?: string) =>
  (await doorFor(person, { stepUp: await shown(person, 'quotas.changeTogether', { tenant, lines }), ...(idempotencyKey ? { idempotencyKey } : {}) })).quotas.changeTogether({ tenant, lines })
const limitsOf = async (world: World) => Object.fromEntries((await quotasOf(world.admin, world.a)).filter(({ resource: of }) => of === resource).map(({ namespace, limit }) => [namespace ?? 'tenant', limit]))
const historyOf = async (world: World) => (await loading((sql) => sql.query("SELECT namespace_id || ' ' || resource || ' ' || nominal || CASE WHEN valid_to IS NULL THEN ' now' ELSE '' END AS says FROM quota WHERE tenant_id = $1 AND namespace_id IS NOT NULL ORDER BY namespace_id, resource, version", [world.a]))).rows.map(({ says }) => says)
/** Two more namespaces that have nothing; and another resource, all of which the tenant could give. */
async function makeWider(): Promise<World> {
  const world = await makeWorld()
  await loading(async (sql) => {
    for (const namespace of ['green', 'white']) {
      await sql.query('INSERT INTO namespace (tenant_id, id, title) VALUES ($1, $2, $2)', [world.a, namespace])
      await sql.query("INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained) VALUES ($1, 'namespace', $2, $3, $4, $5, '{nvidia.com/gpu}', '{0}', '{0}', '{0}', '{0}', '{0}')",
        [`platform/${world.organisation}/${world.a}/${namespace}`, `platform/${world.organisation}/${world.a}`, world.organisation, world.a, namespace])
    }
    for (const id of [`platform/${world.organisation}`, `platform/${world.organisation}/${world.a}`]) await sql.query("UPDATE account SET resources = resources || 'cpu'::text, nominal = nominal || 4000::bigint, hard = hard || 4000::bigint, used = used || 0::bigint, held = held || 0::bigint, unexplained = unexplained || 0::bigint WHERE id = $1", [id])
  })
  return world
}
let world: World
beforeAll(async () => { world = await makeWider() })
afterAll(closeDatabase)

test('several limits are changed together, each with its history, and one record says what all were and are', async () => {
  expect(await draftOf(world.admin, world.a, [line('red', 12), line('blue', 4)])).toEqual({ ok: true, value: { changed: [
    { namespace: 'red', resource, from: '8', to: '12', version: '2', lowers: null }, { namespace: 'blue', resource, from: '8', to: '4', version: '2', lowers: null },
  ] } })
  expect(await limitsOf(world)).toEqual({ tenant: '20', red: '12', blue: '4', green: '0', white: '0' })
  expect(await historyOf(world)).toEqual(['blue nvidia.com/gpu 8', 'blue nvidia.com/gpu 4 now', 'red nvidia.com/gpu 8', 'red nvidia.com/gpu 12 now'])
  const deeds = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'quotas')
  expect(deeds.map(({ entry }) => entry)).toEqual([expect.objectContaining({
    level: 'RequestResponse', outcome: 'done', context: expect.objectContaining({ before: [expect.objectContaining({ namespace: 'red', limit: '8' }), expect.objectContaining({ namespace: 'blue', limit: '8' })], after: [expect.objectContaining({ namespace: 'red', limit: '12' }), expect.objectContaining({ namespace: 'blue', limit: '4' })] }),
  })])
})
test('where the tenant is full, what one gives up another has in the same draft, of two resources in opposite directions, in whatever order; a new resource of many begins at nothing used', async () => {
  expect(await draftOf(world.admin, world.a, [line('white', 4), line('red', 4000, '2', 'cpu')])).toMatchObject({ ok: true })
  const lines = [line('white', 6, '2'), line('red', 3000, '3', 'cpu'), line('red', 10, '3'), line('white', 1000, '2', 'cpu')]
  expect(await draftOf(world.admin, world.a, lines)).toMatchObject({ ok: true })
  expect(await limitsOf(world)).toMatchObject({ red: '10', white: '6' })
  const cpu = (await quotasOf(world.admin, world.a)).filter(({ resource: of, limit }) => of === 'cpu' && limit !== '0')
  expect(cpu).toEqual([expect.objectContaining({ namespace: null, unshared: '0' }), expect.objectContaining({ namespace: 'red', limit: '3000', used: '0' }), expect.objectContaining({ namespace: 'white', limit: '1000', used: '0', held: '0' })])
})
test('one wrong line and nothing is changed; every wrong line is named with what is wrong and the nearest that would pass', async () => {
  const fresh = await makeWider()
  await loading((sql) => sql.query("UPDATE account SET used = '{6}' WHERE tenant_id = $1 AND namespace_id = 'blue'", [fresh.a]))
  const lines = [line('red', 7), line('blue', 5), line('green', 9), line('white', 1, '4'), line('ghost', 1)]
  expect(await draftOf(fresh.admin, fresh.a, lines)).toEqual({ ok: false, refusal: 'not_found', about: [
    { field: 'lines.1', says: 'More is in use or held than the new limit allows. At least 6.' },
    { field: 'lines.2', says: 'The tenant has not that much left to give. At most 7.' },
    { field: 'lines.3', says: 'Somebody else changed it first. It is 0 now.' },
    { field: 'lines.4', says: 'There is no such quota. Check the namespace and the resource.' },
  ] })
  expect(await limitsOf(fresh)).toEqual({ tenant: '20', red: '8', blue: '8', green: '0', white: '0' })
  await numberAll()
  expect((await recordsOf(fresh.a, 'access')).map(({ entry }) => [entry.outcome, entry.reason])).toContainEqual(['refused', 'not_found'])
})
test('a draft whose third write the database itself refuses leaves nothing behind', async () => {
  const fresh = await makeWider()
  // The version that the third line is about to make is there already.
  await loading((sql) => sql.query("INSERT INTO quota (account_id, resource, version, tenant_id, namespace_id, nominal, hard, valid_from, valid_to) VALUES ($1, $2, 2, $3, 'white', 0, 0, '2020-01-01', '2020-01-02')", [`platform/${fresh.organisation}/${fresh.a}/white`, resource, fresh.a]))
  const before = await historyOf(fresh)
  await expect(draftOf(fresh.admin, fresh.a, [line('red', 9), line('blue', 7), line('white', 1)])).rejects.toThrow()
  expect(await limitsOf(fresh)).toEqual({ tenant: '20', red: '8', blue: '8', green: '0', white: '0' })
  expect(await historyOf(fresh)).toEqual(before)
  expect((await recordsOf(fresh.a, 'deed')).filter(({ entry }) => entry.action.resource === 'quotas')).toEqual([])
})
test('the same key with the same draft is answered as it was, and does nothing again', async () => {
  const fresh = await makeWider()
  const key = randomUUID()
  const first = await draftOf(fresh.admin, fresh.a, [line('red', 9), line('blue', 7)], key)
  expect(await draftOf(fresh.admin, fresh.a, [line('red', 9), line('blue', 7)], key)).toEqual(first)
  expect(await historyOf(fresh)).toHaveLength(4)
})
test('what was done is put back by the draft the other way round, unless somebody changed a line meanwhile or uses it', async () => {
  const fresh = await makeWider()
  const done = await draftOf(fresh.admin, fresh.a, [line('red', 10), line('green', 2)])
  if (!done.ok) throw new Error(done.refusal)
  const back = done.value.changed.map(({ namespace, from, version }) => line(namespace, from, version))
  await loading((sql) => sql.query("UPDATE account SET used = '{1}' WHERE tenant_id = $1 AND namespace_id = 'green'", [fresh.a]))
  expect(await draftOf(fresh.admin, fresh.a, back)).toMatchObject({ ok: false, refusal: 'below_current_use', about: [{ field: 'lines.1' }] })
  await loading((sql) => sql.query("UPDATE account SET used = '{0}' WHERE tenant_id = $1 AND namespace_id = 'green'", [fresh.a]))
  expect(await draftOf(fresh.admin, fresh.a, [line('red', 9, '2')])).toMatchObject({ ok: true })
  expect(await draftOf(fresh.admin, fresh.a, back)).toMatchObject({ ok: false, refusal: 'changed_meanwhile', about: [{ field: 'lines.0', says: 'Somebody else changed it first. It is 9 now.' }] })
  expect(await draftOf(fresh.admin, fresh.a, [line('red', 8, '3'), ...back.slice(1)])).toMatchObject({ ok: true })
  expect(await limitsOf(fresh)).toEqual({ tenant: '20', red: '8', blue: '8', green: '0', white: '0' })
})
test('fifty editors at once never give more together than the tenant has', async () => {
  const fresh = await makeWorld()
  const names = Array.from({ length: 50 }, (_, at) => `n${at}`)
  await loading((sql) => sql.query(`WITH made AS (INSERT INTO namespace (tenant_id, id, title) SELECT $1, n, n FROM unnest($2::text[]) n)
    INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained) SELECT $3 || '/' || n, 'namespace', $3, $4, $1, n, '{nvidia.com/gpu}', '{0}', '{0}', '{0}', '{0}', '{0}' FROM unnest($2::text[]) n`,
  [fresh.a, names, `platform/${fresh.organisation}/${fresh.a}`, fresh.organisation]))
  // Four are free. Half of them take one for one namespace, half for two: whoever comes, it is never more than four.
  const answers = await Promise.all(names.map((name, at) => draftOf(fresh.admin, fresh.a, at % 2 ? [line(name, 1)] : [line(name, 1), line(names[(at + 1) % 50] ?? '', 1)])))
  const done = answers.flatMap((answer) => (answer.ok ? answer.value.changed : []))
  expect(done.length).toBeGreaterThanOrEqual(3)
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal])).filter((refusal) => refusal !== 'above_tenant_share' && refusal !== 'changed_meanwhile')).toEqual([])
  const { rows: [{ given, left }] } = await loading((sql) => sql.query("SELECT sum(a.nominal[1])::int AS given, (SELECT nominal[1]::int FROM account WHERE tenant_id = $1 AND kind = 'tenant') AS left FROM account a WHERE a.tenant_id = $1 AND a.kind = 'namespace'", [fresh.a]))
  expect(given).toBe(16 + done.length)
  expect(given).toBeLessThanOrEqual(left)
})
test('who may not change a quota changes none together; no limit is named twice, and no more than a hundred', async () => {
  await expect(draftOf(world.lead, world.a, [line('red', 7)])).rejects.toThrow('forbidden')
  const door = await doorFor(world.admin)
  await expect(door.quotas.changeTogether({ tenant: world.a, lines: [line('red', 7, '4'), line('blue', 5, '2')] })).rejects.toThrow('step_up_required')
  for (const lines of [[], [line('red', 7), line('red', 6)], Array.from({ length: 101 }, (_, at) => line(`n${at}`, 1))]) await expect(door.quotas.changeTogether({ tenant: world.a, lines })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('what a draft would come to is told by the same decision, with whose turn it would become, and nothing is written', async () => {
  const fresh = await makeWider()
  await loading(async (sql) => {
    await sql.query("UPDATE account SET used = '{8}' WHERE tenant_id = $1 AND namespace_id = 'red'", [fresh.a])
    await sql.query("UPDATE account SET used = '{8,0}' WHERE tenant_id = $1 AND kind = 'tenant'", [fresh.a])
    await sql.query("UPDATE allocation SET waiting_since = now(), held_until = now() + interval '1 hour', wish = '{}' WHERE id = $1", [fresh.allocation])
  })
  const door = await doorFor(fresh.admin)
  const lines = [line('red', 9), line('blue', 9)]
  expect(await door.quotas.previewTogether({ tenant: fresh.a, lines })).toEqual({
    lines: [{ namespace: 'red', resource, from: '8', to: '9', atOnce: '9', used: '8', held: '0', version: '1', refusal: null, least: '8', most: '11' }, { namespace: 'blue', resource, from: '8', to: '9', atOnce: '9', used: '0', held: '0', version: '1', refusal: null, least: '0', most: '11' }],
    left: [{ resource, before: '4', after: '2' }],
    waiting: [{ allocation: fresh.allocation, name: 'waits', namespace: 'red', hadRoom: false, hasRoom: true, lacks: [] }],
  })
  expect(await door.quotas.previewTogether({ tenant: fresh.a, lines: [line('blue', 9)] })).toMatchObject({ waiting: [] })
  expect(await door.quotas.previewTogether({ tenant: fresh.a, lines: [line('red', 7), line('blue', 14), line('ghost', 1)] })).toMatchObject({ lines: [{ refusal: 'below_current_use', least: '8' }, { refusal: 'above_tenant_share', most: '13' }, { from: null, version: null, refusal: 'not_found' }], waiting: null })
  // Nobody has a turn where nothing begins.
  for (const [table, shut, open] of [['namespace', 'frozen_at = now()', 'frozen_at = NULL'], ['tenant', "suspended_until = now() + interval '1 hour'", 'suspended_until = NULL']]) {
    const set = (to: string | undefined) => loading((sql) => sql.query(`UPDATE ${table} SET ${to} WHERE ${table === 'tenant' ? '' : "id = 'red' AND tenant_"}id = $1`, [fresh.a]))
    await set(shut)
    expect([table, await door.quotas.previewTogether({ tenant: fresh.a, lines })]).toMatchObject([table, { waiting: [] }])
    await set(open)
  }
  await loading((sql) => sql.query('UPDATE allocation SET waiting_since = NULL, held_until = NULL, wish = NULL WHERE id = $1', [fresh.allocation]))
  expect(await limitsOf(fresh)).toMatchObject({ red: '8', blue: '8' })
  await expect((await doorFor(fresh.lead)).quotas.previewTogether({ tenant: fresh.a, lines })).rejects.toThrow('forbidden')
})
