import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes, inSnapshot, type Lane } from '~/server/database/lane'
import { makeNodes } from '~/server/testing/nodes'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import type { DemandSupposed, LimitSupposed } from './supposition'

const resource = 'nvidia.com/gpu'
const limit = (namespace: string | null, to: number): LimitSupposed => ({ namespace, resource, limit: `${to}` })
const demand = (namespace: string, gpus: number, more: Partial<DemandSupposed> = {}): DemandSupposed => ({ namespace, class: 'normal', pods: 1, gpus, model: null, hours: 1, ...more })
type Asked = { limits?: LimitSupposed[]; demands?: DemandSupposed[]; without?: string[] }
async function suppose(person: Person, tenant: string, { limits = [], demands = [], without = [] }: Asked) {
  const answer = await (await doorFor(person)).whatIf.suppose({ tenant, limits, demands, without })
  if (!answer.ok) throw new Error('a supposition is answered')
  return answer.value
}
async function create(person: Person, tenant: string, name: string, gpus: number, more: object = {}): Promise<string> {
  const answer = await (await doorFor(person)).allocations.create(
    { tenant, namespace: 'red', name, class: 'normal', pods: 1, each: { [resource]: `${gpus}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
  return answer.ok ? (answer.value.allocation ?? '') : answer.refusal
}
/** A world of which every namespace says for what its work is accounted. */
async function made(): Promise<World> {
  const world = await makeWorld()
  await loading((sql) => sql.query("UPDATE namespace SET cost_centre = 'test' WHERE tenant_id = ANY ($1)", [[world.a, world.b]]))
  return world
}
let world: World
beforeAll(async () => { world = await made() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

test('a demand is told what it would come to as it is and under the limit that is supposed, and which limit binds', async () => {
  const told = await suppose(world.admin, world.a, { limits: [limit('red', 12)], demands: [demand('red', 10)] })
  expect(told.demands).toMatchObject([{
    before: { verdict: 'refuse', reason: 'quota_exceeded', says: 'Quota exceeded: GPU limit 8, used 0, requested 10', levels: [{ level: 'namespace', fits: false, binds: true, figures: { limit: '8' } }, { level: 'tenant', fits: true }, { level: 'organisation', fits: true, figures: null }] },
    after: { verdict: 'hold', reason: 'many_devices', approver: 'platform', levels: [{ level: 'namespace', fits: true, binds: true, figures: { limit: '12', free: '12' } }, { level: 'tenant' }, { level: 'organisation', figures: null }] },
  }])
  expect(told.limits).toEqual([
    { namespace: 'red', resource, version: '1', before: { limit: '8', used: '0', held: '0', free: '8' }, after: { limit: '12', used: '0', held: '10', free: '2' }, over: '0', supposed: true, refusal: null, least: '0', most: '12' },
    { namespace: null, resource, version: '1', before: { limit: '20', used: '0', held: '0', free: '20' }, after: { limit: '20', used: '0', held: '10', free: '10' }, over: '0', supposed: false, refusal: null, least: '0', most: null },
  ])
  expect([told.above, told.waiting, told.displaced, told.givesWay, told.isPart]).toEqual(['asked', [], [], [], false])
})
test('what is asked for without supposing anything else comes to the same as it is and as it would be; demands come one after another', async () => {
  const told = await suppose(world.admin, world.a, { demands: [demand('red', 6), demand('red', 6), demand('ghost', 1)] })
  expect(told.demands.map(({ after }) => after && [after.verdict, after.reason])).toEqual([['admit', null], ['refuse', 'quota_exceeded'], null])
  expect(told.demands.map(({ before, after }) => JSON.stringify(before) === JSON.stringify(after))).toEqual([true, true, true])
})
test('a limit below what is used is told with what would be over it, and by the same decision that would refuse it; nothing begins under it', async () => {
  const fresh = await made()
  await create(fresh.lead, fresh.a, 'runs', 6)
  const told = await suppose(fresh.admin, fresh.a, { limits: [limit('red', 4), limit('blue', 15), limit('ghost', 1), limit(null, 10)], demands: [demand('red', 1)] })
  expect(told.limits.slice(0, 4)).toMatchObject([
    { namespace: 'red', after: { limit: '4', used: '6', free: '0' }, over: '2', refusal: 'below_current_use', least: '6' },
    { namespace: 'blue', after: { limit: '15' }, over: '0', refusal: null, most: '16' },
    { namespace: 'ghost', refusal: 'not_found' },
    { namespace: null, after: { limit: '10', used: '6' }, refusal: 'not_more', least: '20', most: null },
  ])
  expect(told.demands).toMatchObject([{ before: { verdict: 'admit' }, after: { verdict: 'refuse', reason: 'quota_exceeded', says: 'Quota exceeded: GPU limit 4, used 6, requested 1' } }])
})
test('where more is supposed than the tenant has, its namespaces could be given it, and what lies above is taken for granted and never told', async () => {
  const fresh = await made()
  // Others use all of the organisation but eight.
  await loading((sql) => sql.query("UPDATE account SET used = '{92}' WHERE organisation_id = $1 AND kind = 'organisation'", [fresh.organisation]))
  const wide = await suppose(fresh.admin, fresh.a, { limits: [limit(null, 60), limit('red', 50)], demands: [demand('red', 10, { pods: 4 })] })
  expect(wide.above).toBe('granted')
  expect(wide.limits).toMatchObject([{ namespace: null, refusal: null, least: '20' }, { namespace: 'red', refusal: null, most: '52' }])
  expect(wide.demands).toMatchObject([{ after: { verdict: 'hold' } }])
  expect(wide.demands[0]?.after?.levels.map(({ level }) => level)).toEqual(['namespace', 'tenant'])
  const narrow = await suppose(fresh.admin, fresh.a, { limits: [limit('red', 12)], demands: [demand('red', 9)] })
  expect([narrow.above, narrow.demands[0]?.after?.reason]).toEqual(['asked', 'quota_exceeded_above'])
})
test('those who wait begin in their turn where there is room, before what is asked for; and where there is none it says where', async () => {
  const fresh = await made()
  await loading((sql) => sql.query("UPDATE account SET nominal = '{5}', hard = '{5}' WHERE tenant_id = $1 AND namespace_id = 'red'", [fresh.a]))
  await create(fresh.lead, fresh.a, 'runs', 4)
  await create(fresh.lead, fresh.a, 'first', 2, { waits: true })
  await create(fresh.lead, fresh.a, 'second', 3, { waits: true })
  const told = await suppose(fresh.admin, fresh.a, { limits: [limit('red', 6)], demands: [demand('red', 1)] })
  expect(told.waiting.map(({ name, before, after }) => [name, before.becomes, before.lacks, after.becomes, after.lacks])).toEqual([
    ['first', null, [{ level: 'namespace', resource }], 'admitted', []],
    ['second', null, [{ level: 'namespace', resource }], null, [{ level: 'namespace', resource }]],
  ])
  expect(told.demands).toMatchObject([{ after: { verdict: 'refuse', reason: 'quota_exceeded' } }])
  expect(told.limits[0]).toMatchObject({ namespace: 'red', before: { used: '4' }, after: { used: '6', free: '0' } })
})
test('GPUs that are supposed not to be there: what stands on them finds others or does not, and what is asked for is told whether it fits', async () => {
  const fresh = await made()
  await makeNodes([fresh.a, fresh.b], [{ nodes: 1, model: 'A100' }, { nodes: 1, gpus: 4, model: 'T4' }])
  await loading((sql) => sql.query("UPDATE account SET nominal = '{20}', hard = '{20}' WHERE tenant_id = $1 AND kind = 'tenant'", [fresh.a]))
  await create(fresh.lead, fresh.a, 'picky', 2, { models: ['A100'] })
  await create(fresh.lead, fresh.a, 'easy', 2, { pods: 1, models: ['A100', 'T4'] })
  const placedOn = async (name: string) => (await loading((sql) => sql.query("SELECT n.model FROM allocation a, json_array_elements(a.placement::json -> 'pods') p JOIN node n ON n.id = p ->> 'node' WHERE a.tenant_id = $1 AND a.name = $2", [fresh.a, name]))).rows[0]?.model
  const told = await suppose(fresh.admin, fresh.a, { without: ['A100'], demands: [demand('blue', 4)] })
  const easyMoves = (await placedOn('easy')) === 'A100'
  expect(told.displaced.map(({ name, pods, finds }) => [name, pods, finds])).toEqual([['picky', 1, false], ...(easyMoves ? [['easy', 1, true]] : [])])
  expect(told.demands).toMatchObject([{ before: { verdict: 'admit' }, after: { verdict: 'refuse', reason: 'no_node_fits' } }])
  // Without a single node left the fleet is full, and not a fleet of which nothing is known.
  expect((await suppose(fresh.admin, fresh.a, { without: ['A100', 'T4'], demands: [demand('blue', 1)] })).demands).toMatchObject([{ after: { reason: 'no_node_fits' } }])
})
test('nothing is written, and the moment that is looked at cannot be written in', async () => {
  const count = async () => {
    const sql = await connectAs('owner')
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows } = await sql.query(`SELECT (SELECT count(*) FROM allocation) AS allocations, (SELECT count(*) FROM decision) AS decisions, (SELECT count(*) FROM policy_set) AS sets, (SELECT count(*) FROM notice) AS notices, (SELECT count(*) FROM request) AS requests,
      (SELECT json_agg(a ORDER BY id) FROM account a WHERE organisation_id = $1)::text AS accounts, (SELECT count(*) FROM quota WHERE tenant_id = $2) AS quotas, (SELECT json_agg(a ORDER BY id) FROM allocation a WHERE tenant_id = $2)::text AS own`, [world.organisation, world.a])
    await sql.end()
    return rows
  }
  const before = await count()
  await suppose(world.admin, world.a, { limits: [limit('red', 3), limit(null, 30)], demands: [demand('red', 1), demand('blue', 16)], without: ['T4'] })
  expect(await count()).toEqual(before)
  const one = { accounts: [], made: [], changed: [], decisions: [], idle: [], records: [], access: [], keys: [], told: [], signals: [], sets: [{ digest: 'none', body: '{}' }], nodes: [], requests: { asked: [], answered: [], words: [] } }
  await expect(inSnapshot([world.organisation], [world.a], async (lane) => (lane as Lane).write(one as never))).rejects.toThrow(/read-only transaction/)
})
test('what is told is the same whatever others use, and names nobody of theirs', async () => {
  const fresh = await made()
  await makeNodes([fresh.a, fresh.b], [{ nodes: 4 }])
  await loading((sql) => sql.query("UPDATE account SET hard = '{60}' WHERE organisation_id = $1 AND kind <> 'organisation'", [fresh.organisation]))
  await loading((sql) => sql.query("UPDATE account SET nominal = '{6}', hard = '{6}' WHERE tenant_id = $1 AND namespace_id = 'red'", [fresh.a]))
  await create(fresh.lead, fresh.a, 'runs', 5)
  await create(fresh.lead, fresh.a, 'queued', 3, { waits: true })
  const told = async () => JSON.stringify([
    await suppose(fresh.admin, fresh.a, { limits: [limit('red', 14), limit('blue', 2)], demands: [demand('red', 2), demand('blue', 4)] }),
    await suppose(fresh.admin, fresh.a, { limits: [limit(null, 400), limit('red', 300)], demands: [demand('red', 8, { pods: 30 })] }),
    await suppose(fresh.admin, fresh.a, { demands: [demand('red', 1)], without: ['T4'] }),
  ]).replaceAll(/"(asOf|now|endsAt)":"[^"]*"/g, '')
  const before = await told()
  for (const gpus of [1, 3, 2, 4]) {
    expect(await create(fresh.stranger, fresh.b, `other-${gpus}`, gpus)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await told()).toBe(before)
  }
  expect(before).toContain('"becomes":"admitted"')
  expect(before).not.toContain(fresh.b)
  expect(before).not.toContain('other-')
})
test('what was deleted is not gone through', async () => {
  const fresh = await made()
  const looked = () => inSnapshot([fresh.organisation], [fresh.a], async (lane) => (await lane.accountsOf(fresh.a)).map(({ namespace_id: namespace }) => namespace))
  expect(await looked()).toEqual([null, 'blue', 'red'])
  await loading((sql) => sql.query("UPDATE namespace SET closing_at = now(), closed_by = $2, deleted_at = now() WHERE tenant_id = $1 AND id = 'blue'", [fresh.a, fresh.admin.id]))
  expect(await looked()).toEqual([null, 'red'])
})
test('a stranger is told that it is not there, and who may not suppose that it is not theirs', async () => {
  await expect(suppose(world.stranger, world.a, {})).rejects.toThrow('not_found')
  await expect(suppose(world.lead, world.a, {})).rejects.toThrow('forbidden')
  await expect(suppose(world.auditor, world.a, {})).rejects.toThrow('forbidden')
})
test('no more is supposed than an address holds, and nothing twice', async () => {
  const door = await doorFor(world.admin)
  const bad: Asked[] = [
    { limits: [limit('red', 1), limit('red', 2)] }, { limits: Array.from({ length: 21 }, (_, at) => limit(`n${at}`, 1)) }, { demands: Array.from({ length: 5 }, () => demand('red', 1)) },
    { demands: [demand('red', 1, { pods: 600 }), demand('red', 1, { pods: 401 })] }, { demands: [demand('red', 0)] }, { demands: [demand('red', 65)] }, { demands: [demand('red', 1, { hours: 8_761 })] },
    { without: ['A100', 'A100'] }, { without: Array.from({ length: 9 }, (_, at) => `m${at}`) }, { without: ['no model'] },
  ]
  for (const { limits = [], demands = [], without = [] } of bad) await expect(door.whatIf.suppose({ tenant: world.a, limits, demands, without })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
