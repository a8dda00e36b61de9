/** `npm run verify -- FILE [--keys ENROLMENTS] [--log KEY [--handovers FILE]]`: what a receipt of an approval, an export or a month of the record, an investigation, a proof of residency or a certificate of erasure shows, found out with nothing but these files. */
import { isMonthFile, verifyMonths } from '~/server/audit/months/verify-months'
import { isExportFile, verifyExports } from '~/server/audit/verify-exports'
import { isCertificateFile, verifyCertificates } from '~/server/erasures/verify'
import { isInvestigationFile, verifyInvestigations } from '~/server/investigations/verify'
import { isProofFile, verifyProofs } from '~/server/residency/verify'
import { verifyReceipts } from './verify-receipts'

const args = process.argv.slice(2)
const { lines, code } = await (args.some(isCertificateFile) ? verifyCertificates(args) : args.some(isProofFile) ? verifyProofs(args) : args.some(isInvestigationFile) ? verifyInvestigations(args) : args.some(isExportFile) ? verifyExports(args) : args.some(isMonthFile) ? verifyMonths(args) : verifyReceipts(args))
const out = code === 2 && lines.at(-1)?.startsWith('Usage') ? process.stderr : process.stdout
out.write(`${lines.join('\n')}\n`)
process.exitCode = code
