import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
const mark = randomBytes(4).toString('hex')
const nodes = Array.from({ length: 3 }, (_, at) => `n${at}-${mark}`)
beforeAll(async () => {
  world = await makeWorld()
  const region = `eu-${Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')}-1`
  await loading(async (sql) => {
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'Test', 'DE', 'eu')", [region])
    await sql.query("INSERT INTO cluster (id, region_id, kind) VALUES ($1, $2, 'simulated')", [`c-${mark}`, region])
    await sql.query("INSERT INTO pool (id, cluster_id, isolation_level, owner_tenant, taints) VALUES ($1, $2, 2, $3, '{}')", [`p-${mark}`, `c-${mark}`, world.b])
    for (const [at, id] of nodes.entries()) await sql.query("INSERT INTO node (id, pool_id, model, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free, reported_at) VALUES ($1, $2, 'A100', 1, 8000, 100, 8000, 100, '{1000,1000}', now() - make_interval(secs => $3))", [id, `p-${mark}`, at * 40])
  })
})
afterAll(closeDatabase)

const cordon = async (node: string, reason: string) => {
  const input = { node, reason }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'fleet.cordon', input) })).fleet.cordon(input)
}
const uncordon = async (node: string, because: string, reason: string) => {
  const input = { node, because, reason }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'fleet.uncordon', input) })).fleet.uncordon(input)
}
const listed = async (show: 'all' | 'cordoned') => (await (await doorFor(world.platformAuditor)).fleet.nodes({ find: mark, show, after: null, before: null })).rows

test('a node is cordoned with a reason, which nobody else’s takes the place of; the row changes its version, and the record says why', async () => {
  const [node = ''] = nodes
  expect(await cordon(node, 'It is hot.')).toEqual({ ok: true, value: { node, repeats: false } })
  expect(await cordon(node, 'It is hot.')).toEqual({ ok: true, value: { node, repeats: true } })
  expect(await cordon(node, 'It is old.')).toEqual({ ok: false, refusal: 'cordoned_already' })
  expect(await listed('cordoned')).toMatchObject([{ node, cordonedBecause: 'It is hot.', version: '2' }])
  expect(await uncordon(node, 'It is hot.', 'It is cool.')).toEqual({ ok: true, value: { node, repeats: false } })
  expect(await uncordon(node, 'It is hot.', 'It is cool.')).toEqual({ ok: true, value: { node, repeats: true } })
  expect(await listed('cordoned')).toEqual([])
  expect(await cordon(`no-${mark}`, 'It is gone.')).toEqual({ ok: false, refusal: 'node_unknown' })
  const mine = (await recordsOf('platform', 'deed')).map(({ entry }) => entry).filter(({ action, context }) => action.resource === 'fleet' && JSON.stringify(context).includes(node))
  expect(mine.map(({ context }) => context)).toMatchObject([{ after: { cordon: 'It is hot.' } }, { after: { cordon: 'It is hot.' } }, { after: { cordon: null, reason: 'It is cool.' } }, { after: { cordon: null } }])
})
test('whoever lifts a cordon lifts the one they read: what somebody cordoned for another reason meanwhile stays so', async () => {
  const [, node = ''] = nodes
  expect(await cordon(node, 'Its fan is loud.')).toMatchObject({ ok: true })
  expect(await uncordon(node, 'Its fan is loud.', 'The fan was changed.')).toMatchObject({ ok: true })
  expect(await cordon(node, 'Somebody broke out of a pod.')).toMatchObject({ ok: true })
  expect(await uncordon(node, 'Its fan is loud.', 'The fan was changed.')).toEqual({ ok: false, refusal: 'cordoned_otherwise' })
  expect(await listed('cordoned')).toMatchObject([{ node, cordonedBecause: 'Somebody broke out of a pod.' }])
  expect(await uncordon(node, 'Somebody broke out of a pod.', 'It was looked into.')).toMatchObject({ ok: true })
})
test('the platform reads where each node stands, whose it is, and whether it was heard of', async () => {
  expect(await listed('all')).toMatchObject(nodes.map((node, at) => ({ node, pool: `p-${mark}`, cluster: `c-${mark}`, isolationLevel: 2, owner: world.b, model: 'A100', gpusFree: [1000, 1000], silent: at > 0 })))
})
test('the platform sees all of the fleet on one map, and what was placed by its shape alone; nobody else is told of any shape', async () => {
  const door = await doorFor(world.platformAuditor)
  const [pool] = (await door.fleet.map({})).pools.filter(({ pool }) => pool === `p-${mark}`)
  expect(pool).toMatchObject({ cluster: `c-${mark}`, isolationLevel: 2, owner: world.b })
  expect(pool?.nodes.map(({ node, gpus, free, silent }) => [node, gpus, free, silent])).toEqual(nodes.map((node, at) => [node, 2, 2000, at > 0]))
  expect(await door.fleet.node({ node: nodes[0] ?? '' })).toMatchObject({ node: nodes[0], pool: `p-${mark}`, owner: world.b })
  await expect(door.fleet.node({ node: `no-${mark}` })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const placed = async (platform: 'on' | '') => {
    const web = await connectAs('web')
    await web.query('BEGIN')
    await web.query("SELECT set_config('app.platform', $1, true), set_config('app.tenant_id', $2, true), set_config('app.namespaces', '*', true)", [platform, world.a])
    const { rows } = await web.query("SELECT sum(times)::int AS times FROM shapes_placed(now() - interval '1 day')")
    const { rows: left } = await web.query("SELECT current_setting('app.loading', true) AS loading")
    await web.query('ROLLBACK')
    await web.end()
    return [rows[0].times, left[0].loading]
  }
  await loading((sql) => sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, placement, burst, preemptible, reserved, devices, asked_at, admitted_at, ended_at)
    SELECT gen_random_uuid(), organisation_id, tenant_id, namespace_id, id, 'shape', 'normal', 0, $2, 'released', 3, '{cpu}', '{1}', '{"each":{"cpuMilli":12345,"memoryBytes":1,"gpuMilli":1000},"pods":[{"node":"x","gpus":[0,1]}]}', false, false, false, 0, now(), now(), now() FROM account WHERE tenant_id = $1 AND kind = 'namespace' LIMIT 1`, [world.b, world.stranger.id]))
  expect((await placed('on'))[0]).toBeGreaterThanOrEqual(3)
  expect([(await placed('on'))[1], await placed('')]).toEqual(['', [null, null]])
})
test('of thousands that were placed the newest thousand tell what usually comes, and no others are read', async () => {
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true), set_config('app.platform', 'on', true)")
  await sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, placement, burst, preemptible, reserved, devices, asked_at, admitted_at, ended_at)
    SELECT gen_random_uuid(), organisation_id, tenant_id, namespace_id, a.id, 'shape-' || n, 'normal', 0, $2, 'released', 1, '{cpu}', '{1}', jsonb_build_object('each', jsonb_build_object('cpuMilli', CASE WHEN n <= 1000 THEN 1 ELSE 2 END, 'memoryBytes', 1, 'gpuMilli', 1000), 'pods', '[{"node":"x","gpus":[0,1]}]'::jsonb),
      false, false, false, 0, now() + interval '1 year' - make_interval(secs => n), now() + interval '1 year' - make_interval(secs => n), now() + interval '1 year' FROM account a, generate_series(1, 4000) n WHERE a.tenant_id = $1 AND a.namespace_id = 'red'`, [world.b, world.stranger.id])
  const read = async () => Number((await sql.query("SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'allocation'")).rows[0].read)
  const before = await read()
  const { rows } = await sql.query("SELECT cpu::int, times::int FROM shapes_placed(now() - interval '28 days')")
  const after = await read()
  await sql.end()
  expect([rows, after - before]).toEqual([[{ cpu: 1, times: 1000 }], 1000])
})
test('whoever changes what a copy is kept of is named as the last to change it, and a report is no change', async () => {
  const changedBy = () => loading(async (sql) => (await sql.query('SELECT changed_by::text AS by FROM node WHERE id = $1', [nodes[2]])).rows[0].by as string)
  const before = await changedBy()
  await loading((sql) => sql.query('UPDATE node SET reported_at = now() WHERE id = $1', [nodes[2]]))
  expect(await changedBy()).toBe(before)
  const [mine] = await loading(async (sql) => (await sql.query('UPDATE node SET cpu_free = 7000, version = version + 1 WHERE id = $1 RETURNING pg_current_xact_id()::text AS by', [nodes[2]])).rows as { by: string }[])
  expect(await changedBy()).toBe(mine?.by)
})
