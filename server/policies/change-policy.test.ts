import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultClaimsPolicy } from '~/server/admission/claims/claims-policy'
import { defaultPodSecurityPolicy } from '~/server/admission/pod-security/pod-security-policy'
import { firstPage } from '~/server/api/page'
import type { StepUpAction } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { policyAlone } from '~/server/testing/policy-alone'
import { recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { doorFor, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const door = async (by: Person, action: StepUpAction, wish: unknown) => (await doorFor(by, { stepUp: await shown(by, action, wish) })).policies
async function change(body: unknown, version: string | null, { kind = 'profiles', by = world.admin, tenant = world.a as string } = {}) {
  const wish = { tenant, kind, version, body } as never
  return (await door(by, 'policies.change', wish)).change(wish)
}
const profile = { id: 'tuning', title: 'Tuning', namespace: null, gpusMost: 1, models: ['A100'], hoursMost: 24, until: '2030-01-01T00:00:00Z' }
const policyOf = async (kind: string) => (await (await doorFor(world.admin)).policies.list({ tenant: world.a })).filter((one) => one.kind === kind)
async function ask(name: string, hours: number) {
  const wish = { ...samples(world)['allocations.create'], name, hours, models: ['A100'], claims: [] }
  const answer = await (await doorFor(world.developer)).allocations.create(wish as never)
  return answer.ok ? answer.value.verdict : answer.refusal
}

test('a tenant’s profile stands for its admin’s yes from the next wish on, within its caps, until it is taken back; every version is kept', async () => {
  expect(await policyOf('profiles')).toMatchObject([{ by: 'tenant', version: null, body: { profiles: [] } }])
  expect(await ask('before', 8)).toBe('hold')
  expect(await change({ profiles: [profile] }, null)).toMatchObject({ ok: true, value: { kind: 'profiles', version: '1' } })
  expect([await ask('within', 8), await ask('too-long', 25)]).toEqual(['admit', 'hold'])
  expect(await change({ profiles: [{ ...profile, namespace: 'blue' }] }, '1')).toMatchObject({ ok: true, value: { version: '2' } })
  expect(await ask('elsewhere', 8)).toBe('hold')
  expect(await policyOf('profiles')).toMatchObject([{ version: '2', person: world.admin.id }])
  const deeds = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'policies')
  expect(deeds.map(({ entry }) => (entry.context as { before: unknown }).before)).toEqual([null, { profiles: [profile] }])
})
test('what somebody else followed, what cannot be read and what is so already are told apart, and change nothing', async () => {
  const [{ version = null } = {}] = await policyOf('profiles')
  expect(await change({ profiles: [] }, '1')).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  for (const body of [{ profiles: [{ ...profile, gpusMost: -1 }] }, { profiles: [{ ...profile, until: 'soon' }] }, { profiles: [profile, profile] }, { profiles: [], more: 1 }, 'nothing', null]) {
    await expect(change(body, version)).rejects.toMatchObject({ message: 'bad_input' })
  }
  expect(await change({ profiles: [{ ...profile, namespace: 'blue' }] }, version)).toEqual({ ok: false, refusal: 'no_change' })
  expect((await policyOf('profiles'))[0]?.version).toBe(version)
})
test('a rule that nobody can show to be cheap is not kept', async () => {
  const rule = (expression: string) => ({ rules: [{ id: 'no-more', title: 'No more', expression, effect: 'deny', mode: 'enforced', message: 'Not this one.', exceptions: [] }] })
  for (const expression of ['gpus > 3 &&', 'spec.name.matches(spec.name)']) {
    await expect(change(rule(expression), null, { kind: 'rules' })).rejects.toMatchObject({ message: 'bad_input' })
  }
  expect(await change(rule('gpus > 3'), null, { kind: 'rules' })).toMatchObject({ ok: true })
})
test('of two at once who saw the same version, one is told', async () => {
  const wish = (most: number) => ({ tenant: world.a, kind: 'classes' as const, version: null, body: { classes: ['low', `class-${most}`] } })
  const answers = await Promise.all([1, 2].map(async (most) => (await door(world.platformAdmin, 'policies.changeInTenant', wish(most))).changeInTenant(wish(most))))
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect((await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.verb === 'changeInTenant')).toHaveLength(1)
})
test('the platform says of everybody, and the tenants read what it said; a tenant says nothing of others', async () => {
  // What is usual, said aloud: every world of these tests stands in one database.
  const wish = { kind: 'pod-security' as const, version: null, body: defaultPodSecurityPolicy }
  const platform = await door(world.platformAdmin, 'policies.changeOnPlatform', wish)
  expect(await policyAlone(wish.kind, () => platform.changeOnPlatform(wish))).toMatchObject({ ok: true, value: { version: '1' } })
  expect(await policyOf('pod-security')).toMatchObject([{ by: 'platform', of: 'everybody', version: '1', person: world.platformAdmin.id }])
  expect((await (await doorFor(world.platformAdmin)).policies.listOnPlatform({})).map(({ kind }) => kind)).toEqual(['admission', 'limits', 'labels', 'pod-security', 'claims', 'rules', 'placement', 'priority', 'prices', 'approvals', 'reviews', 'levels', 'retention'])
  await expect(change({ classes: ['critical'] }, null, { kind: 'classes' })).rejects.toMatchObject({ message: 'bad_input' })
  await expect(change({ profiles: [] }, null, { tenant: world.b })).rejects.toMatchObject({ message: 'not_found' })
  await expect(change({ profiles: [] }, '2', { by: world.developer })).rejects.toMatchObject({ message: 'forbidden' })
})
test('who watches is told of each change of what devices may be claimed, and of no other policy', () => policyAlone('claims', async () => {
  const told = async () => (await (await doorFor(world.platformAuditor)).signals.list({ topic: 'claims', ...firstPage })).rows.filter(({ kind }) => kind === 'claims.changed').map(({ body }) => body)
  const before = await told()
  const { version } = (await (await doorFor(world.platformAdmin)).policies.listOnPlatform({})).find(({ kind }) => kind === 'claims') ?? { version: null }
  const follow = async (seen: string | null, classes: string[]) => {
    const wish = { kind: 'claims' as const, version: seen, body: { ...defaultClaimsPolicy, classes } }
    return (await door(world.platformAdmin, 'policies.changeOnPlatform', wish)).changeOnPlatform(wish)
  }
  const more = await follow(version, [...defaultClaimsPolicy.classes, 'another'])
  if (!more.ok) throw new Error(more.refusal)
  const back = await follow(more.value.version, defaultClaimsPolicy.classes)
  if (!back.ok) throw new Error(back.refusal)
  expect(await told()).toEqual([{ version: back.value.version }, { version: more.value.version }, ...before])
}))
