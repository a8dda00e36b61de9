/** Nobody chooses who answers them: by the real door, who is let in by whoever asks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { approve, type Asked, hold, letInBy, makeRoom, wishIn } from '~/server/testing/asking'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
let second: Person
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second', ['tenant_admin', world.a, null])
  await makeRoom(world)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

/** As the console does it. */
async function letIn(by: Person, name: string): Promise<Person> {
  const person = await world.person(name, ['developer', world.a, 'red'])
  const wish = { tenant: world.a, email: person.email, role: 'tenant_admin' as const, namespace: null, until: null }
  expect(await (await doorFor(by, { stepUp: await shown(by, 'members.grant', wish) })).members.grant(wish)).toMatchObject({ ok: true })
  return person
}
const asked = (): Promise<Asked> => hold(world.developer, wishIn(world, 16))
const wouldBe = async (person: Person, { request }: Asked) => (await (await doorFor(person)).requests.readInTenant({ tenant: world.a, request })).ifApproved
const together = async (person: Person, { request }: Asked) => (await (await doorFor(person)).requests.readTogetherInTenant({ tenant: world.a, requests: [request] })).requests.map(({ whyNot }) => whyNot)

test('an admin and whom they let in, or those let in, are one of the two who are asked, whoever says yes first; another is the second, and no yes is needed to say no', async () => {
  const appointee = await letIn(world.admin, 'appointee')
  const through = await letIn(appointee, 'through')
  for (const [one, ...same] of [[world.admin, appointee, through], [through, world.admin, appointee]] as const) {
    const of = await asked()
    expect(await approve(world, one, of)).toMatchObject({ ok: true, value: { state: 'open' } })
    for (const person of same) {
      expect([await wouldBe(person, of), await together(person, of)]).toEqual(['appointed', ['appointed']])
      expect(await approve(world, person, of)).toEqual({ ok: false, refusal: 'appointed' })
    }
    expect(await approve(world, second, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  }
  const of = await asked()
  expect(await approve(world, world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  expect(await (await doorFor(appointee)).requests.refuseInTenant({ tenant: world.a, request: of.request, reason: 'Not this month.' })).toMatchObject({ ok: true, value: { state: 'refused' } })
})
test('what a yes of theirs would not count for does not wait for them, in the count and in the list: it waits for others', async () => {
  const appointee = await letIn(world.admin, 'counted')
  const waits = async (person: Person, { request }: Asked) => {
    const door = await doorFor(person)
    const listed = async (show: 'mine' | 'others') => (await door.requests.listInTenant({ tenant: world.a, namespace: null, show, find: null, ...firstPage })).rows.map((row) => row.request)
    const [count, mine, others] = [await door.requests.countWaitingInTenant({ tenant: world.a }), await listed('mine'), await listed('others')]
    return { areEqual: count === mine.length, isMine: mine.includes(request), isOthers: others.includes(request) }
  }
  const of = await asked()
  expect(await waits(appointee, of)).toEqual({ areEqual: true, isMine: true, isOthers: false })
  expect(await approve(world, world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  expect(await waits(appointee, of)).toEqual({ areEqual: true, isMine: false, isOthers: true })
  expect(await waits(second, of)).toEqual({ areEqual: true, isMine: true, isOthers: false })
})
test('two whom one let in are one, though that one says nothing; and nobody makes the others too few by putting them out', async () => {
  const [one, two, third] = [await letIn(world.admin, 'one'), await letIn(world.admin, 'two'), await world.person('third', ['tenant_admin', world.a, null])]
  const of = await asked()
  await loading((sql) => sql.query(`UPDATE request SET rule = '{"anyOf": [{"of": ["tenant_admin"], "count": 4}], "factor": "passkey"}' WHERE id = $1`, [of.request]))
  expect(await approve(world, one, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  expect([await wouldBe(two, of), await approve(world, two, of)]).toEqual(['appointed', { ok: false, refusal: 'appointed' }])
  const put = async (days: number, { id }: Person) => loading((sql) => sql.query("UPDATE role_binding SET valid_from = now() - interval '90 days', valid_to = now() - make_interval(days => $2) WHERE person_id = $1 AND role = 'tenant_admin'", [id, days]))
  for (const person of [second, third]) await put(1, person)
  expect(await wouldBe(two, of)).toBe('appointed')
  await loading((sql) => sql.query("UPDATE role_binding SET valid_to = NULL WHERE person_id = $1", [second.id]))
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [second.id]))
  expect(await wouldBe(two, of)).toBe('appointed')
  await loading((sql) => sql.query("UPDATE person SET disabled_at = now() - interval '8 days' WHERE id = $1", [second.id]))
  await put(8, third)
  expect(await wouldBe(two, of)).toBe(null)
  await loading((sql) => sql.query('UPDATE person SET disabled_at = NULL WHERE id = $1', [second.id]))
  await put(-9, third)
})
test('whom they let in longer than a week before is another, and so is whom a group lets in that was bound then', async () => {
  const of = await asked()
  const [old, grouped] = [await letIn(world.admin, 'old'), await letIn(world.admin, 'grouped')]
  expect(await approve(world, world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  const ago = async (days: number) => {
    await loading(async (sql) => {
      await sql.query("UPDATE role_binding SET valid_from = (SELECT requested_at FROM request WHERE id = $2) - make_interval(days => $3) WHERE person_id = $1 AND role = 'tenant_admin'", [old.id, of.request, days])
      await sql.query("WITH bound AS (INSERT INTO group_binding (id, tenant_id, provider, group_name, role, valid_from, granted_by) SELECT gen_random_uuid(), $2, 'idp', 'group ' || $4, 'tenant_admin', requested_at - make_interval(days => $4::int), $5 FROM request WHERE id = $3 RETURNING id) UPDATE role_binding SET through_group = bound.id FROM bound WHERE person_id = $1 AND role = 'tenant_admin'", [grouped.id, world.a, of.request, days, world.admin.id])
    })
    return Promise.all([wouldBe(old, of), wouldBe(grouped, of)])
  }
  expect(await ago(6)).toEqual(['appointed', 'appointed'])
  expect(await ago(8)).toEqual([null, null])
})
test('on the platform nobody answers whoever made them an approver, nor whom they made an admin', async () => {
  const approver = await world.person('let-in', ['approver', null, null])
  await letInBy(world.platformAdmin, approver)
  const ask = async (by: Person, name: string) => {
    const answer = await (await doorFor(by)).tenants.request({ organisation: world.organisation, name: `${name}-${world.mark}`, title: 'New', isolationLevel: 3, trust: 'external', regions: ['eu-test-1'], compliance: [], purpose: 'A customer signed.', admin: world.nobody.email })
    if (!answer.ok) throw new Error(answer.refusal)
    return { request: answer.value.request, terms: answer.value.terms }
  }
  const say = async (of: { request: string; terms: string }) => (await doorFor(approver, { stepUp: await shown(approver, 'requests.approve', of) })).requests.approve(of)
  const made = await world.person('made', ['platform_admin', null, null])
  await letInBy(approver, made)
  expect(await say(await ask(made, 'theirs'))).toEqual({ ok: false, refusal: 'appointed' })
  expect(await say(await ask(world.platformAdmin, 'own'))).toEqual({ ok: false, refusal: 'appointed' })
  expect(await say(await ask(await world.person('other', ['platform_admin', null, null]), 'another'))).toMatchObject({ ok: true, value: { state: 'approved' } })
})
