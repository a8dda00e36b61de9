/** Whoever came in as a platform admin does not end up as the only one: one alone shuts out one other in a day, by whichever way, and everybody else hears of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

/** As if they had become one so many hours earlier. */
const became = (person: Person, hours: number) => loading((sql) => sql.query("UPDATE role_binding SET valid_from = valid_from - make_interval(hours => $2) WHERE person_id = $1 AND tenant_id IS NULL", [person.id, hours]))
/** As if all that this one did had been done so many hours earlier. */
const did = (by: Person, hours: number) => loading(async (sql) => {
  await sql.query('UPDATE person SET disabled_at = disabled_at - make_interval(hours => $2) WHERE disabled_by = $1', [by.id, hours])
  await sql.query('UPDATE role_binding SET valid_to = valid_to - make_interval(hours => $2) WHERE ended_by = $1', [by.id, hours])
})
async function makeAdmin(name: string, hours = 48): Promise<Person> {
  const person = await world.person(name, ['platform_admin', null, null])
  await became(person, hours)
  return person
}
const bindingOf = async ({ id }: Person): Promise<string> => (await loading((sql) => sql.query("SELECT id FROM role_binding WHERE person_id = $1 AND tenant_id IS NULL AND valid_to IS NULL", [id]))).rows[0].id
async function disable(by: Person, person: Person) {
  const wish = { person: person.id, reason: 'Their key was found elsewhere.' }
  return (await doorFor(by, { stepUp: await shown(by, 'people.disable', wish) })).people.disable(wish)
}
async function enable(by: Person, person: Person) {
  const wish = { person: person.id }
  return (await doorFor(by, { stepUp: await shown(by, 'people.enable', wish) })).people.enable(wish)
}
async function end(by: Person, person: Person) {
  const wish = { binding: await bindingOf(person) }
  return (await doorFor(by, { stepUp: await shown(by, 'staff.end', wish) })).staff.end(wish)
}
async function grant(by: Person, person: Person) {
  const wish = { email: person.email, role: 'platform_admin' as const, until: null }
  return (await doorFor(by, { stepUp: await shown(by, 'staff.grant', wish) })).staff.grant(wish)
}
async function lock(by: Person, person: Person) {
  const opened = await (await doorFor(by)).incidents.open({ title: 'A key was found elsewhere', severity: 'high', playbook: 'compromised_account', seen: 'It was used from elsewhere.', awareAt: new Date().toISOString(), signal: null, case: null })
  if (!opened.ok) throw new Error(opened.refusal)
  const wish = { incident: opened.value.incident, email: person.email }
  return (await doorFor(by, { stepUp: await shown(by, 'incidents.lock', wish) })).incidents.lock(wish)
}
const heard = async (who: Person) => (await (await doorFor(who)).notices.list({})).flatMap(({ kind, body, path }) => (kind === 'admin_changed' ? [`${body.label?.split('.')[0]} ${body.state} ${path}`] : []))
const second = { ok: false, refusal: 'second_in_a_day' }

test('one alone shuts out one other in a day, by whichever way; somebody else, and they themselves a day later, another', async () => {
  const [one, two, three, four] = [await makeAdmin('one'), await makeAdmin('two'), await makeAdmin('three'), await makeAdmin('four')]
  expect(await disable(one, two)).toMatchObject({ ok: true })
  expect([await disable(one, three), await end(one, three), await lock(one, three)]).toEqual([second, second, second])
  // Whose role is over is not forgotten for having been disabled before.
  expect(await end(four, two)).toMatchObject({ ok: true })
  expect([await disable(four, three), await end(one, one)]).toEqual([second, expect.objectContaining({ ok: true })])
  await did(four, 25)
  expect(await end(four, three)).toMatchObject({ ok: true })
  expect((await heard(world.platformAuditor)).sort()).toEqual(['one ended /platform/staff', 'three ended /platform/staff', 'two disabled /platform/staff', 'two ended /platform/staff'])
})
test('whoever was let in again is out no more, and who is no admin is not counted', async () => {
  const [one, two, three, plain] = [await makeAdmin('mends'), await makeAdmin('wrong'), await makeAdmin('right'), await world.person('plain')]
  expect([await disable(one, plain), await disable(one, two), await disable(one, three), await enable(one, two), await disable(one, three)]).toMatchObject([{ ok: true }, { ok: true }, second, { ok: true }, { ok: true }])
})
test('whoever is one since today shuts out only whom they made one themselves', async () => {
  const [fresh, old, friend] = [await makeAdmin('fresh', 23), await makeAdmin('old'), await world.person('friend')]
  expect(await disable(fresh, old)).toEqual({ ok: false, refusal: 'admin_lately' })
  expect(await grant(fresh, friend)).toMatchObject({ ok: true })
  expect(await heard(old)).toEqual(['friend made /platform/staff'])
  expect(await end(fresh, friend)).toMatchObject({ ok: true })
  await became(fresh, 2)
  expect(await disable(fresh, old)).toMatchObject({ ok: true })
})
test('everybody else on the platform hears who is invited to run it', async () => {
  const [by, other] = [await makeAdmin('invites'), await makeAdmin('hears')]
  for (const [role, name] of [['auditor', 'watcher'], ['platform_admin', 'confederate']] as const) {
    const wish = { email: `${name}.${world.mark}@example.test`, role, until: null }
    expect(await (await doorFor(by, { stepUp: await shown(by, 'invitations.makeOnPlatform', wish) })).invitations.makeOnPlatform(wish)).toMatchObject({ ok: true })
  }
  expect([await heard(other), await heard(by)]).toEqual([['confederate invited /platform/staff'], []])
})
