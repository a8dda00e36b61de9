/** Limits on their way down, over a real database and the real admission: what is freed is nobody's, whoever is killed or comes at the same moment. */
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { runOnce } from '~/server/engine/loops'
import { beginApart } from '~/server/testing/apart'
import { dice } from '~/server/testing/dice'
import { quotasOf } from '~/server/testing/every-row'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { lowerLimits } from './lower-limits'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const resource = 'nvidia.com/gpu'
const run = (world: World, name = 'once') => runOnce({ name: `lower-${name}-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: lowerLimits })
const sql = async (text: string, values: unknown[] = []) => (await loading((on) => on.query(text, values))).rows
type Lowers = { at: string | null } | null
async function change(person: Person, tenant: string, limit: number, lowers: Lowers, namespace = 'red') {
  const version = (await quotasOf(person, tenant)).find((one) => one.namespace === namespace)?.version ?? '1'
  const wish = { tenant, lines: [{ namespace, resource, limit: `${limit}`, version, lowers }] }
  return (await doorFor(person, { stepUp: await shown(person, 'quotas.changeTogether', wish) })).quotas.changeTogether(wish)
}
const limitOf = async ({ admin, a }: World) => {
  const quota = (await quotasOf(admin, a)).find(({ namespace }) => namespace === 'red')
  return { limit: quota?.limit, used: quota?.used, to: quota?.lowers?.to ?? null, at: quota?.lowers?.at ?? null }
}
async function ask(world: World, name: string, gpus: number, more: { waits?: boolean } = {}) {
  const wish = { tenant: world.a, namespace: 'red', name, class: 'normal', pods: 1, each: { [resource]: `${gpus}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more }
  const answer = await (await doorFor(world.lead)).allocations.create(wish)
  return answer.ok ? { id: answer.value.allocation ?? '', state: answer.value.verdict } : { id: '', state: answer.refusal }
}
const release = async ({ lead, a }: World, allocation: string) => (await doorFor(lead)).allocations.release({ tenant: a, allocation })
const deeds = async ({ a }: World) => (await recordsOf(a, 'deed')).filter(({ entry }) => entry.reason === 'freed' || entry.reason === 'moment_came').map(({ entry }) => entry)

test('a limit below what is in use goes to that at once, gives the rest back to the tenant, follows what ends, and is there: each step a record and a version; who wanted it is told', async () => {
  const world = await makeWorld()
  const [one, two] = [await ask(world, 'one', 2), await ask(world, 'two', 4)]
  expect(await change(world.admin, world.a, 3, null)).toMatchObject({ ok: false, refusal: 'below_current_use' })
  expect(await change(world.admin, world.a, 3, { at: null })).toEqual({ ok: true, value: { changed: [{ namespace: 'red', resource, from: '8', to: '6', version: '2', lowers: { to: '3', at: null } }] } })
  expect(await limitOf(world)).toEqual({ limit: '6', used: '6', to: '3', at: null })
  expect((await quotasOf(world.admin, world.a)).find(({ namespace }) => namespace === null)).toMatchObject({ unshared: '6' })
  expect(await run(world)).toBe('ran')
  expect(await deeds(world)).toEqual([])

  await release(world, one.id)
  // Before the clock has come: it is free, and nobody's.
  expect((await ask(world, 'grabs', 1)).state).toBe('quota_exceeded')
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toEqual({ limit: '4', used: '4', to: '3', at: null })
  await release(world, two.id)
  expect((await ask(world, 'within', 2)).state).toBe('admit')
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toEqual({ limit: '3', used: '2', to: null, at: null })
  expect(await deeds(world)).toMatchObject([
    { action: { resource: 'quotas', verb: 'change' }, actor: { serviceAccount: 'engine', userId: null }, reason: 'freed', context: { before: { limit: '6' }, after: { limit: '4', lowers: { to: '3' } } } },
    { context: { before: { limit: '4' }, after: { limit: '3', lowers: null } } },
  ])
  expect(await sql("SELECT nominal::int, valid_to IS NULL AS open, set_by FROM quota WHERE tenant_id = $1 AND namespace_id = 'red' ORDER BY version", [world.a])).toEqual([
    { nominal: 8, open: false, set_by: null }, { nominal: 6, open: false, set_by: world.admin.id }, { nominal: 4, open: false, set_by: world.admin.id }, { nominal: 3, open: true, set_by: world.admin.id },
  ])
  expect(await sql("SELECT body, needs FROM notice WHERE person_id = $1 AND kind = 'limit_lowered'", [world.admin.id])).toEqual([{ body: { label: resource, place: 'red' }, needs: { action: 'quotas.change', tenant: world.a, namespace: 'red' } }])
  expect(await run(world)).toBe('ran')
  expect(await deeds(world)).toHaveLength(2)
})

test('where more is in use than a limit, because some of it is lent, the limit that is to come down stays: it takes nothing more of the tenant, and follows once what is in use is less than it', async () => {
  const world = await makeWorld()
  await sql("UPDATE account SET hard = '{12}' WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a])
  const [one, , lent] = [await ask(world, 'one', 6), await ask(world, 'two', 2), await ask({ ...world, lead: world.admin }, 'lent', 2)]
  expect(lent.state).toBe('admit')
  expect(await change(world.admin, world.a, 3, { at: null })).toEqual({ ok: true, value: { changed: [{ namespace: 'red', resource, from: '8', to: '8', version: '2', lowers: { to: '3', at: null } }] } })
  expect((await quotasOf(world.admin, world.a)).find(({ namespace }) => namespace === null)).toMatchObject({ unshared: '4' })
  await release(world, one.id)
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toEqual({ limit: '4', used: '4', to: '3', at: null })
})

test('at its moment a limit comes down as far as it can; until then it is what it was, and can be used', async () => {
  const world = await makeWorld()
  await ask(world, 'one', 6)
  const at = new Date(Date.now() + 3_600_000).toISOString()
  expect(await change(world.admin, world.a, 3, { at: new Date(Date.now() - 1).toISOString() })).toMatchObject({ ok: false, refusal: 'moment_passed' })
  expect(await change(world.admin, world.a, 8, { at })).toMatchObject({ ok: false, refusal: 'not_lower' })
  expect(await change(world.admin, world.a, 3, { at })).toMatchObject({ ok: true, value: { changed: [{ from: '8', to: '8', lowers: { to: '3', at } }] } })
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toEqual({ limit: '8', used: '6', to: '3', at })
  expect((await ask(world, 'two', 1)).state).toBe('admit')
  await sql("UPDATE lowering SET asked_at = now() - interval '2 hours', begins_at = now() - interval '1 second' WHERE tenant_id = $1", [world.a])
  await sql('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a])
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toMatchObject({ limit: '8', to: '3' })
  await sql('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a])
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toEqual({ limit: '7', used: '7', to: '3', at: null })
  expect(await deeds(world)).toMatchObject([{ reason: 'moment_came', context: { after: { limit: '7', lowers: { to: '3', at: null } } } }])
})

test('set to what it is it stays there; to anything else, that; and what was on its way is over either way', async () => {
  const world = await makeWorld()
  const made = await ask(world, 'one', 6)
  await change(world.admin, world.a, 2, { at: null })
  expect(await change(world.admin, world.a, 2, { at: null })).toMatchObject({ ok: false, refusal: 'no_change' })
  expect(await change(world.admin, world.a, 6, null)).toMatchObject({ ok: true })
  expect(await change(world.admin, world.a, 6, null)).toMatchObject({ ok: false, refusal: 'no_change' })
  expect(await limitOf(world)).toMatchObject({ limit: '6', to: null })
  await change(world.admin, world.a, 2, { at: null })
  expect(await change(world.admin, world.a, 8, null)).toMatchObject({ ok: true })
  expect((await ask(world, 'two', 2)).state).toBe('admit')
  await release(world, made.id)
  expect(await run(world)).toBe('ran')
  expect(await limitOf(world)).toMatchObject({ limit: '8', used: '2', to: null })
  expect(await sql('SELECT outcome FROM lowering WHERE tenant_id = $1', [world.a])).toEqual([{ outcome: 'replaced' }, { outcome: 'replaced' }])
  expect(await deeds(world)).toEqual([])
})

test('what was promised before the limit went below it is kept when somebody says yes', async () => {
  const world = await makeWorld()
  const wish = { tenant: world.a, namespace: 'red', name: 'hopes', class: 'normal', pods: 1, each: { [resource]: '5' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false }
  expect(await (await doorFor(world.developer)).allocations.create(wish)).toMatchObject({ ok: true, value: { verdict: 'hold' } })
  expect(await change(world.admin, world.a, 1, { at: null })).toMatchObject({ ok: true })
  const [{ id, terms }] = await sql("SELECT id, terms FROM request WHERE tenant_id = $1 AND kind = 'allocation.admit' AND state = 'open'", [world.a])
  const signed = { tenant: world.a, request: id, terms }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'requests.approveInTenant', signed) })).requests.approveInTenant(signed)).toMatchObject({ ok: true })
  await expect.poll(async () => (await sql("SELECT state FROM allocation WHERE tenant_id = $1 AND name = 'hopes'", [world.a]))[0].state).toBe('admitted')
  expect(await limitOf(world)).toMatchObject({ limit: '5', used: '5', to: '1' })
})

test('the database itself gives nobody what a limit on its way down was freed of', async () => {
  const world = await makeWorld()
  await ask(world, 'one', 6)
  await change(world.admin, world.a, 3, { at: null })
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
  const use = (used: number) => engine.query("UPDATE account SET used = ARRAY[$1::bigint] WHERE tenant_id = $2 AND namespace_id = 'red'", [used, world.a])
  await use(4)
  await engine.query('SAVEPOINT freed')
  await expect(use(5)).rejects.toThrow(/on its way down/)
  await engine.query('ROLLBACK TO freed')
  await use(2)
  await use(3)
  await engine.query('ROLLBACK')
  await engine.end()
})

test('killed while it lets a limit come down, nothing of that step has happened; after it each step happens once, however many look', { timeout: 120_000 }, async () => {
  const world = await makeWorld()
  const made = await ask(world, 'one', 6)
  await change(world.admin, world.a, 3, { at: null })
  await release(world, made.id)
  const holder = await connectAs('owner')
  await holder.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await holder.query("SELECT FROM account WHERE tenant_id = $1 AND namespace_id = 'red' FOR UPDATE", [world.a])
  const { rows: [{ pid }] } = await holder.query('SELECT pg_backend_pid() AS pid')
  const waits = async () => (await sql('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))', [pid]))[0].waiting as number
  const { child, ended } = beginApart('lower-limits-once', `child-${world.mark}`)
  await expect.poll(waits, { timeout: 60_000 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  await holder.query('ROLLBACK')
  await holder.end()
  expect([await limitOf(world), await deeds(world)]).toEqual([{ limit: '6', used: '0', to: '3', at: null }, []])
  expect(await Promise.all(['one', 'two', 'three'].map((name) => run(world, name)))).toEqual(['ran', 'ran', 'ran'])
  expect([await limitOf(world), (await deeds(world)).length]).toEqual([{ limit: '3', used: '0', to: null, at: null }, 1])
})

const seed = 20261122
test(`of random plays (seed ${seed}), while a limit comes down more is never in use than it allows, and what was in use above where it goes never grows`, { timeout: 120_000 }, async () => {
  const world = await makeWorld()
  const roll = dice(seed)
  const live: string[] = []
  const counted = { taken: 0, refused: 0, steps: 0 }
  let [goal, taken] = [null as bigint | null, 0n]
  for (let turn = 0; turn < 60; turn++) {
    if (turn % 12 === 0) for (const _ of [0, 1, 2, 3]) { const { id } = await ask(world, `f${turn}-${_}`, 2); if (id) live.push(id) }
    if (turn % 12 === 1) await change(world.admin, world.a, 1 + roll(3), { at: null })
    if (turn % 12 === 10) await change(world.admin, world.a, 8, null)
    // Who gives back, who asks and the clock, at once.
    await Promise.all([
      ...(roll(2) ? [(async () => { const one = live.shift(); if (one) await release(world, one) })()] : []),
      ...Array.from({ length: 1 + roll(3) }, async (_, n) => { const { id, state } = await ask(world, `p${turn}-${n}`, 1 + roll(2)); if (id) live.push(id); counted[state === 'admit' || state === 'hold' ? 'taken' : 'refused']++ }),
      ...(roll(2) ? [run(world, `p${roll(2)}`).then(() => counted.steps++)] : []),
    ])
    const [row] = await sql("SELECT nominal[1] AS nominal, hard[1] AS hard, used[1] + held[1] AS taken, goal ->> 'nvidia.com/gpu' AS goal, (SELECT count(*)::int FROM lowering l WHERE l.account_id = a.id AND ended_at IS NULL AND began_at IS NOT NULL) AS open FROM account a WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a])
    expect([turn, BigInt(row.taken) <= BigInt(row.hard), row.nominal === row.hard, row.open]).toEqual([turn, true, true, row.goal === null ? 0 : 1])
    if (row.goal !== null && goal === BigInt(row.goal)) expect([turn, BigInt(row.taken) <= goal || BigInt(row.taken) <= taken]).toEqual([turn, true])
    goal = row.goal === null ? null : BigInt(row.goal)
    taken = BigInt(row.taken)
  }
  expect(Math.min(counted.taken, counted.refused, counted.steps)).toBeGreaterThan(10)
})
