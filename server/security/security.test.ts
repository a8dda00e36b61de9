/** Guarantee: who failed too often is seen and let in again, once, with a second factor and a reason; what is watched is counted where it happened; and nobody in a tenant reads any of it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { runOnce } from '~/server/engine/loops'
import type { Source } from '~/server/identity/actor'
import { expireSessions } from '~/server/sessions/expire-sessions'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, password, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const reason = 'They called, and it was them.'
const tryIn = async (email: string, word: string, source: Source) => {
  const answer = await (await doorFor(null, { source })).signIn.withPassword({ email, password: word })
  return answer.ok ? 'accepted' : answer.refusal
}
const outs = async (show: 'out' | 'all', email: string) => (await (await doorFor(world.platformAuditor)).security.shutOuts({ show, ...firstPage })).rows.filter((one) => one.email === email)
const letIn = async (who: Person, shutOut: string) => {
  const wish = { shutOut, reason }
  return (await doorFor(who, { stepUp: await shown(who, 'security.letIn', wish) })).security.letIn(wish)
}
async function shutOutBy(person: Person): Promise<{ source: Source; shutOut: string }> {
  const source = { ...sourceOfTest(), address: `2001:db8:dead:${randomUUID().slice(0, 4)}::1` }
  for (let n = 0; n < 5; n++) expect(await tryIn(person.email, 'not the password at all', source)).toBe('not_accepted')
  expect(await tryIn(person.email, password, source)).toBe('too_many_tries')
  const [one] = await outs('out', person.email)
  if (!one) throw new Error('nobody is shut out')
  expect(one).toMatchObject({ scope: 'account_from_source', state: 'out', source: source.address, letInAt: null })
  return { source, shutOut: one.shutOut }
}

test('five wrong passwords shut somebody out there; whoever runs the platform lets them in again with a signature, once, and they come in', async () => {
  const person = await world.person('shut-out', ['developer', world.a, null])
  const { source, shutOut } = await shutOutBy(person)
  await expect((await doorFor(world.platformAdmin)).security.letIn({ shutOut, reason })).rejects.toThrow('step_up_required')
  expect(await letIn(world.platformAdmin, shutOut)).toMatchObject({ ok: true, value: { shutOut } })
  expect(await tryIn(person.email, password, source)).toBe('accepted')
  expect(await outs('out', person.email)).toEqual([])
  expect(await outs('all', person.email)).toMatchObject([{ state: 'let_in', letInFor: reason }])
  expect(await letIn(world.platformAdmin, shutOut)).toEqual({ ok: false, refusal: 'let_in_already' })
  expect(await letIn(world.platformAdmin, world.binding)).toEqual({ ok: false, refusal: 'shut_out_unknown' })
})
test('it stands in the record which block it was and why, and not whose', async () => {
  const person = await world.person('unnamed', ['developer', world.a, null])
  const { shutOut } = await shutOutBy(person)
  await letIn(world.platformAdmin, shutOut)
  const entry = (await recordsOf('platform', 'deed')).map((record) => JSON.stringify(record.entry)).find((text) => text.includes(shutOut))
  expect(entry).toContain(reason)
  expect(entry).not.toContain(person.email)
})
test('an earlier block that is over is not ended, nor a later one by it', async () => {
  const person = await world.person('again', ['developer', world.a, null])
  const { source, shutOut } = await shutOutBy(person)
  await loading((sql) => sql.query("UPDATE shut_out SET since = since - interval '1 hour', until = now() - interval '1 second' WHERE id = $1", [shutOut]))
  expect(await letIn(world.platformAdmin, shutOut)).toEqual({ ok: false, refusal: 'over_already' })
  await loading((sql) => sql.query("UPDATE shut_out SET until = now() + interval '1 hour' WHERE id = $1", [shutOut]))
  expect(await letIn(world.platformAdmin, shutOut)).toMatchObject({ ok: true })
  expect(await tryIn(person.email, password, source)).toBe('too_many_tries')
})
test('whoever audits reads it and lets nobody in; nobody in a tenant reads it; no row says that another let them in', async () => {
  const person = await world.person('kept-out', ['developer', world.a, null])
  const { shutOut } = await shutOutBy(person)
  await expect((await doorFor(world.platformAuditor)).security.letIn({ shutOut, reason })).rejects.toThrow('forbidden')
  const door = await doorFor(world.admin)
  for (const ask of [() => door.security.shutOuts({ show: 'all', ...firstPage }), () => door.security.figures({ range: 'day' }), () => door.security.due({})]) await expect(ask()).rejects.toThrow('not_found')
  await expect(inScope('engine', { platform: true, person: world.platformAdmin.id }, (sql) => sql.$executeRaw`UPDATE shut_out SET let_in_at = clock_timestamp(), let_in_by = ${world.platformAuditor.id}::uuid, let_in_for = 'x' WHERE id = ${shutOut}::uuid`)).rejects.toThrow('row-level security')
})
test('a day after it is over it is cleared away', async () => {
  const person = await world.person('forgotten', ['developer', world.a, null])
  const { shutOut } = await shutOutBy(person)
  const expire = () => runOnce({ name: 'expire-sessions', everyMs: 0, leaseSeconds: 5, run: expireSessions })
  expect(await expire()).toBe('ran')
  expect(await outs('all', person.email)).toHaveLength(1)
  await loading((sql) => sql.query("UPDATE shut_out SET since = now() - interval '2 days', until = now() - interval '25 hours' WHERE id = $1", [shutOut]))
  expect(await expire()).toBe('ran')
  expect(await outs('all', person.email)).toEqual([])
})

const figure = async (name: string) => {
  const { figures } = await (await doorFor(world.platformAuditor)).security.figures({ range: 'day' })
  return figures.find((one) => one.name === name)?.times.reduce<number>((sum, times) => sum + (times ?? 0), 0) ?? 0
}
test('a refused sign-in and a no are counted in the hour that they were told in', async () => {
  const count = async () => {
    await numberAll()
    await projectAll()
    return [await figure('sign_in'), await figure('denied')] as const
  }
  const [refused, noes] = await count()
  const person = await world.person('counted', ['developer', world.a, null])
  expect(await tryIn(person.email, 'not the password at all', { ...sourceOfTest(), address: '2001:db8:beef::1' })).toBe('not_accepted')
  await expect((await doorFor(person)).members.list({ tenant: world.b, find: null, ...firstPage })).rejects.toThrow('not_found')
  // Both are noes.
  expect(await count()).toEqual([refused + 1, noes + 2])
})
test('what is counted is for the platform, and of a month at most', async () => {
  const web = await connectAs('web')
  await expect(web.query("SELECT * FROM security_counts('hour', now())")).rejects.toMatchObject({ code: '42501' })
  await web.query("BEGIN; SELECT set_config('app.platform', 'on', true)")
  await expect(web.query("SELECT * FROM security_counts('day', now() - interval '33 days')")).rejects.toMatchObject({ code: '22023' })
  await web.end()
  const engine = await connectAs('engine')
  await expect(engine.query("SELECT * FROM security_counts('hour', now())")).rejects.toMatchObject({ code: '42501' })
  await engine.end()
})
test('what falls due stands by its day: an erasure that was signed, and not one that was taken back', async () => {
  const due = async () => (await (await doorFor(world.platformAdmin)).security.due({})).due.filter(({ kind, of }) => kind === 'erasure' && of === world.b)
  const insert = (takenBack: boolean) => loading((sql) => sql.query(`INSERT INTO erasure (tenant_id, reason, asked_at, asked_by, signed_at, signed_by, due_at, taken_back_at, taken_back_by)
    VALUES ($1, 'For the test.', now() - interval '2 hours', $2, now() - interval '1 hour', $3, now() + interval '71 hours', CASE WHEN $4 THEN now() END, CASE WHEN $4 THEN $2::uuid END)`, [world.b, world.platformAdmin.id, world.platformApprover.id, takenBack]))
  await insert(true)
  expect(await due()).toEqual([])
  await insert(false)
  expect(await due()).toMatchObject([{ kind: 'erasure', of: world.b, isLate: false }])
})
