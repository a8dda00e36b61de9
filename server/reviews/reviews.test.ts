/** Who decides about what, through the door: with one signature for many, never about oneself, and never about another tenant’s. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, elevated, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
let second: Person
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person(`second.${world.mark}`, ['tenant_admin', world.a, null])
  // The world’s own review began before the second admin was there.
  await loading((sql) => sql.query("UPDATE review SET began_at = began_at - interval '20 days', deadline = now(), closed_at = now() WHERE tenant_id = $1", [world.a]))
})
afterAll(closeDatabase)

async function begin(tenant: string = world.a, by = world.admin) {
  const wish = { tenant }
  const answer = await (await doorFor(by, { stepUp: await shown(by, 'reviews.begin', wish) })).reviews.begin(wish)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
const read = async (review: string, by = world.admin, tenant: string = world.a) => (await doorFor(by)).reviews.read({ tenant, review, show: 'all', ...firstPage })
type Word = 'keep' | 'end'
async function answer(by: Person, review: string, answers: { line: string; word: Word }[], tenant: string = world.a) {
  const wish = { tenant, review, answers }
  return (await doorFor(by, { stepUp: await shown(by, 'reviews.answer', wish) })).reviews.answer(wish)
}
const closeNow = (review: string) => loading((sql) => sql.query("UPDATE review SET began_at = began_at - interval '20 days', deadline = now(), closed_at = now() WHERE id = $1", [review]))
const heldBy = async (person: string) => (await loading((sql) => sql.query('SELECT role FROM role_binding WHERE person_id = $1 AND (valid_to IS NULL OR valid_to > now())', [person]))).rows.map(({ role }) => role)
async function tokenOf({ id }: Person): Promise<string> {
  const token = randomUUID()
  await loading((sql) => sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES ($1, $2, 'Nightly', sha256($3::bytea), sha512($3::bytea), '{quotas.list}', now() - interval '1 day', now() + interval '60 days')", [token, id, Buffer.from(token)]))
  return token
}

test('it begins with a line for each thing that is held in the place, with what it can be judged by; what is held by a group is the group’s, and what is another place’s is not there', async () => {
  const [member, both] = [await world.person(`member.${world.mark}`, ['developer', world.a, 'red']), await world.person(`both.${world.mark}`, ['developer', world.a, null], ['developer', world.b, null])]
  const [own, elsewhere] = [await tokenOf(member), await tokenOf(both)]
  await loading(async (sql) => {
    await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, granted_by, through_group) VALUES ($1, $2, 'developer', $3, $4, $5)", [randomUUID(), member.id, world.a, world.admin.id, world.groupBinding])
    await sql.query("INSERT INTO sign_in (id, person_id, way, at, ended_at, outcome, source_address, user_agent) VALUES ($1, $2, 'password', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:06Z', 'done', '', '')", [randomUUID(), member.id])
  })
  const made = await begin()
  const { review, rows } = await read(made.review)
  expect(review).toMatchObject({ tenant: world.a, state: 'open', byClock: false, counts: { open: rows.length, kept: 0, ended: 0, gone: 0, spared: 0 } })
  expect(rows.filter(({ person }) => person?.person === member.id)).toEqual([
    expect.objectContaining({ kind: 'token', title: 'Nightly', actions: 1 }), expect.objectContaining({ kind: 'role', role: 'developer', namespace: 'red', signedInAt: '2026-01-02T03:04:05.678Z', factors: ['totp'], isDisabled: false, state: 'open', asked: 'tenant', own: false }),
  ])
  expect(rows.filter(({ kind }) => kind === 'group')).toMatchObject([{ group: `bound-${world.mark}`, provider: 'idp', role: 'developer', people: 1, person: null }])
  const { rows: lines } = await loading((sql) => sql.query('SELECT token_id, tenant_id FROM review_line WHERE review_id = $1 AND token_id IS NOT NULL', [made.review]))
  expect(lines).toEqual([{ token_id: own, tenant_id: world.a }])
  expect(rows.some(({ person }) => person?.person === world.stranger.id || person?.person === world.platformAdmin.id)).toBe(false)
  expect(elsewhere).not.toBe(own)
  const wish = { tenant: world.a }
  expect(await (await doorFor(second, { stepUp: await shown(second, 'reviews.begin', wish) })).reviews.begin(wish)).toEqual({ ok: false, refusal: 'already_open' })
  await closeNow(made.review)
})

test('what the owner of a token holds elsewhere is asked of those who hold something here, however many have a token', async () => {
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await sql.query("WITH other AS (INSERT INTO person (id, email, name) SELECT gen_random_uuid(), $1 || n || '@example.test', 'Other' FROM generate_series(1, 300) n RETURNING id), bound AS (INSERT INTO role_binding (id, person_id, role, tenant_id) SELECT gen_random_uuid(), id, 'developer', $2 FROM other) INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) SELECT gen_random_uuid(), id, 'Nightly', sha256(id::text::bytea), sha512(id::text::bytea), '{quotas.list}', now() - interval '1 day', now() + interval '60 days' FROM other", [`other-${world.mark}-`, world.b])
  const searched = async () => Number((await sql.query("SELECT coalesce(sum(seq_scan) + sum(idx_scan), 0) AS times FROM pg_stat_xact_user_tables WHERE relname = 'role_binding'")).rows[0].times)
  const before = await searched()
  await sql.query("INSERT INTO review (tenant_id, began_at, deadline) VALUES ($1, now(), now() + interval '14 days')", [world.a])
  const after = await searched()
  await sql.end()
  expect(after - before).toBeLessThan(100)
})
test('many lines take one signature; what is ended is over at the next request and its holder is told; the record says who kept and ended what', async () => {
  const [kept, ended, machine] = [await world.person(`kept.${world.mark}`, ['developer', world.a, null]), await world.person(`ended.${world.mark}`, ['auditor', world.a, null]), await world.person(`machine.${world.mark}`, ['developer', world.a, 'blue'])]
  const token = await tokenOf(machine)
  const { review } = await begin()
  const { rows } = await read(review)
  const lineOf = (person: Person, kind = 'role') => rows.find((line) => line.person?.person === person.id && line.kind === kind)?.line ?? ''
  const words = [{ line: lineOf(kept), word: 'keep' }, { line: lineOf(ended), word: 'end' }, { line: lineOf(machine, 'token'), word: 'end' }, { line: rows.find(({ kind }) => kind === 'group')?.line ?? '', word: 'end' }] as const
  const list = async () => (await doorFor(ended)).members.list({ tenant: world.a, find: null, ...firstPage })
  await list()
  expect(await answer(world.admin, review, [...words])).toEqual({ ok: true, value: { review, kept: 1, ended: 3 } })
  await expect(list()).rejects.toThrow('not_found')
  expect(await heldBy(kept.id)).toEqual(['developer'])
  const { rows: [row] } = await loading((sql) => sql.query('SELECT t.ended_at, g.valid_to FROM token t, group_binding g WHERE t.id = $1 AND g.id = $2', [token, world.groupBinding]))
  expect([row.ended_at, row.valid_to]).toEqual([expect.any(Date), expect.any(Date)])
  expect((await (await doorFor(ended)).notices.list({})).map(({ kind, body }) => [kind, body])).toEqual([['access_ended', { label: 'auditor', place: world.a, state: 'review' }]])
  expect((await recordsOf(world.a, 'deed')).findLast(({ entry }) => entry.action.verb === 'answer')?.entry).toMatchObject({ actor: { userId: world.admin.id }, context: { after: { review, kept: [words[0].line], ended: [{ line: words[1].line, person: ended.id }, {}, {}] } } })
  // What was kept can be ended after all; what is ended stays so; to say the same again is no change.
  expect(await answer(second, review, [{ line: words[0].line, word: 'end' }, { line: words[1].line, word: 'end' }])).toMatchObject({ ok: true, value: { kept: 0, ended: 1 } })
  expect(await answer(second, review, [{ line: words[0].line, word: 'keep' }])).toMatchObject({ ok: false, refusal: 'not_everything', about: [{ field: words[0].line }] })
  expect((await read(review)).rows.find(({ line }) => line === words[0].line)).toMatchObject({ state: 'ended', decidedBy: second.email })
  await closeNow(review)
})

test('nobody decides about what is their own, nor about a group by which they hold something; and then none of what they signed is done', async () => {
  const bound = randomUUID()
  await loading(async (sql) => {
    await sql.query("INSERT INTO group_binding (id, tenant_id, provider, group_name, role, valid_from, granted_by) VALUES ($1, $2, 'idp', $3, 'developer', now(), $4)", [bound, world.a, `own-${world.mark}`, second.id])
    await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, granted_by, through_group) VALUES ($1, $2, 'developer', $3, $4, $5)", [randomUUID(), world.admin.id, world.a, second.id, bound])
  })
  const { review } = await begin()
  const { rows } = await read(review)
  const of = (person: Person) => rows.find((line) => line.person?.person === person.id)?.line ?? ''
  const group = rows.find((line) => line.group === `own-${world.mark}`)?.line ?? ''
  expect(rows.filter(({ own }) => own).map(({ line }) => line).sort()).toEqual([of(world.admin), group].sort())
  const own = { field: of(world.admin), says: 'Nobody decides about what they hold themselves.' }
  for (const word of ['keep', 'end'] as const) expect(await answer(world.admin, review, [{ line: of(world.lead), word }, { line: of(world.admin), word }, { line: group, word }])).toEqual({ ok: false, refusal: 'not_everything', about: [own, { ...own, field: group }] })
  expect(await heldBy(world.lead.id)).toEqual(['namespace_admin'])
  expect((await read(review)).review.counts).toMatchObject({ kept: 0, ended: 0 })
  // The table says so itself, whoever asks it.
  const engine = await connectAs('engine')
  await engine.query("BEGIN; SELECT set_config('app.tenant_id', '" + world.a + "', true), set_config('app.namespaces', '*', true), set_config('app.person_id', '" + world.admin.id + "', true)")
  await expect(engine.query("UPDATE review_line SET state = 'kept', decided_at = now(), decided_by = $1 WHERE id = $2", [world.admin.id, of(world.admin)])).rejects.toMatchObject({ code: '23514', constraint: 'review_line_not_own' })
  await engine.end()
  expect(await answer(second, review, [{ line: of(world.admin), word: 'keep' }, { line: group, word: 'keep' }])).toMatchObject({ ok: true, value: { kept: 2 } })
  await closeNow(review)
})

test('about the only admin the platform is asked: it sees that and no more, keeps it, and cannot end the last', async () => {
  const { review } = await begin(world.b, world.stranger)
  const { rows } = await read(review, world.stranger, world.b)
  expect(rows.filter(({ asked }) => asked === 'platform')).toMatchObject([{ person: { person: world.stranger.id }, own: true }])
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) VALUES ($1, $2, 'developer', $3, 'red')", [randomUUID(), world.guest.id, world.b]))
  await closeNow(review)
  const { review: next } = await begin(world.b, world.stranger)
  const operator = await elevated(world.platformAdmin)
  const onPlatform = await (await doorFor(operator)).reviews.readOnPlatform({ review: next, show: 'all', ...firstPage })
  expect(onPlatform.rows).toMatchObject([{ person: { person: world.stranger.id }, asked: 'platform' }])
  const line = onPlatform.rows[0]?.line ?? ''
  const decide = async (answers: { line: string; word: Word }[], tenant: string = world.b) => {
    const wish = { tenant, review: next, answers }
    return (await doorFor(operator, { stepUp: await shown(operator, 'reviews.answerInTenant', wish) })).reviews.answerInTenant(wish)
  }
  const other = (await read(next, world.stranger, world.b)).rows.find(({ person }) => person?.person === world.guest.id)?.line ?? ''
  expect(await decide([{ line: other, word: 'keep' }])).toMatchObject({ ok: false, refusal: 'not_everything', about: [{ says: 'The tenant’s own admins decide this.' }] })
  expect(await decide([{ line, word: 'end' }])).toMatchObject({ ok: false, refusal: 'not_everything', about: [{ says: 'It is the only admin whose role has no end.' }] })
  expect(await decide([{ line, word: 'keep' }], world.a)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await decide([{ line, word: 'keep' }])).toMatchObject({ ok: true, value: { kept: 1 } })
  expect((await recordsOf(world.b, 'deed')).at(-1)?.entry).toMatchObject({ action: { verb: 'answerInTenant' }, actor: { userId: world.platformAdmin.id } })
  expect(await read(next, world.stranger, world.b)).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ line, state: 'kept', decidedBy: null })]) })
})

test('another tenant’s review is not there, by whatever name; who reads one is no reviewer', async () => {
  const { review } = await begin()
  const { rows } = await read(review)
  const line = rows.find(({ person }) => person?.person === world.lead.id)?.line ?? ''
  await expect(read(review, world.stranger, world.a)).rejects.toThrow('not_found')
  await expect(read(review, world.stranger, world.b)).rejects.toThrow('not_found')
  expect(await answer(world.stranger, review, [{ line, word: 'end' }], world.b)).toEqual({ ok: false, refusal: 'not_found' })
  expect((await read(review, world.auditor)).rows.length).toBe(rows.length)
  await expect(answer(world.auditor, review, [{ line, word: 'keep' }])).rejects.toThrow('forbidden')
  await expect(read(review, world.developer)).rejects.toThrow('forbidden')
  const wish = { tenant: world.a, review, answers: [{ line, word: 'keep' as const }] }
  await expect((await doorFor(world.admin)).reviews.answer(wish)).rejects.toThrow('step_up_required')
  const page = await (await doorFor(world.admin)).reviews.list({ tenant: world.a, ...firstPage })
  expect(page.rows[0]).toMatchObject({ review, state: 'open' })
  expect(page.rows.every(({ tenant }) => tenant === world.a)).toBe(true)
})
