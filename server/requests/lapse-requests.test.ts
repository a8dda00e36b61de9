/** What nobody answers in its time is over by its own time, and is said to be once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { tellOfTheRest } from '~/server/testing/asking'
import { numberAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { lapseRequests } from './lapse-requests'
import { tellOfRequests } from './tell-of-requests'

let world: World
const lease = `lapse-${randomUUID()}`
beforeAll(async () => {
  world = await makeWorld()
  expect(await takeLease(lease, 600)).toBe(true)
  await tellOfTheRest()
})
afterAll(closeDatabase)

type Asked = { request: string; terms: string; name: string }
async function asked(): Promise<Asked> {
  const name = `late-${randomUUID().slice(0, 8)}`
  const answer = await (await doorFor(world.platformAdmin)).tenants.request({ organisation: world.organisation, name, title: 'New', isolationLevel: 3, trust: 'external', regions: ['eu-test-1'], compliance: [], purpose: 'A customer signed.', admin: world.nobody.email })
  if (!answer.ok) throw new Error(answer.refusal)
  return { request: answer.value.request, terms: answer.value.terms, name }
}
const due = ({ request }: Asked, ago = '1 second') => loading((sql) => sql.query('UPDATE request SET deadline = now() - $2::interval WHERE id = $1', [request, ago]))
const approve = async (person: Person, { request, terms }: Asked) => (await doorFor(person, { stepUp: await shown(person, 'requests.approve', { request, terms }) })).requests.approve({ request, terms })
const listed = async (show: 'mine' | 'others' | 'decided', { name }: Asked) => (await (await doorFor(world.platformApprover)).requests.list({ show, organisation: null, find: name, ...firstPage })).rows.map(({ state }) => state)
const stored = async ({ request }: Asked) => (await loading((sql) => sql.query('SELECT state, decided_by, carried_out_at IS NOT NULL AS done FROM request WHERE id = $1', [request]))).rows[0]

test('over by its own time: nobody answers it or takes it back any more, and it stands with what was decided, though nobody has written it down', async () => {
  const of = await asked()
  expect([await listed('mine', of), await listed('decided', of)]).toEqual([['open'], []])
  await due(of)
  expect(await stored(of)).toMatchObject({ state: 'open' })
  expect([await listed('mine', of), await listed('others', of), await listed('decided', of)]).toEqual([[], [], ['lapsed']])
  expect(await (await doorFor(world.platformApprover)).requests.read({ request: of.request })).toMatchObject({ state: 'lapsed', ifApproved: 'already_decided' })
  expect(await approve(world.platformApprover, of)).toEqual({ ok: false, refusal: 'already_decided' })
  expect(await (await doorFor(world.platformAdmin)).requests.withdraw({ request: of.request })).toEqual({ ok: false, refusal: 'already_decided' })
  expect((await loading((sql) => sql.query('SELECT FROM tenant WHERE id = $1', [of.name]))).rowCount).toBe(0)
})
test('the loop writes it down once, however many run; whoever asked is told once, and the record says when it was over', async () => {
  const of = await asked()
  await due(of)
  await Promise.all([lapseRequests(lease), lapseRequests(lease), lapseRequests(lease)])
  await lapseRequests(lease)
  expect(await stored(of)).toEqual({ state: 'lapsed', decided_by: null, done: true })
  await tellOfRequests(lease)
  await tellOfRequests(lease)
  const { rows } = await loading((sql) => sql.query("SELECT body->>'state' AS state FROM notice WHERE person_id = $1 AND kind = 'request_decided' AND body->>'label' = $2", [world.platformAdmin.id, of.name]))
  expect(rows).toEqual([{ state: 'expired' }])
  await numberAll()
  const said = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.name === of.request && entry.action.verb === 'lapse')
  expect(said.map(({ entry }) => entry.context)).toMatchObject([{ kind: 'tenant.create', over: expect.any(String) }])
})
test('a question stops the clock, for a week', async () => {
  const of = await asked()
  expect(await (await doorFor(world.platformApprover)).requests.ask({ request: of.request, question: 'Which customer?' })).toMatchObject({ ok: true })
  await due(of)
  await lapseRequests(lease)
  expect([(await stored(of)).state, await listed('others', of)]).toEqual(['open', ['open']])
  await due(of, '7 days 1 second')
  await lapseRequests(lease)
  expect((await stored(of)).state).toBe('lapsed')
})
test('the loop can close nothing before its time, nor say that somebody approved it; and what an allocation was promised is not its to close', async () => {
  const of = await asked()
  const sql = await connectAs('engine')
  const as = async (set: string) => {
    await sql.query("BEGIN; SELECT set_config('app.loop', 'requests', true)")
    return sql.query(`UPDATE request SET ${set} WHERE id = $1`, [of.request]).then(({ rowCount }) => rowCount, (fault: Error) => fault.message).finally(() => sql.query('ROLLBACK'))
  }
  try {
    expect(await as("state = 'lapsed', decided_at = now()")).toBe(0)
    await due(of)
    expect(await as("state = 'lapsed', decided_at = now()")).toBe(1)
    expect(await as(`state = 'approved', decided_at = now(), decided_by = '${world.platformApprover.id}'`)).toContain('row-level security')
    await loading((owner) => owner.query("UPDATE request SET kind = 'allocation.admit' WHERE id = $1", [of.request]))
    expect(await as("state = 'lapsed', decided_at = now()")).toBe(0)
  } finally {
    await loading((owner) => owner.query("UPDATE request SET kind = 'tenant.create' WHERE id = $1", [of.request]))
    await sql.end()
  }
})
