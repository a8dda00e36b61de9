/** What an erasure leaves, and why: it stands in every certificate. `tables` is where it stands of people, by their ids. */
export const kept = [
  { what: 'The record of what was done: which deed, when, on what, what came of it, under opaque ids of people', why: 'Who was given what, and who said yes, is kept for a year at least, and the log is signed as a whole. Nothing in it says any more who an id was.', tables: [] },
  { what: 'The figures: quotas, what was used and charged, decisions', why: 'They are about capacity and money, and name nobody.', tables: [] },
  { what: 'Reasons and titles that people wrote', why: 'They stand in signed records and terms. Names and addresses of people are not asked for there.', tables: [] },
  { what: 'Signed approvals, and the public keys that check them', why: 'Whoever holds a receipt can go on checking it.', tables: ['request', 'request_word'] },
  { what: 'Of residency: what was left where it may not be, where work might go in a disaster, and which disasters there were, with who asked, who signed and who answers for it, under opaque ids', why: 'They answer for it on the platform, and a proof of residency that leans on it names them.', tables: ['residency_exception', 'residency_failover', 'residency_disaster'] },
  { what: 'Of security: emergencies, incidents, investigations and holds of the law, with who did what, under opaque ids', why: 'They are the platform’s, which answers for them, and a hold keeps what the law wants kept.', tables: ['break_glass', 'containment', 'incident', 'incident_entry', 'incident_step', 'investigation', 'investigation_entry', 'investigation_pin', 'legal_hold'] },
  { what: 'Who decided for whom, let namespaces of two tenants talk, or looked at what somebody held, and how somebody wished to be written to, under opaque ids', why: 'It says by whose word something was done, and the other side of a pair has its part in it. Nothing in it says any more who an id was.', tables: ['delegation', 'mail_preference', 'pair', 'review_line'] },
  { what: 'People who work elsewhere here, too: their names, addresses and second factors', why: 'They belong to those other places.', tables: ['shut_out'] },
  { what: 'Backups made before, as long as the operator keeps them', why: 'They hold the wrapped key of then. What the operator does with them is not this program’s to say.', tables: [] },
] as const
