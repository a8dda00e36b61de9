/** What is true of a month that was written out, and what follows from it. The order is precedence. */
import { many } from '~/server/shared/many'

export type MonthFile = {
  readonly torn: { readonly line: number; readonly why: string } | null
  readonly wrong: readonly { readonly line: number; readonly how: 'not_canonical' | 'twice' | 'not_in_month' }[]
  /** The log's key: as it was told, another one, or the one that the file names itself. */
  readonly key: 'told' | 'another' | 'its_own'
  readonly isVouched: boolean; readonly isUnchanged: boolean; readonly isSigned: boolean; readonly isInLog: boolean
  readonly records: number
}
const monthReasons = ['torn', 'not_canonical', 'twice', 'not_in_month', 'another_log', 'not_vouched', 'changed', 'not_signed', 'not_in_log'] as const
export type MonthRefusal = (typeof monthReasons)[number]
type MonthFinding = { readonly mark: 'good' | 'bad' | 'unknown'; readonly says: string }
export type MonthJudged = { readonly verdict: 'valid' | 'by_its_own_key' | 'invalid'; readonly reasons: readonly MonthRefusal[]; readonly findings: readonly MonthFinding[] }

const wrongs = { not_canonical: 'not written as records are', twice: 'a record that was there before, or out of order', not_in_month: 'of another month' } as const
export function decideMonthFile({ torn, wrong, key, isVouched, isUnchanged, isSigned, isInLog, records }: MonthFile): MonthJudged {
  const has = (how: keyof typeof wrongs) => wrong.some((one) => one.how === how)
  const is: Record<MonthRefusal, boolean> = {
    torn: torn !== null, not_canonical: has('not_canonical'), twice: has('twice'), not_in_month: has('not_in_month'), another_log: key === 'another', not_vouched: !isVouched, changed: !isUnchanged, not_signed: !isSigned, not_in_log: !isInLog,
  }
  // Of what is not whole nothing more can be said than that.
  const reasons = torn === null ? monthReasons.filter((reason) => is[reason]) : (['torn'] as const)
  const found = (isGood: boolean, good: string, bad: string): MonthFinding => ({ mark: isGood ? 'good' : torn === null ? 'bad' : 'unknown', says: isGood ? good : bad })
  return {
    verdict: reasons.length > 0 ? 'invalid' : key === 'its_own' ? 'by_its_own_key' : 'valid', reasons,
    findings: [
      torn === null ? { mark: 'good', says: `It is whole: ${many(records, 'record')}.` } : { mark: 'bad', says: `Line ${torn.line}: ${torn.why}` },
      ...wrong.slice(0, 10).map(({ line, how }): MonthFinding => ({ mark: 'bad', says: `Line ${line}: ${wrongs[how]}` })),
      key === 'told' ? { mark: 'good', says: 'It is of the log whose key was told.' } : key === 'another' ? { mark: 'bad', says: 'It is of another log than was told.' } : { mark: 'unknown', says: 'Its log’s key stands in it, and nowhere else: compare it, or give it with --log.' },
      found(isVouched, 'The log’s key vouches for it as a month of the record.', 'The log’s key does not vouch for it as a month of the record.'),
      found(isUnchanged, 'It is what was written out, byte for byte, and all of it.', 'It is not what was written out, or not all of it.'),
      found(isSigned, 'Its checkpoint is signed with the log’s key.', 'Its checkpoint is not signed with the log’s key.'),
      found(isInLog, 'Every record in it is in the log under that checkpoint.', 'Not every record in it is in the log under that checkpoint.'),
    ],
  }
}
