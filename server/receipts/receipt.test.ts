/** Receipts of real confirmations, made by a passkey in software, and what becomes of each when anything in it is another. */
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { stepUpMs } from '~/server/identity/step-up'
import { digestOf, type Json } from '~/server/shared/canonical'
import { type Approver, enrolmentOf, house, makeApprover, makeLog, receiptFor, receiptsFor, recordFor, shownFor, statementOf } from '~/server/testing/receipts'
import { decideReceipt, spentWithinMs } from './decide-receipt'
import { openEnrolments } from './enrolments'
import { examine, type Known } from './examine'
import { checkReceipt, readReceipt, type Receipt } from './receipt'

const log = makeLog()
let approver: Approver
let other: Approver
let known: Known
let receipt: Receipt
const listed = (note: string): Known => ({ enrolments: openEnrolments(note, log.key), logKeys: [log.key] })
beforeAll(async () => {
  [approver, other] = await Promise.all([makeApprover(), makeApprover()])
  known = listed(log.enrolments([enrolmentOf(other), enrolmentOf(approver)]))
  receipt = await receiptFor(approver, log)
})
const judge = async (given: Receipt, by: Known = known) => decideReceipt(await examine(given, by))
const verdictOf = async (given: Receipt, by?: Known) => {
  const { verdict, reason } = await judge(given, by)
  return reason ?? verdict
}

test('a receipt as it was made is valid, and every check that there is was made', async () => {
  const { verdict, reason, findings, noted } = await judge(receipt)
  expect([verdict, reason]).toEqual(['valid', null])
  expect(findings.map(({ check, mark }) => `${check} ${mark}`)).toEqual(['terms', 'ceremony', 'statement', 'site', 'origin', 'presence', 'verification', 'signature', 'holder', 'record', 'checkpoint', 'inclusion', 'time'].map((check) => `${check} good`))
  expect(noted).toEqual(['The passkey does not count how often it signs.', 'The passkey cannot leave its device.'])
  expect(readReceipt(JSON.stringify(receipt))).toEqual({ receipt })
})
test('without a list of enrolments it shows that some key signed, and not whose; with a list of its own that the log signed, it does', async () => {
  expect(await verdictOf(receipt, { enrolments: null, logKeys: [] })).toBe('holder_unproven')
  expect(await verdictOf(receipt, { enrolments: null, logKeys: [log.key] })).toBe('holder_unproven')
  const own = { ...receipt, enrolment: log.enrolments([enrolmentOf(approver)]) }
  expect(await verdictOf(own, { enrolments: null, logKeys: [log.key] })).toBe('valid')
  expect(await verdictOf(own, { enrolments: null, logKeys: [] })).toBe('holder_unproven')
  expect(await verdictOf({ ...own, enrolment: makeLog().enrolments([enrolmentOf(approver)]) }, { enrolments: null, logKeys: [log.key] })).toBe('holder_unproven')
})
test('the list of a house with tens of thousands of passkeys opens like that of a small one', async () => {
  const all = [...Array.from({ length: 40_000 }, () => enrolmentOf({ ...other, person: randomUUID() })), enrolmentOf(approver)]
  const note = log.enrolments(all)
  expect(note.length).toBeGreaterThan(8 * 1024 * 1024)
  expect([openEnrolments(note, log.key)?.all.length, await verdictOf(receipt, listed(note))]).toEqual([all.length, 'valid'])
})
test('without its record, proof or checkpoint it says who signed, and that no more is shown', async () => {
  const { record: _record, proof: _proof, checkpoint: _checkpoint, ...bare } = receipt
  const { verdict, findings } = await judge(bare)
  expect([verdict, findings.filter(({ mark }) => mark === 'unknown').map(({ check }) => check)]).toEqual(['valid', ['record']])
  for (const less of [{ ...bare, record: receipt.record ?? '' }, { ...receipt, checkpoint: undefined }]) expect((await judge(less as Receipt)).findings.at(-1)).toMatchObject({ check: 'inclusion', mark: 'unknown' })
})

const makeLogged = (record: string) => {
  const { checkpoint, proofOf } = makeLog().seal([record])
  return { checkpoint, proof: proofOf(0) }
}
const changed: Record<Exclude<keyof Receipt['statement'], 'person'>, Json> = {
  decision: 'deny', request: randomUUID(), version: '4', terms: { amounts: { 'nvidia.com/gpu': '17' } }, termsDigest: digestOf('others'), approver: randomUUID(), action: 'requests.refuse', inputDigest: digestOf('others'), session: randomUUID(), nonce: 'AAAA', expiresAt: '2030-01-01T00:00:00.000Z',
}
test.each(Object.entries(changed))('with another %s in it, it is invalid, whoever made the digest of the terms anew', async (name, value) => {
  const altered = { ...receipt, statement: { ...receipt.statement, [name]: value } } as Receipt
  expect(await verdictOf(altered)).toBe(name === 'terms' || name === 'termsDigest' ? 'terms_altered' : 'another_statement')
  expect(await verdictOf({ ...altered, statement: { ...altered.statement, termsDigest: digestOf(altered.statement.terms as Json) } })).toBe(name === 'termsDigest' ? 'valid' : 'another_statement')
})
test('with any one byte of the assertion another, it is invalid', async () => {
  if (receipt.assertion.kind !== 'passkey') throw new Error('it is a passkey’s')
  for (const field of ['clientDataJSON', 'authenticatorData', 'signature', 'publicKey', 'credential'] as const) {
    const bytes = Buffer.from(receipt.assertion[field], 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect([field, at, (await judge({ ...receipt, assertion: { ...receipt.assertion, [field]: altered.toString('base64url') } })).verdict]).toEqual([field, at, 'invalid'])
    }
  }
})
test('with any one character of the record or the checkpoint another, it is invalid; and with another place in the log', async () => {
  const { record = '', checkpoint = '', proof } = receipt
  if (!proof) throw new Error('there is a proof')
  for (let at = 0; at < record.length; at += 7) expect([at, (await judge({ ...receipt, record: `${record.slice(0, at)}#${record.slice(at + 1)}` })).verdict]).toEqual([at, 'invalid'])
  for (let at = 0; at < checkpoint.length; at++) expect([at, await verdictOf({ ...receipt, checkpoint: `${checkpoint.slice(0, at)}#${checkpoint.slice(at + 1)}` })]).toEqual([at, 'checkpoint_not_signed'])
  for (const wrong of [{ ...proof, index: proof.index + 1 }, { ...proof, size: proof.size - 1 }, { ...proof, size: proof.size + 1 }, { ...proof, path: proof.path.slice(1) }, { ...proof, path: [...proof.path].reverse() }]) {
    expect(await verdictOf({ ...receipt, proof: wrong })).toBe('not_in_log')
  }
})

type Case = [says: string, make: () => Promise<Receipt>, reason: string]
const made = (said: Parameters<typeof receiptFor>[2]) => () => receiptFor(approver, log, said)
test.each<Case>([
  ['the assertion of another request', async () => ({ ...receipt, assertion: (await receiptFor(approver, log)).assertion }), 'another_statement'],
  ['user verification off', made({ said: { flags: { userVerified: false } } }), 'nobody_verified'],
  ['nobody there', made({ said: { flags: { userPresent: false } } }), 'nobody_present'],
  ['another address of the same site', made({ said: { origin: 'https://bailiwick.example.test:8443' } }), 'another_origin'],
  ['another address', made({ said: { origin: 'https://bailiwick.example.test.attacker.test' } }), 'another_origin'],
  ['another site', made({ said: { rpId: 'attacker.test' } }), 'another_site'],
  ['the making of a passkey', made({ said: { type: 'webauthn.create' } }), 'not_an_assertion'],
  ['a page inside another’s', made({ said: { crossOrigin: true } }), 'not_an_assertion'],
  ['another challenge', made({ said: { challenge: 'A'.repeat(43) } }), 'another_statement'],
  ['another’s key, under this one’s name', async () => made({ said: { key: other.key } })(), 'signature_wrong'],
  ['another’s key, shown as the key of this passkey', async () => ({ ...receipt, assertion: { ...(await shownFor({ ...approver, key: other.key, publicKey: other.publicKey }, receipt.statement)) } }), 'another_key'],
  ['another’s passkey', async () => ({ ...receipt, assertion: await shownFor(other, receipt.statement) }), 'another_holder'],
  ['a passkey that nobody has', async () => ({ ...receipt, assertion: await shownFor(await makeApprover(), receipt.statement) }), 'not_enrolled'],
  ['the record of another deed', async () => { const another = await receiptFor(approver, log); return { ...receipt, record: another.record, proof: another.proof, checkpoint: another.checkpoint } as Receipt }, 'another_record'],
  ['the same statement confirmed again, with the record of the first', async () => ({ ...receipt, assertion: await shownFor(approver, receipt.statement) }), 'another_record'],
  ['a deed of long after', made({ timestamp: '2026-11-20T10:04:00.001Z' }), 'too_late'],
])('%s is invalid', async (_says, make, reason) => expect(await verdictOf(await make())).toBe(reason))

test('a deed may be done as long as what was shown may be spent', async () => {
  expect(spentWithinMs).toBe(stepUpMs)
  expect(await verdictOf(await made({ timestamp: '2026-11-20T10:04:00.000Z' })())).toBe('valid')
})
test('a log of another key, and one that holds the record no more, are told apart', async () => {
  const record = receipt.record ?? ''
  expect(await verdictOf({ ...receipt, checkpoint: makeLog().seal([record]).checkpoint })).toBe('checkpoint_not_signed')
  expect(await verdictOf({ ...receipt, checkpoint: log.seal([randomUUID()]).checkpoint })).toBe('not_in_log')
})
test('a passkey counts while it is enrolled, and neither before nor after', async () => {
  const during = (since: string, until: string | null) => verdictOf(receipt, listed(log.enrolments([enrolmentOf(approver, { since, until })])))
  expect(await Promise.all([during('2026-11-20T10:01:00.000Z', null), during('2026-11-20T10:01:01.000Z', null), during('2026-01-01T00:00:00.000Z', '2026-11-20T10:01:01.000Z'), during('2026-01-01T00:00:00.000Z', '2026-11-20T10:00:00.000Z')]))
    .toEqual(['valid', 'not_enrolled_then', 'valid', 'not_enrolled_then'])
})
test('whoever has a passkey that was taken from its holder makes no receipt of before with it', async () => {
  const taken = listed(log.enrolments([enrolmentOf(approver, { until: '2026-11-20T11:00:00.000Z' })]))
  const { record: _record, proof: _proof, checkpoint: _checkpoint, ...said } = receipt
  expect(await verdictOf(receipt, taken)).toBe('valid')
  expect(await verdictOf(said, taken)).toBe('holder_unproven')
  // What they write as the record of it is in no log.
  const own = { ...said, record: recordFor(said) }
  expect([await verdictOf(own, taken), await verdictOf({ ...own, ...makeLogged(own.record) }, taken)]).toEqual(['holder_unproven', 'checkpoint_not_signed'])
})
test('what was signed at an address that the house has since left counts by a list of that time', async () => {
  const moved = listed(log.enrolments([], { origin: 'https://elsewhere.example.test', rpId: 'elsewhere.example.test' }))
  expect(await verdictOf(receipt, moved)).not.toBe('valid')
  expect(await verdictOf({ ...receipt, enrolment: log.enrolments([enrolmentOf(approver)]) }, moved)).toBe('valid')
})

test('of a batch each is provable alone; one that is altered fails, and no other does', async () => {
  for (const count of [1, 2, 7]) {
    const receipts = await receiptsFor(approver, log, count)
    const altered = receipts.map((each, at) => (at === count - 1 ? { ...each, statement: { ...each.statement, version: '4' } } : each))
    expect(await Promise.all(receipts.map((each) => verdictOf(each)))).toEqual(Array(count).fill('valid'))
    expect(await Promise.all(altered.map((each) => verdictOf(each)))).toEqual([...Array(count - 1).fill('valid'), 'not_in_batch'])
  }
})
test('a batch with a wrong path, place, count or root, or of another decision, shows nothing', async () => {
  const [first, second] = await receiptsFor(approver, log, 5)
  if (!first?.batch || !second?.batch) throw new Error('there are five')
  const { batch } = first
  for (const wrong of [{ ...batch, path: second.batch.path }, { ...batch, path: batch.path.slice(1) }, { ...batch, index: 1 }, { ...batch, index: 5 }]) expect(await verdictOf({ ...first, batch: wrong })).toBe('not_in_batch')
  expect(await verdictOf({ ...first, batch: { ...batch, statement: { ...batch.statement, count: 4 } } })).toMatch(/not_in_batch|another_statement/)
  expect(await verdictOf({ ...first, batch: { ...batch, statement: { ...batch.statement, nonce: 'AAAA' } } })).toBe('another_statement')
  const [denied] = await receiptsFor(approver, log, 2, { decision: 'deny' })
  if (!denied) throw new Error('there are two')
  expect(await verdictOf(denied)).toBe('another_batch')
  const { batch: _, ...alone } = first
  expect(await verdictOf(alone)).toBe('another_statement')
})

test('a code generator’s is weaker, whatever stands in it; and invalid where the rest of it is wrong', async () => {
  const statement = statementOf(approver)
  const assertion = { kind: 'code' as const, factor: randomUUID(), step: '57712345' }
  const record = recordFor({ statement, assertion })
  const { checkpoint, proofOf } = log.seal([record])
  const code: Receipt = { format: 'bailiwick-receipt-1', statement, assertion, record, proof: proofOf(0), checkpoint }
  const { verdict, findings } = await judge(code)
  expect([verdict, findings.find(({ check }) => check === 'signature')?.says]).toEqual(['weaker', expect.stringContaining('cannot be checked by a stranger')])
  expect(await verdictOf({ ...code, statement: { ...statement, version: '4' } })).toBe('another_record')
  expect(await verdictOf({ ...code, statement: { ...statement, terms: {} } })).toBe('terms_altered')
  expect(await verdictOf({ ...code, checkpoint: makeLog().seal([record]).checkpoint })).toBe('checkpoint_not_signed')
})

test('the digest of the terms may be left out, because the terms stand there whole; the one who signs may be named twice, and is one', async () => {
  const { termsDigest: _digest, version: _version, ...statement } = { ...statementOf(approver), person: approver.person }
  expect(await verdictOf(await receiptFor(approver, log, { statement }))).toBe('valid')
  expect(checkReceipt({ ...receipt, statement: { ...receipt.statement, person: other.person } })).toEqual({ problem: expect.stringContaining('names two people') })
})
test.each([
  ['an unknown name', () => ({ ...receipt, note: 'trust me' })], ['an unknown name in the statement', () => ({ ...receipt, statement: { ...receipt.statement, cost: '0' } })], ['another format', () => ({ ...receipt, format: 'bailiwick-receipt-2' })],
  ['no statement', () => ({ format: receipt.format })], ['a list', () => [receipt]], ['nothing', () => null], ['a text', () => 'receipt'], ['a name that an object has of itself', () => JSON.parse(JSON.stringify(receipt).replace('"terms":{', '"terms":{"__proto__":{"a":1},'))],
  ['a path that is no hashes', () => ({ ...receipt, proof: { ...receipt.proof, path: ['AAAA'] } })], ['a half of a character', () => ({ ...receipt, statement: { ...receipt.statement, terms: { a: '\ud800' } } })],
])('%s is no receipt', (_says, wrong) => expect(checkReceipt(wrong())).toEqual({ problem: expect.stringMatching(/^It is no/) }))
test('a text that is no JSON, too deep or too long is no receipt', () => {
  for (const wrong of ['', '{', '['.repeat(100_000), ' '.repeat(600_000)]) expect(readReceipt(wrong)).toEqual({ problem: expect.stringMatching(/^It is/) })
})
test('a list of enrolments is believed of the key that signed it, and of no other; cut, lengthened or altered it is none', () => {
  const note = log.enrolments([enrolmentOf(approver), enrolmentOf(other)])
  expect(openEnrolments(note, log.key)).toMatchObject({ ...house, all: [{ person: approver.person }, { person: other.person }] })
  expect(openEnrolments(note, null)?.key).toEqual(log.key)
  expect(openEnrolments(note, makeLog().key)).toBeNull()
  const lines = note.split('\n')
  for (const wrong of [note.replace(approver.person, other.person), lines.toSpliced(2, 1).join('\n'), lines.toSpliced(3, 0, lines[3] ?? '').join('\n'), '', 'bailiwick-enrolments-1\n{}\n']) expect([openEnrolments(wrong, log.key), openEnrolments(wrong, null)]).toEqual([null, null])
  expect(openEnrolments(log.seal([randomBytes(4).toString('hex')]).checkpoint, log.key)).toBeNull()
})
