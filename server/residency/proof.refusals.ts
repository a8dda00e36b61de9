import type { ProofRefusal } from './decide-proof'

export const proofRefusals = {
  torn: { says: 'The file is not whole, or not written as a proof is.', fix: 'Take it out again.' },
  never_closed: { says: 'What closes the file was not sealed in time.', fix: 'Take it out again.' },
  not_canonical: { says: 'A page is not written as records are written.', fix: 'Take it out again, and ask who changed it.' },
  not_the_tenants: { says: 'A record in it is not a page of this tenant’s book.', fix: 'Take it out again, and ask who changed it.' },
  twice: { says: 'A page stands in it twice.', fix: 'Take it out again, and ask who changed it.' },
  chain_broken: { says: 'A page is missing, or does not follow on the one before it.', fix: 'Take it out again. If it stays so, the record itself has a hole.' },
  misjudged: { says: 'A page judges otherwise than its own policy and evidence come to.', fix: 'Ask whoever runs the product why.' },
  claim_differs: { says: 'The file claims something else than its pages come to.', fix: 'Take it out again, and ask who changed it.' },
  another_log: { says: 'It is of another log than the one whose key was told.', fix: 'Get the log’s key again from whoever runs the product, by another way.' },
  not_signed: { says: 'Its checkpoint is not signed with the log’s key.', fix: 'Take it out again, and ask who changed it.' },
  another_proof: { says: 'It is closed by the record of something else.', fix: 'Take it out again, and ask who changed it.' },
  changed: { says: 'It is not what was taken out: its question, its pages or its claim were changed.', fix: 'Take it out again, and ask who changed it.' },
  not_in_log: { says: 'A page in it is not in the log.', fix: 'Take it out again, and ask who changed it.' },
} as const satisfies Record<ProofRefusal, { says: string; fix: string }>
