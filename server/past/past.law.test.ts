import { afterAll, expect, test } from 'vitest'
import { noOf } from '~/server/api/procedure'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { approve, type Asked, askedAbout, makeRoom, wishIn } from '~/server/testing/asking'
import { dice } from '~/server/testing/dice'
import { momentNow, readPages } from '~/server/testing/past'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const [seed, turns] = [20261122, 40]
const namespaces = ['red', 'blue', 'green'] as const
type Throw = (sides: number) => number
type Made = { allocations: string[]; asked: Asked[] }
type Deed = (world: World, roll: Throw, made: Made) => Promise<{ ok: boolean }>

async function quota({ a: tenant, admin }: World, roll: Throw) {
  const namespace = namespaces[roll(3)] ?? 'red'
  const { rows } = await (await doorFor(admin)).quotas.list({ tenant, namespace, find: null, after: null, before: null })
  const wish = { tenant, namespace, resource: 'nvidia.com/gpu', limit: String(roll(9_000)), version: rows.find((row) => row.namespace === namespace)?.version ?? '1' }
  return (await doorFor(admin, { stepUp: await shown(admin, 'quotas.change', wish) })).quotas.change(wish)
}
const isThere = (door: Awaited<ReturnType<typeof doorFor>>, tenant: string, namespace: string) => door.namespaces.read({ tenant, namespace }).then(() => true, () => false)
async function namespace({ a: tenant, admin }: World, roll: Throw) {
  const door = await doorFor(admin)
  const name = (await isThere(door, tenant, 'green')) ? (namespaces[roll(3)] ?? 'red') : 'green'
  const there = await door.namespaces.read({ tenant, namespace: name }).catch(() => null)
  if (there === null) return door.namespaces.create({ tenant, name, ...plainNamespace, title: `Made ${roll(1_000)}` })
  return door.namespaces.change({ tenant, namespace: name, version: there.version, ...plainNamespace, title: `Called ${roll(1_000)}`, environment: roll(2) ? 'test' : 'staging' })
}
async function freeze({ a: tenant, admin }: World, roll: Throw) {
  const wish = { tenant, namespace: roll(3) ? 'blue' : 'green' }
  return roll(2) ? (await doorFor(admin, { stepUp: await shown(admin, 'namespaces.freeze', wish) })).namespaces.freeze(wish) : (await doorFor(admin, { stepUp: await shown(admin, 'namespaces.thaw', wish) })).namespaces.thaw(wish)
}
async function remove({ a: tenant, admin }: World) {
  const wish = { tenant, namespace: 'green', typed: 'green', ends: false }
  return (await doorFor(admin, { stepUp: await shown(admin, 'namespaces.delete', wish) })).namespaces.delete(wish)
}
async function frozenTenant({ a: tenant, platformAdmin }: World) {
  for (const action of ['tenants.freeze', 'tenants.thaw'] as const) {
    const door = await doorFor(platformAdmin, { stepUp: await shown(platformAdmin, action, { tenant }) })
    const answer = await (action === 'tenants.freeze' ? door.tenants.freeze({ tenant }) : door.tenants.thaw({ tenant }))
    if (!answer.ok) return answer
  }
  return { ok: true }
}
async function grant({ a: tenant, admin, nobody }: World, roll: Throw) {
  const until = roll(2) ? new Date(Date.now() + 3_600_000 * (1 + roll(9))).toISOString() : null
  const wish = { tenant, email: nobody.email, role: 'developer', customRole: null, namespace: namespaces[roll(3)] ?? 'red', until } as const
  return (await doorFor(admin, { stepUp: await shown(admin, 'members.grant', wish) })).members.grant(wish)
}
async function end({ a: tenant, admin, nobody }: World) {
  const { rows } = await (await doorFor(admin)).members.list({ tenant, find: nobody.email, after: null, before: null })
  const held = rows.find(({ until }) => until === null || until > new Date().toISOString())
  if (!held) return { ok: false }
  const wish = { tenant, binding: held.binding }
  return (await doorFor(admin, { stepUp: await shown(admin, 'members.end', wish) })).members.end(wish)
}
async function group({ a: tenant, admin }: World, roll: Throw) {
  const { rows } = await (await doorFor(admin)).members.listGroups({ tenant, find: null, after: null, before: null })
  const held = rows.find(({ until }) => until === null)
  if (held && roll(2)) {
    const wish = { tenant, groupBinding: held.groupBinding }
    return (await doorFor(admin, { stepUp: await shown(admin, 'members.unbindGroup', wish) })).members.unbindGroup(wish)
  }
  const wish = { tenant, provider: 'idp', group: `engineers-${roll(4)}`, role: 'developer', namespace: null, until: null } as const
  return (await doorFor(admin, { stepUp: await shown(admin, 'members.bindGroup', wish) })).members.bindGroup(wish)
}
async function role({ a: tenant, admin, customRole }: World, roll: Throw) {
  const [one] = await (await doorFor(admin)).roles.list({ tenant })
  const wish = { tenant, role: customRole, title: `Role ${roll(1_000)}`, actions: ['quotas.change', 'quotas.list'], version: one?.version ?? '1' }
  return (await doorFor(admin, { stepUp: await shown(admin, 'roles.change', wish) })).roles.change(wish)
}
async function policy({ a: tenant, admin }: World, roll: Throw) {
  const { version } = await (await doorFor(admin)).policies.read({ tenant, of: 'tenant', kind: 'namespaces' })
  const wish = { tenant, kind: 'namespaces' as const, version, body: { prefix: roll(2) ? `g${roll(9)}-` : null } }
  return (await doorFor(admin, { stepUp: await shown(admin, 'policies.change', wish) })).policies.change(wish)
}
async function ask(world: World, roll: Throw, made: Made) {
  // Every second one needs somebody's yes.
  const answer = await (await doorFor(world.developer)).allocations.create(wishIn(world, made.allocations.length % 2 ? 3 : 1 + roll(2)))
  if (answer.ok && answer.value.allocation !== null) {
    made.allocations.push(answer.value.allocation)
    if (answer.value.verdict === 'hold') made.asked.push(await askedAbout(answer.value.allocation))
  }
  return answer
}
async function release({ a: tenant, admin }: World, roll: Throw, { allocations, asked }: Made) {
  const given = allocations.filter((id) => !asked.some(({ allocation }) => allocation === id))
  const allocation = given[roll(given.length)]
  return allocation === undefined ? { ok: false } : (await doorFor(admin)).allocations.release({ tenant, allocation })
}
async function sayYes(world: World, roll: Throw, made: Made): Promise<{ ok: boolean }> {
  const one = made.asked.pop()
  if (one) return approve(world, world.admin, one)
  await ask(world, roll, made)
  return made.asked.length > 0 ? sayYes(world, roll, made) : { ok: false }
}
const deeds: readonly Deed[] = [quota, namespace, freeze, remove, frozenTenant, grant, end, group, role, policy, ask, ask, ask, release, sayYes]

test(`of a random play of real changes (seed ${seed}), each page read as of a moment is what it was at that moment, for whoever may read it`, { timeout: 240_000 }, async () => {
  const [world, roll, made]: [World, Throw, Made] = [await makeWorld(), dice(seed), { allocations: [], asked: [] }]
  await makeRoom(world)
  const readers = { admin: world.admin, lead: world.lead } as const
  const readAll = async (asOf?: string) => Object.fromEntries(await Promise.all(Object.entries(readers).map(async ([name, person]) => [name, await readPages(person, world.a, asOf)] as const)))
  const noted: { deed: string; moment: string; answers: Awaited<ReturnType<typeof readAll>> }[] = []
  const done = new Map<string, number>()
  for (let turn = 0; turn < turns; turn++) {
    // Each once in its turn, and then as the dice fall.
    const deed = deeds[turn < deeds.length * 2 ? turn % deeds.length : roll(deeds.length)] ?? quota
    const answer = await deed(world, roll, made).catch((thrown: unknown) => { if (noOf(thrown) === null) throw thrown; return { ok: false } })
    if (answer.ok) done.set(deed.name, (done.get(deed.name) ?? 0) + 1)
    if (turn % 3 === 0) noted.push({ deed: deed.name, moment: await momentNow(), answers: await readAll() })
  }
  for (const { deed, moment, answers } of noted) expect([deed, moment, await readAll(moment)]).toEqual([deed, moment, answers])
  console.log(`past: ${noted.length} moments, ${[...done].map(([name, times]) => `${name} ${times}`).join(', ')}`)
  expect([...new Set(deeds.map(({ name }) => name))].filter((name) => !done.has(name))).toEqual([])
  expect(new Set(noted.map(({ answers }) => JSON.stringify(answers))).size).toBeGreaterThan(noted.length / 2)
})
