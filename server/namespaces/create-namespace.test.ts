import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { wishIn } from '~/server/testing/asking'
import { namespacesOf, quotasOf } from '~/server/testing/every-row'
import { recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

test('a namespace is made once, with an account that holds nothing; the same again is the same; another of its name is refused', async () => {
  const door = await doorFor(world.admin)
  const create = (title: string) => door.namespaces.create({ tenant: world.a, name: 'green', ...plainNamespace, title })
  expect(await create('Green')).toMatchObject({ ok: true, value: { name: 'green', title: 'Green' } })
  expect(await create('Green')).toMatchObject({ ok: true, value: { name: 'green', title: 'Green' } })
  expect(await create('Grass')).toEqual({ ok: false, refusal: 'name_taken' })
  expect((await quotasOf(world.admin, world.a)).filter(({ namespace }) => namespace === 'green')).toEqual([expect.objectContaining({ limit: '0', used: '0', held: '0' })])
  expect((await recordsOf(world.a, 'deed')).map(({ entry }) => [entry.action.name, entry.level, entry.request])).toContainEqual(['green', 'Request', { tenant: world.a, name: 'green', ...plainNamespace, title: 'Green' }])
})
test('in one that is hardened a pod is refused that any standard would take, and what is as hard begins', async () => {
  const hard = await makeWorld()
  const door = await doorFor(hard.admin)
  expect(await door.namespaces.create({ tenant: hard.a, name: 'green', ...plainNamespace, title: 'Green', podSecurity: 'hardened' })).toMatchObject({ ok: true, value: { podSecurity: 'hardened' } })
  const standard = { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } }
  const saidIn = async (namespace: string, securityContext: object) => {
    const answer = await door.allocations.preview(wishIn(hard, 1, { namespace, pod: JSON.stringify({ spec: { containers: [{ name: 'a', image: 'x', securityContext }] } }) }))
    return answer.ok && answer.value.reason
  }
  expect([await saidIn('red', standard), await saidIn('green', standard), await saidIn('green', { ...standard, readOnlyRootFilesystem: true, runAsGroup: 1000 })]).toEqual([null, 'below_hardened', 'resource_unknown'])
})
test('ten who make the same at once make one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, async () => (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'rush', ...plainNamespace, title: 'Rush' })))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect((await namespacesOf(world.admin, world.a)).filter((name) => name === 'rush')).toHaveLength(1)
})
test('where a tenant says with what its names begin, they do; what is there already keeps its name', async () => {
  const door = await doorFor(world.admin)
  const create = (name: string) => door.namespaces.create({ tenant: world.a, name, ...plainNamespace, title: 'Lawn' })
  expect(await create('lawn')).toMatchObject({ ok: true })
  const wish = { tenant: world.a, kind: 'namespaces', version: null, body: { prefix: 'ml-' } } as const
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'policies.change', wish) })).policies.change(wish)).toMatchObject({ ok: true })
  expect([await create('meadow'), await create('lawn'), await create('ml-meadow')]).toEqual([{ ok: false, refusal: 'name_without_prefix' }, expect.objectContaining({ ok: true }), expect.objectContaining({ ok: true })])
  expect((await door.namespaces.prepare({ tenant: world.a })).prefix).toBe('ml-')
})
test('whoever may own one is found by part of a name or an e-mail, however many there are; another tenant’s people are not', async () => {
  const full = await makeWorld()
  const prepare = async (find?: string) => (await doorFor(full.admin)).namespaces.prepare({ tenant: full.a, ...(find === undefined ? {} : { find }) })
  expect((await prepare()).areMore).toBe(false)
  await loading(async (sql) => {
    await sql.query("INSERT INTO person (id, name, email) SELECT gen_random_uuid(), CASE WHEN n = 501 THEN 'Zora Last' ELSE 'Person ' || n END, $1 || n || '@example.org' FROM generate_series(1, 501) n", [`${full.a}-`])
    await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id) SELECT gen_random_uuid(), id, 'developer', $1 FROM person WHERE email LIKE $1 || '-%'", [full.a])
  })
  const { people, areMore } = await prepare()
  expect([people.length, areMore, people.some(({ name }) => name === 'Zora Last')]).toEqual([500, true, false])
  expect((await prepare('zora')).people.map(({ name }) => name)).toEqual(['Zora Last'])
  expect(await prepare(`${full.a}-501@`)).toMatchObject({ people: [{ name: 'Zora Last' }], areMore: false })
  expect((await prepare(full.stranger.email)).people).toEqual([])
})
test('a tenant has ten thousand at once, and what was deleted is none of them; another tenant is not asked', async () => {
  const full = await makeWorld()
  const door = await doorFor(full.admin)
  const create = (name: string) => door.namespaces.create({ tenant: full.a, name, ...plainNamespace, title: 'Lawn' })
  await loading((sql) => sql.query("INSERT INTO namespace (tenant_id, id, title) SELECT $1, 'lawn-' || n, 'Lawn' FROM generate_series(1, 9998) n", [full.a]))
  expect([await create('meadow'), await create('meadow')]).toEqual(Array(2).fill({ ok: false, refusal: 'too_many' }))
  expect(await (await doorFor(full.stranger)).namespaces.create({ tenant: full.b, name: 'meadow', ...plainNamespace, title: 'Lawn' })).toMatchObject({ ok: true })
  await loading((sql) => sql.query("UPDATE namespace SET closing_at = now(), closed_by = $2, deleted_at = now() WHERE tenant_id = $1 AND id = 'lawn-1'", [full.a, full.admin.id]))
  expect([await create('meadow'), await create('another')]).toMatchObject([{ ok: true }, { ok: false, refusal: 'too_many' }])
})
test('what it comes to on a cluster is told as it stands, with what it may hold', async () => {
  const objects = await (await doorFor(world.developer)).namespaces.objects({ tenant: world.a, namespace: 'red' })
  expect(objects.find(({ kind }) => kind === 'ResourceQuota')?.body).toMatchObject({ spec: { hard: { 'requests.nvidia.com/gpu': '8' } } })
  expect(objects[0]?.body).toMatchObject({ metadata: { labels: { 'bailiwick.dev/tenant': world.a, environment: 'development', 'pod-security.kubernetes.io/enforce': 'restricted' } } })
  await expect((await doorFor(world.developer)).namespaces.objects({ tenant: world.a, namespace: 'blue' })).rejects.toThrow('not_found')
})
