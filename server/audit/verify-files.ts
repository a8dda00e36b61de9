/** What `npm run verify` says of files that a stranger can check: nothing of ours is asked, and nothing is written. */
import { closeSync, openSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { unprintable } from '~/server/api/inputs'
import { type NoteKey, parseNoteKey } from '~/server/keys/note'
import { linesOf } from './lines-of'

export type Said = { readonly lines: readonly string[]; readonly code: 0 | 1 | 2 }
/** One sort of file: how it begins, what it is called, and what is found out of one. `title` says the verdict, `about` what the file says of itself, and what follows is why and what was looked at. */
export type Sort<Verdict extends string> = {
  readonly begins: (firstLine: string) => boolean; readonly named: string; readonly no: string
  readonly examine: (lines: AsyncIterable<string>, key: NoteKey | null) => Promise<{ verdict: Verdict; title: string; why: readonly string[]; about: readonly string[]; findings: readonly { readonly mark: 'good' | 'bad' | 'unknown'; readonly says: string }[] }>
  readonly codeOf: (verdicts: readonly Verdict[]) => 0 | 1 | 2
}
const signs = { good: '✓', bad: '✗', unknown: '?' } as const
// What stands in a file is somebody's text: nothing in it moves the cursor.
const plain = (text: string) => text.replace(new RegExp(unprintable, 'gu'), '�')

/** Whether a file begins as one of this sort does. */
export function isOf({ begins }: Pick<Sort<never>, 'begins'>, file: string): boolean {
  try {
    const [open, first] = [openSync(file, 'r'), Buffer.alloc(64)]
    const length = readSync(open, first, 0, first.length, 0)
    closeSync(open)
    return begins(first.subarray(0, length).toString('utf8'))
  } catch {
    return false
  }
}

export async function verifyFiles<Verdict extends string>(sort: Sort<Verdict>, args: readonly string[]): Promise<Said> {
  const asked = read(sort, args)
  if (typeof asked === 'string') return { lines: [plain(asked), `Usage: npm run verify -- ${sort.named} [${sort.named} …] [--log KEY]`], code: 2 }
  const all = await Promise.all(asked.files.map((file) => one(sort, file, asked.key)))
  return { lines: all.flatMap(({ lines }) => lines).map(plain), code: sort.codeOf(all.map(({ verdict }) => verdict)) }
}
function read(sort: Pick<Sort<never>, 'begins' | 'no'>, args: readonly string[]): { files: string[]; key: NoteKey | null } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { log: { type: 'string' } } })
    const key = values.log === undefined ? null : parseNoteKey(values.log)
    if (values.log !== undefined && !key) return `${values.log} is no key of a log.`
    const other = positionals.find((file) => !isOf(sort, file))
    return other === undefined ? { files: positionals, key } : `${other} is no ${sort.no}.`
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
async function one<Verdict extends string>({ examine }: Sort<Verdict>, file: string, key: NoteKey | null): Promise<{ verdict: Verdict; lines: string[] }> {
  const { verdict, title, why, about, findings } = await examine(linesOf(file), key)
  const said = [...why, ...(why.length > 0 ? [''] : []), ...about, ...(about.length > 0 ? [''] : []), ...findings.map(({ mark, says }) => `${signs[mark]} ${says}`)]
  return { verdict, lines: [`${file}: ${title}`, ...said.map((line) => (line === '' ? '' : `  ${line}`)), ''] }
}
