/** What is true of the file of an investigation, and what follows from it. The order is precedence: the first that is wrong is what is told. */
import { many } from '~/server/shared/many'

export type BundleFacts = {
  /** Line and reason of the first that is not as it should be; null where it is whole. */
  readonly torn: { readonly line: number; readonly why: string } | null
  readonly isOpen: boolean
  readonly wrong: readonly { readonly line: number; readonly how: keyof typeof wrongly }[]
  /** The log's key: as it was told, another one, or the one that the file names itself. */
  readonly key: 'told' | 'another' | 'its_own'
  readonly isSigned: boolean; readonly isOfExport: boolean; readonly isUnchanged: boolean; readonly isInLog: boolean
  readonly custody: number; readonly records: number; readonly notes: number
  /** Of what was done, and of what is pinned, what stands in the record no more. */
  readonly custodyMissing: number; readonly recordsMissing: number
  /** What is pinned by what was done, and stands in the file neither as a record nor as missing. */
  readonly dropped: readonly string[]
}
const bundleReasons = ['torn', 'never_closed', 'not_canonical', 'not_of_it', 'custody_broken', 'twice', 'not_pinned', 'pin_dropped', 'another_log', 'not_signed', 'another_export', 'changed', 'not_in_log'] as const
export type BundleRefusal = (typeof bundleReasons)[number]
type BundleFinding = { readonly mark: 'good' | 'bad' | 'unknown'; readonly says: string }
export type BundleJudged = { readonly verdict: 'valid' | 'by_its_own_key' | 'invalid'; readonly reasons: readonly BundleRefusal[]; readonly findings: readonly BundleFinding[] }

const wrongly = {
  not_canonical: 'not written as records are', not_of_it: 'no deed in this investigation', custody_broken: 'does not follow on the deed before it', twice: 'a record that was there before', not_pinned: 'a record that nobody pinned',
} as const

export function decideBundle({ torn, isOpen, wrong, key, isSigned, isOfExport, isUnchanged, isInLog, custody, records, notes, custodyMissing, recordsMissing, dropped }: BundleFacts): BundleJudged {
  const has = (how: keyof typeof wrongly) => wrong.some((one) => one.how === how)
  const is: Record<BundleRefusal, boolean> = {
    torn: torn !== null, never_closed: isOpen, not_canonical: has('not_canonical'), not_of_it: has('not_of_it'), custody_broken: has('custody_broken'), twice: has('twice'), not_pinned: has('not_pinned'), pin_dropped: dropped.length > 0,
    another_log: key === 'another', not_signed: !isSigned, another_export: !isOfExport, changed: !isUnchanged, not_in_log: !isInLog,
  }
  // Of what is not whole nothing more can be said than that.
  const reasons = torn !== null ? (['torn'] as const) : isOpen ? (['never_closed'] as const) : bundleReasons.filter((reason) => is[reason])
  const isBroken = torn !== null || isOpen
  const found = (isGood: boolean, good: string, bad: string): BundleFinding => (isGood ? { mark: 'good', says: good } : { mark: isBroken ? 'unknown' : 'bad', says: bad })
  return {
    verdict: reasons.length > 0 ? 'invalid' : key === 'its_own' ? 'by_its_own_key' : 'valid', reasons,
    findings: [
      torn === null ? { mark: 'good', says: `It is whole: ${many(records, 'record')} and ${many(notes, 'note')}, by ${many(custody, 'deed')}.` } : { mark: 'bad', says: `Line ${torn.line}: ${torn.why}` },
      ...wrong.slice(0, 10).map(({ line, how }): BundleFinding => ({ mark: 'bad', says: `Line ${line}: ${wrongly[how]}` })),
      ...dropped.slice(0, 10).map((record): BundleFinding => ({ mark: 'bad', says: `${record} is pinned, and is not in it.` })),
      key === 'told' ? { mark: 'good', says: 'It is of the log whose key was told.' } : key === 'another' ? { mark: 'bad', says: 'It is of another log than was told.' } : { mark: 'unknown', says: 'Its log’s key stands in it, and nowhere else: compare it, or give it with --log.' },
      found(isSigned, 'Its checkpoint is signed with the log’s key.', 'Its checkpoint is not signed with the log’s key.'),
      found(isOfExport, 'The record that closes it is that of an export of this investigation by this reader.', 'The record that closes it is not that of an export of this investigation by this reader.'),
      found(isUnchanged, 'It is what was taken out, byte for byte.', 'It is not what was taken out.'),
      found(isInLog, 'Every deed and every record in it, and the one that closes it, is in the log under that checkpoint.', 'Not every deed and record in it is in the log under that checkpoint.'),
      ...(custodyMissing > 0 ? [{ mark: 'unknown' as const, says: `Of what was done to it, ${many(custodyMissing, 'deed')} stood in the record no more: what they pinned or noted is not shown here.` }] : []),
      ...(recordsMissing > 0 ? [{ mark: 'unknown' as const, says: `Of what is pinned, ${many(recordsMissing, 'record')} stood in the record no more.` }] : []),
    ],
  }
}
