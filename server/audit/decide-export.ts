/** What is true of an export, and what follows from it. The order is precedence: the first that is wrong is what is told. */
import { many } from '~/server/shared/many'

export type ExportFacts = {
  /** Line and reason of the first that is not as it should be; null where it is whole. */
  readonly torn: { readonly line: number; readonly why: string } | null
  readonly isOpen: boolean
  readonly wrong: readonly { readonly line: number; readonly how: 'not_canonical' | 'twice' | 'not_in_slice' }[]
  /** The log's key: as it was told, another one, or the one that the file names itself. */
  readonly key: 'told' | 'another' | 'its_own'
  readonly isSigned: boolean; readonly isOfExport: boolean; readonly isUnchanged: boolean; readonly isInLog: boolean
  readonly records: number; readonly missing: number; readonly cutBefore: string | null
}
export const exportReasons = ['torn', 'never_closed', 'not_canonical', 'twice', 'not_in_slice', 'another_log', 'not_signed', 'another_export', 'changed', 'not_in_log'] as const
export type ExportRefusal = (typeof exportReasons)[number]
type ExportFinding = { readonly mark: 'good' | 'bad' | 'unknown'; readonly says: string }
export type ExportJudged = { readonly verdict: 'valid' | 'by_its_own_key' | 'invalid'; readonly reasons: readonly ExportRefusal[]; readonly findings: readonly ExportFinding[] }

export function decideExport({ torn, isOpen, wrong, key, isSigned, isOfExport, isUnchanged, isInLog, records, missing, cutBefore }: ExportFacts): ExportJudged {
  const is: Record<ExportRefusal, boolean> = {
    torn: torn !== null, never_closed: isOpen, not_canonical: wrong.some(({ how }) => how === 'not_canonical'), twice: wrong.some(({ how }) => how === 'twice'), not_in_slice: wrong.some(({ how }) => how === 'not_in_slice'),
    another_log: key === 'another', not_signed: !isSigned, another_export: !isOfExport, changed: !isUnchanged, not_in_log: !isInLog,
  }
  // Of what is not whole nothing more can be said than that.
  const told = torn !== null ? (['torn'] as const) : isOpen ? (['never_closed'] as const) : exportReasons.filter((reason) => is[reason])
  const isBroken = torn !== null || isOpen
  const found = (isGood: boolean, good: string, bad: string): ExportFinding => (isBroken && isGood === false ? { mark: 'unknown', says: bad } : { mark: isGood ? 'good' : 'bad', says: isGood ? good : bad })
  return {
    verdict: told.length > 0 ? 'invalid' : key === 'its_own' ? 'by_its_own_key' : 'valid', reasons: told,
    findings: [
      torn === null ? { mark: 'good', says: `It is whole: ${many(records, 'record')}.` } : { mark: 'bad', says: `Line ${torn.line}: ${torn.why}` },
      ...wrong.slice(0, 10).map(({ line, how }): ExportFinding => ({ mark: 'bad', says: `Line ${line}: ${how === 'not_canonical' ? 'not written as records are' : how === 'twice' ? 'a record that was there before' : 'of another tenant, or another time'}` })),
      key === 'told' ? { mark: 'good', says: 'It is of the log whose key was told.' } : key === 'another' ? { mark: 'bad', says: 'It is of another log than was told.' } : { mark: 'unknown', says: 'Its log’s key stands in it, and nowhere else: compare it, or give it with --log.' },
      found(isSigned, 'Its checkpoint is signed with the log’s key.', 'Its checkpoint is not signed with the log’s key.'),
      found(isOfExport, 'The record that closes it is that of an export by this reader.', 'The record that closes it is not that of an export by this reader.'),
      found(isUnchanged, 'It is what was taken out, byte for byte.', 'It is not what was taken out.'),
      found(isInLog, 'Every record in it, and the one that closes it, is in the log under that checkpoint.', 'Not every record in it is in the log under that checkpoint.'),
      ...(missing > 0 ? [{ mark: 'unknown' as const, says: `Of ${many(missing, 'record')} there was a line to search by and no record any more.` }] : []),
      ...(cutBefore !== null ? [{ mark: 'unknown' as const, says: `It was cut off: what was asked begins before ${cutBefore}.` }] : []),
    ],
  }
}
