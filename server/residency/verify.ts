import { isOf, type Sort, verifyFiles } from '~/server/audit/verify-files'
import { noteKeyText } from '~/server/keys/note'
import { decideProof, type ProofJudged } from './decide-proof'
import { examineProof, isProof } from './examine-proof'
import { proofRefusals } from './proof.refusals'

const titleOf = (verdict: ProofJudged['verdict'], jurisdiction: string): string => {
  const law = jurisdiction.toUpperCase()
  return { always: `ALWAYS IN ${law}`, not: `NOT ALWAYS IN ${law}`, not_provable: `NOT PROVABLE THAT IT WAS ALWAYS IN ${law}`, by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' }[verdict]
}
const proofs: Sort<ProofJudged['verdict']> = {
  begins: isProof, named: 'PROOF', no: 'proof of residency',
  examine: async (lines, key) => {
    const { facts, head } = await examineProof(lines, key)
    const { verdict, reasons, findings } = decideProof(facts)
    const of = head && (head.allocation !== null ? `allocation ${head.allocation} of ${head.tenant}` : head.namespace !== null ? `namespace ${head.tenant}/${head.namespace}` : `all of ${head.tenant}`)
    const about = head === null ? [] : [`Of: ${of}`, `Claimed: always in ${head.jurisdiction.toUpperCase()}`, `From: ${head.since} to ${head.until}`, `By: person ${head.reader}, ${head.asOf}`, `Log: ${key ? noteKeyText(key) : head.log}`]
    return { verdict, title: titleOf(verdict, head?.jurisdiction ?? ''), why: reasons.flatMap((reason) => [proofRefusals[reason].says, proofRefusals[reason].fix]), about, findings }
  },
  codeOf: (verdicts) => (verdicts.some((verdict) => verdict === 'invalid' || verdict === 'not') ? 1 : verdicts.every((verdict) => verdict === 'always') ? 0 : 2),
}
export const isProofFile = (file: string): boolean => isOf(proofs, file)
/** Leaves with 0 where all show it, with 1 where one is invalid or shows the opposite, with 2 where one shows neither. */
export const verifyProofs = (args: readonly string[]) => verifyFiles(proofs, args)
