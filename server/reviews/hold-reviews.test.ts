/** Reviews by the clock, over a real database: when they begin, whom they tell, and that what nobody kept is over, once, whoever is killed or comes at the same moment. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { beginApart } from '~/server/testing/apart'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, elevated, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { holdReviews } from './hold-reviews'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const hold = (name = 'once') => runOnce({ name: `reviews-${name}-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: holdReviews })
const sql = async (text: string, values: unknown[] = []) => (await loading((on) => on.query(text, values))).rows
/** Of another tenant each time: what a test does to the clock of one is nothing to another’s. */
async function reviewed(...roles: ('developer' | 'auditor')[]): Promise<{ at: World; second: Person; people: Person[]; review: string }> {
  const at = await makeWorld()
  await over(at.review)
  const second = await at.person(`second.${at.mark}`, ['tenant_admin', at.a, null])
  const people = await Promise.all(roles.map((role, n) => at.person(`p${n}.${at.mark}`, [role, at.a, null])))
  const wish = { tenant: at.a }
  const begun = await (await doorFor(at.admin, { stepUp: await shown(at.admin, 'reviews.begin', wish) })).reviews.begin(wish)
  if (!begun.ok) throw new Error(begun.refusal)
  return { at, second, people, review: begun.value.review }
}
const over = (review: string) => sql("UPDATE review SET began_at = now() - interval '20 days', deadline = now() - interval '1 hour', closed_at = now() WHERE id = $1", [review])
const deadlineIn = (review: string, time: string) => sql("UPDATE review SET began_at = now() - interval '13 days', deadline = now() + $2::interval WHERE id = $1", [review, time])
const lineOf = async (review: string, { id }: Person, kind = 'role') => (await sql('SELECT id, state, decided_by FROM review_line WHERE review_id = $1 AND person_id = $2 AND kind = $3', [review, id, kind]))[0]
const roles = async ({ id }: Person, tenant: string | null) => (await sql('SELECT role FROM role_binding WHERE person_id = $1 AND tenant_id IS NOT DISTINCT FROM $2 AND (valid_to IS NULL OR valid_to > now())', [id, tenant])).map(({ role }) => role)
const told = async (person: Person, kind: string) => (await sql('SELECT body, path FROM notice WHERE person_id = $1 AND kind = $2 ORDER BY at', [person.id, kind]))
async function keep(at: World, by: Person, review: string, line: string) {
  const wish = { tenant: at.a, review, answers: [{ line, word: 'keep' as const }] }
  return (await doorFor(by, { stepUp: await shown(by, 'reviews.answer', wish) })).reviews.answer(wish)
}
const ends = async (tenant: string) => (await recordsOf(tenant, 'deed')).filter(({ entry }) => entry.reason === 'not_confirmed').map(({ entry }) => entry)

test('at the deadline what nobody kept is over, by a deed of nobody’s with its record, and its holder is told; what was kept goes on; the last admin stays and the platform hears of it; and it happens once', async () => {
  const { at, second, people: [kept, open], review } = await reviewed('developer', 'auditor')
  if (!kept || !open) throw new Error('nobody is there')
  // Whoever has been an admin for longest is the one who stays.
  await sql("UPDATE role_binding SET valid_from = now() - interval '300 days' WHERE person_id = $1", [second.id])
  await sql("UPDATE review_line SET since = now() - interval '300 days' WHERE review_id = $1 AND person_id = $2", [review, second.id])
  const token = randomUUID()
  await sql("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES ($1, $2, 'Late', sha256($3::bytea), sha512($3::bytea), '{quotas.list}', now(), now() + interval '9 days')", [token, kept.id, Buffer.from(token)])
  await sql("INSERT INTO review_line (review_id, tenant_id, kind, token_id, person_id, since, evidence, asked) VALUES ($1, $2, 'token', $3, $4, now(), '{\"title\": \"Late\"}', 'tenant')", [review, at.a, token, kept.id])
  expect(await keep(at, at.admin, review, (await lineOf(review, kept)).id)).toMatchObject({ ok: true })
  await deadlineIn(review, '1 hour')
  expect(await hold()).toBe('ran')
  expect(await roles(open, at.a)).toEqual(['auditor'])
  expect(await told(open, 'access_ends')).toMatchObject([{ body: { label: 'auditor', place: at.a } }])
  expect(await told(kept, 'access_ends')).toMatchObject([{ body: { label: 'the token “Late”' } }])
  expect(await told(second, 'review_waits')).toMatchObject([{ path: `/tenants/${at.a}/reviews/${review}` }])

  await deadlineIn(review, '-1 millisecond')
  expect(await keep(at, at.admin, review, (await lineOf(review, open)).id)).toEqual({ ok: false, refusal: 'review_over' })
  for (const name of ['one', 'two']) expect(await hold(name)).toBe('ran')
  expect([await roles(open, at.a), await roles(kept, at.a), await roles(at.admin, at.a), await roles(second, at.a)]).toEqual([[], ['developer'], [], ['tenant_admin']])
  expect((await sql('SELECT ended_at FROM token WHERE id = $1', [token]))[0].ended_at).toBeInstanceOf(Date)
  expect([await lineOf(review, open), await lineOf(review, kept), await lineOf(review, second), await lineOf(review, kept, 'token')]).toMatchObject([{ state: 'ended', decided_by: null }, { state: 'kept', decided_by: at.admin.id }, { state: 'spared', decided_by: null }, { state: 'ended', decided_by: null }])
  const deeds = await ends(at.a)
  expect(deeds.find(({ context }) => JSON.stringify(context).includes(open.id))).toMatchObject({ action: { resource: 'members', verb: 'end' }, actor: { serviceAccount: 'engine', userId: null }, metadata: { reference: review } })
  expect(deeds.length).toBe((await sql("SELECT 1 FROM review_line WHERE review_id = $1 AND state = 'ended'", [review])).length)
  expect(deeds.map(({ action }) => `${action.resource}.${action.verb}`)).toEqual(expect.arrayContaining(['members.end', 'members.unbindGroup', 'tokens.revoke']))
  expect(await told(open, 'access_ended')).toMatchObject([{ body: { label: 'auditor', place: at.a, state: 'silence' } }])
  expect(await told(second, 'review_closed')).toMatchObject([{ body: { kept: '1', ended: String(deeds.length) } }])
  const raised = (await (await doorFor(at.platformAuditor)).signals.list({ topic: 'review', ...firstPage })).rows.filter(({ body }) => body.review === review)
  expect(raised).toMatchObject([{ kind: 'review.last_admin', body: { tenant: at.a, person: second.id } }])
  expect(await told(at.platformAdmin, 'review_spared')).toMatchObject([{ path: `/platform/reviews/${review}?tab=all` }])
  const seen = await (await doorFor(await elevated(at.platformAdmin))).reviews.readOnPlatform({ review, show: 'all', ...firstPage })
  expect(seen).toMatchObject({ review: { state: 'closed', counts: { spared: 1, open: 0 } }, rows: [{ state: 'spared', person: { person: second.id } }] })
})

test('who decides hears of it when it begins, at half time and a day before, once each, and not when there is nothing left for them', async () => {
  const { at, second, review } = await reviewed()
  const count = async (person: Person) => (await told(person, 'review_waits')).length
  for (const time of ['10 days', '10 days', '5 days', '5 days', '20 hours', '20 hours']) {
    await sql("UPDATE review SET began_at = now() + $2::interval - interval '14 days', deadline = now() + $2::interval WHERE id = $1", [review, time])
    expect(await hold()).toBe('ran')
  }
  expect([await count(at.admin), await count(second), await count(at.lead), await count(at.stranger)]).toEqual([3, 3, 0, 0])
  const { review: quiet, at: there } = await reviewed()
  await sql("UPDATE review_line SET state = 'gone', decided_at = now() WHERE review_id = $1", [quiet])
  expect(await hold()).toBe('ran')
  expect(await count(there.admin)).toBe(0)
})

test('a reviewer and the deadline at the same moment: it is kept and goes on, or ended and over, and nothing between', async () => {
  const { at, people, review } = await reviewed('developer', 'developer', 'developer', 'developer', 'developer', 'developer')
  const lines = await Promise.all(people.map((person) => lineOf(review, person)))
  // The deadline comes once one is kept, while others are answered and the engine looks; the last is answered after it.
  let deadline: Promise<unknown> | null = null
  const answering = async () => {
    const answers: Awaited<ReturnType<typeof keep>>[] = []
    for (const [n, { id }] of lines.entries()) {
      if (n === lines.length - 1) await deadline
      answers.push(await keep(at, at.admin, review, id))
      deadline ??= deadlineIn(review, '0 seconds')
    }
    return answers
  }
  const isOver = async () => (await sql('SELECT closed_at IS NOT NULL AS over FROM review WHERE id = $1', [review]))[0].over === true
  const holding = async (name: string) => { while (!(await isOver())) expect(await hold(name)).toBe('ran') }
  const [answers] = await Promise.all([answering(), ...['one', 'two', 'three'].map(holding)])
  for (const [n, person] of people.entries()) {
    const kept = answers[n]?.ok === true
    expect([(await lineOf(review, person)).state, await roles(person, at.a)]).toEqual(kept ? ['kept', ['developer']] : ['ended', []])
  }
  expect(new Set(answers.map((answer) => (answer.ok ? 'kept' : answer.refusal)))).toEqual(new Set(['kept', 'review_over']))
})

test('killed while it ends what nobody kept, nothing of that step has happened; after it each is ended once, however many look', { timeout: 120_000 }, async () => {
  const { at, people: [open], review } = await reviewed('developer')
  if (!open) throw new Error('nobody is there')
  await deadlineIn(review, '-1 second')
  // It must end this role, and its row is held here.
  const holder = await connectAs('owner')
  await holder.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await holder.query('SELECT FROM role_binding WHERE person_id = $1 FOR UPDATE', [open.id])
  const { rows: [{ pid }] } = await holder.query('SELECT pg_backend_pid() AS pid')
  const waits = async () => (await sql('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))', [pid]))[0].waiting as number
  const { child, ended } = beginApart('hold-reviews-once', `child-${world.mark}`)
  await expect.poll(waits, { timeout: 60_000 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  await holder.query('ROLLBACK')
  await holder.end()
  expect([await roles(open, at.a), await lineOf(review, open), await ends(at.a)]).toMatchObject([['developer'], { state: 'open' }, []])
  expect(await Promise.all(['one', 'two', 'three'].map(hold))).toEqual(['ran', 'ran', 'ran'])
  expect([await roles(open, at.a), (await lineOf(review, open)).state]).toEqual([[], 'ended'])
  expect((await ends(at.a)).filter(({ context }) => JSON.stringify(context).includes(open.id)).length).toBe(1)
  expect((await told(open, 'access_ended')).length).toBe(1)
})

test('in a frozen tenant nothing is over and nobody can decide; the deadline moves, and once it is thawed there is a day', async () => {
  const { at, people: [open], review } = await reviewed('developer')
  if (!open) throw new Error('nobody is there')
  await deadlineIn(review, '-1 second')
  await sql('UPDATE tenant SET frozen_at = now() WHERE id = $1', [at.a])
  expect(await keep(at, at.admin, review, (await lineOf(review, open)).id)).toEqual({ ok: false, refusal: 'tenant_frozen' })
  expect(await hold()).toBe('ran')
  expect(await roles(open, at.a)).toEqual(['developer'])
  await sql('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [at.a])
  expect(await hold()).toBe('ran')
  expect(await roles(open, at.a)).toEqual(['developer'])
  expect((await sql("SELECT deadline > now() + interval '1 day' AS later FROM review WHERE id = $1", [review]))[0].later).toBe(true)
  expect(await keep(at, at.admin, review, (await lineOf(review, open)).id)).toMatchObject({ ok: true })
})

test('a place is looked at anew when its time has come, once, whoever looks; not a day before, and as often as the platform says', async () => {
  const at = await makeWorld()
  await over(at.review)
  const of = async (tenant: string) => (await sql('SELECT begun_by, closed_at FROM review WHERE tenant_id = $1 ORDER BY began_at', [tenant]))
  await sql("UPDATE review SET began_at = now() - interval '89 days', deadline = now() - interval '60 days', closed_at = now() WHERE id = $1", [at.review])
  await sql("UPDATE tenant SET created_at = now() - interval '90 days' WHERE id = $1", [at.b])
  expect(await Promise.all(['one', 'two', 'three'].map(hold))).toEqual(['ran', 'ran', 'ran'])
  expect([(await of(at.a)).length, (await of(at.b)).length]).toEqual([1, 1])
  await sql("UPDATE review SET began_at = now() - interval '90 days' WHERE id = $1", [at.review])
  for (const name of ['one', 'two']) expect(await hold(name)).toBe('ran')
  expect(await of(at.a)).toMatchObject([{}, { begun_by: null, closed_at: null }])
})

test('on the platform what nobody kept is over, too, and whoever decides there decides about others only', async () => {
  const at = await makeWorld()
  const [operator, other, leaves] = [await elevated(at.platformAdmin), await elevated(await at.person(`other.${at.mark}`, ['platform_admin', null, null])), await at.person(`leaves.${at.mark}`, ['approver', null, null])]
  const third = await at.person(`third.${at.mark}`, ['platform_admin', null, null])
  await sql("UPDATE role_binding SET valid_from = valid_from - interval '2 days' WHERE person_id = $1 AND tenant_id IS NULL", [at.platformAdmin.id])
  // There is one platform for all of these tests: whatever was begun there is over, and of this one everybody else is kept.
  await sql("UPDATE review SET began_at = now() - interval '20 days', deadline = now() - interval '1 hour', closed_at = now() WHERE tenant_id IS NULL AND closed_at IS NULL")
  const begun = await (await doorFor(operator, { stepUp: await shown(operator, 'reviews.beginOnPlatform', {}) })).reviews.beginOnPlatform({})
  if (!begun.ok) throw new Error(begun.refusal)
  const { review } = begun.value
  const own = [at.platformAdmin.id, other.id, leaves.id, third.id]
  await sql("UPDATE review_line SET state = 'gone', decided_at = now() WHERE review_id = $1 AND person_id <> ALL ($2)", [review, own])
  const answer = async (by: Person, person: Person, word: 'keep' | 'end') => {
    const wish = { review, answers: [{ line: (await lineOf(review, person)).id as string, word }] }
    return (await doorFor(by, { stepUp: await shown(by, 'reviews.answerOnPlatform', wish) })).reviews.answerOnPlatform(wish)
  }
  expect(await answer(operator, at.platformAdmin, 'keep')).toMatchObject({ ok: false, refusal: 'not_everything', about: [{ says: 'Nobody decides about what they hold themselves.' }] })
  expect(await answer(other, at.platformAdmin, 'keep')).toMatchObject({ ok: true })
  expect(await answer(operator, other, 'end')).toMatchObject({ ok: true, value: { ended: 1 } })
  expect(await answer(operator, third, 'end')).toMatchObject({ ok: false, refusal: 'not_everything', about: [{ says: 'Another platform admin is out by your word of the last day.' }] })
  await deadlineIn(review, '-1 second')
  expect(await hold()).toBe('ran')
  expect([await roles(at.platformAdmin, null), await roles(other, null), await roles(leaves, null)]).toEqual([['platform_admin'], [], []])
  expect((await ends('platform')).find(({ context }) => JSON.stringify(context).includes(leaves.id))).toMatchObject({ action: { resource: 'staff', verb: 'end' }, actor: { serviceAccount: 'engine' } })
})
