import type { MonthRefusal } from './decide-month-file'

export const monthRefusals = {
  torn: { says: 'It is not whole: a line is missing, is not as the format has it, or stands where none should.', fix: 'Take it from another copy of the directory.' },
  not_canonical: { says: 'A record in it is not written as records are.', fix: 'Its bytes were changed after they were sealed. Take it from another copy of the directory.' },
  twice: { says: 'A record stands in it twice, or not in its order.', fix: 'Somebody put it in. Take it from another copy of the directory.' },
  not_in_month: { says: 'A record in it is of another month.', fix: 'Somebody put it in. Take it from another copy of the directory.' },
  another_log: { says: 'It is of another log than the key that was told.', fix: 'Compare the key with the one that whoever runs the log publishes.' },
  not_vouched: { says: 'The log’s key does not vouch for it.', fix: 'Anybody could have made it. Take it from another copy of the directory.' },
  changed: { says: 'It is not what was written out: a record was changed, left out or put elsewhere since.', fix: 'Take it from another copy of the directory, and compare the two.' },
  not_signed: { says: 'Its checkpoint is not signed with the log’s key.', fix: 'Take it from another copy of the directory.' },
  not_in_log: { says: 'What stands in it does not lead to the root that was signed.', fix: 'A record, its place or the proof was changed. Take it from another copy of the directory.' },
} as const satisfies Record<MonthRefusal, { says: string; fix: string }>
