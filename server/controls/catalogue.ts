/**
 * What the product promises today, each with what is tried to break it and what is tried beside. The words are read by people; who tries it is in the probe-*.ts that probe-controls.ts runs, and there is
 * no promise here that nothing tries.
 */
export const regimes = ['soc2', 'gdpr', 'hipaa', 'fedramp'] as const
export type Regime = (typeof regimes)[number]
export const regimeWords: Readonly<Record<Regime, string>> = { soc2: 'SOC 2', gdpr: 'GDPR', hipaa: 'HIPAA', fedramp: 'FedRAMP' }

type Promise = {
  readonly says: string
  /** What is forbidden, and tried; and what is allowed, and tried beside it: if that fails, too, nothing was shown. */
  readonly forbidden: string
  readonly allowed: string
  /** What must say no. Another no shows nothing of this promise. */
  readonly refusedAs: readonly string[]
  /** Where a regime asks for it. */
  readonly asked: Readonly<Partial<Record<Regime, string>>>
}

/** What PostgreSQL says: no right to it, by a grant or by row security; and a figure that a constraint forbids. */
const [noRight, noFigure] = ['42501', '23514']
/** What it says of a month that is not old enough to go. */
export const tooYoung = '55000'

export const catalogue = {
  'tenancy.reads': {
    says: 'A tenant’s rows are read by nobody who works for another tenant.', forbidden: 'Reading a namespace of another tenant', allowed: 'Reading one’s own', refusedAs: ['not_there'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 32', hipaa: '164.312(a)(1)', fedramp: 'AC-4' },
  },
  'tenancy.writes': {
    says: 'Nobody who works for one tenant writes a row of another.', forbidden: 'Making a namespace in another tenant', allowed: 'Making one in one’s own', refusedAs: [noRight],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 32', hipaa: '164.312(a)(1)', fedramp: 'AC-4' },
  },
  'tenancy.pairs': {
    says: 'No namespace talks with another tenant’s unless both tenants said yes.', forbidden: 'A tenant saying yes to what it offered itself', allowed: 'The other tenant saying yes to it', refusedAs: [noFigure],
    asked: { soc2: 'CC6.6', gdpr: 'Art. 32', hipaa: '164.312(e)(1)', fedramp: 'SC-7' },
  },
  'tenancy.everywhere': {
    says: 'Every table asks whose row it is.', forbidden: 'A table without forced row security, a class of data or a policy', allowed: 'Looking at the tables', refusedAs: ['none_found'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 25', fedramp: 'AC-3' },
  },
  'ledger.ceiling': {
    says: 'No account uses and holds more than its ceiling.', forbidden: 'One more than the ceiling', allowed: 'Exactly the ceiling', refusedAs: [noFigure],
    asked: { soc2: 'A1.1', fedramp: 'SC-6' },
  },
  'ledger.shares': {
    says: 'What the children are given is never more than the parent has.', forbidden: 'Giving a namespace one more than its tenant has', allowed: 'Giving it all of it', refusedAs: [noFigure],
    asked: { soc2: 'A1.1', fedramp: 'SC-6' },
  },
  'ledger.decisions': {
    says: 'A decision that was made is never changed.', forbidden: 'Changing a decision', allowed: 'Reading one', refusedAs: [noRight],
    asked: { soc2: 'CC7.2', fedramp: 'AU-9' },
  },
  'record.kept': {
    says: 'What was recorded is neither changed nor deleted by what runs here.', forbidden: 'Changing and deleting in the record', allowed: 'Writing a new one', refusedAs: [noRight],
    asked: { soc2: 'CC7.2', gdpr: 'Art. 5(1)(f)', hipaa: '164.312(b)', fedramp: 'AU-9' },
  },
  'record.read': {
    says: 'The record is read as an auditor, and in no other way.', forbidden: 'Reading the record with the engine’s rights', allowed: 'Reading how far it is signed', refusedAs: [noRight],
    asked: { soc2: 'CC6.3', gdpr: 'Art. 32', hipaa: '164.312(b)', fedramp: 'AU-9' },
  },
  'record.signed': {
    says: 'How the log stood is signed, and an altered word of it is found.', forbidden: 'The last checkpoint with another size', allowed: 'The last checkpoint', refusedAs: ['not_signed'],
    asked: { soc2: 'CC7.2', hipaa: '164.312(c)(1)', fedramp: 'AU-10' },
  },
  'record.opened': {
    says: 'Who it was, in the record, nobody opens without saying why.', forbidden: 'Opening a name in the record without a reason', allowed: 'Opening it with one', refusedAs: ['bad_input'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 5(1)(b)', hipaa: '164.312(b)', fedramp: 'AU-9' },
  },
  'record.erased': {
    says: 'What was sealed under a key that is gone opens by no other.', forbidden: 'Opening a name by a key that was made later', allowed: 'Opening it by the key that sealed it', refusedAs: ['does_not_open'],
    asked: { gdpr: 'Art. 17', fedramp: 'MP-6' },
  },
  'record.levels': {
    says: 'What changes something is recorded, whatever the rules of the record say.', forbidden: 'Leaving a deed out of the record by a rule', allowed: 'Leaving out that a page was looked at', refusedAs: ['recorded'],
    asked: { soc2: 'CC7.2', hipaa: '164.312(b)', fedramp: 'AU-2' },
  },
  'record.secrets': {
    says: 'What looks like a secret is not kept in the record.', forbidden: 'Keeping a token that somebody wrote', allowed: 'Keeping the words around it', refusedAs: ['redacted'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 5(1)(c)', fedramp: 'AU-3(3)' },
  },
  'tenancy.erased': {
    says: 'Nobody has a tenant’s personal data erased alone.', forbidden: 'Signing the erasure that one asked for', allowed: 'Somebody else signing it', refusedAs: [noFigure],
    asked: { soc2: 'CC6.5', gdpr: 'Art. 32', fedramp: 'MP-6' },
  },
  'record.retention': {
    says: 'The record is kept for a year at least.', forbidden: 'Taking this month away, reading it out to take it, and a policy of 364 days', allowed: 'Reading out a month that is past retention', refusedAs: [tooYoung],
    asked: { soc2: 'CC7.2', hipaa: '164.316(b)(2)', fedramp: 'AU-11' },
  },
  'people.own_role': {
    says: 'Nobody gives themselves a role.', forbidden: 'Giving oneself a role', allowed: 'Giving somebody else one', refusedAs: [noFigure, noRight],
    asked: { soc2: 'CC6.3', hipaa: '164.308(a)(4)', fedramp: 'AC-5' },
  },
  'people.staff': {
    says: 'Who works on the platform is changed by deeds about people alone.', forbidden: 'Making somebody a platform admin in another deed', allowed: 'Making them one in a deed about people', refusedAs: [noRight],
    asked: { soc2: 'CC6.3', fedramp: 'AC-6' },
  },
  'people.confirmed': {
    says: 'What somebody holds ends at the deadline of a review unless somebody else confirms it.', forbidden: 'Holding a role after the deadline that nobody confirmed', allowed: 'Holding one that an admin confirmed', refusedAs: ['ended'],
    asked: { soc2: 'CC6.2', gdpr: 'Art. 32', hipaa: '164.308(a)(4)', fedramp: 'AC-2' },
  },
  'people.sessions': {
    says: 'A session that was written into the table, or given a longer life there, is nobody’s.', forbidden: 'A session whose hour was changed', allowed: 'The session as it was sealed', refusedAs: ['not_sealed'],
    asked: { soc2: 'CC6.1', hipaa: '164.312(d)', fedramp: 'SC-23' },
  },
  'door.known': {
    says: 'Nobody is answered whom the door does not know.', forbidden: 'Asking without having signed in', allowed: 'Asking as somebody', refusedAs: ['not_signed_in'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 32', hipaa: '164.312(d)', fedramp: 'IA-2' },
  },
  'door.second_factor': {
    says: 'What changes much takes a second factor, each time.', forbidden: 'Freezing a tenant without one', allowed: 'Reading, which takes none', refusedAs: ['step_up_required'],
    asked: { soc2: 'CC6.1', hipaa: '164.312(d)', fedramp: 'IA-2(1)' },
  },
  'door.roles': {
    says: 'Nobody does what no role of theirs allows.', forbidden: 'A developer changing a quota', allowed: 'A tenant admin changing it', refusedAs: ['forbidden'],
    asked: { soc2: 'CC6.3', hipaa: '164.312(a)(1)', fedramp: 'AC-6' },
  },
  'door.elsewhere': {
    says: 'Of a tenant that is not theirs, nobody learns that it exists.', forbidden: 'Asking for another tenant’s namespaces', allowed: 'Asking for those of one’s own', refusedAs: ['not_found'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 25', fedramp: 'AC-4' },
  },
  'door.rate': {
    says: 'Nobody asks more often in a second than they may, however many processes they ask.', forbidden: 'One more than that', allowed: 'As many as that', refusedAs: ['too_many_requests'],
    asked: { soc2: 'A1.1', fedramp: 'SC-6' },
  },
  'door.operators': {
    says: 'Who runs the platform reads only, until they are elevated.', forbidden: 'Changing something on the platform without being elevated', allowed: 'Changing it while elevated', refusedAs: ['not_elevated'],
    asked: { soc2: 'CC6.3', fedramp: 'AC-6(2)' },
  },
  'door.operators_outside': {
    says: 'Who runs the platform sees nothing inside a tenant.', forbidden: 'A platform admin reading a tenant’s allocations', allowed: 'A member of the tenant reading them', refusedAs: ['forbidden', 'not_found'],
    asked: { soc2: 'CC6.3', gdpr: 'Art. 25', hipaa: '164.312(a)(1)', fedramp: 'AC-6' },
  },
  'admission.quota': {
    says: 'What is above a quota is refused, with the limit, what is used and what was asked for.', forbidden: 'Four GPUs where two are left of a hundred', allowed: 'Two', refusedAs: ['quota_exceeded'],
    asked: { soc2: 'A1.1', fedramp: 'SC-6' },
  },
  'admission.typo': {
    says: 'A pod that is larger than any node is refused before it is placed.', forbidden: 'A pod of 1,000 cores', allowed: 'A pod of one core', refusedAs: ['above_maximum'],
    asked: { soc2: 'A1.1', fedramp: 'SI-10' },
  },
  'admission.privileged': {
    says: 'A privileged pod, or one that runs as root, is refused.', forbidden: 'A privileged pod, or one that runs as root', allowed: 'A pod that meets the restricted standard', refusedAs: ['below_restricted'],
    asked: { soc2: 'CC6.8', hipaa: '164.308(a)(5)', fedramp: 'CM-7' },
  },
  'admission.cost_center': {
    says: 'Every allocation says who pays for it.', forbidden: 'A wish without a cost centre', allowed: 'A wish with one', refusedAs: ['label_missing'],
    asked: { soc2: 'CC2.1' },
  },
  'admission.region': {
    says: 'Nothing is placed in a region that its tenant may not use.', forbidden: 'A region that is prohibited, though a list allows it', allowed: 'A region that is allowed', refusedAs: ['region_prohibited'],
    asked: { gdpr: 'Art. 44', hipaa: '164.308(a)(4)', fedramp: 'SC-7' },
  },
  'admission.size': {
    says: 'More devices than the policy’s most wait for somebody’s yes.', forbidden: 'One device more than that, without asking', allowed: 'As many as that', refusedAs: ['many_devices'],
    asked: { soc2: 'CC6.3', fedramp: 'AC-5' },
  },
  'admission.developer': {
    says: 'A developer’s GPUs wait for somebody’s yes, however few.', forbidden: 'A developer’s one GPU, without asking', allowed: 'A tenant admin’s', refusedAs: ['developer_gpus'],
    asked: { soc2: 'CC6.3', fedramp: 'AC-6' },
  },
  'admission.admin_access': {
    says: 'No claim has administrative access to a device, in whichever of its requests.', forbidden: 'A claim whose second request asks for it', allowed: 'The claim without it', refusedAs: ['admin_access'],
    asked: { soc2: 'CC6.8', fedramp: 'AC-6' },
  },
  'admission.claim_size': {
    says: 'A claim’s own parameters stay small enough to be read.', forbidden: 'One byte more than may be', allowed: 'Exactly as many', refusedAs: ['parameters_too_large'],
    asked: { fedramp: 'SI-10' },
  },
  'admission.device_class': {
    says: 'Devices are asked for by the classes that were approved.', forbidden: 'A class that nobody approved', allowed: 'One that is approved', refusedAs: ['class_not_approved'],
    asked: { soc2: 'CC6.8', fedramp: 'CM-7' },
  },
  'admission.splitting': {
    says: 'Asking in pieces gains nothing.', forbidden: 'The last piece of more than one person is given unasked', allowed: 'The piece before it', refusedAs: ['split_request'],
    asked: { soc2: 'CC6.3', fedramp: 'AC-5' },
  },
  'admission.above_normal': {
    says: 'No developer asks for a priority above the normal one.', forbidden: 'A developer asking for one above', allowed: 'A tenant admin asking for it', refusedAs: ['above_normal'],
    asked: { soc2: 'CC6.3', fedramp: 'AC-6' },
  },
  'admission.frozen': {
    says: 'In a frozen tenant nothing new begins.', forbidden: 'A wish in a frozen tenant', allowed: 'The same in one that is not', refusedAs: ['tenant_frozen'],
    asked: { soc2: 'CC7.4', fedramp: 'IR-4' },
  },
  'admission.suspended': {
    says: 'While a tenant’s requests are suspended nothing new begins in it.', forbidden: 'A wish a moment before that is over', allowed: 'The same when it is over', refusedAs: ['requests_suspended'],
    asked: { soc2: 'CC7.4', fedramp: 'IR-4' },
  },
  'cases.found': {
    says: 'Whoever holds GPUs unused for half an hour is told of, in a case.', forbidden: 'Half an hour unused that nobody is told of', allowed: 'A moment less, of which nobody is', refusedAs: ['case_opened'],
    asked: { soc2: 'CC7.2', fedramp: 'SI-4' },
  },
  'cases.judged': {
    says: 'No case is closed without saying what it was, and who says so.', forbidden: 'Closing a case and saying nothing', allowed: 'Closing it with what it was', refusedAs: [noFigure],
    asked: { soc2: 'CC7.3' },
  },
  'cases.by_two': {
    says: 'Nobody suspends a tenant’s requests, or lets it borrow less, alone.', forbidden: 'Signing the suspension that one proposed', allowed: 'Somebody else signing it', refusedAs: [noFigure],
    asked: { soc2: 'CC6.3', fedramp: 'AC-5' },
  },
  'incidents.answered': {
    says: 'No incident is closed before somebody said whether the authority is to be told.', forbidden: 'Closing an incident without that', allowed: 'Closing it with that', refusedAs: [noFigure],
    asked: { soc2: 'CC7.3', gdpr: 'Art. 33', hipaa: '164.308(a)(6)', fedramp: 'IR-6' },
  },
  'residency.found': {
    says: 'Work that is where it may not be is found at the next look, also where a node was labelled otherwise.', forbidden: 'Work on a node that is labelled into another region', allowed: 'Work on a node that stands where it may', refusedAs: ['violation_began'],
    asked: { gdpr: 'Art. 44', soc2: 'CC7.2', fedramp: 'SI-4' },
  },
  'keys.bound': {
    says: 'What is sealed for one place does not open in another.', forbidden: 'Opening a sealed value that was moved to another row', allowed: 'Opening it where it was sealed', refusedAs: ['does_not_open'],
    asked: { soc2: 'CC6.1', gdpr: 'Art. 32', hipaa: '164.312(a)(2)(iv)', fedramp: 'SC-28' },
  },
  'webhooks.inside': {
    says: 'Nobody’s webhook reaches this network.', forbidden: 'A webhook to the address that clouds keep their keys at', allowed: 'A webhook to a name on the internet', refusedAs: ['not_public', 'not_https'],
    asked: { soc2: 'CC6.6', fedramp: 'SC-7' },
  },
} as const satisfies Record<string, Promise>

export type ControlId = keyof typeof catalogue
export const controlIds = Object.keys(catalogue) as ControlId[]
export const promiseOf = (id: ControlId): Promise => catalogue[id]
