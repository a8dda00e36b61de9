import type { Requirement } from './regimes'

/** Of the security rule, what a platform can answer for, and what stands beside it. In our own words. */
export const hipaa: readonly Requirement[] = [
  { id: '164.308(a)(1)', asks: 'Risks to health data are assessed, and what the system does is looked at regularly.', gaps: [{ whose: 'operator', missing: 'The risk analysis of the organisation.' }] },
  { id: '164.308(a)(3)', asks: 'Only people who are cleared for it work with health data.', gaps: [{ whose: 'operator', missing: 'Clearance of personnel.' }] },
  { id: '164.308(a)(4)', asks: 'Access is given, reviewed and taken back by a rule.' },
  { id: '164.308(a)(5)', asks: 'People are trained, and software that does harm is kept out.', gaps: [{ whose: 'operator', missing: 'Training of personnel.' }] },
  { id: '164.308(a)(6)', asks: 'Incidents are found, answered and written down.', also: ['admission.frozen'], gaps: [{ whose: 'untried', missing: 'Incidents are kept with their steps and their report, and no control tries that.' }] },
  { id: '164.308(a)(7)', asks: 'There are backups, and a plan for when the system is down.', gaps: [{ whose: 'operator', missing: 'Backups and the plan.' }] },
  { id: '164.308(b)(1)', asks: 'Who holds health data for somebody else does so under an agreement.', gaps: [{ whose: 'operator', missing: 'The agreements with providers.' }, { whose: 'planned', missing: 'Holding back work on health data where no agreement is on file.' }] },
  { id: '164.310(a)(1)', asks: 'Rooms and machines are reached by those who may.', gaps: [{ whose: 'operator', missing: 'Access to rooms and machines.' }] },
  { id: '164.310(d)(1)', asks: 'What a device held is gone before somebody else has it.', gaps: [{ whose: 'cluster', missing: 'Memory of a GPU zeroed between two tenants.' }] },
  { id: '164.312(a)(1)', asks: 'Only those who were given access reach what is protected.', also: ['tenancy.everywhere', 'door.elsewhere'] },
  { id: '164.312(a)(2)(iv)', asks: 'What is protected is kept encrypted.', gaps: [{ whose: 'cluster', missing: 'Nodes with encrypted disks for work on health data.' }] },
  { id: '164.312(b)', asks: 'What is done is recorded, and can be examined.' },
  { id: '164.312(c)(1)', asks: 'What is kept is not altered or destroyed unseen.', also: ['record.kept', 'ledger.decisions'] },
  { id: '164.312(d)', asks: 'Whoever asks is who they say.' },
  { id: '164.312(e)(1)', asks: 'What is sent is guarded on its way.', gaps: [{ whose: 'cluster', missing: 'Encryption between pods, and between the nodes of a cluster.' }] },
  { id: '164.316(b)(2)', asks: 'What must be written down is kept for six years.', gaps: [{ whose: 'operator', missing: 'A retention of six years. The product holds to one year at least, and to as many as its policy says.' }] },
]
