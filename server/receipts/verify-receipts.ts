/** What `npm run verify` does with what it is told: nothing of ours is asked, and nothing is written. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { toldOf } from '~/server/audit/verify-files'
import { noteKeyText } from '~/server/keys/note'
import { decideReceipt, type Mark, type Verdict } from './decide-receipt'
import { enrolmentsBy, openEnrolments } from './enrolments'
import { examine, type Known } from './examine'
import { checkReceipt, readJson } from './receipt'
import { receiptRefusals } from './receipt.refusals'
import { linesOf, verdicts } from './words'

export const usage = 'Usage: npm run verify -- FILE [FILE …] [--keys ENROLMENTS] [--log KEY [--handovers FILE]]'
/** All of them valid; one that is not; nothing shown either way. */
type ExitCode = 0 | 1 | 2
class Unusable extends Error {}

const signs: Record<Mark, string> = { good: '✓', bad: '✗', unknown: '?' }
// A value of the terms is somebody's text: nothing in it moves the cursor.
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '�')

export async function verifyReceipts(args: readonly string[]): Promise<{ lines: readonly string[]; code: ExitCode }> {
  try {
    const { files, known, head } = read(args)
    const receipts = files.flatMap((file) => receiptsIn(file).map((receipt) => ({ file, receipt })))
    if (receipts.length === 0) throw new Unusable('There is no receipt in it.')
    const judged = await Promise.all(receipts.map(({ receipt }) => one(receipt, known)))
    const lines = judged.flatMap((each, at) => [`${receipts.length > 1 ? `${receipts[at]?.file}, receipt ${at + 1} of ${receipts.length}` : receipts[at]?.file}: ${each.title}`, ...each.lines.map((line) => `  ${line}`), ''])
    return { lines: [...head, ...lines].map(plain), code: codeOf(judged.map(({ verdict }) => verdict)) }
  } catch (thrown) {
    if (thrown instanceof Unusable) return { lines: [plain(thrown.message), usage], code: 2 }
    throw thrown
  }
}
const codeOf = (all: readonly Verdict[]): ExitCode => (all.includes('invalid') ? 1 : all.every((verdict) => verdict === 'valid') ? 0 : 2)

function read(args: readonly string[]): { files: string[]; known: Known; head: string[] } {
  const { values, positionals } = parsed(args)
  if (positionals.length === 0) throw new Unusable('Which receipt?')
  const asked = toldOf(values)
  if (typeof asked === 'string') throw new Unusable(asked)
  const { told, known } = asked
  const list = values.keys === undefined ? '' : bytesOf(values.keys).toString('utf8')
  const enrolments = values.keys === undefined ? null : told ? enrolmentsBy(list, known) : openEnrolments(list, null)
  if (values.keys !== undefined && !enrolments) throw new Unusable(`${values.keys} is no list of enrolments that ${told ? 'this log' : 'a log'} has signed.`)
  const logKey = told ?? enrolments?.key ?? null
  const head = logKey ? [`The log’s key is ${noteKeyText(logKey)}`, ...(told ? [] : ['It stands in the list of enrolments: compare it with the one that you were told.']), ''] : []
  return { files: positionals, known: { enrolments, logKeys: told ? known : logKey ? [logKey] : [] }, head }
}
function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { keys: { type: 'string' }, log: { type: 'string' }, handovers: { type: 'string' } } })
  } catch (thrown) {
    throw new Unusable(thrown instanceof Error ? thrown.message : String(thrown))
  }
}
/** Thousands of receipts. */
const fileMost = 256 * 1024 * 1024
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (thrown) {
    throw new Unusable(`${file} cannot be read (${(thrown as NodeJS.ErrnoException).code}).`)
  }
}
/** A file holds one receipt, or a list of them. */
function receiptsIn(file: string): unknown[] {
  const read = readJson(bytesOf(file), fileMost)
  if ('problem' in read) throw new Unusable(`${file} ${read.problem}.`)
  return Array.isArray(read.json) ? read.json : [read.json]
}

async function one(json: unknown, known: Known): Promise<{ verdict: Verdict; title: string; lines: string[] }> {
  const read = checkReceipt(json)
  if ('problem' in read) return { verdict: 'invalid', title: 'INVALID', lines: [read.problem] }
  const { verdict, reason, findings, noted } = decideReceipt(await examine(read.receipt, known))
  const { says, fix } = reason ? receiptRefusals[reason] : { says: verdicts[verdict].says, fix: null }
  return {
    verdict, title: verdicts[verdict].title.toUpperCase(),
    lines: [says, ...(fix ? [fix] : []), '', ...linesOf(read.receipt).map(([name, value]) => `${name}: ${value}`), '', ...findings.map((finding) => `${signs[finding.mark]} ${finding.says}`), ...noted.map((line) => `· ${line}`)],
  }
}
