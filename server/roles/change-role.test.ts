import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import type { StepUpAction } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const door = async (by: Person, action: StepUpAction, wish: unknown) => doorFor(by, { stepUp: await shown(by, action, wish) })
async function create(title: string, actions: string[], by = world.admin, tenant: string = world.a) {
  const wish = { tenant, title, actions } as never
  return (await door(by, 'roles.create', wish)).roles.create(wish)
}
async function change(role: string, version: string, title: string, actions: string[], by = world.admin, tenant: string = world.a) {
  const wish = { tenant, role, version, title, actions } as never
  return (await door(by, 'roles.change', wish)).roles.change(wish)
}
async function end(role: string, by = world.admin, tenant: string = world.a) {
  const wish = { tenant, role }
  return (await door(by, 'roles.end', wish)).roles.end(wish)
}
async function give(person: Person, customRole: string, namespace: string | null = null) {
  const wish = { tenant: world.a, email: person.email, role: 'custom' as const, customRole, namespace, until: null }
  return (await door(world.admin, 'members.grant', wish)).members.grant(wish)
}
const said = (work: Promise<unknown>) => work.then(() => 'yes', (thrown) => thrown.message)
const creates = async (person: Person, name: string) => said((await doorFor(person)).namespaces.create({ tenant: world.a, name, ...plainNamespace, title: name }))
const lists = async (person: Person) => said((await doorFor(person)).quotas.list({ tenant: world.a, namespace: null, find: null, ...firstPage }))

test('a composed role is given, does what is in its list and nothing else, and what it may do changes with it at the next request', async () => {
  const person = await world.person('keeper')
  const made = await create('Namespace keeper', ['namespaces.create', 'namespaces.list'])
  if (!made.ok) throw new Error(made.refusal)
  const { role } = made.value
  expect(made.value).toMatchObject({ title: 'Namespace keeper', actions: ['namespaces.create', 'namespaces.list'], version: '1' })
  expect(await creates(person, 'kept')).toBe('not_found')
  expect(await give(person, role)).toMatchObject({ ok: true, value: { role: 'custom', customRole: role } })
  expect(await (await doorFor(person)).identity.roles({})).toMatchObject([{ role: 'custom', title: 'Namespace keeper', namespace: null }])
  expect(await give(person, role)).toEqual({ ok: false, refusal: 'already_holds' })
  expect([await creates(person, 'kept'), await lists(person)]).toEqual(['yes', 'forbidden'])
  expect((await (await doorFor(world.admin)).members.list({ tenant: world.a, find: person.email, ...firstPage })).rows).toMatchObject([{ role: 'custom', title: 'Namespace keeper' }])
  expect((await (await doorFor(world.auditor)).roles.list({ tenant: world.a })).find((each) => each.role === role)).toMatchObject({ people: 1 })

  expect(await change(role, '1', 'Quota reader', ['quotas.list'])).toMatchObject({ ok: true, value: { version: '2', title: 'Quota reader' } })
  expect([await creates(person, 'kept-more'), await lists(person)]).toEqual(['forbidden', 'yes'])
  expect(await change(role, '1', 'Again', ['quotas.list'])).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect(await change(role, '2', 'Quota reader', ['quotas.list', 'tenants.read'])).toEqual({ ok: false, refusal: 'no_change' })

  expect(await end(role)).toMatchObject({ ok: true, value: { ended: 1 } })
  expect(await lists(person)).toBe('not_found')
  expect(await give(person, role)).toEqual({ ok: false, refusal: 'role_unknown' })
  expect(await end(role)).toEqual({ ok: false, refusal: 'not_found' })
  const deeds = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'roles').map(({ entry }) => entry.action.verb)
  expect(deeds).toEqual(['create', 'change', 'end'])
})
test('a title that reads as another role’s is that role’s, however it is written', async () => {
  expect(await create('Caf\u00e9 Eins', ['quotas.list'])).toMatchObject({ ok: true, value: { title: 'Caf\u00e9 Eins' } })
  for (const title of ['Cafe\u0301 Eins', 'CAF\u00c9 EINS', 'Caf\u00e9\u200b Eins', 'Caf\u00e9\u00a0Eins', 'Caf\u00e9  Eins', '\uff23af\u00e9 Eins']) expect([title, await create(title, ['quotas.list'])]).toEqual([title, { ok: false, refusal: 'title_taken' }])
  const kept = await create('Zoe\u0308', ['quotas.list'])
  expect(kept).toMatchObject({ ok: true, value: { title: 'Zo\u00eb' } })
  if (!kept.ok) throw new Error(kept.refusal)
  expect(await change(kept.value.role, '1', 'Cafe\u0301 Eins', ['quotas.list'])).toEqual({ ok: false, refusal: 'title_taken' })
})
test('in one namespace it reaches that one', async () => {
  const person = await world.person('corner')
  const made = await create('Reader of red', ['quotas.list', 'namespaces.create'])
  expect(await give(person, made.ok ? made.value.role : '', 'red')).toMatchObject({ ok: true })
  const page = await (await doorFor(person)).quotas.list({ tenant: world.a, namespace: null, find: null, ...firstPage })
  expect(new Set(page.rows.map(({ namespace }) => namespace))).toEqual(new Set(['red']))
  expect(await creates(person, 'corner')).toBe('forbidden')
})
test.each([
  ['what hands out roles', ['members.grant'], 'not_composable'], ['what is the platform’s', ['tenants.freeze'], 'not_composable'], ['operating and auditing', ['audit.list', 'quotas.change'], 'operates_and_audits'],
])('%s cannot be composed, nor changed to', async (_says, actions, refusal) => {
  expect(await create('Refused', actions)).toEqual({ ok: false, refusal })
  expect(await change(world.customRole, '1', 'Composed', actions)).toEqual({ ok: false, refusal })
})
test('a title stands once in a tenant, however it is written; a name that is no action is no input', async () => {
  expect(await create('COMPOSED', ['quotas.list'])).toEqual({ ok: false, refusal: 'title_taken' })
  const wish = { tenant: world.a, title: 'Strange', actions: ['quotas.none'] } as never
  await expect((await doorFor(world.admin)).roles.create(wish)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
test('another tenant’s role cannot be given, changed or ended, and the table holds no binding of it', async () => {
  expect(await change(world.customRole, '1', 'Theirs', ['quotas.list'], world.stranger, world.b)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await end(world.customRole, world.stranger, world.b)).toEqual({ ok: false, refusal: 'not_found' })
  const wish = { tenant: world.b, email: world.nobody.email, role: 'custom' as const, customRole: world.customRole, namespace: null, until: null }
  expect(await (await door(world.stranger, 'members.grant', wish)).members.grant(wish)).toEqual({ ok: false, refusal: 'role_unknown' })
  for (const [tenant, role] of [[world.b, 'custom'], [null, 'custom'], [world.a, 'auditor']]) {
    await expect(loading((sql) => sql.query('INSERT INTO role_binding (id, person_id, role, tenant_id, custom_role) VALUES (gen_random_uuid(), $1, $2, $3, $4)', [world.nobody.id, role, tenant, world.customRole]))).rejects.toThrow(/role_binding/)
  }
})
test('a list that was written past the door gives no more than could be composed', async () => {
  const person = await world.person('tampered')
  const made = await create('Tampered', ['quotas.list'])
  const role = made.ok ? made.value.role : ''
  await give(person, role)
  await loading((sql) => sql.query("UPDATE custom_role_version SET actions = '{members.grant,members.list,tenants.freeze}' WHERE role_id = $1", [role]))
  expect(await said((await doorFor(person)).members.list({ tenant: world.a, find: null, ...firstPage }))).toBe('forbidden')
})
test('the engine of one tenant sees no role of another', async () => {
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.b])
  expect((await engine.query('SELECT 1 FROM custom_role_version WHERE role_id = $1', [world.customRole])).rowCount).toBe(0)
  await engine.end()
})
test('two who take the same title at once: one has it', async () => {
  const answers = await Promise.all([create('At once', ['quotas.list']), create('at once', ['quotas.list'])])
  expect(answers.map((answer) => (answer.ok ? 'made' : answer.refusal)).sort()).toEqual(['made', 'title_taken'])
})
