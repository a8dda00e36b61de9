/** Two who let each other through, where others could have, are seen. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { answeredDaysLeast } from './decide-each-other'
import { watchYeses } from './watch-yeses'

let world: World
let people: Person[]
beforeAll(async () => {
  world = await makeWorld()
  people = await Promise.all(['one', 'other', 'third', 'fourth'].map((name) => world.person(name, ['tenant_admin', world.a, null])))
})
afterAll(closeDatabase)

/** What was asked for and got, so many days ago, as it stands when it is over. */
const answered = (tenant: string | null, asker: string, yeses: readonly string[], daysAgo: number) => loading((sql) => sql.query(`INSERT INTO request (id, kind, organisation_id, tenant_id, subject, payload, terms, terms_body, purpose, rule, level, asked_roles, requested_by, requested_at, state, decided_by, decided_at, carried_out_at, deadline, said_yes)
  SELECT gen_random_uuid(), 'quota.raise', CASE WHEN $1::text IS NOT NULL THEN $2 END, $1, 'cpu', '{}', repeat('x', 43), '{}', 'For the test.', '{}', 'platform', '{approver}', $3, at, 'approved', ($4::uuid[])[1], at, at, at, $4::uuid[] FROM (SELECT date_trunc('day', now()) - make_interval(days => $5) AS at) past`,
[tenant, world.organisation, asker, yeses, daysAgo]))
const look = () => runOnce({ name: 'watch-yeses', everyMs: 0, leaseSeconds: 5, run: (name) => watchYeses(name) })
const seen = async () => (await (await doorFor(world.platformAuditor)).signals.list({ topic: 'authorization', ...firstPage })).rows.filter(({ kind, body }) => kind === 'authorization.answer_each_other' && (body.people as string[]).some((id) => people.some((one) => one.id === id))).map(({ body }) => body)

test('two who answered each other on six days, and whom nobody else answered, are told of once; not while one other alone says yes there', async () => {
  const [one, other, third, fourth] = people.map(({ id }) => id) as [string, string, string, string]
  for (let day = 1; day <= answeredDaysLeast; day++) {
    await answered(world.a, one, day % 2 ? [other] : [third, other], day)
    await answered(world.a, other, [one], day)
  }
  expect([await look(), await seen()]).toEqual(['ran', []])
  await answered(world.a, third, [fourth], 1)
  expect([await look(), await look(), await seen()]).toEqual(['ran', 'ran', [{ tenant: world.a, people: [one, other].sort(), days: answeredDaysLeast }]])
})
test('whoever was answered by somebody else once is not; nor on many requests of few days, nor of long ago, nor in another place', async () => {
  const [one, other, third, fourth] = people.map(({ id }) => id) as [string, string, string, string]
  for (let day = 1; day <= answeredDaysLeast; day++) {
    await answered(world.b, one, [other], day)
    await answered(world.b, other, [one], day)
    for (const [asker, yes] of [[third, fourth], [fourth, third]] as const) await answered(world.b, asker, [yes], 1 + (day % 3))
    await answered(null, third, [one], day)
    await answered(null, one, [third], 30 + day)
  }
  await answered(world.b, other, [third], 2)
  expect([await look(), (await seen()).length]).toEqual(['ran', 1])
})
test('nobody but the engine asks who answers whom', async () => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    await expect(sql.query('SELECT * FROM answered_each_other(now(), 1)')).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
