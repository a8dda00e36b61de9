import type { BundleRefusal } from './decide-bundle'

export const bundleRefusals = {
  torn: { says: 'It is not whole: a line is missing, is not as the format has it, or stands where none should.', fix: 'Take it out again; a download that broke off ends like this.' },
  never_closed: { says: 'It was never closed: what closes it had not been sealed when it was made.', fix: 'Take it out again when the log is being sealed.' },
  not_canonical: { says: 'A record in it is not written as records are.', fix: 'Its bytes were changed after they were sealed. Take it out again, and ask who changed it.' },
  not_of_it: { says: 'Something stands among what was done that was not done to this investigation.', fix: 'Somebody put it in, or changed it. Take it out again, and ask who did.' },
  custody_broken: { says: 'What was done to it has a hole, or stands in another order.', fix: 'Somebody left something out. Take it out again, and ask who did.' },
  twice: { says: 'A record stands in it twice.', fix: 'Somebody put it in. Take it out again.' },
  not_pinned: { says: 'A record in it was not pinned to this investigation, or was unpinned.', fix: 'Somebody put it in. Take it out again, and ask who did.' },
  pin_dropped: { says: 'A record that is pinned is not in it.', fix: 'Somebody left it out. Take it out again, and ask who did.' },
  another_log: { says: 'It is of another log than the key that was told.', fix: 'Compare the key with the one that whoever runs the log publishes.' },
  not_signed: { says: 'Its checkpoint is not signed with the log’s key.', fix: 'What it would show, anybody could have made. Take it out again.' },
  another_export: { says: 'The record that closes it is not that of an export of this investigation by this reader.', fix: 'It was put together from several, or its reader was changed. Take it out again.' },
  changed: { says: 'It is not what was taken out: a note, a record or the reader was changed, left out or put elsewhere since.', fix: 'Take it out again, and compare the two.' },
  not_in_log: { says: 'What stands in it does not lead to the root that was signed.', fix: 'A note, a record, its place or the proof was changed. Take it out again.' },
} as const satisfies Record<BundleRefusal, { says: string; fix: string }>
