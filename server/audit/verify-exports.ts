import { noteKeyText } from '~/server/keys/note'
import { decideExport, type ExportJudged } from './decide-export'
import { examineExport, isBundle } from './examine-export'
import { exportRefusals } from './export.refusals'
import { isOf, type Sort, verifyFiles } from './verify-files'

const titles: Record<ExportJudged['verdict'], string> = { valid: 'VALID', by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' }
const exports_: Sort<ExportJudged['verdict']> = {
  begins: isBundle, named: 'EXPORT', no: 'export of a record',
  examine: async (lines, key) => {
    const { facts, head } = await examineExport(lines, key)
    const { verdict, reasons, findings } = decideExport(facts)
    const about = head === null ? [] : [
      `Of: ${head.tenant ?? 'every tenant, and the platform'}`, `Asked: ${head.query === '' ? 'everything' : head.query}`, `From: ${head.since} to ${head.until ?? head.asOf}`, `By: person ${head.reader}, ${head.asOf}`, `Log: ${key ? noteKeyText(key) : head.log}`,
    ]
    return { verdict, title: titles[verdict], why: reasons.flatMap((reason) => [exportRefusals[reason].says, exportRefusals[reason].fix]), about, findings }
  },
  codeOf: (verdicts) => (verdicts.includes('invalid') ? 1 : verdicts.includes('by_its_own_key') ? 2 : 0),
}
export const isExportFile = (file: string): boolean => isOf(exports_, file)
/** Leaves with 0 where all are valid by the key that was told, with 1 where one is invalid, with 2 where only their own key says so. */
export const verifyExports = (args: readonly string[]) => verifyFiles(exports_, args)
