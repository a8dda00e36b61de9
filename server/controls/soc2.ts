import type { Requirement } from './regimes'

/** Of the trust services criteria, those that a platform for shared machines can answer for; the rest is asked of whoever runs it. In our own words. */
export const soc2: readonly Requirement[] = [
  { id: 'CC1.4', asks: 'Who works on the system is fit for it, and is trained.', gaps: [{ whose: 'operator', missing: 'Training and background checks of people.' }] },
  { id: 'CC2.1', asks: 'What is needed to run and account for the system is known, and right.' },
  { id: 'CC3.2', asks: 'Risks are found and weighed.', gaps: [{ whose: 'operator', missing: 'A risk assessment of the organisation.' }] },
  { id: 'CC6.1', asks: 'Access to what is protected is limited to whom it is for, and is asked for each time.' },
  { id: 'CC6.2', asks: 'Who gets access is registered and approved first, and loses it when it is not theirs any more.' },
  { id: 'CC6.3', asks: 'Access follows roles, gives no more than is needed, and keeps apart what one person should not do alone.' },
  { id: 'CC6.4', asks: 'Rooms and machines are reached by those who may.', gaps: [{ whose: 'operator', missing: 'Access to rooms and machines.' }] },
  { id: 'CC6.5', asks: 'What is no longer needed is destroyed so that nobody reads it, and nobody destroys it alone.', also: ['record.erased'] },
  { id: 'CC6.6', asks: 'What comes from outside, and what goes there, passes a boundary that is kept.' },
  { id: 'CC6.7', asks: 'What is sent and moved is protected on its way.', gaps: [{ whose: 'cluster', missing: 'Encryption between pods, and between the nodes of a cluster.' }] },
  { id: 'CC6.8', asks: 'Software that was not approved, or could do harm, does not run.' },
  { id: 'CC7.1', asks: 'Changes of the configuration, and weaknesses that are new, are found.', gaps: [{ whose: 'untried', missing: 'What was changed in a cluster by hand is found within five minutes, and no control tries that.' }] },
  { id: 'CC7.2', asks: 'The system is watched, what is done is kept, and what is unusual is seen.' },
  { id: 'CC7.3', asks: 'What was seen is looked at and judged.' },
  { id: 'CC7.4', asks: 'What an incident is in is brought to a stop.' },
  { id: 'CC7.5', asks: 'After an incident it is whole again, and what led to it is mended.', gaps: [{ whose: 'operator', missing: 'Restoring from a backup, rehearsed.' }] },
  { id: 'CC8.1', asks: 'Changes are made by those who were allowed to, and written down.', also: ['door.operators', 'record.levels'] },
  { id: 'A1.1', asks: 'What there is of capacity is known, and nobody takes more of it than is theirs.' },
  { id: 'A1.2', asks: 'Backups and a second place are there.', gaps: [{ whose: 'operator', missing: 'Backups of the database, and where they are kept.' }] },
  { id: 'A1.3', asks: 'Recovery is tried.', gaps: [{ whose: 'planned', missing: 'A recovery that the product tries by itself.' }] },
]
