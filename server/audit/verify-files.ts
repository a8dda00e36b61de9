/** What `npm run verify` says of files that a stranger can check: nothing of ours is asked, and nothing is written. */
import { closeSync, openSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { unprintable } from '~/server/api/inputs'
import { keysKnownBy } from '~/server/keys/handover'
import { readHandovers } from '~/server/keys/handovers-file'
import type { LogKey } from '~/server/keys/log-key'
import { noteKeyText, parseNoteKey } from '~/server/keys/note'
import { linesOf } from './lines-of'

export type Said = { readonly lines: readonly string[]; readonly code: 0 | 1 | 2 }
/** One sort of file: how it begins, what it is called, and what is found out of one. `title` says the verdict, `about` what the file says of itself, and what follows is why and what was looked at. */
export type Sort<Verdict extends string> = {
  readonly begins: (firstLine: string) => boolean; readonly named: string; readonly no: string
  readonly examine: (lines: AsyncIterable<string>, key: LogKey | null) => Promise<{ verdict: Verdict; title: string; why: readonly string[]; about: readonly string[]; findings: readonly { readonly mark: 'good' | 'bad' | 'unknown'; readonly says: string }[] }>
  readonly codeOf: (verdicts: readonly Verdict[]) => 0 | 1 | 2
}
const signs = { good: '✓', bad: '✗', unknown: '?' } as const
// What stands in a file is somebody's text: nothing in it moves the cursor.
const plain = (text: string) => text.replace(new RegExp(unprintable, 'gu'), '�')

/** Whether a file begins as one of this sort does. */
export function isOf({ begins }: Pick<Sort<never>, 'begins'>, file: string): boolean {
  try {
    return begins(beginningOf(file, 64))
  } catch {
    return false
  }
}
function beginningOf(file: string, bytes: number): string {
  const [open, first] = [openSync(file, 'r'), Buffer.alloc(bytes)]
  try {
    return first.subarray(0, readSync(open, first, 0, first.length, 0)).toString('utf8')
  } finally {
    closeSync(open)
  }
}

export async function verifyFiles<Verdict extends string>(sort: Sort<Verdict>, args: readonly string[]): Promise<Said> {
  const asked = read(sort, args)
  if (typeof asked === 'string') return { lines: [plain(asked), `Usage: npm run verify -- ${sort.named} [${sort.named} …] [--log KEY [--handovers FILE]]`], code: 2 }
  const all = await Promise.all(asked.files.map((file) => one(sort, file, asked)))
  return { lines: all.flatMap(({ lines }) => lines).map(plain), code: sort.codeOf(all.map(({ verdict }) => verdict)) }
}
function read(sort: Pick<Sort<never>, 'begins' | 'no'>, args: readonly string[]): Asked & { files: string[] } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { log: { type: 'string' }, handovers: { type: 'string' } } })
    const told = toldOf(values)
    if (typeof told === 'string') return told
    const other = positionals.find((file) => !isOf(sort, file))
    return other === undefined ? { files: positionals, ...told } : `${other} is no ${sort.no}.`
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
/** The key that was told, and those of the same log that it makes known. */
type Asked = { readonly told: LogKey | null; readonly known: readonly LogKey[] }
export function toldOf({ log, handovers }: { log?: string | undefined; handovers?: string | undefined }): Asked | string {
  const told = log === undefined ? null : parseNoteKey(log)
  if (log !== undefined && !told) return `${log} is no key of a log.`
  if (handovers === undefined) return { told, known: told ? [told] : [] }
  if (!told) return 'Handovers say which keys are those of one log: give one of them with --log.'
  const notes = readHandovers(handovers)
  if (!notes) return `${handovers} is no file of handovers, or one of them is not signed as it has to be.`
  const known = keysKnownBy(told, notes)
  return { told: known.find(({ name }) => name === told.name) ?? told, known }
}
const saysItsKey = 70_000
/** By the key that it names itself, where what was told makes that known; by the one that was told otherwise. */
function keyOf(file: string, { told, known }: Asked): LogKey | null {
  if (known.length < 2) return told
  const beginning = beginningOf(file, saysItsKey)
  return known.find((key) => beginning.includes(`"log":${JSON.stringify(noteKeyText(key))}`)) ?? told
}
async function one<Verdict extends string>({ examine }: Sort<Verdict>, file: string, asked: Asked): Promise<{ verdict: Verdict; lines: string[] }> {
  const key = keyOf(file, asked)
  const { verdict, title, why, about, findings } = await examine(linesOf(file), key)
  const by = key === asked.told ? [] : ['Its key is another of the same log than was told, as the handovers show.', '']
  const said = [...by, ...why, ...(why.length > 0 ? [''] : []), ...about, ...(about.length > 0 ? [''] : []), ...findings.map(({ mark, says }) => `${signs[mark]} ${says}`)]
  return { verdict, lines: [`${file}: ${title}`, ...said.map((line) => (line === '' ? '' : `  ${line}`)), ''] }
}
