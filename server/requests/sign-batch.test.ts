/** Many at one tap: one signature over the root of a tree, a yes to each and to none besides, each provable alone. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { authorizeWithStepUp } from '~/server/authorization/permit'
import { closeDatabase } from '~/server/database/client'
import { inDeed } from '~/server/database/deed'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { assert } from '~/server/demo/authenticator'
import { carryOutRequests } from '~/server/engine/carry-out-requests'
import { digestFor, parseInput } from '~/server/engine/execute'
import { runOnce } from '~/server/engine/loops'
import { commandOf } from '~/server/api/router'
import { findActor } from '~/server/identity/session'
import { spendStepUp } from '~/server/identity/step-up'
import { receiptOf } from '~/server/receipts/issue'
import { listEnrolments } from '~/server/receipts/list-enrolments'
import type { Receipt } from '~/server/receipts/receipt'
import { verifyReceipts } from '~/server/receipts/verify-receipts'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import { type Asked, askedAbout, hold, type Keyed, keyed, makeRoom, origin, wishIn } from '~/server/testing/asking'
import { enrolmentsFor } from '~/server/testing/enrolments'
import { recordsOf, sealAll } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'
import { togetherMost } from './decide-together'

let world: World
let ada: Keyed
let second: Keyed
let above: Keyed
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  ada = await keyed(world, 'ada', ['tenant_admin', world.a, null])
  second = await keyed(world, 'second', ['tenant_admin', world.a, null])
  above = await keyed(world, 'above', ['approver', null, null])
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const asked = (gpus = 1, more: object = {}, by: Person = world.developer): Promise<Asked> => hold(by, wishIn(world, gpus, more))
const many = (count: number, gpus = 1) => Promise.all(Array.from({ length: count }, () => asked(gpus)))
const itemsOf = (all: readonly Asked[]) => all.map(({ request, terms }) => ({ request, terms }))
const inTenant = (all: readonly Asked[]) => ({ tenant: world.a, items: itemsOf(all) })
type Input = ReturnType<typeof inTenant>
const action = 'requests.approveTogetherInTenant'

type Forged = Partial<Parameters<typeof assert>[1]>
async function challenged({ person }: Keyed, input: Input) {
  const answer = await (await doorFor(person)).identity.challenge({ action, input })
  return answer.ok ? { ok: true as const, options: answer.value.options as { challenge: string } } : answer
}
const assertion = ({ credentialId }: Keyed, options: object, forged: Forged = {}) => assert(options as never, { key: credentials.passkey, credentialId, origin, ...forged })
async function confirmed(by: Keyed, input: Input, forged: Forged = {}, signedFor: Input = input) {
  const challenge = await challenged(by, signedFor)
  if (!challenge.ok) return challenge
  const begun = await (await doorFor(by.person)).identity.beginStepUp({ action, input, proof: { assertion: await assertion(by, challenge.options, forged) } })
  return begun.ok ? { ok: true as const, token: (begun.value as { token: string }).token } : begun
}
const carried = async ({ person }: Keyed, input: Input, stepUp: string, more: { idempotencyKey?: string } = {}) => (await doorFor(person, { stepUp, ...more })).requests.approveTogetherInTenant(input)
async function sign(by: Keyed, input: Input) {
  const shown = await confirmed(by, input)
  return shown.ok ? carried(by, input, shown.token) : shown
}
async function signOne({ person, credentialId }: Keyed, { request, terms }: Asked) {
  const [door, input] = [await doorFor(person), { tenant: world.a, request, terms }]
  const challenge = await door.identity.challenge({ action: 'requests.approveInTenant', input })
  if (!challenge.ok) return challenge
  const begun = await door.identity.beginStepUp({ action: 'requests.approveInTenant', input, proof: { assertion: await assertion({ person, credentialId }, challenge.value.options as object) } })
  return begun.ok ? (await doorFor(person, { stepUp: (begun.value as { token: string }).token })).requests.approveInTenant(input) : begun
}

const rowsOf = async (all: readonly Asked[]) => {
  const { rows } = await loading((sql) => sql.query(`SELECT r.id, r.state, r.carried_out_at, r.said_yes, r.terms, r.terms_body, a.state AS held, a.approved_by, (SELECT count(*)::int FROM request_word w WHERE w.request_id = r.id AND w.kind = 'yes') AS words
    FROM request r JOIN allocation a ON a.id = r.allocation_id WHERE r.id = ANY ($1)`, [all.map(({ request }) => request)]))
  return all.map(({ request }) => rows.find(({ id }) => id === request))
}
const states = async (all: readonly Asked[]) => (await rowsOf(all)).map(({ state, held, words }) => `${state} ${held} ${words}`)
const untouched = async (all: readonly Asked[]) => expect(await states(all)).toEqual(all.map(() => 'open held 0'))
const standing = async () => (await loading((sql) => sql.query("SELECT used[1]::int AS used, held[1]::int AS held FROM account WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a]))).rows[0] as { used: number; held: number }
const decidedAs = async ({ allocation }: Asked) => (await (await doorFor(world.admin)).allocations.read({ tenant: world.a, allocation })).decisions.map(({ action }) => action)
async function receiptFor({ request }: Asked): Promise<Receipt> {
  const door = await doorFor(world.admin)
  const { words } = await door.requests.readInTenant({ tenant: world.a, request })
  return (await door.requests.receiptInTenant({ tenant: world.a, request, word: words.find(({ kind }) => kind === 'yes')?.word ?? '' })) as unknown as Receipt
}
const folder = mkdtempSync(join(tmpdir(), 'together-'))
/** As whoever holds the file finds out, with nothing but the file and the list of enrolments. */
async function verified(receipt: unknown): Promise<string> {
  const [file, keys] = [join(folder, `${randomUUID()}.json`), join(folder, 'enrolments')]
  writeFileSync(file, JSON.stringify(receipt))
  const { lines } = await verifyReceipts([file, '--keys', keys])
  return lines.find((line) => line.startsWith(file))?.slice(file.length + 2) ?? ''
}
async function enrolled() {
  await takeLease('list-enrolments', 60)
  await listEnrolments('list-enrolments')
  writeFileSync(join(folder, 'enrolments'), await enrolmentsFor(world.platformAuditor))
}

test('five at one tap: each is approved and carried out once, one signature stands with each, and each decision comes to the same again', async () => {
  const before = await standing()
  const all = await many(5, 2)
  const answer = await sign(ada, inTenant(all))
  expect(answer).toMatchObject({ ok: true, value: { signed: all.map(() => ({ state: 'approved', undone: null })) } })
  expect(await states(all)).toEqual(all.map(() => 'approved admitted 1'))
  expect(await standing()).toEqual({ used: before.used + 10, held: before.held })
  expect((await rowsOf(all)).every(({ approved_by, carried_out_at }) => approved_by === ada.person.id && carried_out_at !== null)).toBe(true)
  expect(await decidedAs(all[0] ?? expect.fail())).toEqual(['allocations.create', 'allocations.answer'])
  expect(await replayed(world)).toEqual([])
})
test('what a passkey is asked to sign is the digest of a statement with the root of all of theirs; each word holds its own statement, and no two of them the same nonce', async () => {
  const all = await many(3)
  expect(await sign(ada, inTenant(all))).toMatchObject({ ok: true })
  const receipts = await Promise.all(all.map(receiptFor))
  const about = receipts[0]?.batch?.statement as unknown as Json
  for (const [at, receipt] of receipts.entries()) {
    const { request, terms } = all[at] ?? expect.fail()
    expect(receipt.statement).toMatchObject({ decision: 'approve', request, version: '1', termsDigest: terms, approver: ada.person.id, action: 'requests.approveInTenant' })
    expect(receipt.batch?.statement).toEqual(about)
    const { challenge } = JSON.parse(Buffer.from((receipt.assertion as { clientDataJSON: string }).clientDataJSON, 'base64url').toString()) as { challenge: string }
    expect(challenge).toBe(createHash('sha256').update(canonicalBytes(about)).digest('base64url'))
  }
  expect(about).toMatchObject({ decision: 'approve', count: 3, approver: ada.person.id, action })
  expect(new Set(receipts.map(({ statement }) => statement.nonce)).size).toBe(3)
})
test('the receipt of one is valid alone, offline; with any part of another’s, or of none that was in the tree, it is invalid', async () => {
  const all = await many(4)
  expect(await sign(ada, inTenant(all))).toMatchObject({ ok: true })
  await enrolled()
  const receipts = await Promise.all(all.map(receiptFor))
  for (const receipt of receipts) expect(await verified(receipt)).toBe('VALID')
  const [one, other] = receipts
  if (!one?.batch || !other?.batch) throw new Error('they are of a batch')
  expect(await verified({ ...one, statement: { ...one.statement, terms: { ...one.statement.terms, devices: '2' } } })).toBe('INVALID')
  expect(await verified({ ...one, statement: { ...one.statement, nonce: other.statement.nonce } })).toBe('INVALID')
  expect(await verified({ ...one, statement: other.statement })).toBe('INVALID')
  expect(await verified({ ...one, batch: { ...one.batch, path: other.batch.path } })).toBe('INVALID')
  expect(await verified({ ...one, batch: { ...one.batch, index: other.batch.index } })).toBe('INVALID')
  expect(await verified({ ...one, batch: { ...one.batch, path: [one.batch.path[0]?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')), ...one.batch.path.slice(1)] } })).toBe('INVALID')
  const outside = await asked()
  expect(await signOne(ada, outside)).toMatchObject({ ok: true })
  const single = await receiptFor(outside)
  expect(await verified(single)).toBe('VALID')
  expect(await verified({ ...one, statement: single.statement })).toBe('INVALID')
  expect(await verified({ ...single, assertion: one.assertion })).toBe('INVALID')
  const { batch: _batch, ...bare } = one
  expect(await verified(bare)).toBe('INVALID')
})
test('each of many is a deed of its own in the record, with a receipt from the log; and that they were signed together is one more', async () => {
  const all = await many(3)
  await sign(ada, inTenant(all))
  await enrolled()
  await sealAll()
  const records = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.actor.userId === ada.person.id).slice(-4)
  expect(records.map(({ entry }) => `${entry.action.resource}.${entry.action.verb}`)).toEqual([...Array(3).fill('requests.approveInTenant'), 'requests.approveTogetherInTenant'])
  expect(records.slice(0, 3).map(({ entry }) => entry.action.name).sort()).toEqual(all.map(({ request }) => request).sort())
  const door = await doorFor(world.auditor)
  for (const [at, { sequence }] of records.entries()) {
    const receipt = receiptOf(await door.audit.prove({ tenant: world.a, stream: 'deed', sequence: `${sequence}` }))
    if (at === 3) expect(receipt).toBeNull()
    else {
      expect(await verified(receipt)).toBe('VALID')
      expect(await verified({ ...receipt, record: records[(at + 1) % 3]?.bytes.toString() })).toBe('INVALID')
    }
  }
})

test('with one byte of what is to be done another, one swapped, one more or one less, the signature is for another deed', async () => {
  const all = await many(3)
  const outside = await asked()
  const input = inTenant(all)
  const [one, ...others] = input.items
  if (!one) throw new Error('there are three')
  const flipped = `${one.terms.startsWith('A') ? 'B' : 'A'}${one.terms.slice(1)}`
  const [outsider] = itemsOf([outside])
  for (const items of [[{ ...one, terms: flipped }, ...others], [outsider ?? one, ...others], [...input.items, outsider ?? one], others]) {
    expect(await confirmed(ada, { ...input, items }, {}, input)).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
    const shown = await confirmed(ada, input)
    if (!shown.ok) throw new Error(shown.refusal)
    await expect(carried(ada, { ...input, items }, shown.token)).rejects.toThrow('step_up_required')
  }
  await untouched([...all, outside])
})
test('another batch’s signature, a second use of one, of another site, of nobody verified or of another’s passkey says nothing', async () => {
  const [all, others] = [await many(2), await many(2)]
  const input = inTenant(all)
  expect(await confirmed(ada, input, {}, inTenant(others))).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  expect(await confirmed(ada, input, { flags: { userVerified: false } })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  expect(await confirmed(ada, input, { origin: 'https://bailiwick.example.net' })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  expect(await confirmed(ada, input, { type: 'webauthn.create' })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  expect(await confirmed(ada, input, { credentialId: second.credentialId })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  const challenge = await challenged(ada, input)
  if (!challenge.ok) throw new Error(challenge.refusal)
  const proof = { assertion: await assertion(ada, challenge.options) }
  expect(await (await doorFor(second.person)).identity.beginStepUp({ action, input, proof })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  expect(await (await doorFor(ada.person)).identity.beginStepUp({ action, input, proof })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  await untouched([...all, ...others])
  const shown = await confirmed(ada, input)
  if (!shown.ok) throw new Error(shown.refusal)
  expect(await carried(ada, input, shown.token)).toMatchObject({ ok: true })
  await expect(carried(ada, input, shown.token)).rejects.toThrow('step_up_required')
})
test('what was signed of one among many confirms it not alone, and what was signed of one alone confirms no batch of one', async () => {
  const one = await asked()
  const [batch, single] = [inTenant([one]), { tenant: world.a, request: one.request, terms: one.terms }]
  const door = await doorFor(ada.person)
  const ofBatch = await challenged(ada, batch)
  const ofOne = await door.identity.challenge({ action: 'requests.approveInTenant', input: single })
  if (!ofBatch.ok || !ofOne.ok) throw new Error('both are asked')
  expect(await door.identity.beginStepUp({ action: 'requests.approveInTenant', input: single, proof: { assertion: await assertion(ada, ofBatch.options) } })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  expect(await door.identity.beginStepUp({ action, input: batch, proof: { assertion: await assertion(ada, ofOne.value.options as object) } })).toEqual({ ok: false, refusal: 'passkey_not_accepted' })
  await untouched([one])
})
test('a code generator signs no batch', async () => {
  const all = await many(2)
  const input = inTenant(all)
  const stepUp = await shown(world.admin, action, input, 'code')
  expect(await (await doorFor(world.admin, { stepUp })).requests.approveTogetherInTenant(input)).toMatchObject({ ok: false, refusal: 'not_together', about: itemsOf(all).map(({ request }) => ({ field: request, says: expect.stringContaining('passkey') })).sort((a, b) => (a.field < b.field ? -1 : 1)) })
  await untouched(all)
})
test('the same sent again is answered as it was, and done once', async () => {
  const before = await standing()
  const all = await many(2)
  const input = inTenant(all)
  const shown = await confirmed(ada, input)
  if (!shown.ok) throw new Error(shown.refusal)
  const idempotencyKey = randomUUID()
  const first = await carried(ada, input, shown.token, { idempotencyKey })
  expect(await carried(ada, input, shown.token, { idempotencyKey })).toEqual(first)
  expect(await sign(ada, input)).toMatchObject({ ok: true, value: { signed: [{ state: 'approved' }, { state: 'approved' }] } })
  expect(await states(all)).toEqual(all.map(() => 'approved admitted 1'))
  expect(await standing()).toEqual({ used: before.used + 2, held: before.held })
})

test('one that cannot be signed keeps all of them from it: each is told why, and nothing is written', async () => {
  const [fine, own, answered, recused, questioned, large] = [await asked(), await asked(1, {}, world.developer), await asked(), await asked(), await asked(), await asked(16)]
  await loading((sql) => sql.query('UPDATE request SET requested_by = $2 WHERE id = $1', [own.request, ada.person.id]))
  await signOne(second, answered)
  const door = await doorFor(ada.person)
  await door.requests.recuseInTenant({ tenant: world.a, request: recused.request, reason: 'A friend asks.' })
  await (await doorFor(second.person)).requests.askInTenant({ tenant: world.a, request: questioned.request, question: 'For how long?' })
  const all = [fine, own, answered, recused, questioned, large]
  const told = await door.requests.readTogetherInTenant({ tenant: world.a, requests: [...all.map(({ request }) => request), randomUUID()] })
  expect([told.missing, told.requests.map(({ whyNot }) => whyNot)]).toEqual([1, [null, 'own_request', 'already_decided', 'recused', 'question_open', 'devices_alone']])
  expect(told.requests[0]).toMatchObject({ request: fine.request, devices: '1', terms: fine.terms, termsBody: { hours: 1, namespace: 'red' } })
  const input = inTenant(all)
  const shown = await confirmed(ada, input)
  if (!shown.ok) throw new Error(shown.refusal)
  const answer = await carried(ada, input, shown.token)
  expect(answer).toMatchObject({ ok: false, refusal: 'not_together' })
  const about = new Map(!answer.ok && 'about' in answer ? answer.about?.map(({ field, says }) => [field, says]) : [])
  expect(all.map(({ request }) => about.get(request) ?? null)).toEqual([null, 'Nobody answers what they asked for, or gain by.', 'It was answered, taken back, or its time was up.', 'You have left this to others.', 'A question about it waits for its answer.', 'It is for more devices than are signed together with others.'])
  await untouched([fine, own, large])
  expect(await sign(ada, inTenant([fine]))).toMatchObject({ ok: true })
})
test('terms that are others than those that were seen are not signed: neither asked for, nor where they became so after the signature', async () => {
  const [one, other] = [await asked(1, { pods: 4, hours: 8 }), await asked()]
  const seen = inTenant([one, other])
  const shown = await confirmed(ada, seen)
  if (!shown.ok) throw new Error(shown.refusal)
  expect(await (await doorFor(second.person)).requests.offerInTenant({ tenant: world.a, allocation: one.allocation, terms: one.terms, pods: 2, hours: 4 })).toMatchObject({ ok: true })
  expect(await carried(ada, seen, shown.token)).toEqual({ ok: false, refusal: 'not_together', about: [{ field: one.request, says: 'What would be done is not what you were shown.' }] })
  expect(await challenged(ada, seen)).toEqual({ ok: false, refusal: 'terms_changed', about: [{ field: one.request, says: 'What would be done is not what you were shown.' }] })
  await untouched([one, other])
  expect(await sign(ada, inTenant([await askedAbout(one.allocation), other]))).toMatchObject({ ok: true })
  expect(await states([one, other])).toEqual(['approved admitted 1', 'approved admitted 1'])
})
test('after the signature each goes its own way: the one whose terms no longer hold is asked anew, and the others are done', async () => {
  const [red, blue] = [await asked(), await asked(1, { namespace: 'blue' }, await world.person(`blue-${world.mark}`, ['developer', world.a, 'blue']))]
  const share = (amount: number) => loading((sql) => sql.query("UPDATE account SET nominal = ARRAY[$2::bigint] WHERE tenant_id = $1 AND namespace_id = 'blue'", [world.a, amount]))
  await share(0)
  const answer = await sign(ada, inTenant([red, blue]))
  await share(10_000)
  const outcomes = new Map(answer.ok ? answer.value.signed.map(({ request, undone }) => [request, undone]) : [])
  expect([outcomes.get(red.request), outcomes.get(blue.request)]).toEqual([null, { refusal: 'terms_changed', says: null }])
  expect(await states([red, blue])).toEqual(['approved admitted 1', 'open held 1'])
  expect((await rowsOf([blue]))[0]).toMatchObject({ said_yes: [], terms_body: { version: 2, burst: true } })
  expect(await sign(ada, inTenant([await askedAbout(blue.allocation)]))).toMatchObject({ ok: true })
})

test('nobody’s wish of their own is in a batch of theirs, in whichever role; nobody without the role signs one, and nobody who lost it', async () => {
  const all = await many(2)
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES ($1, $2, 'tenant_admin', $3)", [randomUUID(), world.developer.id, world.a]))
  const input = inTenant(all)
  const tried = await (await doorFor(world.developer, { stepUp: await shown(world.developer, action, input) })).requests.approveTogetherInTenant(input)
  expect(tried).toMatchObject({ ok: false, refusal: 'not_together', about: [{ says: 'Nobody answers what they asked for, or gain by.' }, { says: 'Nobody answers what they asked for, or gain by.' }] })
  await loading((sql) => sql.query("DELETE FROM role_binding WHERE person_id = $1 AND role = 'tenant_admin'", [world.developer.id]))
  await expect((await doorFor(world.lead)).identity.challenge({ action, input })).rejects.toThrow('forbidden')
  await expect((await doorFor(world.stranger)).identity.challenge({ action, input })).rejects.toThrow('not_found')
  await expect((await doorFor(above.person)).identity.challenge({ action: 'requests.approveTogether', input: { items: input.items } }).then((answer) => answer.ok)).resolves.toBe(true)
  const leaving = await keyed(world, 'leaving', ['tenant_admin', world.a, null])
  const shownBefore = await confirmed(leaving, input)
  if (!shownBefore.ok) throw new Error(shownBefore.refusal)
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [leaving.person.id]))
  await expect(carried(leaving, input, shownBefore.token)).rejects.toThrow('not_found')
  await untouched(all)
})
test('on the platform: what a tenant decides by itself is in no batch, and neither is what is of a kind that is signed by itself', async () => {
  const [theirs, forAbove] = [await asked(), await asked(2)]
  await loading((sql) => sql.query(`UPDATE request SET level = 'platform', asked_roles = '{approver}', rule = '{"anyOf": [{"of": ["approver"], "count": 1}], "factor": "passkey"}' WHERE id = $1`, [forAbove.request]))
  const kind = { request: world.request, terms: world.terms }
  const told = await (await doorFor(above.person)).requests.readTogether({ requests: [theirs.request, forAbove.request, world.request] })
  expect([told.missing, told.requests.map(({ request, whyNot }) => [request, whyNot])]).toEqual([1, [[forAbove.request, null], [world.request, 'kind_alone']]])
  const signed = async (items: { request: string; terms: string }[]) => {
    const [door, onPlatform] = [await doorFor(above.person), 'requests.approveTogether' as const]
    const challenge = await door.identity.challenge({ action: onPlatform, input: { items } })
    if (!challenge.ok) return challenge
    const begun = await door.identity.beginStepUp({ action: onPlatform, input: { items }, proof: { assertion: await assertion(above, challenge.value.options as object) } })
    return begun.ok ? (await doorFor(above.person, { stepUp: (begun.value as { token: string }).token })).requests.approveTogether({ items }) : begun
  }
  const refused = await signed([...itemsOf([theirs, forAbove]), kind])
  expect(refused).toMatchObject({ ok: false, refusal: 'not_together' })
  expect(new Map(!refused.ok && 'about' in refused ? refused.about?.map(({ field, says }) => [field, says]) : [])).toEqual(new Map([[theirs.request, 'There is no such request.'], [world.request, 'What is asked for is of a kind that is signed by itself.']]))
  await untouched([theirs, forAbove])
  expect(await signed(itemsOf([forAbove]))).toMatchObject({ ok: true, value: { signed: [{ state: 'approved' }] } })
  expect(await states([forAbove])).toEqual(['approved admitted 1'])
})

test('of what needs two, two batches that overlap give each its two, whoever is first; and what needs one is answered once', async () => {
  const before = await standing()
  const all = await many(6)
  await loading((sql) => sql.query(`UPDATE request SET rule = '{"anyOf": [{"of": ["tenant_admin"], "count": 2}], "factor": "passkey"}' WHERE id = ANY ($1)`, [all.map(({ request }) => request)]))
  const [mine, theirs] = [all.slice(0, 4), all.slice(2).reverse()]
  const answers = await Promise.all([sign(ada, inTenant(mine)), sign(second, inTenant(theirs))])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  expect(await states(all)).toEqual(['open held 1', 'open held 1', 'approved admitted 2', 'approved admitted 2', 'open held 1', 'open held 1'])
  expect((await Promise.all([sign(second, inTenant(all.slice(0, 2))), sign(ada, inTenant(all.slice(4)))])).map(({ ok }) => ok)).toEqual([true, true])
  expect(await states(all)).toEqual(all.map(() => 'approved admitted 2'))
  expect(await standing()).toEqual({ used: before.used + 6, held: before.held })
})
test('a batch and a single yes to one of them, at once: one did it, and if that was the single one the batch did nothing', async () => {
  const before = await standing()
  for (let round = 0; round < 3; round++) {
    const [one, ...rest] = await many(3)
    if (!one) throw new Error('there are three')
    const [batch, single] = await Promise.all([sign(ada, inTenant([one, ...rest])), signOne(second, one)])
    expect([batch.ok, single.ok].filter(Boolean)).toHaveLength(1)
    expect(await states([one, ...rest])).toEqual(batch.ok ? ['approved admitted 1', 'approved admitted 1', 'approved admitted 1'] : ['approved admitted 1', 'open held 0', 'open held 0'])
    if (!batch.ok) await sign(ada, inTenant(rest))
  }
  expect(await standing()).toEqual({ used: before.used + 9, held: before.held })
})
test('signed and killed before anything came of it: each is done after that, once, however often it is looked at', async () => {
  const before = await standing()
  const all = await many(3)
  const input = inTenant(all)
  const shownFirst = await confirmed(ada, input)
  if (!shownFirst.ok) throw new Error(shownFirst.refusal)
  const actor = await findActor('engine', ada.person.token, sourceOfTest())
  const command = commandOf(action)
  if (!actor || !command || !('make' in command)) throw new Error('there is one')
  const parsed = parseInput(command, input)
  const answer = await inDeed(actor, () => '', async (deed) => {
    await deed.claim({ nonce: randomUUID(), idempotencyKey: randomUUID(), action, inputDigest: digestFor(action, parsed) })
    return deed.carryOut(authorizeWithStepUp(await spendStepUp(deed, action, { tenant: world.a }, digestFor(action, parsed), shownFirst.token)), parsed as never, command.make as never)
  })
  expect(answer).toMatchObject({ ok: true })
  expect(await states(all)).toEqual(all.map(() => 'approved held 1'))
  const run = (name: string) => runOnce({ name: `${name}-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: carryOutRequests })
  expect(await Promise.all([run('one'), run('two'), run('three')])).toEqual(['ran', 'ran', 'ran'])
  expect(await states(all)).toEqual(all.map(() => 'approved admitted 1'))
  for (const each of all) expect(await decidedAs(each)).toEqual(['allocations.create', 'allocations.answer'])
  expect(await standing()).toEqual({ used: before.used + 3, held: before.held })
})
test('more than can be looked at, one twice, or none is no input', async () => {
  const one = await asked()
  const item = itemsOf([one])
  const many = Array.from({ length: togetherMost + 1 }, () => ({ request: randomUUID(), terms: one.terms }))
  for (const items of [[], [...item, ...item], [...item, ...item.map(({ request, terms }) => ({ request: request.toUpperCase(), terms }))], many]) await expect((await doorFor(ada.person)).identity.challenge({ action, input: { tenant: world.a, items } })).rejects.toThrow('bad_input')
  await untouched([one])
})
