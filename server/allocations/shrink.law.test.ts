/** Whatever is made smaller, by whomever and after whatever else: what is held adds up, nothing is smaller than it was seen to need, and to end it gives back exactly the rest. */
import { afterAll, expect, test } from 'vitest'
import { admitByItself } from '~/server/admission/admit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { dice } from '~/server/testing/dice'
import { longAgo } from '~/server/testing/long-ago'
import { makeNodes } from '~/server/testing/nodes'
import { replayed } from '~/server/testing/replay'
import { connectAs, doorFor, loading, makeWorld } from '~/server/testing/world'
import { shrinkAllocation } from './shrink-allocation'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const [seed, gpu, cpu] = [20261124, 'nvidia.com/gpu', 'cpu']
type Line = { readonly id: string; readonly resource: string; readonly used: bigint; readonly held: bigint; readonly hard: bigint; readonly given: bigint }
type Row = { readonly id: string; readonly tenant_id: string; readonly pods: number; readonly each: number; readonly most: number | null; readonly placed: number[]; readonly devices: number; readonly gpus: number }

test(`of random plays (seed ${seed}) what is used is what is held, no size is below what was seen, history replayed is what is, and what ends gives back all of it`, { timeout: 180_000 }, async () => {
  const world = await makeWorld()
  const roll = dice(seed)
  await loading(async (sql) => {
    for (const [kind, hard] of [['namespace', 44], ['tenant', 60], ['organisation', 80]] as const)
      await sql.query(`UPDATE account SET resources = '{cpu,nvidia.com/gpu}', nominal = '{0,0}', hard = ARRAY[$2::bigint * 4000, $2::bigint], used = '{0,0}', held = '{0,0}', unexplained = '{0,0}' WHERE organisation_id = $1 AND kind = $3`, [world.organisation, hard, kind])
  })
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 12 }])
  const [first] = fleet.nodes
  if (!first) throw new Error('there are nodes')
  const lines = async (): Promise<Line[]> => (await loading((sql) => sql.query(`SELECT a.id, w.resource, w.used, w.held, w.hard, coalesce((SELECT sum(g.amount) FROM allocation o CROSS JOIN LATERAL unnest(o.resources, o.amounts) AS g (resource, amount)
    WHERE (o.account_id = a.id OR starts_with(o.account_id, a.id || '/')) AND o.state IN ('admitted', 'running') AND g.resource = w.resource), 0) AS given
    FROM account a CROSS JOIN LATERAL unnest(a.resources, a.used, a.held, a.hard) AS w (resource, used, held, hard) WHERE a.organisation_id = $1`, [world.organisation]))).rows.map((row) => ({ ...row, used: BigInt(row.used), held: BigInt(row.held), hard: BigInt(row.hard), given: BigInt(row.given) }))
  const living = async (): Promise<Row[]> => (await loading((sql) => sql.query(`SELECT a.id, a.tenant_id, a.pods, (gpu_milli(a.resources, a.amounts) / 1000 / a.pods)::int AS each, (gpu_milli(a.resources, a.amounts) / 1000)::int AS gpus, a.devices::int AS devices, (SELECT max(d.pod_most) FROM use_day d WHERE d.allocation_id = a.id)::int AS most,
    ARRAY(SELECT jsonb_array_length(p -> 'gpus') FROM jsonb_array_elements(a.placement -> 'pods') p) AS placed FROM allocation a WHERE a.organisation_id = $1 AND a.state IN ('admitted', 'running') ORDER BY a.name`, [world.organisation]))).rows
  const freeOn = async () => (await loading((sql) => sql.query("SELECT sum((SELECT sum(free) FROM unnest(gpu_free) AS free))::int AS free, sum(cardinality(gpu_free))::int * 1000 AS has FROM node WHERE id = ANY ($1)", [fleet.nodes.flat()]))).rows[0] as { free: number; has: number }
  const adds = async () => {
    for (const { id, resource, used, held, hard, given } of await lines()) expect([id, resource, used, held, used <= hard]).toEqual([id, resource, given, 0n, true])
    const all = await living()
    for (const { id, pods, each, most, placed, devices, gpus } of all) expect([id, each >= 1, most === null || each * 1000 >= most, placed, devices]).toEqual([id, true, true, Array.from({ length: pods }, () => each), gpus])
    const { free, has } = await freeOn()
    expect(has - free).toBe(all.reduce((sum, { gpus }) => sum + gpus, 0) * 1000)
    return all
  }
  const doors = { [world.a]: await doorFor(world.admin), [world.b]: await doorFor(world.stranger) }
  const counted = { smaller: 0, byPlatform: 0, refused: new Set<string>() }
  for (let turn = 0; turn < 20; turn++) {
    const all = await adds()
    for (const { id, tenant_id: tenant, each, pods } of all) {
      // Some are looked at, and use what they have, or a part of it.
      if (roll(2)) await loading((sql) => sql.query(`INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most) SELECT id, current_date - $2::int, tenant_id, namespace_id, $3, 0, $4 FROM allocation WHERE id = $1
        ON CONFLICT (allocation_id, day) DO UPDATE SET samples = use_day.samples + excluded.samples, pod_most = greatest(use_day.pod_most, excluded.pod_most)`, [id, roll(3), 25 + roll(60), roll(roll(each * 1000 + 1) + 1)]))
      const door = doors[tenant]
      const what = roll(8)
      if (what === 0) await door?.allocations.release({ tenant, allocation: id })
      else if (what < 6) {
        const input = { tenant, allocation: id, gpus: 1 + roll(each + 1 + roll(2)) }
        const byPlatform = roll(3) > 0
        const answer = (byPlatform ? await admitByItself({ action: 'allocations.shrink', decider: shrinkAllocation, tenant, input }) : await door?.allocations.shrink(input)) as { ok: true; value: { repeats: boolean } } | { ok: false; refusal: string }
        if (!answer.ok) counted.refused.add(answer.refusal)
        else if (!answer.value.repeats) counted[byPlatform ? 'byPlatform' : 'smaller']++
        const now = (await living()).find((one) => one.id === id)
        expect([now?.each, now?.pods]).toEqual([answer.ok ? input.gpus : each, pods])
      }
    }
    await Promise.all(Array.from({ length: 6 }, async (_, at) => {
      const tenant = roll(2) ? world.a : world.b
      const made = await doors[tenant]?.allocations.create({ tenant, namespace: tenant === world.a ? 'red' : 'blue', name: `p${turn}-${at}`, class: 'normal', pods: 1 + (at % 2), each: { [gpu]: String(at % 2 ? 1 + roll(4) : 1 + roll(8)), [cpu]: '1' }, models: [], region: null, labels: { 'cost-center': 'x' }, purpose: 'Played.', hours: 1, pod: null, claims: [], waits: roll(2) === 0 })
      // Nobody is asked here, and what was given lately does not count.
      if (made?.ok && made.value.verdict === 'hold') await doors[tenant]?.allocations.release({ tenant, allocation: made.value.allocation ?? '' })
    }))
    await longAgo('organisation_id', world.organisation)
  }
  await adds()
  expect(counted.smaller).toBeGreaterThan(4)
  expect(counted.byPlatform).toBeGreaterThan(4)
  expect([...counted.refused].sort()).toEqual(['below_need', 'not_smaller', 'use_unknown'])
  expect(await replayed(world)).toEqual([])

  for (const { id, tenant_id: tenant } of await living()) expect(await doors[tenant]?.allocations.release({ tenant, allocation: id })).toMatchObject({ ok: true })
  for (const { id, used, held } of await lines()) expect([id, used, held]).toEqual([id, 0n, 0n])
  const { free, has } = await freeOn()
  expect(free).toBe(has)
  // Of each of them all that was ever posted comes to nothing.
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, `${world.a},${world.b}`])
  const { rows } = await sql.query('SELECT d.allocation_id, w.resource, sum(w.used) AS used, sum(w.held) AS held FROM decision d CROSS JOIN LATERAL unnest(d.resources, d.used, d.held) AS w (resource, used, held) WHERE d.allocation_id IS NOT NULL GROUP BY 1, 2')
  await sql.end()
  expect(rows.length).toBeGreaterThan(20)
  for (const { allocation_id: id, resource, used, held } of rows) expect([id, resource, used, held]).toEqual([id, resource, '0', '0'])
})
