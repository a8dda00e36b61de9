import type { Requirement } from './regimes'

/** Of the articles, those whose keeping shows in a system. In our own words. */
export const gdpr: readonly Requirement[] = [
  { id: 'Art. 5(1)(b)', asks: 'Personal data is used for what it was collected for, and for nothing else.' },
  { id: 'Art. 5(1)(c)', asks: 'No more personal data is kept than is needed.' },
  { id: 'Art. 5(1)(e)', asks: 'It is kept for no longer than is needed.', gaps: [{ whose: 'untried', missing: 'Months of the record that are past retention are taken away, and no control tries that they are.' }] },
  { id: 'Art. 5(1)(f)', asks: 'It is kept whole, and from whoever it is not for.' },
  { id: 'Art. 6', asks: 'There is a lawful reason for keeping it.', gaps: [{ whose: 'operator', missing: 'The lawful reason for each use.' }] },
  { id: 'Art. 15', asks: 'Somebody is told what is kept of them.', gaps: [{ whose: 'untried', missing: 'Everybody takes out what is kept of them under their profile, and no control tries that.' }, { whose: 'operator', missing: 'What stands in months that were taken out, in backups and in logs, and what of security’s may be told.' }] },
  { id: 'Art. 17', asks: 'What is kept of somebody is erased when they ask for it.', also: ['tenancy.erased'], gaps: [{ whose: 'planned', missing: 'Erasing one person of a tenant that goes on, and what people did outside of their tenant: a tenant is erased as a whole.' }] },
  { id: 'Art. 25', asks: 'The system shows least to everybody as it is, without anybody setting it so.' },
  { id: 'Art. 28', asks: 'Whoever works on the data for somebody else does so under a contract.', gaps: [{ whose: 'operator', missing: 'Contracts with those who run machines and regions.' }] },
  { id: 'Art. 30', asks: 'It is written down what is done with personal data.', also: ['record.kept', 'record.levels'], gaps: [{ whose: 'operator', missing: 'The list of all uses, of which the record is one source.' }] },
  { id: 'Art. 32', asks: 'Personal data is protected as its risk demands.', gaps: [{ whose: 'cluster', missing: 'Encryption of disks and of what goes between the nodes of a cluster.' }] },
  { id: 'Art. 33', asks: 'A breach is told to the authority within 72 hours.', gaps: [{ whose: 'untried', missing: 'Incidents count the 72 hours from when somebody was aware, and no control tries that.' }] },
  { id: 'Art. 34', asks: 'A breach is told to those whose data it is.', gaps: [{ whose: 'operator', missing: 'Telling the people concerned.' }] },
  { id: 'Art. 35', asks: 'What is risky is assessed beforehand.', gaps: [{ whose: 'operator', missing: 'The impact assessment.' }] },
  { id: 'Art. 44', asks: 'Personal data leaves the place whose law protects it only where that is allowed.' },
]
