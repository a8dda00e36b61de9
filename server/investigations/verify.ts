import { isOf, type Sort, verifyFiles } from '~/server/audit/verify-files'
import { noteKeyText } from '~/server/keys/note'
import { bundleRefusals } from './bundle.refusals'
import { type BundleJudged, decideBundle } from './decide-bundle'
import { examineBundle, isInvestigation } from './examine-bundle'

const titles: Record<BundleJudged['verdict'], string> = { valid: 'VALID', by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' }
const investigations: Sort<BundleJudged['verdict']> = {
  begins: isInvestigation, named: 'INVESTIGATION', no: 'investigation',
  examine: async (lines, key) => {
    const { facts, head, asked } = await examineBundle(lines, key)
    const { verdict, reasons, findings } = decideBundle(facts)
    const about = head === null ? [] : [
      ...(asked === null ? [] : [`Investigation: ${asked.title}`, `Question: ${asked.question}`, `Searched by: ${asked.query ?? 'nothing that was kept'}`, `Owner: person ${asked.owner}`, `Found: ${asked.finding ?? 'nothing yet, it is open'}`]),
      `By: person ${head.reader}, ${head.asOf}`, `Log: ${key ? noteKeyText(key) : head.log}`,
    ]
    return { verdict, title: titles[verdict], why: reasons.flatMap((reason) => [bundleRefusals[reason].says, bundleRefusals[reason].fix]), about, findings }
  },
  codeOf: (verdicts) => (verdicts.includes('invalid') ? 1 : verdicts.includes('by_its_own_key') ? 2 : 0),
}
export const isInvestigationFile = (file: string): boolean => isOf(investigations, file)
/** Leaves with 0 where all are valid by the key that was told, with 1 where one is invalid, with 2 where only their own key says so. */
export const verifyInvestigations = (args: readonly string[]) => verifyFiles(investigations, args)
