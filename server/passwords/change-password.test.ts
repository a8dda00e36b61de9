import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import type { Kept } from '~/server/database/open-session'
import { digestOf } from '~/server/shared/canonical'
import { connectAs, doorFor, halfInLater, makeWorld, password, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const change = async (person: Person, wish: { current: string; password: string }) => (await doorFor(person, { stepUp: await shown(person, 'passwords.change', wish) })).passwords.change(wish)
const good = 'staple wagon nine purple'

test('ASVS 6.2.2, 6.2.3: changing it asks for the present one, and its owner is told', async () => {
  const person = await world.person('changes')
  expect(await change(person, { current: 'not what it is', password: good })).toEqual({ ok: false, refusal: 'wrong_password' })
  expect(await change(person, { current: password, password: good })).toEqual({ ok: true, value: {} })
  expect(await (await doorFor(person)).notices.list({})).toMatchObject([{ kind: 'password_changed' }])
  expect(await (await doorFor(null)).signIn.withPassword({ email: person.email, password: good })).toMatchObject({ ok: true })
})
test('whoever is half in by the old one is out with it', async () => {
  const person = await world.person('half')
  const kept: Kept[] = []
  const there = () => doorFor(null, { source: { ...sourceOfTest(), address: `half-${world.mark}` } }, kept)
  expect(await (await there()).signIn.withPassword({ email: person.email, password })).toMatchObject({ ok: true })
  expect(await change(person, { current: password, password: good })).toEqual({ ok: true, value: {} })
  expect(await (await there()).signIn.withCode({ code: '123456' })).toEqual({ ok: false, refusal: 'not_entering' })
})
test('whoever is half in by the old one since the change began is out with it, too, and keeps nobody from changing it', async () => {
  const person = await world.person('half-later')
  const isOver = await halfInLater(person)
  expect(await change(person, { current: password, password: good })).toEqual({ ok: true, value: {} })
  expect(await isOver()).toBe(true)
})
test.each([
  ['a short one', 'fourteen chars', 'too_short'], ['one that others chose', 'passwordpassword', 'breached'], ['one with the product in it', 'bailiwick wagon nine purple', 'contains_context'],
  ['the same again', password, 'same_password'],
])('%s is refused', async (_says, given, refusal) => {
  expect(await change(world.lead, { current: password, password: given })).toEqual({ ok: false, refusal })
})
test('one with their own name in it is refused', async () => {
  const person = await world.person('violetta')
  expect(await change(person, { current: password, password: 'violetta wagon nine staple' })).toEqual({ ok: false, refusal: 'contains_context' })
  expect(await change(world.guest, { current: password, password: 'violetta wagon nine staple' })).toEqual({ ok: true, value: {} })
})
test.each([
  ['of 64 characters', 'a lamp, 9 rivers & no moon; seven cats drive the tin boat home ok'.slice(0, 64)], ['of 256', Array.from({ length: 64 }, (_, at) => String.fromCodePoint(0x4e00 + at * 37)).join('').padEnd(256, 'žřč ')],
  ['of letters only', 'wagonpurplestaplelamp'], ['with spaces at its ends', '  wagon purple staple lamp  '],
])('ASVS 6.2.5, 6.2.9: one %s is taken, and compared as it is', async (says, given) => {
  const person = await world.person(`any-${says.replace(/\W/g, '-')}`)
  expect(await change(person, { current: password, password: given })).toEqual({ ok: true, value: {} })
  expect(await (await doorFor(null)).signIn.withPassword({ email: person.email, password: given.slice(0, -1) })).toMatchObject({ ok: false })
  expect(await (await doorFor(null)).signIn.withPassword({ email: person.email, password: given })).toMatchObject({ ok: true })
})
test('whoever guesses the present one in an open window is stopped after five', async () => {
  const person = await world.person('window')
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await change(person, { current: `guess number ${n} of it`, password: good }))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal))).toEqual([...Array(5).fill('wrong_password'), 'too_many_tries'])
})
test('no digest of it is kept that anybody could make', async () => {
  const person = await world.person('hidden')
  const wish = { current: password, password: good }
  await change(person, wish)
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [person.id])
  const kept = [...(await engine.query('SELECT input_digest FROM answered WHERE person_id IS NOT NULL')).rows, ...(await engine.query('SELECT input_digest FROM step_up')).rows].map(({ input_digest }) => input_digest)
  await engine.end()
  expect(kept).toHaveLength(2)
  expect(kept).not.toContain(digestOf(wish))
})
