/** More for a tenant: asked by its admin, decided by the platform, out of what the organisation has left when it is decided. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET nominal = '{50}', hard = '{50}' WHERE organisation_id = $1 AND kind = 'organisation'", [world.organisation]))
})
afterAll(closeDatabase)

const resource = 'nvidia.com/gpu'
const raise = async (person: Person, from: string, to: string, of = resource) => (await doorFor(person)).quotas.raise({ tenant: world.a, resource: of, from, to, draft: [], purpose: 'For the run of May.' })
async function asked(from: string, to: string, of = resource) {
  const answer = await raise(world.admin, from, to, of)
  if (!answer.ok) throw new Error(answer.refusal)
  return { request: answer.value.request, terms: answer.value.terms }
}
const approve = async (person: Person, of: { request: string; terms: string }) => (await doorFor(person, { stepUp: await shown(person, 'requests.approve', of) })).requests.approve(of)
const limits = async () => (await loading((sql) => sql.query("SELECT resources, nominal::int[], hard::int[], used::int[] FROM account WHERE tenant_id = $1 AND kind = 'tenant'", [world.a]))).rows[0]
const history = async (of = resource) => (await loading((sql) => sql.query('SELECT nominal::int, valid_to IS NULL AS open, set_by FROM quota WHERE tenant_id = $1 AND namespace_id IS NULL AND resource = $2 ORDER BY version', [world.a, of]))).rows
const sees = async (person: Person, request: string) => (await (await doorFor(person)).requests.read({ request })).ifApproved

test('a tenant’s admin asks, an approver of the platform signs, and the tenant has it from then on: the limit, its history, and who said so', async () => {
  const of = await asked('20', '24')
  expect(await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: of.request })).toMatchObject({ kind: 'quota.raise', level: 'platform', payload: { from: '20', to: '24' }, termsBody: { from: '20', to: '24', version: 1 } })
  expect(await sees(world.platformApprover, of.request)).toBeNull()
  expect(await approve(world.platformApprover, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await limits()).toEqual({ resources: [resource], nominal: [24], hard: [24], used: [0] })
  expect(await history()).toEqual([{ nominal: 20, open: false, set_by: null }, { nominal: 24, open: true, set_by: world.platformApprover.id }])
})
test('what it is meant for goes with it and is signed, and is not done by it; a namespace that is not there is refused', async () => {
  const door = await doorFor(world.admin)
  const meant = (namespace: string) => ({ tenant: world.a, resource, from: '24', to: '26', draft: [{ namespace, from: '5', to: '7' }], purpose: 'For the run of May.' })
  expect(await door.quotas.raise(meant('nowhere'))).toEqual({ ok: false, refusal: 'not_found' })
  await expect(door.quotas.raise({ ...meant('red'), draft: [...meant('red').draft, ...meant('red').draft] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const plain = await asked('24', '26')
  await door.requests.withdraw({ request: plain.request })
  const answer = await door.quotas.raise(meant('red'))
  if (!answer.ok) throw new Error(answer.refusal)
  expect(await (await doorFor(world.platformApprover)).requests.read({ request: answer.value.request })).toMatchObject({ payload: { draft: [{ namespace: 'red', from: '5', to: '7' }] } })
  expect(answer.value.terms).not.toBe(plain.terms)
  await door.requests.withdraw({ request: answer.value.request })
})
test('more than the organisation has left is refused when it is decided, whoever asked knew nothing of it, and nothing is changed', async () => {
  const of = await asked('24', '31')
  expect(await sees(world.platformApprover, of.request)).toBe('above_organisation_share')
  expect(await approve(world.platformApprover, of)).toEqual({ ok: false, refusal: 'above_organisation_share' })
  expect(await limits()).toMatchObject({ nominal: [24] })
  expect(await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: of.request })).toMatchObject({ state: 'open', ifApproved: null })
  expect(await raise(world.admin, '24', '26')).toEqual({ ok: false, refusal: 'already_asked' })
  await (await doorFor(world.admin)).requests.withdraw({ request: of.request })
})
test('what was changed since it was asked is not raised from what it was', async () => {
  const of = await asked('24', '26')
  await loading((sql) => sql.query("UPDATE account SET nominal = '{25}', hard = '{25}' WHERE tenant_id = $1 AND kind = 'tenant'", [world.a]))
  expect(await approve(world.platformApprover, of)).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  await (await doorFor(world.admin)).requests.withdraw({ request: of.request })
  expect(await raise(world.admin, '24', '26')).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect(await raise(world.admin, '25', '25')).toEqual({ ok: false, refusal: 'not_more' })
})
test('two tenants are never given more together than their organisation has, approved at once', async () => {
  const mine = await asked('25', '29')
  const theirs = await (await doorFor(world.stranger)).quotas.raise({ tenant: world.b, resource, from: '20', to: '24', draft: [], purpose: 'For the run of May.' })
  if (!theirs.ok) throw new Error(theirs.refusal)
  const answers = await Promise.all([approve(world.platformApprover, mine), approve(world.platformApprover, { request: theirs.value.request, terms: theirs.value.terms })])
  expect(answers.map((answer) => (answer.ok ? 'done' : answer.refusal)).sort()).toEqual(['above_organisation_share', 'done'])
})
test('a resource that the tenant had none of is added; nobody approves what they asked for; too small a role asks for nothing', async () => {
  await loading((sql) => sql.query("UPDATE account SET resources = '{nvidia.com/gpu,cpu}', nominal = nominal || 100::bigint, hard = hard || 100::bigint, used = used || 0::bigint, held = held || 0::bigint, unexplained = unexplained || 0::bigint WHERE organisation_id = $1 AND kind = 'organisation'", [world.organisation]))
  const of = await asked('0', '100', 'cpu')
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role) VALUES (gen_random_uuid(), $1, 'approver')", [world.admin.id]))
  expect(await approve(world.admin, of)).toEqual({ ok: false, refusal: 'own_request' })
  expect(await approve(world.platformApprover, of)).toMatchObject({ ok: true })
  expect(await limits()).toMatchObject({ resources: [resource, 'cpu'], nominal: [expect.any(Number), 100] })
  expect(await history('cpu')).toEqual([{ nominal: 100, open: true, set_by: world.platformApprover.id }])
  await expect(raise(world.lead, '100', '101', 'cpu')).rejects.toThrow('forbidden')
})
test('of what tenants hold the platform sees nothing but while one of them asks for more', async () => {
  const { connectAs } = await import('~/server/testing/world')
  const web = await connectAs('web')
  const seen = async () => {
    await web.query("BEGIN; SELECT set_config('app.platform', 'on', true), set_config('app.tenant_id', 'platform', true), set_config('app.namespaces', '*', true)")
    const { rows } = await web.query('SELECT kind FROM account WHERE organisation_id = $1 ORDER BY id', [world.organisation])
    await web.query('COMMIT')
    return rows.map(({ kind }) => kind)
  }
  await loading((sql) => sql.query("UPDATE request SET state = 'lapsed', decided_at = now(), carried_out_at = now() WHERE organisation_id = $1 AND state = 'open'", [world.organisation]))
  expect(await seen()).toEqual([])
  const { rows: [{ nominal }] } = await loading((sql) => sql.query("SELECT nominal[1]::int AS nominal FROM account WHERE tenant_id = $1 AND kind = 'tenant'", [world.a]))
  await asked(String(nominal), String(nominal + 1))
  expect(await seen()).toEqual(['organisation', 'tenant', 'tenant'])
  await web.end()
})
