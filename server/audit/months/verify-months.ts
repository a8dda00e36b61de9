import { noteKeyText } from '~/server/keys/note'
import { isOf, type Sort, verifyFiles } from '../verify-files'
import { decideMonthFile, type MonthJudged } from './decide-month-file'
import { examineMonth, isMonth } from './examine-month'
import { monthRefusals } from './month.refusals'

const titles: Record<MonthJudged['verdict'], string> = { valid: 'VALID', by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' }
const months: Sort<MonthJudged['verdict']> = {
  begins: isMonth, named: 'MONTH', no: 'month of a record',
  examine: async (lines, key) => {
    const { facts, head } = await examineMonth(lines, key)
    const { verdict, reasons, findings } = decideMonthFile(facts)
    return { verdict, title: titles[verdict], why: reasons.flatMap((reason) => [monthRefusals[reason].says, monthRefusals[reason].fix]), about: head === null ? [] : [`Month: ${head.month}`, `Log: ${key ? noteKeyText(key) : head.log}`], findings }
  },
  codeOf: (verdicts) => (verdicts.includes('invalid') ? 1 : verdicts.includes('by_its_own_key') ? 2 : 0),
}
export const isMonthFile = (file: string): boolean => isOf(months, file)
/** Leaves with 0 where all are valid by the key that was told, with 1 where one is invalid, with 2 where only their own key says so. */
export const verifyMonths = (args: readonly string[]) => verifyFiles(months, args)
