import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeLease } from '~/server/database/lease'
import { closeDatabase } from '~/server/database/client'
import { assert, attest } from '~/server/demo/authenticator'
import { site } from '~/server/identity/passkey'
import { logKey } from '~/server/keys/log-key'
import { enrolmentsFor } from '~/server/testing/enrolments'
import { type Approver, makeApprover, makeLog, receiptFor } from '~/server/testing/receipts'
import { numberAll, recordsOf, sealAll } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { openEnrolments } from './enrolments'
import { listEnrolments } from './list-enrolments'
import type { Receipt } from './receipt'
import { receiptOf } from './issue'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
const verify = async (receipt: Receipt | string) => (await doorFor(world.nobody)).receipts.verify({ document: typeof receipt === 'string' ? receipt : JSON.stringify(receipt) })
const verdictOf = async (receipt: Receipt) => {
  const answer = await verify(receipt)
  return answer.ok ? answer.value.verdict : answer.refusal
}
const list = async () => {
  await takeLease('list-enrolments', 60)
  return listEnrolments('list-enrolments')
}

async function enrol(person: Person): Promise<Approver & { factor: string }> {
  const approver = { ...(await makeApprover()), person: person.id }
  const begun = await (await doorFor(person)).factors.beginPasskey({})
  if (!begun.ok) throw new Error(begun.refusal)
  const wish = { label: 'Key', attestation: await attest(begun.value.options as never, { key: approver.key, credentialId: approver.credential, origin: site().origin }) }
  const added = await (await doorFor(person, { stepUp: await shown(person, 'factors.addPasskey', wish) })).factors.addPasskey(wish)
  if (!added.ok) throw new Error(added.refusal)
  const { factor } = (await (await doorFor(person)).factors.list({})).factors.find(({ label }) => label === 'Key') ?? expect.fail()
  return { ...approver, factor }
}

test('whoever is signed in is told what a receipt shows, in words, and that they asked is recorded without what it says', async () => {
  const receipt = await receiptFor(await makeApprover(), makeLog())
  const altered = { ...receipt, statement: { ...receipt.statement, version: '9' } }
  expect(await verify(altered)).toMatchObject({ ok: true, value: { verdict: 'invalid', title: 'Invalid', says: 'The passkey signed another statement.', fix: expect.stringMatching(/^Ask/), lines: expect.arrayContaining([['amounts › nvidia.com/gpu', '16']]) } })
  await numberAll()
  const records = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === world.nobody.id && entry.action.resource === 'receipts')
  expect(records.map(({ entry }) => [entry.action.verb, entry.outcome, entry.request])).toEqual([['verify', 'done', null]])
})
test('what is no receipt is refused, and why is said', async () => {
  for (const document of ['{', '{}', '[]', 'null', '{"__proto__":1}', '['.repeat(50_000)]) expect(await verify(document)).toEqual({ ok: false, refusal: 'not_a_receipt', about: [{ field: 'document', says: expect.stringMatching(/^It is/) }] })
})

test('who approves a request with their passkey leaves a receipt in the record that holds before everybody, and goes on holding when the passkey is gone', async () => {
  const person = await world.person('signs', ['approver', null, null])
  const approver = await enrol(person)
  // A passkey that is to approve must have been somebody's for a day.
  await loading((sql) => sql.query("UPDATE factor SET created_at = now() - interval '2 days' WHERE id = $1", [approver.factor]))
  await list()
  const door = await doorFor(person)
  const input = { request: world.request, terms: world.terms }
  const asked = await door.identity.challenge({ action: 'requests.approve', input })
  if (!asked.ok) throw new Error(asked.refusal)
  const assertion = await assert((asked.value as { options: never }).options, { key: approver.key, credentialId: approver.credential, origin: site().origin })
  const begun = await door.identity.beginStepUp({ action: 'requests.approve', input, proof: { assertion } })
  if (!begun.ok) throw new Error(begun.refusal)
  expect(await (await doorFor(person, { stepUp: begun.value.token })).requests.approve(input)).toMatchObject({ ok: true })
  await sealAll()

  const approval = (await Promise.all([world.a, 'platform'].map(async (tenant) => (await recordsOf(tenant, 'deed')).map((each) => ({ ...each, tenant }))))).flat().findLast(({ entry }) => entry.actor.userId === person.id && entry.action.verb === 'approve')
  if (!approval) throw new Error('it is recorded')
  const which = { stream: 'deed' as const, sequence: `${approval.sequence}` }
  const proved = approval.tenant === 'platform' ? await (await doorFor(world.platformAuditor)).audit.proveOnPlatform({ tenant: 'platform', ...which }) : await (await doorFor(world.auditor)).audit.prove({ tenant: approval.tenant, ...which })
  // Whoever reads the record takes it from there, whole.
  const { receipt } = proved
  if (!receipt) throw new Error('it is a receipt')
  expect(receipt).toEqual(receiptOf(proved))
  const checked = await verify(receipt)
  expect(checked).toMatchObject({ ok: true, value: { verdict: 'valid', says: 'It was signed by the person who is named, for exactly this.' } })
  expect(checked.ok && checked.value.findings.map(({ check, mark }) => `${check} ${mark}`)).toEqual(['terms', 'ceremony', 'statement', 'site', 'origin', 'presence', 'verification', 'signature', 'holder', 'record', 'checkpoint', 'inclusion', 'time'].map((check) => `${check} good`))
  expect(await verdictOf({ ...receipt, statement: { ...receipt.statement, terms: { ...receipt.statement.terms, regions: [] } } })).toBe('invalid')
  expect(await verdictOf({ ...receipt, checkpoint: makeLog().seal([receipt.record ?? '']).checkpoint })).toBe('invalid')

  await (await doorFor(person, { stepUp: await shown(person, 'factors.remove', { factor: approver.factor }) })).factors.remove({ factor: approver.factor })
  expect(await list()).toBe(true)
  expect(await verdictOf(receipt)).toBe('valid')
})
test('the list is signed anew where it changed, and is given to who watches over the platform', async () => {
  await list()
  expect(await list()).toBe(false)
  const person = await world.person('enrols')
  const { credential, publicKey } = await enrol(person)
  expect(await list()).toBe(true)
  const note = await enrolmentsFor(world.platformAuditor)
  const opened = openEnrolments(note, logKey())
  expect(opened).toMatchObject({ origin: site().origin, rpId: site().rpId })
  expect(opened?.all.find((one) => one.credential === credential)).toMatchObject({ person: person.id, publicKey, until: null })
  expect(note).not.toContain(person.email)
  await expect((await doorFor(world.admin)).receipts.enrolments({})).rejects.toMatchObject({ cause: { reason: 'not_found' } })
})
