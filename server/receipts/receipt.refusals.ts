/** Why a receipt shows nothing, in the order in which it is asked: the first that applies is the reason. */
export type ReceiptRefusal =
  | 'terms_altered' | 'not_in_batch' | 'another_batch'
  | 'not_an_assertion' | 'another_statement' | 'another_site' | 'another_origin' | 'nobody_present' | 'nobody_verified' | 'signature_wrong'
  | 'not_enrolled' | 'another_key' | 'another_holder' | 'not_enrolled_then'
  | 'another_record' | 'checkpoint_not_signed' | 'not_in_log' | 'too_late'

export type VerifyRefusal = 'not_a_receipt'
export const verifyRefusals = {
  not_a_receipt: { says: 'This is no receipt.', fix: 'Choose the file as it was given to you.' },
} as const satisfies Record<VerifyRefusal, { says: string; fix: string }>

const asAgain = 'Ask whoever gave it to you for the receipt as it was made.'
export const receiptRefusals = {
  terms_altered: { says: 'The terms are not those whose digest stands in the statement.', fix: asAgain },
  not_in_batch: { says: 'It is none of the statements that were signed at once.', fix: asAgain },
  another_batch: { says: 'What was signed at once is another decision, of somebody else, or for another time.', fix: asAgain },
  not_an_assertion: { says: 'What is said to be signed is not what a passkey signs when somebody confirms something.', fix: asAgain },
  another_statement: { says: 'The passkey signed another statement.', fix: asAgain },
  another_site: { says: 'The passkey signed for another site.', fix: asAgain },
  another_origin: { says: 'The passkey signed at another address.', fix: asAgain },
  nobody_present: { says: 'Nobody was there when the passkey signed.', fix: 'Have the approval made again.' },
  nobody_verified: { says: 'The passkey signed without asking who was there.', fix: 'Have the approval made again.' },
  signature_wrong: { says: 'The signature is not of the key that stands in the receipt.', fix: asAgain },
  not_enrolled: { says: 'The passkey is in no list of enrolments that was given.', fix: 'Ask for a list that was made after the approval.' },
  another_key: { says: 'The passkey is enrolled with another key.', fix: asAgain },
  another_holder: { says: 'The passkey is somebody else’s.', fix: asAgain },
  not_enrolled_then: { says: 'The passkey was not enrolled at that time.', fix: 'Ask for a list that was made after the approval.' },
  another_record: { says: 'The record is of another deed.', fix: asAgain },
  checkpoint_not_signed: { says: 'The checkpoint is not signed by the log’s key.', fix: 'Ask for a receipt with a checkpoint of this log.' },
  not_in_log: { says: 'The record is not in the log under this checkpoint.', fix: 'Ask for the proof again. If it is the same, somebody has changed the log.' },
  too_late: { says: 'The deed was done after the statement had lapsed.', fix: 'Have the approval made again.' },
} as const satisfies Record<ReceiptRefusal, { says: string; fix: string }>
