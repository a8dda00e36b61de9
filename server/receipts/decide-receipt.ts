import { type ReceiptRefusal, receiptRefusals } from './receipt.refusals'

/** What is true of a receipt, before anybody says what follows. Null is: not there, so that it cannot be said. */
export type Facts = {
  readonly approver: string
  readonly expiresAt: string
  readonly termsRight: boolean | null
  readonly batch: { readonly count: number; readonly inIt: boolean; readonly sameDecision: boolean } | null
  /** Null for a code generator. */
  readonly passkey: {
    readonly isAssertion: boolean; readonly challengeRight: boolean; readonly siteRight: boolean; readonly origin: string; readonly userPresent: boolean; readonly userVerified: boolean
    readonly signatureRight: boolean; readonly counter: number; readonly backupEligible: boolean; readonly backedUp: boolean
  } | null
  /** Where passkeys of this house sign, by the list of enrolments. */
  readonly stated: { readonly origin: string } | null
  readonly holder: { readonly person: string; readonly sameKey: boolean; readonly since: string; readonly until: string | null } | null
  readonly record: { readonly sameDeed: boolean; readonly at: string } | null
  readonly log: 'not_given' | 'no_key' | 'not_signed' | 'not_in_it' | 'in_it'
}

export type Check = 'terms' | 'batch' | 'ceremony' | 'statement' | 'site' | 'origin' | 'presence' | 'verification' | 'signature' | 'holder' | 'record' | 'checkpoint' | 'inclusion' | 'time'
export type Mark = 'good' | 'bad' | 'unknown'
export type Finding = { readonly check: Check; readonly mark: Mark; readonly says: string }
export type Verdict = 'valid' | 'holder_unproven' | 'weaker' | 'invalid'
export type Judged = { readonly verdict: Verdict; readonly reason: ReceiptRefusal | null; readonly findings: readonly Finding[]; readonly noted: readonly string[] }

/** A factor that was shown may be spent for two minutes more. */
export const spentWithinMs = 120_000

type Asked = { check: Check; good: string } | { check: Check; unknown: string } | { check: Check; bad: ReceiptRefusal }
const unless = (right: boolean, check: Check, bad: ReceiptRefusal, good: string): Asked => (right ? { check, good } : { check, bad })

export function decideReceipt(facts: Facts): Judged {
  const asked = [...ofStatement(facts), ...(facts.passkey ? ofPasskey(facts, facts.passkey) : [onlyACode]), ...ofRecord(facts)]
  const reason = asked.flatMap((one) => ('bad' in one ? [one.bad] : []))[0] ?? null
  const findings = asked.map((one): Finding =>
    'bad' in one ? { check: one.check, mark: 'bad', says: receiptRefusals[one.bad].says } : 'good' in one ? { check: one.check, mark: 'good', says: one.good } : { check: one.check, mark: 'unknown', says: one.unknown })
  const verdict: Verdict = reason !== null ? 'invalid' : facts.passkey === null ? 'weaker' : findings.some(({ check, mark }) => check === 'holder' && mark === 'unknown') ? 'holder_unproven' : 'valid'
  return { verdict, reason, findings, noted: facts.passkey ? notedOf(facts.passkey) : [] }
}

const onlyACode: Asked = { check: 'signature', unknown: 'It was confirmed with a code generator, which signs nothing: that it was theirs cannot be checked by a stranger.' }

function ofStatement({ termsRight, batch }: Facts): Asked[] {
  const asked = termsRight === null ? [] : [unless(termsRight, 'terms', 'terms_altered', 'The terms are those whose digest stands in the statement.')]
  if (!batch) return asked
  const among: Asked = !batch.inIt ? { check: 'batch', bad: 'not_in_batch' } : unless(batch.sameDecision, 'batch', 'another_batch', `It is one of ${batch.count} statements that were signed at once.`)
  return [...asked, among]
}

function ofPasskey(facts: Facts, passkey: NonNullable<Facts['passkey']>): Asked[] {
  const { stated } = facts
  return [
    unless(passkey.isAssertion, 'ceremony', 'not_an_assertion', 'It is what a passkey signs when somebody confirms something.'),
    unless(passkey.challengeRight, 'statement', 'another_statement', 'What was signed is the digest of exactly this.'),
    unless(passkey.siteRight, 'site', 'another_site', 'It was signed for this site.'),
    stated === null
      ? { check: 'origin', unknown: `It was signed at ${passkey.origin}. Whether that is the right address, a list of enrolments would say.` }
      : unless(stated.origin === passkey.origin, 'origin', 'another_origin', `It was signed at ${passkey.origin}.`),
    unless(passkey.userPresent, 'presence', 'nobody_present', 'Somebody was there.'),
    unless(passkey.userVerified, 'verification', 'nobody_verified', 'The passkey asked who was there, by a PIN, a finger or a face.'),
    unless(passkey.signatureRight, 'signature', 'signature_wrong', 'The signature is of the key that stands in the receipt.'),
    ofHolder(facts),
  ]
}

/** Of a passkey that was removed, whoever has it signs for any moment of before: that it signed while it was its holder's is the log's word, and nobody else's. */
function ofHolder({ stated, holder, approver, record, expiresAt, log }: Facts): Asked {
  if (!holder) return stated !== null ? { check: 'holder', bad: 'not_enrolled' } : { check: 'holder', unknown: 'Whose key it is, is not shown: no list of enrolments was given.' }
  const at = record?.at ?? expiresAt
  const bad: ReceiptRefusal | null = !holder.sameKey ? 'another_key' : holder.person !== approver ? 'another_holder'
    : Date.parse(at) < Date.parse(holder.since) || (holder.until !== null && Date.parse(at) >= Date.parse(holder.until)) ? 'not_enrolled_then' : null
  if (bad) return { check: 'holder', bad }
  if (holder.until !== null && log !== 'in_it') return { check: 'holder', unknown: `The key was enrolled for the person who is named as the approver until ${holder.until}. That it signed before then only the log would say: whoever reads the record has the receipt with its place in the log.` }
  return { check: 'holder', good: 'The key is enrolled for the person who is named as the approver, and was so then.' }
}

function ofRecord({ record, log, expiresAt }: Facts): Asked[] {
  if (!record) return [{ check: 'record', unknown: 'The record of the deed is not in the receipt, so what came of it is not shown.' }]
  const same = unless(record.sameDeed, 'record', 'another_record', 'The record is of this deed, with this signature.')
  if (log === 'not_given') return [same, { check: 'inclusion', unknown: 'That the record is in the log is not shown: there is no proof in the receipt.' }]
  if (log === 'no_key') return [same, { check: 'checkpoint', unknown: 'Whether the checkpoint is the log’s is not shown: no key of the log was given.' }]
  if (log === 'not_signed') return [same, { check: 'checkpoint', bad: 'checkpoint_not_signed' }]
  const signed: Asked = { check: 'checkpoint', good: 'The checkpoint is signed by the log’s key.' }
  if (log === 'not_in_it') return [same, signed, { check: 'inclusion', bad: 'not_in_log' }]
  // When it was done is the log's word, and as good as the log.
  const inTime = Date.parse(record.at) <= Date.parse(expiresAt) + spentWithinMs
  return [same, signed, { check: 'inclusion', good: 'The record is in the log under this checkpoint.' }, unless(inTime, 'time', 'too_late', `It was done at ${record.at}, before the statement lapsed.`)]
}

const notedOf = ({ counter, backupEligible, backedUp }: NonNullable<Facts['passkey']>): string[] => [
  counter === 0 ? 'The passkey does not count how often it signs.' : `The passkey says that it had signed ${counter} times.`,
  backupEligible ? `The passkey may leave its device, and ${backedUp ? 'has' : 'had not then'}.` : 'The passkey cannot leave its device.',
]
