/** What an erasure leaves, and why: it stands in every certificate. */
export const kept = [
  { what: 'The record of what was done: which deed, when, on what, what came of it, under opaque ids of people', why: 'Who was given what, and who said yes, is kept for a year at least, and the log is signed as a whole. Nothing in it says any more who an id was.' },
  { what: 'The figures: quotas, what was used and charged, decisions', why: 'They are about capacity and money, and name nobody.' },
  { what: 'Reasons and titles that people wrote', why: 'They stand in signed records and terms. Names and addresses of people are not asked for there.' },
  { what: 'Signed approvals, and the public keys that check them', why: 'Whoever holds a receipt can go on checking it.' },
  { what: 'People who work elsewhere here, too: their names, addresses and second factors', why: 'They belong to those other places.' },
  { what: 'Backups made before, as long as the operator keeps them', why: 'They hold the wrapped key of then. What the operator does with them is not this program’s to say.' },
] as const
