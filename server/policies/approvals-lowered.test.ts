/** Nobody lowers what is asked of them and goes through below it: what asks for less holds a day later, at every door, and the others hear of it while it can be taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { defaultApprovalsPolicy } from '~/server/requests/approvals-policy'
import { hold, makeRoom, wishIn } from '~/server/testing/asking'
import { policyAlone } from '~/server/testing/policy-alone'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
let other: Person
let letOthers = () => {}
let held: Promise<void>
beforeAll(async () => {
  await new Promise<void>((alone) => { held = policyAlone('approvals', () => new Promise((over) => { letOthers = over; alone() })) })
  world = await makeWorld()
  other = await world.person('other', ['platform_admin', null, null])
  await makeRoom(world)
})
afterAll(async () => {
  await loading((sql) => sql.query("UPDATE policy SET valid_to = greatest(valid_from, now()) WHERE kind = 'approvals' AND (valid_to IS NULL OR valid_to > now())"))
  letOthers()
  await held
  await closeLanes()
  await closeDatabase()
})

const usual = defaultApprovalsPolicy
const asking = (count: number) => ({ ...usual, rules: usual.rules.map((rule) => (rule.above > 0 ? { ...rule, anyOf: rule.anyOf.map(({ of }) => ({ of, count })) } : rule)) })
async function say(body: typeof usual, version: string | null, by = world.platformAdmin) {
  const wish = { kind: 'approvals' as const, version, body }
  return (await doorFor(by, { stepUp: await shown(by, 'policies.changeOnPlatform', wish) })).policies.changeOnPlatform(wish)
}
const read = async () => (await doorFor(other)).policies.readOnPlatform({ kind: 'approvals' })
const listed = async () => (await (await doorFor(other)).policies.listOnPlatform({})).find(({ kind }) => kind === 'approvals')
const ruleOf = async (request: string) => (await loading((sql) => sql.query("SELECT (q ->> 'count')::int AS count FROM request, jsonb_array_elements(rule -> 'anyOf') q WHERE id = $1", [request]))).rows.map(({ count }) => count)
/** What a lane asks for sixteen devices, and what the other door asks for as many more than a tenant has as are many for the platform. */
let raised = 100
const from = 40_000
async function asked(): Promise<[lane: number[], door: number[]]> {
  const { request } = await hold(world.developer, wishIn(world, 16))
  raised += 1
  const door = await doorFor(world.admin)
  const answer = await door.quotas.raise({ tenant: world.a, resource: 'nvidia.com/gpu', from: String(from), to: String(from + raised), draft: [], purpose: 'For the run of May.' })
  if (!answer.ok) throw new Error(answer.refusal)
  await door.requests.withdraw({ request: answer.value.request })
  return [await ruleOf(request), await ruleOf(answer.value.request)]
}
/** As if all had been said so many hours earlier: what ended first, because nothing holds beside another. */
const later = (hours: number) => loading(async (sql) => {
  const { rows } = await sql.query("SELECT id FROM policy WHERE kind = 'approvals' AND tenant_id IS NULL ORDER BY version")
  for (const { id } of rows) await sql.query('UPDATE policy SET valid_from = valid_from - make_interval(hours => $2), valid_to = valid_to - make_interval(hours => $2) WHERE id = $1', [id, hours])
})
const heard = async (who: Person) => (await (await doorFor(who)).notices.list({})).filter(({ kind }) => kind === 'approvals_lowered')

test('what asks for less is kept, changes nothing for a day, and then holds at every door', async () => {
  expect(await say(asking(1), null)).toMatchObject({ ok: true, value: { version: '1', isLater: true } })
  expect(await asked()).toEqual([[2], [2]])
  expect([await listed(), await read()]).toMatchObject([{ version: null, body: usual }, { version: null, body: usual, coming: { version: '1', state: 'to_come', person: world.platformAdmin.id, body: asking(1) } }])
  await later(23)
  expect(await asked()).toEqual([[2], [2]])
  await later(1)
  expect(await asked()).toEqual([[1], [1]])
  expect(await read()).toMatchObject({ version: '1', coming: null, versions: [{ version: '1', state: 'in_force' }] })
})
test('everybody else who works on the platform heard of it, with where to go', async () => {
  expect(await heard(other)).toEqual([expect.objectContaining({ path: '/platform/policies/approvals', body: { until: expect.any(String) } })])
  expect([await heard(world.platformAdmin), await heard(world.admin)]).toEqual([[], []])
})
test('what asks for more holds at once', async () => {
  expect(await say(asking(3), '1')).toMatchObject({ ok: true, value: { version: '2', isLater: false } })
  expect(await asked()).toEqual([[3], [3]])
})
test('what is to come is taken back by saying again what holds; whoever did not see it is told', async () => {
  expect(await say(asking(2), '2')).toMatchObject({ ok: true, value: { version: '3', isLater: true } })
  expect(await say(asking(3), '2', other)).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect(await say(asking(3), '3', other)).toMatchObject({ ok: true, value: { version: '4', isLater: false } })
  await later(25)
  expect(await asked()).toEqual([[3], [3]])
  expect((await read()).versions.map(({ version, state }) => [version, state])).toEqual([['4', 'in_force'], ['3', 'never'], ['2', 'over'], ['1', 'over']])
})
test('what is lowered twice holds a day after the second, and is held against what holds, not against what was to come', async () => {
  expect(await say(asking(1), '4')).toMatchObject({ ok: true, value: { isLater: true } })
  expect(await say(asking(2), '5')).toMatchObject({ ok: true, value: { isLater: true } })
  await later(23)
  expect(await asked()).toEqual([[3], [3]])
  await later(1)
  expect(await asked()).toEqual([[2], [2]])
})
