import { afterAll, expect, onTestFinished, test } from 'vitest'
import { known } from '~/server/admission/known'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { type Free, freeOf, makeNodes } from '~/server/testing/nodes'
import { type Answer, create, gpu, idOf, placementOf, reasonOf, release, roomy, wish } from '~/server/testing/placing'
import { connectAs, doorFor, loading, type Person } from '~/server/testing/world'
import { commandOf } from '~/server/api/router'
import type { Policy } from '../facts'
import { keptOf } from '../kept'
import { defaultPriorityPolicy } from '../priority/priority-policy'
import { Mirror } from './mirror'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const standing = (free: readonly Free[]) => free.map(({ version, ...of }) => of)

test('what is admitted stands on a node of its region, and what is released leaves it exactly as it was', async () => {
  const world = await roomy([gpu, 'cpu', 'memory'])
  const fleet = await makeNodes([world.a], [{ nodes: 2 }])
  const before = await freeOf(fleet)
  const made = await create(world.lead, world.a, { [gpu]: '3', cpu: '4', memory: '8Gi' })
  expect(reasonOf(made)).toBe('admit')
  const { region, placement } = await placementOf(made)
  expect(region).toBe(fleet.region)
  expect(placement).toMatchObject({ region, cluster: fleet.clusters[0], each: { cpuMilli: 4_000, memoryBytes: 8 * 2 ** 30, gpuMilli: 1000 } })
  const [pod] = placement?.pods ?? []
  expect(pod?.gpus).toHaveLength(3)
  const row = (await freeOf(fleet)).find(({ id }) => id === pod?.node)
  expect(row).toMatchObject({ cpu: 92_000, memory: 2 ** 40 - 8 * 2 ** 30, version: 2 })
  expect(row?.gpus.map((free, at) => (pod?.gpus.includes(at) ? free : free - 1000))).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  expect(await release(world.lead, world.a, made)).toMatchObject({ ok: true })
  expect(await release(world.lead, world.a, made)).toMatchObject({ ok: true, value: { repeats: true } })
  expect(standing(await freeOf(fleet))).toEqual(standing(before))
})
test('what is usually let in keeps room for what comes next: where whole nodes are asked for, one GPU goes to a node that is begun; and a process that begins anew knows what came', async () => {
  const world = await roomy([gpu, 'cpu'])
  const fleet = await makeNodes([world.a], [{ nodes: 2 }])
  const [first, second] = fleet.nodes[0] ?? []
  // What other tests let in is recalled, too, and is not what usually comes here.
  ;(known.mirror.came as unknown[]).splice(0)
  const nodeOf = async (answer: Answer) => (await placementOf(answer))?.placement?.pods[0]?.node
  const setPriorities = (body: object | null) => loading(async (sql) => {
    await sql.query("UPDATE policy SET valid_to = now() WHERE tenant_id IS NULL AND kind = 'priority' AND valid_to IS NULL")
    if (body) await sql.query("INSERT INTO policy (id, kind, version, body) SELECT gen_random_uuid(), 'priority', coalesce(max(version), 0) + 1, $1 FROM policy WHERE tenant_id IS NULL AND kind = 'priority'", [JSON.stringify(body)])
  })
  // So much by one person in one hour would need somebody's yes.
  await setPriorities({ ...defaultPriorityPolicy, splitting: { ...defaultPriorityPolicy.splitting, personDevicesMost: 1_000, namespaceDevicesMost: 1_000 } })
  onTestFinished(() => setPriorities(null))
  for (let turn = 0; turn < 16; turn++) await release(world.lead, world.a, await create(world.lead, world.a, { [gpu]: '8', cpu: '32' }))
  const whole = await create(world.lead, world.a, { [gpu]: '8', cpu: '32' })
  const half = await create(world.lead, world.a, { [gpu]: '4', cpu: '16' })
  expect([await nodeOf(whole), await nodeOf(half)]).toEqual([first, second])
  await release(world.lead, world.a, whole)
  expect(await nodeOf(await create(world.lead, world.a, { [gpu]: '1', cpu: '4' }))).toBe(second)
  const anew = new Mirror()
  await anew.fresh()
  // Nobody waits for what is recalled but whoever wants to see it.
  await expect.poll(() => anew.came.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const came = anew.came.filter(({ regions }) => regions.includes(fleet.region)).map(({ shape: { cpuMilli, gpus, gpuMilli, models } }) => [cpuMilli, gpus, gpuMilli, models])
  expect(came).toEqual([...Array(17).fill([32_000, 8, 1000, 'any']), [16_000, 4, 1000, 'any'], [4_000, 1, 1000, 'any']])
})
test('of twenty at once where sixteen fit, sixteen are placed, and no GPU twice', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 2 }])
  const people = await Promise.all(['x', 'y', 'z'].map((name) => world.person(name, ['tenant_admin', world.a, null])))
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => create(people[at % 3] as Person, world.a, { [gpu]: '1' })))
  const reasons = answers.map(reasonOf)
  expect([...new Set(reasons)].sort()).toEqual(['admit', 'no_node_fits'])
  expect(reasons.filter((reason) => reason === 'admit')).toHaveLength(16)
  expect((await freeOf(fleet)).flatMap(({ gpus }) => gpus)).toEqual(Array(16).fill(0))
})
test('a cordoned node takes nothing, nor one that was not heard of; what is uncordoned does again', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 2 }])
  const set = (what: string, at: number) => loading((sql) => sql.query(`UPDATE node SET ${what}, version = version + 1 WHERE id = $1`, [fleet.nodes[0]?.[at]]))
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }))).toBe('admit')
  await set("cordoned_at = now(), cordoned_because = 'It is hot.'", 0)
  await set("reported_at = now() - interval '31 seconds'", 1)
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }))).toBe('no_node_fits')
  await set('reported_at = NULL', 1)
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }))).toBe('no_node_fits')
  await set('cordoned_at = NULL, cordoned_because = NULL', 0)
  const made = await create(world.lead, world.a, { [gpu]: '1' })
  expect((await placementOf(made)).placement?.pods[0]?.node).toBe(fleet.nodes[0]?.[0])
})
test('a copied toleration opens nothing of another’s, one’s own pool needs none, and a tenant that was promised one of its own is nowhere else', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 1, owner: world.b, level: 3, taints: ['dedicated=b:NoSchedule'] }])
  const pod = (tolerations: object[]) => JSON.stringify({ metadata: { name: 'x' }, spec: { containers: [{ name: 'a', image: 'x', securityContext: { runAsNonRoot: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } } }], tolerations } })
  const copied = pod([{ key: 'dedicated', operator: 'Equal', value: 'b', effect: 'NoSchedule' }])
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }, { pod: copied }))).toBe('no_node_fits')
  expect(reasonOf(await create(world.stranger, world.b, { [gpu]: '1' }))).toBe('admit')
  await loading((sql) => sql.query('UPDATE tenant SET isolation_level = 4 WHERE id = $1', [world.b]))
  expect(reasonOf(await create(world.stranger, world.b, { [gpu]: '1' }))).toBe('no_node_fits')
  expect(new Set((await freeOf(fleet)).flatMap(({ gpus }) => gpus))).toEqual(new Set([0, 1000]))
})
test('a taint of what everybody shares is tolerated by name, or by everything that is left out', async () => {
  const world = await roomy()
  await makeNodes([world.a], [{ nodes: 1, taints: ['spot=yes:NoSchedule'] }])
  const pod = (toleration: object) => JSON.stringify({ metadata: { name: 'x' }, spec: { containers: [{ name: 'a', image: 'x', securityContext: { runAsNonRoot: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } } }], tolerations: [toleration] } })
  const told = async (toleration: object) => reasonOf(await create(world.lead, world.a, { [gpu]: '1' }, { pod: pod(toleration) }))
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }))).toBe('no_node_fits')
  expect([await told({ key: 'spot', value: 'no' }), await told({ key: 'spot', operator: 'Exists' }), await told({ key: 'spot', value: 'yes', effect: 'NoSchedule' })]).toEqual(['no_node_fits', 'admit', 'admit'])
})
test('a thousand pods are placed together or not at all, in one cluster', { timeout: 120_000 }, async () => {
  const world = await roomy(['cpu'])
  const fleet = await makeNodes([world.a], [{ nodes: 100, cpu: 10_000 }, { nodes: 99, cpu: 10_000, cluster: 1 }])
  const before = await freeOf(fleet)
  await loading((sql) => sql.query('UPDATE node SET cpu_free = cpu_free - 1, version = version + 1 WHERE id = $1', [fleet.nodes[0]?.[0]]))
  expect(reasonOf(await create(world.lead, world.a, { cpu: '1' }, { pods: 1000 }))).toBe('no_node_fits')
  await loading((sql) => sql.query('UPDATE node SET cpu_free = cpu_free + 1, version = version + 1 WHERE id = $1', [fleet.nodes[0]?.[0]]))
  expect(standing(await freeOf(fleet))).toEqual(standing(before))
  const made = await create(world.lead, world.a, { cpu: '1' }, { pods: 1000 })
  expect(reasonOf(made)).toBe('admit')
  expect((await placementOf(made)).placement).toMatchObject({ cluster: fleet.clusters[0] })
  expect((await freeOf(fleet)).filter(({ id }) => fleet.nodes[0]?.includes(id)).map(({ cpu }) => cpu)).toEqual(Array(100).fill(0))
  await release(world.lead, world.a, made)
  expect(standing(await freeOf(fleet))).toEqual(standing(before))
})
test('a part of one GPU is its own resource: never with whole ones, never a whole one, and two thirds do not share a GPU', async () => {
  const parts = 'nvidia.com/gpu-milli'
  const world = await roomy([gpu, parts])
  const fleet = await makeNodes([world.a], [{ nodes: 1, gpus: 2 }])
  const told = async (each: Record<string, string>) => {
    const answer = await create(world.lead, world.a, each)
    return answer.ok ? answer.value.verdict : [answer.refusal, answer.about?.[0]?.says]
  }
  expect(await told({ [gpu]: '1', [parts]: '500' })).toEqual(['gpus_unclear', 'Either whole GPUs are asked for, or thousandths of one: a pod cannot have both.'])
  expect(await told({ [parts]: '1000' })).toEqual(['gpus_unclear', 'Of one GPU a pod asks for at most 999 thousandths; more than that are whole ones.'])
  expect([await told({ [parts]: '600' }), await told({ [parts]: '600' }), await told({ [parts]: '400' })]).toEqual(['admit', 'admit', 'admit'])
  expect((await freeOf(fleet))[0]?.gpus.sort()).toEqual([0, 400])
  expect(await told({ [parts]: '401' })).toEqual(['no_node_fits', 'No node that you may use has room for this.'])
  expect(await told({ [gpu]: '1' })).toEqual(['no_node_fits', 'No node that you may use has room for this.'])
  expect(reasonOf(await create(world.developer, world.a, { [parts]: '1' }))).toBe('hold')
})
test('what others took since the fleet was read is seen under the locks, and looked for again', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 12 }])
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }))).toBe('admit')
  // All that would be proposed, and more: only a look at the rows finds the last.
  await loading((sql) => sql.query("UPDATE node SET gpu_free = '{0,0,0,0,0,0,0,0}', version = version + 1 WHERE id = ANY ($1)", [fleet.nodes[0]?.slice(0, 11)]))
  const made = await create(world.admin, world.a, { [gpu]: '8' })
  expect((await placementOf(made)).placement?.pods[0]?.node).toBe(fleet.nodes[0]?.[11])
})
test('what would be says whether it fits and where, and the same whatever others use', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 4 }])
  const told = async (asked: object) => JSON.stringify(await (await doorFor(world.admin)).allocations.preview({ ...wish(world.a, { [gpu]: '2' }, asked), name: 'same' })).replaceAll(/"now":"[^"]*"|"endsAt":"[^"]*"/g, '')
  const before = await told({})
  expect(before).toContain(`"saw":{"places":true,"fits":true,"region":"${fleet.region}","cluster":"${fleet.clusters[0]}"}`)
  for (const gpus of ['1', '3', '2', '2']) {
    expect(reasonOf(await create(world.stranger, world.b, { [gpu]: gpus }))).toBe('admit')
    expect(await told({})).toBe(before)
  }
  const made = await create(world.lead, world.a, { [gpu]: '1' })
  const traceFor = async (person: Person) => (await (await doorFor(person)).allocations.read({ tenant: world.a, allocation: idOf(made) })).decisions[0]?.trace.find(({ check }) => check === 'placement')?.saw
  expect(await traceFor(world.admin)).toMatchObject({ places: true, fits: true, pools: [`p0-${fleet.mark}`], nodes: [expect.stringContaining(fleet.mark)], nodesInAll: 1 })
  expect(await traceFor(world.lead)).toEqual({ places: true, fits: true, region: fleet.region, cluster: fleet.clusters[0] })
})
test('what does not fit is told the nearest that does in halves, and the same whatever others use', async () => {
  const world = await roomy([gpu, 'cpu'])
  await makeNodes([world.a, world.b], [{ nodes: 4, gpus: 7, cpu: 10_000 }])
  const told = async (each: Record<string, string>, pods = 1) => {
    const answer = await (await doorFor(world.admin)).allocations.preview({ ...wish(world.a, each, { pods }), name: 'same' })
    return answer.ok ? [answer.value.reason, answer.value.nearest] : answer
  }
  const all = async () => [await told({ [gpu]: '8' }), await told({ cpu: '3' }, 40)]
  const before = await all()
  expect(before).toEqual([
    ['no_node_fits', [{ change: 'fewer_devices', resource: gpu, amount: '4', verdict: 'admit' }]],
    ['no_node_fits', [{ change: 'fewer_pods', pods: 10, verdict: 'admit' }]],
  ])
  for (const cpu of ['1', '2']) {
    expect(reasonOf(await create(world.stranger, world.b, { [gpu]: '1', cpu }))).toBe('admit')
    expect(await all()).toEqual(before)
  }
})
test('where no node fits, what one’s own quota leaves and what needs nobody’s yes are looked for as they are, and not in halves', async () => {
  const world = await roomy([gpu, 'cpu'])
  await makeNodes([world.a], [{ nodes: 1, gpus: 8, cpu: 10_000 }])
  const limit = (most: Record<string, number>) => loading((sql) => sql.query("UPDATE account SET hard = ARRAY[$2, $3]::bigint[], version = version + 1 WHERE tenant_id = $1 AND namespace_id = 'red' AND kind = 'namespace'", [world.a, most[gpu] ?? 1000, 1_000_000]))
  const nearest = async (each: Record<string, string>, pods = 1) => {
    const answer = await (await doorFor(world.admin)).allocations.preview({ ...wish(world.a, each, { pods }), name: 'same' })
    return answer.ok && answer.value.nearest.filter(({ change }) => change === (pods === 1 ? 'fewer_devices' : 'fewer_pods'))
  }
  const fewer = (amount: string, verdict: string) => ({ change: 'fewer_devices', resource: gpu, amount, verdict })
  await limit({ [gpu]: 7 })
  expect(await nearest({ [gpu]: '10' })).toEqual([fewer('7', 'admit')])
  await limit({ [gpu]: 9 })
  expect(await nearest({ [gpu]: '10' })).toEqual([fewer('9', 'hold'), fewer('8', 'admit')])
  expect(await nearest({ [gpu]: '9' })).toEqual([fewer('8', 'admit')])
  await limit({ [gpu]: 7 })
  expect(await nearest({ [gpu]: '1' }, 9)).toEqual([{ change: 'fewer_pods', pods: 7, verdict: 'admit' }])
})
test('where the nodes are not chosen here, or this tenant may be nowhere where there are any, the ledger alone decides', async () => {
  const world = await roomy()
  const elsewhere = await create(world.lead, world.a, { [gpu]: '1' })
  expect([reasonOf(elsewhere), await placementOf(elsewhere)]).toEqual(['admit', { region: null, placement: null }])
})
test('every decision with a placement, decided again from its facts under its policies, gives the same bytes', async () => {
  const world = await roomy(['cpu'])
  await makeNodes([world.a], [{ nodes: 3, cpu: 20_000 }])
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => create(world.lead, world.a, { cpu: String(1 + (at % 4)) }, { pods: 1 + (at % 2) })))
  expect(new Set(answers.map(reasonOf)).size).toBeGreaterThan(1)
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  const bodies = new Map<string, Policy>((await sql.query('SELECT digest, body FROM policy_set')).rows.map(({ digest, body }) => [digest, JSON.parse(body) as Policy]))
  const { rows } = await sql.query('SELECT action, policies, facts, outcome FROM decision')
  await sql.end()
  expect(rows).toHaveLength(30)
  for (const { action, policies, facts, outcome } of rows) {
    const declared = commandOf(action)
    if (!declared || !('decider' in declared) || 'supposes' in declared.decider) throw new Error(`${action} is decided by nobody`)
    expect(keptOf(declared.decider.decide(JSON.parse(facts) as never, bodies.get(policies) as Policy))).toBe(outcome)
  }
})
