/** Guarantee: what two people signed is gone when it is due, everywhere and for good; nothing else is; the log holds, and a certificate says so to whoever has the log's key. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { logKey } from '~/server/keys/log-key'
import { noteKey, noteKeyText } from '~/server/keys/note'
import { publicHalf } from '~/server/keys/signing'
import { leafHash } from '~/server/merkle/hash'
import { eraseOnce, letBeDue } from '~/server/testing/erase-once'
import { letInBy } from '~/server/testing/asking'
import { sweepFor } from '~/server/testing/every-column'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { numberAll, projectAll, recordsOf, sealAll } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { decideCertificate } from './decide-certificate'
import { examineCertificate } from './examine-certificate'
import { kept } from './kept'
import { isCertificateFile, verifyCertificates } from './verify'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
const reason = 'The contract is over.'
const wish = (tenant: string) => ({ tenant, typed: tenant, reason })
const ask = async (who: Person, tenant: string, kind: 'passkey' | 'code' = 'passkey') => (await doorFor(who, { stepUp: await shown(who, 'erasures.ask', wish(tenant), kind) })).erasures.ask(wish(tenant))
const signOnPlatform = async (who: Person, tenant: string, erasure: string, kind: 'passkey' | 'code' = 'passkey') => (await doorFor(who, { stepUp: await shown(who, 'erasures.signOnPlatform', { tenant, erasure }, kind) })).erasures.signOnPlatform({ tenant, erasure })
const rowOf = async (erasure: string) => (await loading((sql) => sql.query('SELECT * FROM erasure WHERE id = $1', [erasure]))).rows[0]
const keyOf = async (tenant: string) => (await loading((sql) => sql.query('SELECT wrapped, destroyed_at FROM data_key WHERE tenant_id = $1', [tenant]))).rows[0]
/** Of this tenant's: whoever works on the platform hears of those that other tests ask for, too. */
const told = async (person: Person, of: string) => (await loading((sql) => sql.query("SELECT kind FROM notice WHERE person_id = $1 AND body ->> 'place' = $2 AND kind LIKE 'erasure_%' ORDER BY at, id", [person.id, of]))).rows.map(({ kind }) => kind)
async function asked(who: Person, tenant: string): Promise<string> {
  const answer = await ask(who, tenant)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.erasure
}
async function certificateOf(tenant: string): Promise<string> {
  const { rows } = await (await doorFor(world.platformAuditor)).erasures.listOnPlatform({ of: tenant, ...firstPage })
  const note = rows.find(({ standing }) => standing === 'erased')?.certificate
  if (!note) throw new Error('it is certified')
  return note
}

test('it takes a passkey, the name by hand and somebody else; until it is due it is taken back, and nothing is gone', async () => {
  expect(await ask(world.admin, world.a, 'code')).toEqual({ ok: false, refusal: 'passkey_required' })
  const wrong = { ...wish(world.a), typed: world.b }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'erasures.ask', wrong) })).erasures.ask(wrong)).toEqual({ ok: false, refusal: 'name_differs' })
  const erasure = await asked(world.admin, world.a)
  expect(await ask(world.admin, world.a)).toEqual({ ok: false, refusal: 'already_asked' })
  const own = { tenant: world.a, erasure }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'erasures.sign', own) })).erasures.sign(own)).toEqual({ ok: false, refusal: 'own_erasure' })
  await expect(loading((sql) => sql.query('UPDATE erasure SET signed_at = now(), due_at = now(), signed_by = asked_by WHERE id = $1', [erasure]))).rejects.toMatchObject({ constraint: 'erasure_by_two' })
  expect(await signOnPlatform(world.platformApprover, world.a, erasure, 'code')).toEqual({ ok: false, refusal: 'passkey_required' })
  expect(await signOnPlatform(world.platformApprover, world.a, erasure)).toMatchObject({ ok: true, value: { signedBy: world.platformApprover.id } })
  expect(await signOnPlatform(world.platformApprover, world.a, erasure)).toEqual({ ok: false, refusal: 'signed_already' })
  const { signed_at: signedAt, due_at: dueAt } = await rowOf(erasure)
  expect(dueAt.getTime() - signedAt.getTime()).toBe(72 * 3_600_000)
  await eraseOnce()
  expect((await rowOf(erasure)).erased_at).toBeNull()
  for (const person of [world.admin, world.platformAdmin]) expect(await told(person, world.a)).toEqual(['erasure_signed'])
  expect(await (await doorFor(world.admin)).erasures.takeBack(own)).toMatchObject({ ok: true })
  await letBeDue(erasure)
  await eraseOnce()
  expect([(await rowOf(erasure)).erased_at, (await keyOf(world.a)).destroyed_at]).toEqual([null, null])
})
test('whom they let in who asked, and whom those let in, are nobody else', async () => {
  const place = await makeWorld()
  const [second, appointed] = [await place.person('second', ['tenant_admin', place.a, null]), await place.person('appointed', ['approver', null, null])]
  await letInBy(place.admin, second)
  await letInBy(second, appointed)
  const of = { tenant: place.a, erasure: await asked(place.admin, place.a) }
  expect(await (await doorFor(second, { stepUp: await shown(second, 'erasures.sign', of) })).erasures.sign(of)).toEqual({ ok: false, refusal: 'appointed' })
  expect(await signOnPlatform(appointed, of.tenant, of.erasure)).toEqual({ ok: false, refusal: 'appointed' })
})
test('what is not signed, or not due, the engine cannot have gone, whatever it says; nor another role at all', async () => {
  const erasure = await asked(world.admin, world.a)
  const engine = await connectAs('engine')
  const erased = async () => (await engine.query('SELECT erase_tenant($1) AS found', [erasure])).rows[0].found
  expect(await erased()).toBeNull()
  await expect(engine.query("UPDATE erasure SET erased_at = now(), found = '{}' WHERE id = $1", [erasure])).rejects.toMatchObject({ code: '42501' })
  await signOnPlatform(world.platformApprover, world.a, erasure)
  expect(await erased()).toBeNull()
  await engine.end()
  const web = await connectAs('web')
  await expect(web.query('SELECT erase_tenant($1)', [erasure])).rejects.toMatchObject({ code: '42501' })
  await web.end()
  expect((await keyOf(world.a)).destroyed_at).toBeNull()
  await (await doorFor(world.platformAdmin)).erasures.takeBackOnPlatform({ tenant: world.a, erasure })
})

test('after it no name, address or browser of the tenant’s people is anywhere; the log holds, the certificate is whole, and whoever works elsewhere is left alone', async () => {
  const canary = { address: `203.0.113.${randomBytes(1)[0]}`, browser: `canary-browser-${world.mark}`, invited: `canary-invited-${world.mark}@example.test`, hook: `https://hooks.example.com/canary-${world.mark}` }
  const source = () => ({ address: canary.address, userAgent: canary.browser, reference: randomUUID() })
  const admin = async (stepUp?: string) => doorFor(world.admin, { source: source(), ...(stepUp ? { stepUp } : {}) })
  await (await admin()).namespaces.create({ tenant: world.a, name: 'canary', ...plainNamespace, title: 'Canary' })
  await (await admin()).namespaces.create({ tenant: world.a, name: 'canary', ...plainNamespace, title: 'Canary' })
  const invitation = { tenant: world.a, email: canary.invited, role: 'developer', namespace: 'red', until: null } as const
  await (await admin(await shown(world.admin, 'invitations.make', invitation))).invitations.make(invitation)
  const grant = { tenant: world.a, namespace: 'blue', email: world.guest.email, role: 'developer', customRole: null, until: null } as const
  await (await admin(await shown(world.admin, 'members.grant', grant))).members.grant(grant)
  await (await admin()).audit.search({ tenant: world.a, query: 'canary', actors: null, ...firstPage })
  await (await doorFor(world.developer, { source: source() })).audit.search({ tenant: world.a, query: '', actors: null, ...firstPage }).catch(() => null)
  await numberAll()
  await projectAll()
  await sealAll()
  const people = [world.admin, world.lead, world.developer, world.auditor, world.guest]
  await loading((sql) => sql.query("INSERT INTO shut_out (scope, key, email, person_id, since, until) SELECT 'password', '\\x00', email, id, now(), now() + interval '1 hour' FROM person WHERE email = $1", [people[0]?.email]))
  const words = [...people.map(({ email }) => email), canary.browser, canary.invited, `invited.${world.mark}@example.test`]
  const records = (await recordsOf(world.a, 'deed')).length
  expect((await sweepFor(words)).found.length).toBeGreaterThan(0)

  const erasure = await asked(world.admin, world.a)
  await signOnPlatform(world.platformApprover, world.a, erasure)
  await letBeDue(erasure)
  const hold = await (await doorFor(world.platformAdmin)).holds.place({ of: world.a, matter: `Erasure ${world.mark}`, reason })
  await eraseOnce()
  expect([(await rowOf(erasure)).erased_at, (await keyOf(world.a)).destroyed_at]).toEqual([null, null])
  expect((await recordsOf(world.a, 'deed')).some(({ entry }) => entry.action.verb === 'carryOut')).toBe(false)
  if (!hold.ok) throw new Error(hold.refusal)
  const lift = { hold: hold.value.hold, reason: 'It is settled.' }
  await (await doorFor(world.platformApprover, { stepUp: await shown(world.platformApprover, 'holds.lift', lift) })).holds.lift(lift)

  // Killed in the middle, nothing has happened.
  const engine = await connectAs('engine')
  await engine.query("BEGIN; SELECT set_config('app.loop', 'erase', true)")
  expect((await engine.query('SELECT erase_tenant($1) AS found', [erasure])).rows[0].found).not.toBeNull()
  await engine.end()
  expect((await keyOf(world.a)).destroyed_at).toBeNull()

  await Promise.all([eraseOnce(), eraseOnce()])
  const row = await rowOf(erasure)
  expect([row.found.people, row.found.invitations, row.note]).toEqual([5, 2, null])
  await sealAll()
  await eraseOnce()
  await eraseOnce()
  await numberAll()
  await projectAll()

  const swept = await sweepFor(words)
  expect(swept.found).toEqual([])
  expect(swept.tables).toBeGreaterThan(40)
  expect((await sweepFor([world.stranger.email])).found).toContain(`person: ${world.stranger.email}`)
  const deeds = await recordsOf(world.a, 'deed')
  expect(deeds.length).toBeGreaterThan(records)
  expect(deeds.filter(({ entry }) => entry.action.verb === 'carryOut').map(({ entry }) => entry.actor.serviceAccount)).toEqual(['engine'])
  for (const { bytes, leaf } of deeds) expect(leafHash(bytes)).toEqual(leaf)
  const auditor = await doorFor(world.platformAuditor)
  expect(await auditor.personal.openOnPlatform({ tenant: world.a, stream: 'deed', sequence: '1', field: 'username', reason })).toEqual({ ok: false, refusal: 'erased' })
  expect(await auditor.personal.concealOnPlatform({ tenant: world.a, field: 'username', plain: world.admin.email })).toEqual({ ok: false, refusal: 'erased' })
  let table = ''
  for await (const part of (await auditor.audit.exportOnPlatform({ query: `tenant:${world.a}`, actors: null, form: 'jsonl', asOf: new Date().toISOString() })).text()) table += part
  expect([table.includes('namespaces'), words.filter((word) => table.includes(word))]).toEqual([true, []])

  const note = await certificateOf(world.a)
  const examined = (text: string, key = logKey()) => decideCertificate(examineCertificate(text, key).facts).verdict
  expect([examined(note), decideCertificate(examineCertificate(note, null).facts).verdict]).toEqual(['valid', 'by_its_own_key'])
  expect(examineCertificate(note, logKey()).said).toMatchObject({ tenant: world.a, erasure, asked: { by: world.admin.id }, signed: { by: world.platformApprover.id }, erased: { people: 5 } })
  const file = `${mkdtempSync(`${tmpdir()}/bailiwick-certificate-`)}/erasure.certificate.txt`
  writeFileSync(file, note)
  expect([isCertificateFile(file), (await verifyCertificates([file, '--log', noteKeyText(logKey())])).code, (await verifyCertificates([file])).code]).toEqual([true, 0, 2])
  // Others may vouch for it, too; what is written behind them is nobody's.
  const others = `— other ${Buffer.alloc(1_024).toString('base64')}\n`.repeat(60)
  writeFileSync(file, `${note}${others}And of people: 400\n`)
  expect((await verifyCertificates([file, '--log', noteKeyText(logKey())])).code).toBe(1)
  writeFileSync(file, note.replace('"people":5', '"people":4'))
  expect(await verifyCertificates([file, '--log', noteKeyText(logKey())])).toMatchObject({ code: 1, lines: expect.arrayContaining([expect.stringContaining('INVALID')]) })
  expect([examined(note.replace('"people":5', '"people":4')), examined(note, noteKey('another/log', publicHalf(randomBytes(32)))), examined(note.slice(1)), examined('')]).toEqual(['invalid', 'invalid', 'invalid', 'invalid'])

  const thaw = { tenant: world.a }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'tenants.thaw', thaw) })).tenants.thaw(thaw)).toEqual({ ok: false, refusal: 'erased' })
  const erasedAt = row.erased_at.toISOString()
  expect(await auditor.tenants.readOnPlatform({ tenant: world.a })).toMatchObject({ frozenAt: expect.any(String), erasedAt })
  expect(await auditor.tenants.readOnPlatform({ tenant: world.b })).toMatchObject({ erasedAt: null })
  await expect(loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))).rejects.toMatchObject({ constraint: 'tenant_erased' })
  await expect((await doorFor(world.admin)).erasures.list({ tenant: world.a, ...firstPage })).rejects.toThrow()
  expect((await (await doorFor(world.stranger)).namespaces.list({ tenant: world.b, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage })).rows.length).toBeGreaterThan(0)
})
test('however many are held, and were told of, one that is not held is told of and carried out', async () => {
  const place = await makeWorld()
  const held = Array.from({ length: 60 }, (_, at) => `held-${at}-${place.mark}`)
  await loading(async (sql) => {
    await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) SELECT t, $2, t, 1, 'internal', '{eu-test-1}', '{}' FROM unnest($1::text[]) t", [held, place.organisation])
    await sql.query("INSERT INTO legal_hold (of_tenant, matter, reason, placed_at, placed_by) SELECT t, 'Of the test', $2, now(), $3 FROM unnest($1::text[]) t", [held, reason, place.platformAdmin.id])
    await sql.query(`INSERT INTO erasure (tenant_id, reason, asked_at, asked_by, signed_at, signed_by, due_at, told)
      SELECT t, $2, now() - interval '2 years', $3, now() - interval '2 years', $4, now() - interval '2 years', '{asked,waits}' FROM unnest($1::text[]) t`, [held, reason, place.platformAdmin.id, place.platformApprover.id])
  })
  const erasure = await asked(place.admin, place.a)
  await eraseOnce()
  expect(await told(place.platformAdmin, place.a)).toEqual(['erasure_asked'])
  await signOnPlatform(place.platformApprover, place.a, erasure)
  await letBeDue(erasure)
  await eraseOnce()
  expect((await rowOf(erasure)).erased_at).not.toBeNull()
  expect((await loading((sql) => sql.query('SELECT count(*)::int AS gone FROM erasure WHERE tenant_id = ANY ($1) AND erased_at IS NOT NULL', [held]))).rows).toEqual([{ gone: 0 }])
  await loading((sql) => sql.query('UPDATE erasure SET taken_back_at = now(), taken_back_by = asked_by, told = told || ARRAY[\'taken_back\'] WHERE tenant_id = ANY ($1)', [held]))
})
test('what has people in it and is of a tenant an erasure changes, or it stands among what is kept', async () => {
  const { rows } = await loading((sql) => sql.query(`SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND obj_description(c.oid, 'pg_class') ~ '^class:[^.]*personal'
    AND EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = 'person'::regclass) AND pg_get_functiondef('erase_tenant'::regproc) !~ ('(UPDATE|DELETE FROM|INSERT INTO) ' || c.relname || ' ') ORDER BY 1`))
  const named: readonly string[] = kept.flatMap(({ tables }) => tables)
  expect([rows.length > 10, rows.map(({ name }) => name).filter((name) => !named.includes(name))]).toEqual([true, []])
})
test('since when a place has a key and since when it is gone is told on the platform, and no key is', async () => {
  const { rows } = await (await doorFor(world.platformAuditor)).erasures.keys(firstPage)
  expect(rows.find(({ place }) => place === world.a)?.destroyedAt ?? (rows.length === 50 ? 'on a later page' : null)).toEqual(expect.any(String))
  await expect((await doorFor(world.admin)).erasures.keys(firstPage)).rejects.toThrow()
})
