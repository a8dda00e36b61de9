import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureUse } from '~/server/clusters/measure-use'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { podResources } from './decide-pod-size'
import type { Prices } from '~/server/prices/decide-cost'
import { dice } from '~/server/testing/dice'
import { makeNodes, type TestNodes } from '~/server/testing/nodes'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'

const gpu = 'nvidia.com/gpu'
let world: World
let fleet: TestNodes
let lease: string
beforeAll(async () => {
  world = await makeWorld()
  await loading((sql) => sql.query(`UPDATE account SET resources = $2::text[], nominal = '{0,0,0,0}', hard = array_fill(1000000000000000::bigint, ARRAY[4]), used = '{0,0,0,0}', held = '{0,0,0,0}', unexplained = '{0,0,0,0}' WHERE organisation_id = $1`, [world.organisation, ['cpu', 'memory', gpu, 'nvidia.com/gpu-milli']]))
  fleet = await makeNodes([world.a, world.b], [{ nodes: 6 }, { nodes: 1, gpus: 0 }, { nodes: 2, model: 'T4', gpus: 2 }])
  lease = `use-${world.mark}`
  await takeLease(lease, 600)
})
afterAll(async () => {
  await pricesAre(null)
  await closeLanes()
  await closeDatabase()
})

/** The slots of a day that no engine has come to, so that nobody else has looked. From its beginning: what is kept by days is asked for as one. */
const day = Date.parse('2031-03-01T00:00:00Z') + Math.floor(Math.random() * 8_000) * 86_400_000
const look = (slot: number) => measureUse(lease, new Date(day + slot * 600_000 + 1_000))
async function pricesAre(body: Prices | null) {
  await loading(async (sql) => {
    await sql.query("DELETE FROM policy WHERE tenant_id IS NULL AND kind = 'prices'")
    if (body) await sql.query("INSERT INTO policy (id, kind, version, body) VALUES (gen_random_uuid(), 'prices', 1, $1)", [JSON.stringify(body)])
  })
}
let named = 0
async function run(tenant: 'a' | 'b', each: Record<string, string>, more: { pods?: number; models?: string[] } = {}): Promise<string> {
  // Each time somebody else: whoever asks often is asked back.
  const person = await world.person(`u${named}`, [tenant === 'a' ? 'namespace_admin' : 'tenant_admin', world[tenant], tenant === 'a' ? 'red' : null])
  const answer = await (await doorFor(person)).allocations.create({ tenant: world[tenant], namespace: tenant === 'a' ? 'red' : 'blue', name: `u${named++}`, class: 'normal', pods: 1, each, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
  if (!answer.ok || answer.value.verdict !== 'admit' || answer.value.allocation === null) throw new Error(JSON.stringify(answer))
  return answer.value.allocation
}
const report = (allocation: string, slot: number, gpuUse: number | null, cpuUse: number | null, memoryUse: number | null = null) => loading((sql) => sql.query(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, cpu_use, memory_use, started_at, reported_at)
  SELECT $1, id::text, tenant_id, namespace_id, id, $3, '{cpu}', '{1}', $4, $5, $7, now(), $6 FROM allocation WHERE id = $2::uuid ON CONFLICT (cluster_id, id) DO UPDATE SET gpu_use = excluded.gpu_use, cpu_use = excluded.cpu_use, memory_use = excluded.memory_use, reported_at = excluded.reported_at`, [fleet.clusters[0], allocation, fleet.nodes[0]?.[0], gpuUse, cpuUse, new Date(day + slot * 600_000), memoryUse]))
type Sums = Record<'gpu' | 'cpu' | 'memory', bigint>
const sums = async (text: string, ...values: unknown[]): Promise<Sums> => {
  const [row] = (await loading((sql) => sql.query(text, values))).rows as Record<string, string | null>[]
  return { gpu: BigInt(row?.gpu ?? 0), cpu: BigInt(row?.cpu ?? 0), memory: BigInt(row?.memory ?? 0) }
}
/** What the nodes have now, have free, and have free where nothing new comes. */
async function standing(): Promise<Record<'all' | 'free' | 'cordoned', Sums>> {
  const [free, from] = ['SELECT sum((SELECT sum(free) FROM unnest(gpu_free) AS free)) AS gpu, sum(cpu_free) AS cpu, sum(memory_free) AS memory', 'FROM node JOIN pool ON pool.id = pool_id WHERE cluster_id = $1']
  return {
    all: await sums(`SELECT sum(cardinality(gpu_free)) * 1000 AS gpu, sum(cpu) AS cpu, sum(memory) AS memory ${from}`, fleet.clusters[0]),
    free: await sums(`${free} ${from} AND cordoned_at IS NULL`, fleet.clusters[0]), cordoned: await sums(`${free} ${from} AND cordoned_at IS NOT NULL`, fleet.clusters[0]),
  }
}
const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows

test('what tenants are charged, what is free and what is cordoned add up to the capacity times the time, exactly, whatever comes and goes between', async () => {
  const first = await run('a', { [gpu]: '3', cpu: '4', memory: '8Gi' })
  await run('b', { [gpu]: '2', cpu: '1500m', memory: '4194305' }, { pods: 2 })
  expect([await look(0), await look(0)]).toEqual([true, false])
  const stood = [await standing()]
  await loading((sql) => sql.query("UPDATE node SET cordoned_at = now(), cordoned_because = 'It is hot.', version = version + 1 WHERE id = $1", [fleet.nodes[0]?.[5]]))
  await run('b', { 'nvidia.com/gpu-milli': '250', cpu: '1' }, { models: ['T4'] })
  await run('a', { cpu: '7', memory: '1Gi' })
  await look(1)
  stood.push(await standing())
  await (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation: first })
  await look(2)
  stood.push(await standing())
  const charged = await sums('SELECT sum(gpu_charged) AS gpu, sum(cpu_charged) AS cpu, sum(memory_charged) AS memory FROM use_span WHERE cluster_id = $1 AND span = $2', fleet.clusters[0], 'hour')
  const over = (what: 'all' | 'free' | 'cordoned', of: keyof Sums) => stood.reduce((sum, each) => sum + each[what][of], 0n)
  expect(over('all', 'gpu')).toBe(3n * 52_000n)
  expect(charged.gpu).toBe(3_000n * 2n + 4_000n * 3n + 250n * 2n)
  expect(charged.memory % 2n ** 20n).toBe((8_388_610n * 3n) % 2n ** 20n)
  expect(over('cordoned', 'gpu')).toBeGreaterThan(0n)
  for (const of of ['gpu', 'cpu', 'memory'] as const) expect([of, charged[of] + over('free', of) + over('cordoned', of)]).toEqual([of, over('all', of)])
  expect(await sums('SELECT sum(gpu_charged) AS gpu, sum(cpu_charged) AS cpu, sum(memory_charged) AS memory FROM use_span WHERE cluster_id = $1 AND span = $2', fleet.clusters[0], 'day')).toEqual(charged)
})
test('what a cluster did not say is not measured, which is not unused; what is another tenant’s word is nobody’s', async () => {
  const [heard, silent] = [await run('a', { [gpu]: '4', memory: '8Gi' }), await run('a', { [gpu]: '2', memory: '1Gi' })]
  await report(heard, 4, 250, null, 500)
  await report(silent, 4, null, 500)
  await loading((sql) => sql.query('UPDATE workload SET tenant_id = $2 WHERE allocation_id = $1', [silent, world.b]))
  const before = (await rows("SELECT sum(gpu_measured)::int AS measured, sum(gpu_used)::int AS used FROM use_span WHERE tenant_id = $1 AND span = 'hour'", world.a))[0]
  await look(4)
  const after = (await rows("SELECT sum(gpu_measured)::int AS measured, sum(gpu_used)::int AS used, sum(cpu_measured)::int AS cpu, sum(memory_measured) / 2 ^ 30 AS memory, sum(memory_used) / 2 ^ 30 AS kept FROM use_span WHERE tenant_id = $1 AND span = 'hour'", world.a))[0]
  expect([after.measured - before.measured, after.used - before.used, after.cpu, Number(after.memory), Number(after.kept)]).toEqual([4_000, 1_000, 0, 8, 4])
  expect(await rows('SELECT namespace_id, gpu::int FROM use_peak WHERE tenant_id = $1 AND gpu > 0 ORDER BY 1', world.a)).toEqual([])
  await (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation: silent })
  // Twice the memory that it has is used, and all of that is what it is charged.
  await report(heard, 5, 250, null, 2_000)
  await look(5)
  expect((await rows("SELECT sum(memory_measured) / 2 ^ 30 AS measured, sum(memory_used) / 2 ^ 30 AS used FROM use_span WHERE tenant_id = $1 AND span = 'hour'", world.a)).map(({ measured, used }) => [Number(measured), Number(used)])).toEqual([[16, 12]])
  expect(await rows('SELECT namespace_id, gpu::int FROM use_peak WHERE tenant_id = $1 AND gpu > 0 ORDER BY 1', world.a)).toEqual([{ namespace_id: '', gpu: 1_000 }, { namespace_id: 'red', gpu: 1_000 }])
})

test('a page reads what was charged and used now, by namespace, by model and by person, and only of where its reader reaches', async () => {
  const own = await makeWorld()
  const since = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  await loading(async (sql) => {
    await sql.query("INSERT INTO use_slot (at) VALUES (date_trunc('hour', now(), 'UTC')) ON CONFLICT DO NOTHING")
    for (const [tenant, namespace, model, person, charged, used] of [[own.a, 'red', 'A100', own.lead.id, 6_000, 3_000], [own.a, 'green', 'T4', own.developer.id, 2_000, 0], [own.b, 'blue', 'A100', own.stranger.id, 8_000, 8_000]] as const)
      await sql.query("INSERT INTO use_span SELECT s, date_trunc(s, $1::timestamptz, 'UTC'), $2, $3, 'x', $4, $5, $6, $6, $7, 0, 0, 0, 1073741824 FROM unnest('{hour,day}'::text[]) s", [since, tenant, namespace, model, person, charged, used])
  })
  const read = async (person: typeof own.lead, by: 'namespace' | 'model', range: 'day' | 'week' | 'month' = 'day', namespace: string | null = null) => (await doorFor(person)).use.read({ tenant: own.a, namespace, range, by })
  for (const range of ['day', 'week', 'month'] as const) {
    const { parts, buckets, over, total } = await read(own.admin, 'namespace', range)
    expect(parts.map(({ key, sums: { gpuCharged, gpuUsed } }) => [key, gpuCharged, gpuUsed])).toEqual([['red', '6000', '3000'], ['green', '2000', '0']])
    expect([buckets.length, new Set(over.map(({ at }) => at)), total.sums.gpuCharged, (buckets.at(-1)?.slots ?? 0) > 0]).toEqual([{ day: 24, week: 168, month: 30 }[range], new Set([buckets.length - 1]), '8000', true])
  }
  expect((await read(own.admin, 'model')).parts.map(({ key }) => key)).toEqual(['A100', 'T4'])
  expect((await read(own.admin, 'model', 'day', 'green')).parts.map(({ key }) => key)).toEqual(['T4'])
  expect((await read(own.developer, 'namespace')).parts.map(({ key }) => key)).toEqual(['red'])
  const named = (await (await doorFor(own.admin)).use.readByPerson({ tenant: own.a, namespace: null, range: 'day' })).parts
  expect(named.map(({ key, name, sums }) => [key, name !== null, sums.gpuCharged])).toEqual([[own.lead.id, true, '6000'], [own.developer.id, true, '2000']])
})
test('by what was used, each hour is billed max(used, floor × charged) of what was measured and all of the rest, whichever way it is read; so a bill is never below the floor nor above what was charged', async () => {
  const own = await makeWorld()
  const now = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const throws = dice(95)
  const kept: { at: number; namespace: string; model: string; charged: number; measured: number; used: number }[] = []
  for (let n = 0; n < 160; n++) {
    const charged = 1 + throws(50_000)
    const measured = n % 3 === 0 ? 0 : n % 3 === 1 ? charged : throws(charged)
    kept.push({ at: now - 3_600_000 * Math.floor(n / 4), namespace: n % 2 ? 'red' : 'green', model: n % 4 < 2 ? 'A100' : 'T4', charged, measured, used: throws(measured + 1) })
  }
  await loading(async (sql) => {
    for (const { at, namespace, model, charged, measured, used } of kept)
      await sql.query(`INSERT INTO use_span AS kept SELECT s, date_trunc(s, $1::timestamptz, 'UTC'), $2, $3, 'x', $4, $5, $6, $7, $8, $6, $7, $8, $6, $7, $8 FROM unnest('{hour,day}'::text[]) s
        ON CONFLICT (tenant_id, span, since, namespace_id, cluster_id, model, person_id) DO UPDATE SET gpu_charged = kept.gpu_charged + $6, gpu_measured = kept.gpu_measured + $7, gpu_used = kept.gpu_used + $8, cpu_charged = kept.cpu_charged + $6, cpu_measured = kept.cpu_measured + $7, cpu_used = kept.cpu_used + $8, memory_charged = kept.memory_charged + $6, memory_measured = kept.memory_measured + $7, memory_used = kept.memory_used + $8`, [new Date(at), own.a, namespace, model, own.lead.id, charged, measured, used])
  })
  for (const floor of ['0', '0.3', '1', null]) {
    await pricesAre({ currency: 'EUR', perHour: { 'nvidia.com/gpu': '6', cpu: '6' }, models: {}, isolation: { 2: '1', 3: '1', 4: '1' }, ...(floor === null ? {} : { billed: { by: 'used', floor } }) })
    const share = Number(floor ?? '1') * 10
    // Tenths, so that the reference is exact.
    const billed = (of: typeof kept) => of.reduce((sum, { charged, measured, used }) => sum + 10 * (charged - measured) + Math.max(10 * used, share * measured), 0)
    for (const by of ['namespace', 'model'] as const) {
      for (const range of ['week', 'month'] as const) {
        const { parts, total } = await (await doorFor(own.admin)).use.read({ tenant: own.a, namespace: null, range, by })
        const cpuOf = (spent: typeof total.spent) => spent?.lines.find(({ resource }) => resource === 'cpu')
        expect([range, ...parts.map(({ key, spent }) => [key, cpuOf(spent)?.cost])]).toEqual([range, ...parts.map(({ key }) => [key, (billed(kept.filter((one) => one[by] === key)) / 10_000).toFixed(2)])])
        expect(cpuOf(total.spent)?.cost).toBe((billed(kept) / 10_000).toFixed(2))
        for (const { charged, billed, measured } of [...parts, { spent: total.spent }].flatMap(({ spent }) => spent?.lines ?? [])) {
          expect(Number(billed)).toBeLessThanOrEqual(Number(charged))
          expect(Number(billed)).toBeGreaterThanOrEqual(Number(floor ?? '1') * Number(charged) - 0.01)
          if (floor === null || floor === '1' || measured === '0') expect(billed).toBe(charged)
        }
      }
    }
  }
})
test('of each namespace and of the tenant it is told what was not passed in 95 of 100 hours, to whoever reaches them', async () => {
  const own = await makeWorld()
  await loading((sql) => sql.query("INSERT INTO use_peak SELECT $1, n, date_trunc('hour', now(), 'UTC') - make_interval(hours => h), CASE WHEN h = 0 THEN 99000 ELSE h END, NULL FROM unnest('{red,green,\"\"}'::text[]) n, generate_series(0, 200) h", [own.a]))
  const peaks = async (person: typeof own.admin) => (await doorFor(person)).use.peaks({ tenant: own.a, namespaces: ['red', 'green'] })
  expect((await peaks(own.admin)).sort((one, other) => ((one.namespace ?? '') < (other.namespace ?? '') ? -1 : 1))).toEqual([null, 'green', 'red'].map((namespace) => ({ namespace, gpu: '160', cpu: null, memory: null, hours: 168 })))
  expect((await peaks(own.developer)).map(({ namespace }) => namespace)).toEqual(['red'])
})
test('what is idle or too large is listed with what that rests on, and what nobody measured is not', async () => {
  const given = async (gpus: number, samples: number, mean: number, most: number | null) => {
    const allocation = await run('a', { [gpu]: String(gpus) }, { models: ['A100'] })
    await loading(async (sql) => {
      await sql.query("UPDATE allocation SET state = 'running', running_at = now() WHERE id = $1", [allocation])
      await sql.query("INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most) VALUES ($1, current_date, $2, 'red', $3, $4, $5)", [allocation, world.a, samples, samples * mean, most === null ? null : most * gpus])
    })
    return allocation
  }
  const [idle, large] = [await given(2, 100, 10, 700), await given(4, 100, 200, 300)]
  await given(2, 20, 0, 0)
  await given(2, 100, 800, 900)
  const { gpus: listed } = await (await doorFor(world.lead)).use.idle({ tenant: world.a, namespace: 'red' })
  expect(listed.filter(({ allocation }) => [idle, large].includes(allocation)).map(({ allocation, size, mean, most, samples }) => ({ allocation, size, mean, most, samples }))).toEqual([
    { allocation: large, size: { says: 'enough', gpus: '2', each: '2' }, mean: 200, most: 300, samples: 100 }, { allocation: idle, size: { says: 'idle' }, mean: 10, most: 700, samples: 100 },
  ])
  expect(listed).toHaveLength(2)
})
test('what would do with less than half of its cores or memory is listed, with how it was asked for, to whoever reaches it; each slot counts once, and only where every pod was heard', async () => {
  const allocation = await run('a', { cpu: '16', memory: '64Gi' }, { pods: 2 })
  const pod = (at: number, slot: number, cpuUse: number | null, memoryUse: number | null) => loading((sql) => sql.query(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, cpu_use, memory_use, started_at, reported_at)
    SELECT $1, id || '-' || $3::text, tenant_id, namespace_id, id, $4, '{cpu,memory}', '{16000,68719476736}', $5, $6, now(), $7 FROM allocation WHERE id = $2::uuid ON CONFLICT (cluster_id, id) DO UPDATE SET cpu_use = excluded.cpu_use, memory_use = excluded.memory_use, reported_at = excluded.reported_at`, [fleet.clusters[0], allocation, at, fleet.nodes[0]?.[0], cpuUse, memoryUse, new Date(day + slot * 600_000)]))
  const kept = async (): Promise<{ cpu: object; memory: object }[]> => rows('SELECT cpu, memory FROM pod_use WHERE allocation_id = $1', allocation)
  const looks = async (slot: number, ...uses: (readonly [number | null, number | null])[]) => {
    for (const [at, use] of uses.entries()) await pod(at, slot, ...use)
    await look(slot)
    return kept()
  }
  const bucket = (resource: 'cpu' | 'memory', amount: bigint) => String(podResources[resource].bounds.findIndex((bound) => amount < bound))
  const [cpu, memory] = [bucket('cpu', 4_000n), bucket('memory', 2n ** 34n)]
  expect(await looks(10, [100, 100])).toEqual([])
  expect(await looks(11, [100, 100], [250, null])).toEqual([{ cpu: { [cpu]: 1 }, memory: {} }])
  expect(await looks(12, [100, 100], [250, 250])).toEqual([{ cpu: { [cpu]: 2 }, memory: { [memory]: 1 } }])
  expect(await looks(12, [900, 900], [900, 900])).toEqual([{ cpu: { [cpu]: 2 }, memory: { [memory]: 1 } }])
  expect(await looks(13, [1_500, 100], [250, 250])).toEqual([{ cpu: { [cpu]: 2, [bucket('cpu', 24_000n)]: 1 }, memory: { [memory]: 2 } }])

  const sizes = async () => (await (await doorFor(world.lead)).use.idle({ tenant: world.a, namespace: null })).pods
  expect(await sizes()).toEqual([])
  await loading(async (sql) => {
    await sql.query("UPDATE allocation SET state = 'running', running_at = now() WHERE id = $1", [allocation])
    await sql.query('UPDATE pod_use SET day = current_date, cpu = jsonb_build_object($2::text, 144), memory = jsonb_build_object($3::text, 143) WHERE allocation_id = $1', [allocation, cpu, memory])
  })
  const expected = { allocation, namespace: 'red', pods: 2, days: 1, cpu: { has: '16000', enough: '5000', lower: '5000', upper: '5000', samples: 144 }, memory: null, asked: { each: { cpu: '16', memory: '64Gi' }, hours: 1 }, purpose: 'For the test.' }
  expect(await sizes()).toMatchObject([expected])
  await loading((sql) => sql.query("UPDATE pod_use SET namespace_id = 'green' WHERE allocation_id = $1", [allocation]))
  expect(await sizes()).toEqual([])
})
test('what a pod needs is known only where all pods were heard of, by the one that used most, and by the larger of what it has and what its cluster says it has', async () => {
  const allocation = await run('a', { [gpu]: '4' }, { models: ['A100'], pods: 2 })
  const heard = (pod: number, slot: number, gpuUse: number, gpus = 4) => loading((sql) => sql.query(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, cpu_use, memory_use, started_at, reported_at)
    SELECT $1, id::text || '-' || $3::int, tenant_id, namespace_id, id, $4, '{nvidia.com/gpu}', ARRAY[$5::bigint], $6, 0, 0, now(), $7 FROM allocation WHERE id = $2::uuid ON CONFLICT (cluster_id, id) DO UPDATE SET gpu_use = excluded.gpu_use, amounts = excluded.amounts, reported_at = excluded.reported_at`, [fleet.clusters[0], allocation, pod, fleet.nodes[0]?.[1], gpus, gpuUse, new Date(day + slot * 600_000)]))
  const days = () => rows('SELECT samples, gpu_use::int AS sum, pod_most::int AS most FROM use_day WHERE allocation_id = $1', allocation)
  await heard(0, 20, 100)
  await look(20)
  expect(await days()).toEqual([])
  await Promise.all([heard(0, 21, 100), heard(1, 21, 601)])
  await look(21)
  expect(await days()).toEqual([{ samples: 1, sum: 351, most: 2_404 }])
  await loading((sql) => sql.query("UPDATE allocation SET amounts = ARRAY(SELECT CASE WHEN r = 'nvidia.com/gpu' THEN 6 ELSE a END FROM unnest(resources, amounts) AS u (r, a)) WHERE id = $1", [allocation]))
  await Promise.all([heard(0, 22, 0), heard(1, 22, 700)])
  await look(22)
  expect((await days())[0]?.most).toBe(2_800)
  await Promise.all([heard(0, 23, 1_000, 1), heard(1, 23, 0, 1)])
  await look(23)
  expect((await days())[0]?.most).toBe(3_000)
})
