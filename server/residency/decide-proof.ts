/** What is true of a proof, and what follows from it. The order is precedence: the first that is wrong is what is told. */
import type { Claim, FailedOver, NotProvable, Span } from './decide-claim'

export type ProofFacts = {
  /** Line and reason of the first that is not as it should be; null where it is whole. */
  readonly torn: { readonly line: number; readonly why: string } | null
  readonly isOpen: boolean
  readonly wrong: readonly { readonly line: number; readonly how: 'not_canonical' | 'not_the_tenants' | 'twice' | 'chain_broken' | 'misjudged' }[]
  /** The log's key: as it was told, another one, or the one that the file names itself. */
  readonly key: 'told' | 'another' | 'its_own'
  readonly isSigned: boolean; readonly isOfProof: boolean; readonly isUnchanged: boolean; readonly isClaimRight: boolean; readonly isInLog: boolean
  readonly pages: number; readonly claim: Claim | null; /** When it was left where its policy does not let it be; `because` is the region. */ readonly excepted: readonly Span<string>[]; readonly failedOver: readonly FailedOver[]
}
export const proofReasons = ['torn', 'never_closed', 'not_canonical', 'not_the_tenants', 'twice', 'chain_broken', 'misjudged', 'claim_differs', 'another_log', 'not_signed', 'another_proof', 'changed', 'not_in_log'] as const
export type ProofRefusal = (typeof proofReasons)[number]
type ProofFinding = { readonly mark: 'good' | 'bad' | 'unknown'; readonly says: string }
export type ProofJudged = { readonly verdict: Claim['verdict'] | 'by_its_own_key' | 'invalid'; readonly reasons: readonly ProofRefusal[]; readonly findings: readonly ProofFinding[] }

const wrongly = { not_canonical: 'not written as records are', not_the_tenants: 'no page of this tenant’s book', twice: 'a record that was there before', chain_broken: 'does not follow on the page before it', misjudged: 'judged otherwise than its own policy and evidence come to' } as const
const unproven: Record<NotProvable, string> = {
  no_evidence: 'its node did not say where it stands', evidence_old: 'its node was not heard of for a quarter of an hour', region_unknown: 'its node named a region that nobody knows', contradicts: 'what speaks of where its node stands contradicts itself',
  not_watched: 'nobody looked', not_written: 'nothing was written down', never_seen: 'it was never seen to run',
}

const sayWho = ({ preparedBy, declaredBy }: Pick<FailedOver, 'preparedBy' | 'declaredBy'>): string =>
  (preparedBy && declaredBy ? `That it might go there was asked for by person ${preparedBy[0]} and signed by person ${preparedBy[1]}; the disaster was asked for by person ${declaredBy[0]} and signed by person ${declaredBy[1]}.` : 'By whose word is not written in it.')

export function decideProof({ torn, isOpen, wrong, key, isSigned, isOfProof, isUnchanged, isClaimRight, isInLog, pages, claim, excepted, failedOver }: ProofFacts): ProofJudged {
  const has = (how: keyof typeof wrongly) => wrong.some((one) => one.how === how)
  const is: Record<ProofRefusal, boolean> = {
    torn: torn !== null, never_closed: isOpen, not_canonical: has('not_canonical'), not_the_tenants: has('not_the_tenants'), twice: has('twice'), chain_broken: has('chain_broken'), misjudged: has('misjudged'),
    claim_differs: !isClaimRight, another_log: key === 'another', not_signed: !isSigned, another_proof: !isOfProof, changed: !isUnchanged, not_in_log: !isInLog,
  }
  // Of what is not whole nothing more can be said than that.
  const reasons = torn !== null ? (['torn'] as const) : isOpen ? (['never_closed'] as const) : proofReasons.filter((reason) => is[reason])
  const isBroken = torn !== null || isOpen
  const found = (isGood: boolean, good: string, bad: string): ProofFinding => (isGood ? { mark: 'good', says: good } : { mark: isBroken ? 'unknown' : 'bad', says: bad })
  return {
    verdict: reasons.length > 0 || claim === null ? 'invalid' : key === 'its_own' ? 'by_its_own_key' : claim.verdict, reasons,
    findings: [
      torn === null ? { mark: 'good', says: `It is whole: ${pages} pages of the tenant’s book.` } : { mark: 'bad', says: `Line ${torn.line}: ${torn.why}` },
      ...wrong.slice(0, 10).map(({ line, how }): ProofFinding => ({ mark: 'bad', says: `Line ${line}: ${wrongly[how]}` })),
      key === 'told' ? { mark: 'good', says: 'It is of the log whose key was told.' } : key === 'another' ? { mark: 'bad', says: 'It is of another log than was told.' } : { mark: 'unknown', says: 'Its log’s key stands in it, and nowhere else: compare it, or give it with --log.' },
      found(isSigned, 'Its checkpoint is signed with the log’s key.', 'Its checkpoint is not signed with the log’s key.'),
      found(isOfProof, 'The record that closes it is that of a proof by this reader.', 'The record that closes it is not that of a proof by this reader.'),
      found(isUnchanged, 'It is what was taken out, byte for byte.', 'It is not what was taken out.'),
      found(isInLog, 'Every page in it, and the record that closes it, is in the log under that checkpoint.', 'Not every page in it is in the log under that checkpoint.'),
      found(isClaimRight, 'What it claims is what its pages come to.', 'It claims something else than its pages come to.'),
      ...(claim?.outside ?? []).slice(0, 20).map(({ from, to, because }): ProofFinding => ({ mark: 'bad', says: `From ${from} to ${to} it was in ${because}.` })),
      ...excepted.slice(0, 20).map(({ from, to, because }): ProofFinding => ({ mark: 'unknown', says: `From ${from} to ${to} it was in ${because} by an exception from its policy, which makes it no more inside than it was.` })),
      ...failedOver.slice(0, 20).map(({ from, to, because, ...of }): ProofFinding => ({ mark: 'unknown', says: `From ${from} to ${to} it was in ${because} because a disaster was declared in ${of.disaster}, which makes it no more inside than it was. ${sayWho(of)}` })),
      ...(claim?.unproven ?? []).slice(0, 20).map(({ from, to, because }): ProofFinding => ({ mark: 'unknown', says: `Not provable between ${from} and ${to}: ${unproven[because]}.` })),
    ],
  }
}
