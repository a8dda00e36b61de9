/** What `npm run verify` says of exports: nothing of ours is asked, and nothing is written. */
import { createReadStream, openSync, readSync, closeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { unprintable } from '~/server/api/inputs'
import { type NoteKey, noteKeyText, parseNoteKey } from '~/server/keys/note'
import { decideExport, type ExportFinding, type ExportJudged } from './decide-export'
import { examineExport, isBundle } from './examine-export'
import { exportRefusals } from './export.refusals'

const usage = 'Usage: npm run verify -- EXPORT [EXPORT …] [--log KEY]'
const signs: Record<ExportFinding['mark'], string> = { good: '✓', bad: '✗', unknown: '?' }
const titles: Record<ExportJudged['verdict'], string> = { valid: 'VALID', by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' }
// What somebody searched for is somebody's text: nothing in it moves the cursor.
const plain = (text: string) => text.replace(new RegExp(unprintable, 'gu'), '�')

/** Whether a file begins as such an export does. */
export function isExportFile(file: string): boolean {
  try {
    const [open, first] = [openSync(file, 'r'), Buffer.alloc(64)]
    const length = readSync(open, first, 0, first.length, 0)
    closeSync(open)
    return isBundle(first.subarray(0, length).toString('utf8'))
  } catch {
    return false
  }
}

/** Leaves with 0 where all are valid by the key that was told, with 1 where one is invalid, with 2 where only their own key says so. */
export async function verifyExports(args: readonly string[]): Promise<{ lines: readonly string[]; code: 0 | 1 | 2 }> {
  const asked = read(args)
  if (typeof asked === 'string') return { lines: [plain(asked), usage], code: 2 }
  const all = await Promise.all(asked.files.map((file) => one(file, asked.key)))
  const verdicts = all.map(({ verdict }) => verdict)
  return { lines: all.flatMap(({ lines }) => lines).map(plain), code: verdicts.includes('invalid') ? 1 : verdicts.includes('by_its_own_key') ? 2 : 0 }
}
function read(args: readonly string[]): { files: string[]; key: NoteKey | null } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { log: { type: 'string' } } })
    const key = values.log === undefined ? null : parseNoteKey(values.log)
    if (values.log !== undefined && !key) return `${values.log} is no key of a log.`
    const other = positionals.find((file) => !isExportFile(file))
    return other === undefined ? { files: positionals, key } : `${other} is no export of a record.`
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

async function one(file: string, key: NoteKey | null): Promise<{ verdict: ExportJudged['verdict']; lines: string[] }> {
  const { facts, head } = await examineExport(createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: 0 }), key)
  const { verdict, reasons, findings } = decideExport(facts)
  const about = head === null ? [] : [
    `Of: ${head.tenant ?? 'every tenant, and the platform'}`, `Asked: ${head.query === '' ? 'everything' : head.query}`, `From: ${head.since} to ${head.until ?? head.asOf}`, `By: person ${head.reader}, ${head.asOf}`, `Log: ${key ? noteKeyText(key) : head.log}`, '',
  ]
  const why = reasons.flatMap((reason) => [exportRefusals[reason].says, exportRefusals[reason].fix])
  return { verdict, lines: [`${file}: ${titles[verdict]}`, ...[...why, ...(why.length > 0 ? [''] : []), ...about, ...findings.map(({ mark, says }) => `${signs[mark]} ${says}`)].map((line) => (line === '' ? '' : `  ${line}`)), ''] }
}
