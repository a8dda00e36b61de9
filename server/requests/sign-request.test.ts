/** What somebody must say yes to first: asked by a developer, signed by two, carried out by a lane; exactly once, and only if it is what was signed. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { assert } from '~/server/demo/authenticator'
import { carryOutRequests } from '~/server/engine/carry-out-requests'
import { runOnce } from '~/server/engine/loops'
import { checkReceipt } from '~/server/receipts/receipt'
import { canonicalBytes } from '~/server/shared/canonical'
import { approve as sayYes, type Asked, hold, type Keyed, keyed, makeRoom, origin, wishIn } from '~/server/testing/asking'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
let second: Person
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second', ['tenant_admin', world.a, null])
  await makeRoom(world)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const asked = (gpus = 16, more: object = {}, by: Person = world.developer): Promise<Asked> => hold(by, wishIn(world, gpus, more))
const inTenant = ({ request, terms }: Asked) => ({ tenant: world.a, request, terms })
const approveInTenant = (person: Person, of: Asked, factor: 'passkey' | 'code' = 'passkey') => sayYes(world, person, of, factor)
const approve = async (person: Person, { request, terms }: Asked) => (await doorFor(person, { stepUp: await shown(person, 'requests.approve', { request, terms }) })).requests.approve({ request, terms })
const held = async ({ allocation }: Asked) => (await loading((sql) => sql.query('SELECT state, approved_by, held_until, ends_at FROM allocation WHERE id = $1', [allocation]))).rows[0]
const rowOf = async ({ request }: Asked) => (await loading((sql) => sql.query('SELECT * FROM request WHERE id = $1', [request]))).rows[0]
const standing = async () => (await loading((sql) => sql.query("SELECT used[1]::int AS used, held[1]::int AS held FROM account WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a]))).rows[0] as { used: number; held: number }
const decided = async ({ allocation }: Asked) => (await (await doorFor(world.admin)).allocations.read({ tenant: world.a, allocation })).decisions.map(({ action }) => action)
const told = async (of: Asked) => (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: of.request })

test('sixteen devices of a developer’s wait for two; with the second yes they are admitted, what was promised is used, and every decision comes to the same again', async () => {
  const before = await standing()
  const of = await asked()
  expect(await rowOf(of)).toMatchObject({ kind: 'allocation.admit', state: 'open', level: 'tenant', requested_by: world.developer.id, rule: { anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }] }, terms_body: { devices: '16', fits: 'every level', hours: 1, victims: [], version: 1 } })
  expect(await standing()).toEqual({ used: before.used, held: before.held + 16 })
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  expect((await told(of)).lacks).toEqual([{ of: ['tenant_admin', 'approver'], more: 1 }])
  expect(await approve(world.platformApprover, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await held(of)).toMatchObject({ state: 'admitted', approved_by: world.platformApprover.id, held_until: null })
  expect(await standing()).toEqual({ used: before.used + 16, held: before.held })
  expect((await rowOf(of)).carried_out_at).not.toBeNull()
  expect((await told(of)).words.map(({ kind, person, factor, void: lost }) => [kind, person?.person, factor, lost])).toEqual([['yes', world.admin.id, 'passkey', null], ['yes', world.platformApprover.id, 'passkey', null]])
  expect(await replayed(world)).toEqual([])
})
test('two who sign at the same moment are both counted, and it is done once; with a quorum of one, one did it', async () => {
  const before = await standing()
  const two = await asked()
  expect((await Promise.all([approveInTenant(world.admin, two), approveInTenant(second, two), approve(world.platformApprover, two)])).filter(({ ok }) => ok).length).toBeGreaterThan(1)
  expect((await held(two)).state).toBe('admitted')
  const one = await asked(8)
  const answers = await Promise.all([approveInTenant(world.admin, one), approveInTenant(second, one)])
  expect(answers.map((answer) => (answer.ok ? 'done' : answer.refusal)).sort()).toEqual(['already_decided', 'done'])
  expect((await held(one)).state).toBe('admitted')
  expect(await standing()).toEqual({ used: before.used + 24, held: before.held })
})
test('if what would be done is not what was signed, nothing is done: what was said is void, what is otherwise is told, and who signs that is counted', async () => {
  const of = await asked()
  await approveInTenant(world.admin, of)
  const profile = { id: `p-${randomUUID().slice(0, 8)}`, title: 'Any', namespace: null, gpusMost: 1, models: ['A100'], hoursMost: 1, until: new Date(Date.now() + 86_400_000).toISOString() }
  const door = await doorFor(world.admin)
  const version = (await door.policies.list({ tenant: world.a })).find(({ kind, by }) => kind === 'profiles' && by === 'tenant')?.version ?? null
  const change = { tenant: world.a, kind: 'profiles' as const, version, body: { profiles: [profile] } }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'policies.change', change) })).policies.change(change)).toMatchObject({ ok: true })
  expect(await approveInTenant(second, of)).toMatchObject({ ok: false, refusal: 'terms_changed', about: [{ field: 'policies' }] })
  expect((await held(of)).state).toBe('held')
  const now = await rowOf(of)
  expect([now.state, now.terms_body.version, now.said_yes]).toEqual(['open', 2, []])
  expect((await told(of)).words.map(({ kind, void: lost }) => [kind, lost])).toEqual([['yes', 'terms_changed'], ['yes', 'terms_changed'], ['change', null]])
  expect(await approveInTenant(second, of)).toEqual({ ok: false, refusal: 'terms_changed' })
  const again = { ...of, terms: now.terms as string }
  expect(await approveInTenant(world.admin, again)).toMatchObject({ ok: true })
  expect(await approveInTenant(second, again)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await held(of)).state).toBe('admitted')
})
test('where it cannot be done at all now, nothing is done, and whoever signed is told why; the same is asked anew', async () => {
  const of = await asked(8)
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: false, refusal: 'tenant_frozen', about: [{ field: 'says' }] })
  expect([(await held(of)).state, (await rowOf(of)).state]).toEqual(['held', 'open'])
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))
  expect(await approveInTenant(world.admin, of)).toEqual({ ok: false, refusal: 'terms_changed' })
  expect(await approveInTenant(world.admin, { ...of, terms: (await rowOf(of)).terms as string })).toMatchObject({ ok: true, value: { state: 'approved' } })
})
test('what is promised already has its room: a quota that is full of promises admits what it promised', async () => {
  const of = await asked(8)
  const full = (to: string) => loading((sql) => sql.query(`UPDATE account SET hard = ${to}, nominal = ${to} WHERE tenant_id = $1 AND namespace_id = 'red'`, [world.a]))
  await full('ARRAY[used[1] + held[1]]')
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  await full("'{10000}'")
})
test('what merely moves voids nothing: others begin and end meanwhile, and what was signed first still counts', async () => {
  const of = await asked()
  await approveInTenant(world.admin, of)
  const door = await doorFor(world.lead)
  const made = await Promise.all(Array.from({ length: 40 }, () => door.allocations.create(wishIn(world, 1))))
  expect(made.filter((answer) => answer.ok && answer.value.verdict === 'admit').length).toBeGreaterThan(4)
  for (const answer of made) if (answer.ok && answer.value.allocation) await door.allocations.release({ tenant: world.a, allocation: answer.value.allocation })
  expect(await approveInTenant(second, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await held(of)).state).toBe('admitted')
})
test('refused, withdrawn, released or lapsed: what was promised is given back, and the request says the same as the allocation', async () => {
  const before = await standing()
  const [refused, withdrawn, released, lapsed] = [await asked(), await asked(), await asked(), await asked()]
  const no = { tenant: world.a, request: refused.request, reason: 'Not this week.' }
  expect(await (await doorFor(world.admin)).requests.refuseInTenant(no)).toMatchObject({ ok: true, value: { state: 'refused' } })
  expect(await (await doorFor(world.developer)).requests.withdraw({ request: withdrawn.request })).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  expect(await (await doorFor(world.developer)).allocations.release({ tenant: world.a, allocation: released.allocation })).toMatchObject({ ok: true })
  await loading((sql) => sql.query("UPDATE allocation SET held_until = now() - interval '1 minute' WHERE id = $1", [lapsed.allocation]))
  const { expireAllocations } = await import('~/server/allocations/expire-allocations')
  expect(await runOnce({ name: `expire-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: expireAllocations })).toBe('ran')
  const states = await Promise.all([refused, withdrawn, released, lapsed].map(async (of) => [(await rowOf(of)).state, (await held(of)).state, (await rowOf(of)).carried_out_at !== null]))
  expect(states).toEqual([['refused', 'refused', true], ['withdrawn', 'withdrawn', true], ['withdrawn', 'withdrawn', true], ['lapsed', 'expired', true]])
  expect(await standing()).toEqual(before)
})
test('a question stops the clock, is answered by whoever asked for the thing, and nobody signs meanwhile', async () => {
  const of = await asked(8)
  const due = new Date((await rowOf(of)).deadline)
  expect(await (await doorFor(world.admin)).requests.askInTenant({ tenant: world.a, request: of.request, question: 'For how long?' })).toMatchObject({ ok: true })
  expect(new Date((await held(of)).held_until).getTime()).toBeGreaterThan(due.getTime())
  expect(await approveInTenant(second, of)).toEqual({ ok: false, refusal: 'question_open' })
  expect(await (await doorFor(world.lead)).requests.answer({ request: of.request, answer: 'An hour.' })).toEqual({ ok: false, refusal: 'not_found' })
  expect(await (await doorFor(world.developer)).requests.answer({ request: of.request, answer: 'An hour.' })).toMatchObject({ ok: true })
  expect(new Date((await held(of)).held_until)).toEqual(new Date((await rowOf(of)).deadline))
  expect(await approveInTenant(second, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
})
test('nobody says yes to what they asked for, by whatever way: asked as a developer and signed as an admin, on the platform, in another role, or with a code', async () => {
  const of = await asked(8)
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES ($1, $2, 'tenant_admin', $3), ($4, $2, 'approver', NULL)", [randomUUID(), world.developer.id, world.a, randomUUID()]))
  expect(await approveInTenant(world.developer, of)).toEqual({ ok: false, refusal: 'own_request' })
  const sixteen = await asked(16)
  expect(await approve(world.developer, sixteen)).toEqual({ ok: false, refusal: 'own_request' })
  expect(await (await doorFor(world.developer)).requests.refuseInTenant({ tenant: world.a, request: of.request, reason: 'Mine.' })).toEqual({ ok: false, refusal: 'own_request' })
  await loading((sql) => sql.query("DELETE FROM role_binding WHERE person_id = $1 AND role IN ('tenant_admin', 'approver')", [world.developer.id]))
  await expect(approveInTenant(world.lead, of)).rejects.toThrow('forbidden')
  await expect(approveInTenant(world.stranger, { ...of })).rejects.toThrow('not_found')
  expect(await approve(world.platformApprover, of)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await approveInTenant(world.admin, of, 'code')).toEqual({ ok: false, refusal: 'passkey_required' })
  expect((await held(of)).state).toBe('held')
})
test('a tenant admin’s own wish is for the platform to decide, and no admin of the tenant’s has a say', async () => {
  const of = await asked(16, {}, world.admin)
  expect((await rowOf(of)).level).toBe('platform')
  expect(await approveInTenant(second, of)).toEqual({ ok: false, refusal: 'not_asked' })
  expect(await approve(world.platformApprover, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await held(of)).state).toBe('admitted')
})
test('a yes of somebody who lost the role since is void, and it is seen', async () => {
  const of = await asked()
  const third = await world.person('third', ['tenant_admin', world.a, null])
  expect(await approveInTenant(third, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [third.id]))
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  expect((await told(of)).words.map(({ person, void: lost }) => [person?.person, lost])).toEqual([[third.id, 'role_lost'], [world.admin.id, null]])
  expect(await approveInTenant(second, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
})
test('who lost their role and has it again is counted again, and whoever says their yes once more, with what was asked for, is enough', async () => {
  const of = await asked()
  const third = await world.person('again', ['tenant_admin', world.a, null])
  const holds = (valid: string | null) => loading((sql) => sql.query('UPDATE role_binding SET valid_to = $2::timestamptz WHERE person_id = $1', [third.id, valid]))
  expect(await approveInTenant(third, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  await holds(new Date().toISOString())
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  await holds(null)
  expect((await told(of)).lacks).toEqual([{ of: ['tenant_admin', 'approver'], more: 0 }])
  expect(await approveInTenant(third, of, 'code')).toMatchObject({ ok: true, value: { state: 'open' } })
  expect(await approveInTenant(third, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await told(of)).words.map(({ kind, void: lost }) => [kind, lost])).toEqual([['yes', null], ['yes', null]])
  expect((await held(of)).state).toBe('admitted')
})
test('what was said and not done, because the engine was killed in between, is done after it, once, however often it is looked at', async () => {
  const before = await standing()
  const of = await asked()
  await loading((sql) => sql.query("UPDATE request SET state = 'approved', decided_by = $2, decided_at = now() WHERE id = $1", [of.request, world.admin.id]))
  const run = (name: string) => runOnce({ name: `${name}-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: carryOutRequests })
  expect(await Promise.all([run('one'), run('two'), run('three')])).toEqual(['ran', 'ran', 'ran'])
  expect([(await held(of)).state, (await rowOf(of)).carried_out_at !== null]).toEqual(['admitted', true])
  expect(await standing()).toEqual({ used: before.used + 16, held: before.held })
  expect(await decided(of)).toEqual(['allocations.create', 'allocations.answer'])
})
test('the inbox: what waits for its reader, what waits for others, what was decided; each in one of them', async () => {
  const of = await asked()
  const list = async (person: Person, show: 'mine' | 'others' | 'decided') => (await (await doorFor(person)).requests.listInTenant({ tenant: world.a, namespace: null, show, find: null, ...firstPage })).rows.map(({ request }) => request)
  const where = async (person: Person) => (await Promise.all((['mine', 'others', 'decided'] as const).map(async (show) => ((await list(person, show)).includes(of.request) ? [show] : [])))).flat()
  expect([await where(world.admin), await where(second), await where(world.auditor)]).toEqual([['mine'], ['mine'], ['others']])
  await approveInTenant(world.admin, of)
  expect([await where(world.admin), await where(second)]).toEqual([['others'], ['mine']])
  await (await doorFor(second)).requests.recuseInTenant({ tenant: world.a, request: of.request, reason: 'A friend asks.' })
  expect(await where(second)).toEqual(['others'])
  expect(await approveInTenant(second, of)).toEqual({ ok: false, refusal: 'recused' })
  await approve(world.platformApprover, of)
  expect([await where(world.admin), await where(second)]).toEqual([['decided'], ['decided']])
})
test('the sheet says what a yes would come to, by the decider that carries it out, and writes nothing', async () => {
  const of = await asked()
  const sheet = await (await doorFor(world.admin)).requests.sheetInTenant({ tenant: world.a, allocation: of.allocation, less: null })
  expect(sheet).toMatchObject({ ok: true, value: { request: of.request, terms: of.terms, moved: [], verdict: 'admit', devices: '16', victims: [] } })
  expect(await (await doorFor(world.platformApprover)).requests.sheet({ tenant: world.a, allocation: of.allocation, less: null })).toMatchObject({ ok: true, value: { request: of.request, verdict: 'admit' } })
  await expect((await doorFor(world.developer)).requests.sheetInTenant({ tenant: world.a, allocation: of.allocation, less: null })).rejects.toThrow('forbidden')
  expect(await decided(of)).toEqual(['allocations.create'])
})
async function sign({ person, credentialId }: Keyed, of: Asked) {
  const [door, action, input] = [await doorFor(person), 'requests.approveInTenant', inTenant(of)] as const
  const challenge = await door.identity.challenge({ action, input })
  if (!challenge.ok) return challenge
  const begun = await door.identity.beginStepUp({ action, input, proof: { assertion: await assert(challenge.value.options as never, { key: credentials.passkey, credentialId, origin }) } })
  return begun.ok ? (await doorFor(person, { stepUp: (begun.value as { token: string }).token })).requests.approveInTenant(input) : begun
}
test('a yes is a receipt: the statement with its terms whole, whose digest is what the passkey signed; told to whoever may read the request, and to nobody else', async () => {
  const of = await asked()
  const signer = await keyed(world, 'signer', ['tenant_admin', world.a, null])
  expect(await sign(signer, of)).toMatchObject({ ok: true })
  const [word] = (await told(of)).words
  const receipt = await (await doorFor(world.auditor)).requests.receiptInTenant({ tenant: world.a, request: of.request, word: word?.word ?? '' })
  const { terms_body: terms } = await rowOf(of)
  expect(receipt).toMatchObject({ format: 'bailiwick-receipt-1', statement: { decision: 'approve', request: of.request, version: '1', terms, termsDigest: of.terms, approver: signer.person.id, action: 'requests.approveInTenant' } })
  const { clientDataJSON, signature } = receipt.assertion as { clientDataJSON: string; signature: string }
  const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge: string }
  expect(challenge).toBe(createHash('sha256').update(canonicalBytes(receipt.statement)).digest('base64url'))
  expect(checkReceipt(receipt)).toEqual({ receipt })
  expect(word?.fingerprint?.replaceAll(' ', '')).toBe(createHash('sha256').update(Buffer.from(signature, 'base64url')).digest('hex').slice(0, 16))
  expect(await (await doorFor(world.platformApprover)).requests.receipt({ request: of.request, word: word?.word ?? '' })).toEqual(receipt)
  const other = await asked()
  await expect((await doorFor(world.admin)).requests.receiptInTenant({ tenant: world.a, request: other.request, word: word?.word ?? '' })).rejects.toThrow('not_found')
  await expect((await doorFor(world.developer)).requests.receiptInTenant({ tenant: world.a, request: of.request, word: word?.word ?? '' })).rejects.toThrow('forbidden')
})
test('of whoever asked, their last requests and what became of them, and how often the reader said yes to them; on the platform nothing of what they hold', async () => {
  const asker = await world.person('asker', ['developer', world.a, 'red'])
  const [first, second] = [await asked(16, {}, asker), await asked(16, {}, asker)]
  await approveInTenant(world.admin, first)
  await approve(world.platformApprover, first)
  expect((await told(second)).asker).toMatchObject({ last: [{ request: first.request, state: 'approved' }], yoursBefore: 1, use: { days: 0, gpuUse: null } })
  expect((await (await doorFor(world.platformApprover)).requests.read({ request: second.request })).asker).toMatchObject({ last: [{ request: first.request }], yoursBefore: 1, use: null })
})
test('whoever asked sees how far it has come and what they are asked, with nobody’s name; of anybody else’s there is nothing', async () => {
  const of = await asked()
  await approveInTenant(world.admin, of)
  await (await doorFor(second)).requests.askInTenant({ tenant: world.a, request: of.request, question: 'For how long?' })
  const own = await (await doorFor(world.developer)).requests.ofAllocation({ allocation: of.allocation })
  expect(own).toMatchObject({ request: of.request, state: 'open', lacks: [{ more: 1 }], words: [{ kind: 'yes', role: 'tenant_admin', void: false }, { kind: 'question', says: 'For how long?' }] })
  expect(JSON.stringify(own)).not.toMatch(/Admin|Second/)
  expect(await (await doorFor(world.lead)).requests.ofAllocation({ allocation: of.allocation })).toBeNull()
})
test('whoever decides offers less: what is promised is exactly that at once, what was said to the more counts no more, and the less is signed and carried out', async () => {
  const before = await standing()
  const of = await asked(8, { pods: 4, hours: 8 })
  expect(await standing()).toEqual({ used: before.used, held: before.held + 32 })
  expect(await approveInTenant(world.admin, of)).toMatchObject({ ok: true, value: { state: 'open' } })
  const offer = async (person: Person, pods: number, hours: number | null, terms = of.terms) => (await doorFor(person)).requests.offerInTenant({ tenant: world.a, allocation: of.allocation, terms, pods, hours })
  expect(await offer(second, 5, 8)).toEqual({ ok: false, refusal: 'not_less' })
  expect(await offer(second, 2, 9)).toEqual({ ok: false, refusal: 'not_less' })
  await expect(offer(world.developer, 2, 8)).rejects.toThrow('forbidden')
  const less = await offer(second, 2, 4)
  expect(less).toMatchObject({ ok: true, value: { state: 'held', moved: [{ term: 'amounts' }, { term: 'devices', was: '32', is: '16' }, { term: 'hours', was: 8, is: 4 }, { term: 'pods', was: 4, is: 2 }] } })
  expect(await standing()).toEqual({ used: before.used, held: before.held + 16 })
  expect(await offer(second, 1, 4)).toEqual({ ok: false, refusal: 'terms_changed' })
  const now = await rowOf(of)
  expect([now.terms_body.pods, now.terms_body.version, now.payload.pods, now.payload.hours, now.said_yes]).toEqual([2, 2, 2, 4, []])
  expect((await told(of)).words.map(({ kind, void: lost }) => [kind, lost])).toEqual([['yes', 'terms_changed'], ['change', null]])
  const again = { ...of, terms: now.terms as string }
  expect(await approveInTenant(world.admin, of)).toEqual({ ok: false, refusal: 'terms_changed' })
  expect(await approveInTenant(world.admin, again)).toMatchObject({ ok: true })
  expect(await approve(world.platformApprover, again)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await held(of)).state).toBe('admitted')
  expect(await standing()).toEqual({ used: before.used + 16, held: before.held })
  expect(await offer(second, 1, 4, now.terms)).toEqual({ ok: false, refusal: 'already_decided' })
  expect(await (await doorFor(world.developer)).allocations.release({ tenant: world.a, allocation: of.allocation })).toMatchObject({ ok: true })
  expect(await standing()).toEqual(before)
  expect(await replayed(world)).toEqual([])
})
test('nobody offers themselves less, nor for a rule that does not ask them', async () => {
  const own = await asked(16, { pods: 2 }, world.admin)
  const offer = { tenant: world.a, allocation: own.allocation, terms: own.terms, pods: 1, hours: 1 }
  expect(await (await doorFor(world.admin)).requests.offerInTenant(offer)).toEqual({ ok: false, refusal: 'own_request' })
  expect(await (await doorFor(second)).requests.offerInTenant(offer)).toEqual({ ok: false, refusal: 'not_asked' })
  expect(await (await doorFor(world.platformApprover)).requests.offer(offer)).toMatchObject({ ok: true, value: { state: 'held' } })
  expect((await rowOf(own)).terms_body.devices).toBe('16')
})
test('whoever left it to others offers nothing of it; what an offer would come to is told before it is made, and nothing is written', async () => {
  const of = await asked(8, { pods: 4, hours: 8 })
  const terms = { tenant: world.a, allocation: of.allocation, terms: of.terms }
  await (await doorFor(second)).requests.recuseInTenant({ tenant: world.a, request: of.request, reason: 'A friend asks.' })
  expect(await (await doorFor(second)).requests.offerInTenant({ ...terms, pods: 2, hours: 4 })).toEqual({ ok: false, refusal: 'recused' })
  const sheetOf = async (less: { pods: number; hours: number | null } | null) => (await doorFor(world.admin)).requests.sheetInTenant({ tenant: world.a, allocation: of.allocation, less })
  const [whole, half] = await Promise.all([sheetOf(null), sheetOf({ pods: 2, hours: 4 })])
  expect([whole, half]).toMatchObject([{ ok: true, value: { devices: '32', moved: [] } }, { ok: true, value: { verdict: 'admit', devices: '16', moved: [{ term: 'amounts' }, { term: 'devices' }, { term: 'hours', is: 4 }, { term: 'pods', is: 2 }] } }])
  expect([(await rowOf(of)).terms, await decided(of)]).toEqual([of.terms, ['allocations.create', 'requests.offerInTenant']])
  expect(await (await doorFor(world.admin)).requests.offerInTenant({ ...terms, pods: 2, hours: 4 })).toMatchObject({ ok: true })
  expect(await replayed(world)).toEqual([])
})
test('of what nobody had to be asked about there is no sheet, nothing to renew and nothing to offer: it is not found, and no fault', async () => {
  const door = await doorFor(world.admin)
  const of = { tenant: world.a, allocation: world.allocation }
  await expect(door.requests.sheetInTenant({ ...of, less: null })).rejects.toThrow('not_found')
  await expect(door.requests.renewInTenant(of)).rejects.toThrow('not_found')
  await expect(door.requests.offerInTenant({ tenant: world.a, allocation: world.allocation, terms: world.terms, pods: 1, hours: 1 })).rejects.toThrow('not_found')
})
test('of what a tenant decides by itself there is nothing for whoever works on the platform, open or over: every way answers as for what does not exist', async () => {
  const [open, over] = [await asked(8), await asked(8)]
  expect(await approveInTenant(world.admin, over)).toMatchObject({ ok: true, value: { state: 'approved' } })
  const nothing = { request: randomUUID(), terms: open.terms, allocation: randomUUID() }
  for (const person of [world.platformApprover, world.platformAdmin]) {
    const door = (await doorFor(person)).requests
    const ways: ((of: Asked) => Promise<unknown>)[] = [
      ({ allocation }) => door.sheet({ tenant: world.a, allocation, less: null }), ({ allocation }) => door.renew({ tenant: world.a, allocation }), ({ allocation, terms }) => door.offer({ tenant: world.a, allocation, terms, pods: 1, hours: 1 }),
      ({ request }) => door.read({ request }), ({ request }) => door.receipt({ request, word: request }), ({ request }) => door.refuse({ request, reason: 'No.' }), ({ request }) => door.ask({ request, question: 'Why?' }), ({ request }) => door.recuse({ request, reason: 'Mine.' }),
    ]
    for (const way of ways) {
      const [absent, ...theirs] = await Promise.all([nothing, open, over].map((of) => way(of).catch((thrown: unknown) => JSON.stringify(thrown, ['name', 'code', 'message']))))
      expect(theirs).toEqual([absent, absent])
    }
    expect((await door.list({ show: 'all', organisation: world.organisation, find: null, ...firstPage })).rows.map(({ request }) => request)).not.toContain(open.request)
  }
  expect(await decided(open)).toEqual(['allocations.create'])
  expect((await rowOf(open)).terms).toBe(open.terms)
})
