import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { quotasOf } from '~/server/testing/every-row'
import { numberAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const wish = (limit: string, version = '1', namespace = 'red') => ({ tenant: world.a, namespace, resource: 'nvidia.com/gpu', limit, version })
const change = async (person: Person, input: ReturnType<typeof wish>) =>
  (await doorFor(person, { stepUp: await shown(person, 'quotas.change', input) })).quotas.change(input)

test('a quota is changed, its history kept, and the deed recorded with what was before and after', async () => {
  expect(await change(world.admin, wish('10'))).toMatchObject({ ok: true, value: { limit: '10', version: '2' } })
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  const { rows } = await sql.query("SELECT version::int, nominal::int, valid_to IS NULL AS open, set_by FROM quota WHERE tenant_id = $1 AND namespace_id = 'red' ORDER BY version", [world.a])
  await sql.end()
  expect(rows).toEqual([{ version: 1, nominal: 8, open: false, set_by: null }, { version: 2, nominal: 10, open: true, set_by: world.admin.id }])
  const { entry } = (await recordsOf(world.a, 'deed')).at(-1) ?? {}
  expect(entry).toMatchObject({ level: 'RequestResponse', outcome: 'done', actor: { userId: world.admin.id }, context: { before: { limit: '8' }, after: { limit: '10' } }, request: { limit: '10' } })
  expect(entry?.actor.factorId).toMatch(/^[0-9a-f-]{36}$/)
})

test('a refusal changes nothing and stands in the access stream', async () => {
  expect(await change(world.admin, wish('99', '2'))).toEqual({ ok: false, refusal: 'above_tenant_share' })
  expect((await quotasOf(world.admin, world.a)).find(({ namespace }) => namespace === 'red')).toMatchObject({ limit: '10', version: '2' })
  await numberAll()
  expect((await recordsOf(world.a, 'access')).map(({ entry }) => [entry.outcome, entry.reason])).toContainEqual(['refused', 'above_tenant_share'])
})

test('however many change it at once from what they saw, one does; the others are told', async () => {
  const answers = await Promise.all(['1', '2', '3', '4', '5', '6'].map((limit) => change(world.admin, wish(limit, '1', 'blue'))))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.refusal === 'changed_meanwhile')).toHaveLength(5)
})

test('the namespaces never hold more together than their tenant, even raised at once', async () => {
  const fresh = await makeWorld()
  const raise = async (namespace: string) => {
    const input = { tenant: fresh.a, namespace, resource: 'nvidia.com/gpu', limit: '12', version: '1' }
    return (await doorFor(fresh.admin, { stepUp: await shown(fresh.admin, 'quotas.change', input) })).quotas.change(input)
  }
  const answers = await Promise.all([raise('red'), raise('blue')])
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).sort()).toEqual(['above_tenant_share', 'ok'])
})

test('a resource the namespace never had begins at nothing used', async () => {
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  for (const id of [`platform/${world.organisation}`, `platform/${world.organisation}/${world.b}`]) {
    await sql.query("UPDATE account SET resources = resources || 'cpu'::text, nominal = nominal || 4000::bigint, hard = hard || 4000::bigint, used = used || 0::bigint, held = held || 0::bigint, unexplained = unexplained || 0::bigint WHERE id = $1", [id])
  }
  await sql.query('COMMIT')
  await sql.end()
  const input = { tenant: world.b, namespace: 'red', resource: 'cpu', limit: '1000', version: '1' }
  const answer = await (await doorFor(world.stranger, { stepUp: await shown(world.stranger, 'quotas.change', input) })).quotas.change(input)
  expect(answer).toMatchObject({ ok: true, value: { limit: '1000', used: '0', held: '0' } })
})

test.each(['-1', '1.5', '01', '1e3', '9223372036854775808', '', ' 1'])('%j is no amount', async (limit) => {
  await expect((await doorFor(world.admin)).quotas.change(wish(limit))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('the history of a limit is every version of it, the newest first, with who set it', async () => {
  const ofRed = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu' }
  const [now, first] = await (await doorFor(world.admin)).quotas.history(ofRed)
  expect([now, first]).toEqual([
    { version: '2', limit: '10', from: expect.any(String), to: null, setBy: world.admin.email },
    { version: '1', limit: '8', from: expect.any(String), to: now?.from, setBy: null },
  ])
  // Who reaches the namespace alone sees what its limits were, and not which admins the tenant has.
  expect((await (await doorFor(world.lead)).quotas.history(ofRed)).map(({ setBy }) => setBy)).toEqual([null, null])
  await expect((await doorFor(world.admin)).quotas.history({ ...ofRed, namespace: 'ghost' })).rejects.toThrow('not_found')
  await expect((await doorFor(world.lead)).quotas.history({ ...ofRed, namespace: 'blue' })).rejects.toThrow('not_found')
  expect(await (await doorFor(world.admin)).quotas.history({ ...ofRed, resource: 'cpu' })).toEqual([])
})

test('a ceiling above the share stays, and what is borrowed below it, when another limit of the account is changed', async () => {
  const fresh = await makeWorld()
  const owner = await connectAs('owner')
  const account = `platform/${fresh.organisation}/${fresh.a}/red`
  await owner.query("SELECT set_config('app.loading', 'on', false)")
  const shares = (nominal: string, hard: string) => `UPDATE account SET resources = '{cpu,nvidia.com/gpu}', nominal = '${nominal}', hard = '${hard}', used = '{0,10}', held = '{0,0}', unexplained = '{0,0}' WHERE id = $1`
  for (const [parent, most] of [[`platform/${fresh.organisation}`, '{90000,640}'], [`platform/${fresh.organisation}/${fresh.a}`, '{9000,16}']] as const) await owner.query(shares(most, most), [parent])
  await owner.query(shares('{1000,8}', '{1000,12}'), [account])
  const input = { tenant: fresh.a, namespace: 'red', resource: 'cpu', limit: '2000', version: '1' }
  expect(await (await doorFor(fresh.admin, { stepUp: await shown(fresh.admin, 'quotas.change', input) })).quotas.change(input)).toMatchObject({ ok: true })
  expect((await owner.query('SELECT nominal, hard FROM account WHERE id = $1', [account])).rows).toEqual([{ nominal: ['2000', '8'], hard: ['2000', '12'] }])
  await owner.end()
})

test('in a frozen tenant one limit is told what a draft is told, whether it is there or not', async () => {
  const fresh = await makeWorld()
  const line = { namespace: 'ghost', resource: 'nvidia.com/gpu', limit: '1', version: '1' }
  const one = async () => (await doorFor(fresh.admin, { stepUp: await shown(fresh.admin, 'quotas.change', { tenant: fresh.a, ...line }) })).quotas.change({ tenant: fresh.a, ...line })
  const draft = { tenant: fresh.a, lines: [{ ...line, lowers: null }] }
  const many = async () => (await doorFor(fresh.admin, { stepUp: await shown(fresh.admin, 'quotas.changeTogether', draft) })).quotas.changeTogether(draft)
  expect([await one(), await many()]).toEqual([{ ok: false, refusal: 'not_found' }, { ok: false, refusal: 'not_found', about: [expect.objectContaining({ field: 'lines.0' })] }])
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [fresh.a]))
  expect([await one(), await many()]).toEqual([{ ok: false, refusal: 'tenant_frozen' }, { ok: false, refusal: 'tenant_frozen', about: [expect.objectContaining({ field: 'lines.0' })] }])
})
