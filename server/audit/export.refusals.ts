import type { ExportRefusal } from './decide-export'

export const exportRefusals = {
  torn: { says: 'It is not whole: a line is missing, is not as the format has it, or stands where none should.', fix: 'Take it out again; a download that broke off ends like this.' },
  never_closed: { says: 'It was never closed: what closes it had not been sealed when it was made.', fix: 'Take it out again when the log is being sealed.' },
  not_canonical: { says: 'A record in it is not written as records are.', fix: 'Its bytes were changed after they were sealed. Ask whoever gave it to you, and take it out again.' },
  twice: { says: 'A record stands in it twice.', fix: 'Somebody put it in. Take it out again.' },
  not_in_slice: { says: 'A record in it is of another tenant, or another time, than it says that it is about.', fix: 'Somebody put it in, or changed what was asked. Take it out again.' },
  another_log: { says: 'It is of another log than the key that was told.', fix: 'Compare the key with the one that whoever runs the log publishes.' },
  not_signed: { says: 'Its checkpoint is not signed with the log’s key.', fix: 'What it would show, anybody could have made. Take it out again.' },
  another_export: { says: 'The record that closes it is not that of an export by this reader.', fix: 'It was put together from several, or its reader was changed. Take it out again.' },
  changed: { says: 'It is not what was taken out: a record, the question or the reader was changed, left out or put elsewhere since.', fix: 'Take it out again, and compare the two.' },
  not_in_log: { says: 'What stands in it does not lead to the root that was signed.', fix: 'A record, its place or the proof was changed. Take it out again.' },
} as const satisfies Record<ExportRefusal, { says: string; fix: string }>
