/** What is done in an investigation, through the door; who may; and that what was done stays. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { asOwner } from '~/server/testing/owner'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { numberAll, projectAll, recordsOf, sealAll } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

let [world, second]: [World, Person] = [null as never, null as never]
const settle = async () => { await numberAll(); await projectAll(); await sealAll() }
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second-security', ['auditor', null, null])
  for (const name of ['one', 'two', 'three']) await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name, ...plainNamespace, title: 'N' })
  await settle()
})
afterAll(closeDatabase)

const door = async (person: Person = world.platformAuditor) => (await doorFor(person)).investigations
const open = async (person: Person = world.platformAuditor, more: { query?: string | null; incident?: string | null } = {}): Promise<string> => {
  const opened = await (await door(person)).open({ title: 'Namespaces at night', question: 'Who made them?', query: null, incident: null, ...more })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.value.investigation
}
const record = (sequence: string | number, why = 'It began with this.') => ({ place: world.a, stream: 'deed' as const, sequence: String(sequence), why })
const pin = async (investigation: string, sequence: string | number, why?: string, person?: Person) => {
  const pinned = await (await door(person)).pin({ investigation, ...record(sequence, why) })
  return pinned.ok ? pinned.value.pinned : pinned.refusal
}
const read = async (investigation: string, person?: Person) => (await door(person)).read({ investigation })
const deeds = async () => (await recordsOf('platform', 'deed')).map(({ sequence, entry }) => ({ sequence: String(sequence), entry, after: (entry.context as { after?: Record<string, unknown> } | null)?.after ?? {} }))

test('records stand in the order of their own time with who pinned them and why, notes beside them, and each deed under its own number in the record', async () => {
  const investigation = await open(world.platformAuditor, { query: 'resource:namespaces', incident: world.incident })
  const [third, first] = [await pin(investigation, 3, 'The last of them.'), await pin(investigation, 1, undefined, second)]
  expect(await (await door()).note({ investigation, pinned: third, note: 'The same name as before.' })).toMatchObject({ ok: true, value: { number: 4 } })
  expect(await (await door(second)).note({ investigation, pinned: null, note: 'All three were made in a minute.' })).toMatchObject({ ok: true, value: { number: 5 } })
  const found = await read(investigation)
  expect(found.investigation).toMatchObject({ title: 'Namespaces at night', query: 'resource:namespaces', incident: world.incident, owner: world.platformAuditor.id, closedAt: null, pins: 2 })
  expect(found.timeline).toMatchObject([
    { pin: first, sequence: '1', why: 'It began with this.', pinnedBy: second.id, gone: null, line: { resource: 'namespaces', verb: 'create', outcome: 'done', actor: world.admin.id }, notes: [] },
    { pin: third, sequence: '3', pinnedBy: world.platformAuditor.id, notes: [{ number: 4, note: 'The same name as before.', by: world.platformAuditor.id }] },
  ])
  expect(found.notes).toMatchObject([{ number: 5, note: 'All three were made in a minute.', by: second.id }])
  expect(found.custody.map(({ number, kind, record: of }) => [number, kind, of])).toEqual([[1, 'opened', null], [2, 'pinned', `${world.a}.deed.3`], [3, 'pinned', `${world.a}.deed.1`], [4, 'noted', `${world.a}.deed.3`], [5, 'noted', null]])
  const own = (await deeds()).filter(({ after }) => after.investigation === investigation)
  expect(found.custody.map(({ sequence, number, by }) => [sequence, number, by])).toEqual(own.map(({ sequence, after, entry }) => [sequence, after.number, entry.actor.userId]))
  expect(own.map(({ entry }) => entry.action.verb)).toEqual(['open', 'pin', 'pin', 'note', 'note'])
})
test('pinned twice in the same words it is pinned once; in other words that is said; unpinned it leaves, and that it was pinned stays', async () => {
  const investigation = await open()
  const pinned = await pin(investigation, 2)
  expect(await (await door(second)).pin({ investigation, ...record(2) })).toEqual({ ok: true, value: { pinned, repeats: true } })
  expect(await pin(investigation, 2, 'For another reason.')).toBe('pinned_otherwise')
  expect(await pin(investigation, 999_999)).toBe('record_unknown')
  expect([(await read(investigation)).timeline.length, (await read(investigation)).custody.length]).toEqual([1, 2])
  expect((await (await door()).list({ show: 'all', incident: null, record: `${world.a}.deed.2`, ...firstPage })).rows.map((row) => row.investigation)).toContain(investigation)
  const wish = { investigation, pinned, reason: 'It was somebody else.' }
  expect(await (await door()).unpin(wish)).toMatchObject({ ok: true, value: { repeats: false } })
  expect(await (await door()).unpin(wish)).toMatchObject({ ok: true, value: { repeats: true } })
  expect(await (await door()).note({ investigation, pinned: pinned, note: 'Late.' })).toEqual({ ok: false, refusal: 'pin_unknown' })
  expect(await (await door()).unpin({ ...wish, pinned: world.binding })).toEqual({ ok: false, refusal: 'pin_unknown' })
  expect((await read(investigation)).custody.map(({ kind, says }) => [kind, says])).toEqual([['opened', 'Who made them?'], ['pinned', 'It began with this.'], ['unpinned', 'It was somebody else.']])
  expect((await (await door()).list({ show: 'all', incident: null, record: `${world.a}.deed.2`, ...firstPage })).rows.map((row) => row.investigation)).not.toContain(investigation)
  expect((await read(investigation)).timeline).toEqual([])
  expect(await pin(investigation, 2, 'It was them after all.')).not.toBe(pinned)
  expect((await read(investigation)).timeline).toHaveLength(1)
})
test('its owner hands it over, closes it with what was found and reopens it; nobody else does, and nothing is done in it while it is closed', async () => {
  const [investigation, other] = [await open(), await open(second)]
  expect(await (await door(second)).close({ investigation, finding: 'It was them.' })).toEqual({ ok: false, refusal: 'not_owner' })
  const hand = (email: string) => ({ investigation, email, reason: 'I am away.' })
  expect(await (await door(second)).hand(hand(second.email))).toEqual({ ok: false, refusal: 'not_owner' })
  expect(await (await door()).hand(hand('nobody@nowhere.test'))).toEqual({ ok: false, refusal: 'person_unknown' })
  expect(await (await door()).hand(hand(world.platformAdmin.email))).toEqual({ ok: false, refusal: 'may_not_read' })
  expect(await (await door()).hand(hand(world.auditor.email))).toEqual({ ok: false, refusal: 'may_not_read' })
  expect(await (await door()).hand(hand(second.email))).toMatchObject({ ok: true, value: { owner: second.id, repeats: false } })
  expect(await (await door(second)).hand(hand(second.email))).toMatchObject({ ok: true, value: { repeats: true } })
  expect(await (await door()).close({ investigation, finding: 'It was them.' })).toEqual({ ok: false, refusal: 'not_owner' })
  expect(await (await door(second)).reopen({ investigation, reason: 'More.' })).toEqual({ ok: false, refusal: 'not_closed' })
  expect(await (await door(second)).close({ investigation, finding: 'It was them.' })).toMatchObject({ ok: true })
  expect((await read(investigation)).investigation).toMatchObject({ owner: second.id, closedBy: second.id, finding: 'It was them.' })
  expect([await pin(investigation, 1), await (await door(second)).note({ investigation, pinned: null, note: 'Late.' }), await (await door(second)).close({ investigation, finding: 'Again.' })]).toEqual(['closed_already', ...[1, 2].map(() => ({ ok: false, refusal: 'closed_already' }))])
  const closedOnes = (await (await door()).list({ show: 'closed', incident: null, record: null, ...firstPage })).rows.map((row) => row.investigation)
  expect([closedOnes.includes(investigation), closedOnes.includes(other)]).toEqual([true, false])
  expect(await (await door()).reopen({ investigation, reason: 'More.' })).toEqual({ ok: false, refusal: 'not_owner' })
  expect(await (await door(second)).reopen({ investigation, reason: 'More was found.' })).toMatchObject({ ok: true })
  const found = await read(investigation)
  expect([found.investigation.finding, found.custody.map(({ kind, to }) => [kind, to])]).toEqual([null, [['opened', null], ['handed', second.id], ['closed', null], ['reopened', null]]])
})
test('its owner changes what it is searched by and the incident that it is of; what they were stays in the record', async () => {
  const investigation = await open(world.platformAuditor, { query: 'verb:create' })
  const wish = { investigation, query: 'verb:remove', incident: world.incident, reason: 'They were removed first.' }
  expect(await (await door(second)).change(wish)).toEqual({ ok: false, refusal: 'not_owner' })
  expect(await (await door()).change({ ...wish, incident: world.binding })).toEqual({ ok: false, refusal: 'incident_unknown' })
  expect(await (await door()).change(wish)).toMatchObject({ ok: true, value: { repeats: false } })
  expect(await (await door()).change(wish)).toMatchObject({ ok: true, value: { repeats: true } })
  const found = await read(investigation)
  expect(found.investigation).toMatchObject({ query: 'verb:remove', incident: world.incident })
  expect(found.custody.map(({ number, kind, says }) => [number, kind, says])).toEqual([[1, 'opened', 'Who made them?'], [2, 'changed', 'They were removed first.']])
  const own = (await deeds()).find(({ after }) => after.investigation === investigation && after.number === 2)
  expect([own?.sequence, own?.entry.context]).toEqual([found.custody[1]?.sequence, expect.objectContaining({ before: { investigation, query: 'verb:create', incident: null }, after: { investigation, number: 2, query: 'verb:remove', incident: world.incident, reason: wish.reason } })])
  await (await door()).close({ investigation, finding: 'Nothing.' })
  expect(await (await door()).change({ ...wish, query: null })).toEqual({ ok: false, refusal: 'closed_already' })
})
test('what was done in it is not pinned to it, and is to another one', async () => {
  const investigation = await open()
  const opened = { place: 'platform', stream: 'deed' as const, sequence: (await read(investigation)).custody[0]?.sequence ?? '', why: 'It began with this.' }
  await settle()
  expect(await (await door()).pin({ investigation, ...opened })).toEqual({ ok: false, refusal: 'own_deed' })
  expect(await (await door()).pin({ investigation: await open(), ...opened })).toMatchObject({ ok: true })
})
test('people are named by their ids, wherever they stand in the list of everybody', async () => {
  const people = [world.stranger.id, second.id, world.binding]
  expect((await (await doorFor(world.platformAuditor)).people.name({ people })).map(({ person }) => person).sort()).toEqual([world.stranger.id, second.id].sort())
  await expect((await doorFor(world.admin)).people.name({ people })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
test('what belonged to somebody who may not read the record any more is taken by whoever may', async () => {
  const gone = await world.person('gone-security', ['auditor', null, null])
  const investigation = await open(gone)
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [gone.id]))
  expect(await (await door()).hand({ investigation, email: world.platformAuditor.email, reason: 'They have left.' })).toMatchObject({ ok: true, value: { owner: world.platformAuditor.id } })
})
test('so is what belongs to somebody who is kept out, whatever roles they are left with; and it is handed to nobody who is', async () => {
  const out = await world.person('out-security', ['auditor', null, null])
  const investigation = await open(out)
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [out.id]))
  expect(await (await door(second)).close({ investigation, finding: 'It was its owner.' })).toMatchObject({ ok: true })
})
test('a record that went with its month, and one that is not to be found, are still shown as pinned', async () => {
  // Of no month that files about months make.
  const investigation = await open()
  const pins = [await pin(investigation, 1), await pin(investigation, 2)]
  await loading((sql) => sql.query("UPDATE investigation_pin SET record_at = '2019-03-05T10:00:00Z', sequence = 900001 WHERE id = $1", [pins[0]]))
  await loading((sql) => sql.query('UPDATE investigation_pin SET sequence = 900002 WHERE id = $1', [pins[1]]))
  const asMonths = (statement: string) => asOwner(async (sql) => {
    await sql.query("SELECT set_config('app.loop', 'months', false)")
    await sql.query(statement)
  })
  await asMonths("INSERT INTO record_month (month, records, bytes, sealed, compared, holds, kept_until, looked_at, taken_at, file, digest, note) VALUES ('2019-03-01', 0, 0, true, true, 0, '2020-01-01', now(), now(), 'x', sha256('x'), 'x')")
  try {
    expect((await read(investigation)).timeline).toMatchObject([{ sequence: '900001', at: '2019-03-05T10:00:00.000Z', line: null, gone: { month: '2019-03' }, why: 'It began with this.' }, { sequence: '900002', line: null, gone: null }])
  } finally {
    await asMonths("DELETE FROM record_month WHERE month = '2019-03-01' AND file = 'x'")
  }
})
test('neither whoever operates the platform nor anybody in a tenant sees any of it, and no tenant is told of it', async () => {
  const investigation = await open()
  await pin(investigation, 1)
  for (const [person, denied] of [[world.platformAdmin, 'forbidden'], [world.platformApprover, 'forbidden'], [world.admin, 'not_found'], [world.auditor, 'not_found']] as const) {
    await expect(read(investigation, person)).rejects.toMatchObject({ cause: { reason: denied } })
    await expect((await door(person)).list({ show: 'all', incident: null, record: null, ...firstPage })).rejects.toMatchObject({ cause: { reason: denied } })
  }
  await expect(read(world.binding)).rejects.toMatchObject({ cause: { reason: 'not_found' } })
  await read(investigation)
  await settle()
  for (const stream of ['deed', 'access'] as const) expect((await recordsOf(world.a, stream)).filter(({ entry }) => entry.action.resource === 'investigations')).toEqual([])
  expect((await recordsOf('platform', 'access')).some(({ entry }) => entry.action.resource === 'investigations' && entry.action.verb === 'read' && entry.action.name === investigation && entry.actor.userId === world.platformAuditor.id)).toBe(true)
})

test('behind the door: the web reads no row, nobody writes in another’s name or into one that is closed, and what was entered is not changed', async () => {
  const [investigation, over] = [await open(), await open()]
  await pin(investigation, 1)
  await (await door()).close({ investigation: over, finding: 'Nothing.' })
  const engine = await connectAs('engine')
  const as = async (client: pg.Client, statement: string, values: unknown[] = []) => {
    await client.query('BEGIN')
    await client.query("SELECT set_config('app.platform', 'on', true), set_config('app.person_id', $1, true)", [world.platformAuditor.id])
    const answer = await client.query(statement, values).then(({ rowCount }) => rowCount, (error: { code: string }) => error.code)
    await client.query('ROLLBACK')
    return answer
  }
  const inserts = (of: string, by: string) => [
    ["INSERT INTO investigation (title, question, owner_id, opened_at, opened_by) VALUES ('x', 'x', $1, now(), $1)", [by]],
    ["INSERT INTO investigation_pin (investigation_id, place, stream, sequence, record_at, why, pinned_at, pinned_by) VALUES ($1, 'platform', 'deed', 1, now(), 'x', now(), $2)", [of, by]],
    ["INSERT INTO investigation_entry (investigation_id, number, kind, says, sequence, at, by_id) VALUES ($1, 900, 'noted', 'x', 999999999, now(), $2)", [of, by]],
  ] as const
  const tried = async (of: string, by: string) => {
    const answers = []
    for (const [statement, values] of inserts(of, by)) answers.push(await as(engine, statement, [...values]))
    return answers
  }
  expect(await tried(investigation, world.platformAuditor.id)).toEqual([1, 1, 1])
  expect(await tried(investigation, second.id)).toEqual(['42501', '42501', '42501'])
  expect(await tried(over, world.platformAuditor.id)).toEqual([1, '42501', '42501'])
  expect(await as(engine, "UPDATE investigation_entry SET says = 'y'")).toBe('42501')
  expect(await as(engine, "UPDATE investigation_pin SET why = 'y'")).toBe('42501')
  expect(await as(engine, 'UPDATE investigation_pin SET unpinned_at = now(), unpinned_by = $2 WHERE investigation_id = $1', [investigation, second.id])).toBe('42501')
  expect(await as(engine, "UPDATE investigation SET question = 'y'")).toBe('42501')
  expect(await as(engine, 'DELETE FROM investigation_entry')).toBe('42501')
  // A moment is all that the engine is told of a record, and only where it works for the platform.
  expect((await engine.query('SELECT record_moment($1, $2, $3) AS at', [world.a, 'deed', '1'])).rows).toEqual([{ at: null }])
  await engine.end()
  const [web, auditor] = [await connectAs('web'), await connectAs('auditor')]
  expect([await as(web, 'SELECT FROM investigation'), await as(web, 'SELECT FROM investigation_pin'), await as(web, 'SELECT FROM investigation_entry')]).toEqual(['42501', '42501', '42501'])
  expect((await auditor.query('SELECT FROM investigation')).rowCount).toBe(0)
  for (const client of [web, auditor]) await client.end()
})
