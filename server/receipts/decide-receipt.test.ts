import { expect, test } from 'vitest'
import { decideReceipt, type Facts } from './decide-receipt'
import { type ReceiptRefusal, receiptRefusals } from './receipt.refusals'

type Passkey = NonNullable<Facts['passkey']>
const [approver, expiresAt, at] = ['ada', '2026-11-20T10:02:00.000Z', '2026-11-20T10:01:00.000Z']
const passkey: Passkey = { isAssertion: true, challengeRight: true, siteRight: true, origin: 'https://here.test', userPresent: true, userVerified: true, signatureRight: true, counter: 7, backupEligible: true, backedUp: false }
const holder = { person: approver, sameKey: true, since: '2026-01-01T00:00:00.000Z', until: null }
const facts: Facts = { approver, expiresAt, termsRight: true, batch: { count: 3, inIt: true, sameDecision: true }, passkey, stated: { origin: passkey.origin }, holder, record: { sameDeed: true, at }, log: 'in_it' }
const shown = (of: Partial<Passkey>): Partial<Facts> => ({ passkey: { ...passkey, ...of } })

/** Each reason by what alone makes it, in the order of precedence. */
const wrong: [reason: ReceiptRefusal, of: Partial<Facts>][] = [
  ['terms_altered', { termsRight: false }],
  ['not_in_batch', { batch: { count: 3, inIt: false, sameDecision: false } }], ['another_batch', { batch: { count: 3, inIt: true, sameDecision: false } }],
  ['not_an_assertion', shown({ isAssertion: false })], ['another_statement', shown({ challengeRight: false })], ['another_site', shown({ siteRight: false })], ['another_origin', { stated: { origin: 'https://there.test' } }],
  ['nobody_present', shown({ userPresent: false })], ['nobody_verified', shown({ userVerified: false })], ['signature_wrong', shown({ signatureRight: false })],
  ['not_enrolled', { holder: null }], ['another_key', { holder: { ...holder, sameKey: false } }], ['another_holder', { holder: { ...holder, person: 'bo' } }], ['not_enrolled_then', { holder: { ...holder, until: at } }],
  ['another_record', { record: { sameDeed: false, at } }], ['checkpoint_not_signed', { log: 'not_signed' }], ['not_in_log', { log: 'not_in_it' }], ['too_late', { record: { sameDeed: true, at: '2026-11-20T10:04:00.001Z' } }],
]
test.each(wrong)('%s', (reason, of) => {
  const { verdict, reason: said, findings } = decideReceipt({ ...facts, ...of })
  expect([verdict, said, findings.filter(({ mark }) => mark === 'bad').map(({ says }) => says)]).toEqual(['invalid', reason, [receiptRefusals[reason].says]])
})
test('every reason is in the table, in the order of the list', () => expect(wrong.map(([reason]) => reason)).toEqual(Object.keys(receiptRefusals)))
test('of two that are wrong, the first of the list is the reason, and both are found', () => {
  const merged = (one: Partial<Facts>, other: Partial<Facts>): Facts => ({
    ...facts, ...one, ...other, ...(one.passkey && other.passkey ? { passkey: Object.fromEntries(Object.entries(passkey).map(([name, value]) => [name, [one, other].map(({ passkey: said }) => said?.[name as keyof Passkey]).find((said) => said !== value) ?? value])) as Passkey } : {}),
  })
  for (const [at, [reason, one]] of wrong.entries()) for (const [later, other] of wrong.slice(at + 1)) {
    // What lies in one and the same fact cannot be wrong twice.
    if (Object.keys(one).some((name) => name !== 'passkey' && name in other) || (one.batch && other.batch)) continue
    expect([reason, later, decideReceipt(merged(one, other)).reason]).toEqual([reason, later, reason])
  }
})

test.each<[string, Partial<Facts>, string]>([
  ['all of it', {}, 'valid'], ['no digest of the terms', { termsRight: null }, 'valid'], ['one alone, in no batch', { batch: null }, 'valid'], ['without a record', { record: null, log: 'not_given' }, 'valid'], ['with a record and no proof', { log: 'not_given' }, 'valid'],
  ['no list of enrolments', { stated: null, holder: null }, 'holder_unproven'], ['no list and no key of the log', { stated: null, holder: null, log: 'no_key' }, 'holder_unproven'], ['a code generator', { passkey: null, holder: null }, 'weaker'],
  ['a code generator, no list', { passkey: null, holder: null, stated: null }, 'weaker'],
])('%s: nothing is wrong with it', (_says, of, verdict) => expect(decideReceipt({ ...facts, ...of })).toMatchObject({ verdict, reason: null }))
test('what is not there is found unknown, not good', () => {
  const unknown = (of: Partial<Facts>) => decideReceipt({ ...facts, ...of }).findings.filter(({ mark }) => mark === 'unknown').map(({ check }) => check)
  expect([unknown({}), unknown({ stated: null, holder: null }), unknown({ record: null }), unknown({ log: 'not_given' }), unknown({ log: 'no_key' }), unknown({ passkey: null })])
    .toEqual([[], ['origin', 'holder'], ['record'], ['inclusion'], ['checkpoint'], ['signature']])
})
test('a passkey counts as enrolled from the moment on, and to the moment, not with it', () => {
  const during = (since: string, until: string | null) => decideReceipt({ ...facts, holder: { ...holder, since, until } }).verdict
  expect([during(at, null), during('2026-11-20T10:01:00.001Z', null), during(at, '2026-11-20T10:01:00.001Z'), during(at, at)]).toEqual(['valid', 'invalid', 'valid', 'invalid'])
})
test('of a passkey that is its holder’s no more, the log alone says that it signed before', () => {
  const over = { ...holder, until: '2026-11-21T00:00:00.000Z' }
  const by = (of: Partial<Facts>) => {
    const { verdict, findings } = decideReceipt({ ...facts, holder: over, ...of })
    return [verdict, findings.find(({ check }) => check === 'holder')?.mark]
  }
  expect([by({}), by({ record: null, log: 'not_given' }), by({ log: 'not_given' }), by({ log: 'no_key' })]).toEqual([['valid', 'good'], ...Array(3).fill(['holder_unproven', 'unknown'])])
  expect(by({ record: null, log: 'not_given', expiresAt: over.until })).toEqual(['invalid', 'bad'])
})
test('what the passkey says of itself is told and decides nothing', () => {
  const noted = (of: Partial<Passkey>) => decideReceipt({ ...facts, ...shown(of) }).noted
  expect([noted({}), noted({ counter: 0, backupEligible: false }), noted({ backedUp: true })]).toEqual([
    ['The passkey says that it had signed 7 times.', 'The passkey may leave its device, and had not then.'], ['The passkey does not count how often it signs.', 'The passkey cannot leave its device.'],
    ['The passkey says that it had signed 7 times.', 'The passkey may leave its device, and has.'],
  ])
})
