/** `npm run verify`, as a stranger runs it: a process with these files and no setting of ours. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteKeyText } from '~/server/keys/note'
import { type Approver, enrolmentOf, makeApprover, makeLog, receiptFor, receiptsFor, statementOf } from '~/server/testing/receipts'
import { verifyReceipts } from './verify-receipts'

const folder = mkdtempSync(`${tmpdir()}/receipts-`)
afterAll(() => rmSync(folder, { recursive: true }))
const log = makeLog()
let approver: Approver
let files: Record<'one' | 'batch' | 'mixed' | 'altered' | 'keys' | 'others' | 'empty' | 'broken', string>
function file(name: string, content: unknown): string {
  writeFileSync(`${folder}/${name}`, typeof content === 'string' ? content : JSON.stringify(content))
  return `${folder}/${name}`
}
beforeAll(async () => {
  approver = await makeApprover()
  const [one, batch] = [await receiptFor(approver, log), await receiptsFor(approver, log, 3)]
  const altered = { ...one, statement: { ...one.statement, version: '9' } }
  files = {
    one: file('one.json', one), batch: file('batch.json', batch), mixed: file('mixed.json', [...batch, altered]), altered: file('altered.json', altered), empty: file('empty.json', []), broken: file('broken.json', '{'),
    keys: file('keys.txt', log.enrolments([enrolmentOf(approver)])), others: file('others.txt', makeLog().enrolments([enrolmentOf(approver)])),
  }
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (...args: string[]) => new Promise<{ code: number | string | null; out: string; error: string }>((resolve) => {
  execFile(process.execPath, ['--import', 'tsx', 'server/receipts/main.ts', ...args], { cwd: root, env: { PATH: process.env.PATH, NODE_ENV: 'production' } }, (failed, out, error) => resolve({ code: failed ? (failed.code ?? null) : 0, out, error }))
})

test('with nothing but the files it says what was approved and that it is valid, and leaves with 0', async () => {
  const { code, out, error } = await run(files.one, '--keys', files.keys, '--log', noteKeyText(log.key))
  expect([code, error]).toEqual([0, ''])
  expect(out).toContain(`The log’s key is ${noteKeyText(log.key)}`)
  expect(out).toMatch(/one\.json: VALID\n {2}It was signed by the person who is named, for exactly this\.\n/)
  for (const line of ['Approved: request ', `By: person ${approver.person}`, 'amounts › nvidia.com/gpu: 16', 'victims: none', '✓ The record is in the log under this checkpoint.']) expect(out).toContain(line)
  expect(out).not.toContain('✗')
})
test('one that was altered leaves with 1, and says why first', async () => {
  const { code, out } = await run(files.altered, '--keys', files.keys)
  expect([code, out]).toEqual([1, expect.stringMatching(/INVALID\n {2}The passkey signed another statement\.\n/)])
})

const codeOf = async (...args: string[]) => (await verifyReceipts(args)).code
test('of many, one that is not valid is told by the exit code; what is not shown either way is a third', async () => {
  expect(await codeOf(files.batch, '--keys', files.keys)).toBe(0)
  expect(await codeOf(files.one, files.batch, '--keys', files.keys)).toBe(0)
  expect(await codeOf(files.mixed, '--keys', files.keys)).toBe(1)
  expect(await codeOf(files.one)).toBe(2)
  expect(await codeOf(files.altered)).toBe(1)
  const { lines } = await verifyReceipts([files.mixed, '--keys', files.keys])
  expect(lines.filter((line) => /receipt \d of 4/.test(line)).map((line) => line.split(': ').at(-1))).toEqual(['VALID', 'VALID', 'VALID', 'INVALID'])
})
test('a list that names its own key is used, and the reader told to compare; one that another log signed is not', async () => {
  expect((await verifyReceipts([files.one, '--keys', files.keys])).lines[1]).toContain('compare it with the one that you were told')
  expect(await verifyReceipts([files.one, '--keys', files.others, '--log', noteKeyText(log.key)])).toEqual({ code: 2, lines: [expect.stringContaining('is no list of enrolments that this log has signed'), expect.stringContaining('Usage')] })
  expect(await codeOf(files.one, '--keys', files.others)).toBe(1)
})
test.each<[string, () => string[], string]>([
  ['no file', () => [], 'Which receipt?'], ['a file that is not there', () => [`${folder}/none.json`], 'cannot be read (ENOENT)'], ['a folder', () => [folder], 'cannot be read (EISDIR)'], ['no JSON', () => [files.broken], 'is not JSON'],
  ['an empty list', () => [files.empty], 'There is no receipt in it'], ['an unknown word', () => [files.one, '--key', 'x'], '--key'], ['a key that is none', () => [files.one, '--log', 'x'], 'is no key of a log'], ['a list that is none', () => [files.one, '--keys', files.one], 'is no list of enrolments that a log has signed'],
])('%s is said in words, with how to use it', async (_says, args, sentence) => {
  expect(await verifyReceipts(args())).toEqual({ code: 2, lines: [expect.stringContaining(sentence), expect.stringMatching(/^Usage: npm run verify/)] })
})
test('what two readers may read differently is no receipt: a name that stands twice, and bytes that are no text', async () => {
  const text = JSON.stringify(await receiptFor(approver, log))
  const told = { code: 2, lines: [expect.stringContaining('says something twice'), expect.stringMatching(/^Usage/)] }
  expect(await verifyReceipts([file('twice.json', text.replace('"statement":{', '"statement":{"decision":"deny",'))])).toEqual(told)
  expect(await verifyReceipts([file('twice.json', `[${text.replace('{', '{"form\\u0061t":"another",')}]`)])).toEqual(told)
  const whole = JSON.stringify(await receiptFor(approver, log, { statement: statementOf(approver, { terms: { note: '\ufffd' } }) }))
  const at = Buffer.from(whole).indexOf('\ufffd')
  writeFileSync(`${folder}/bytes.json`, Buffer.concat([Buffer.from(whole).subarray(0, at), Buffer.of(0xff), Buffer.from(whole).subarray(at + 3)]))
  expect(await verifyReceipts([`${folder}/bytes.json`])).toEqual({ code: 2, lines: [expect.stringContaining('is not text'), expect.stringMatching(/^Usage/)] })
})
test('what is no receipt is invalid; what somebody wrote into the terms moves no cursor', async () => {
  expect(await codeOf(file('none.json', { format: 'other' }))).toBe(1)
  const one = await receiptFor(approver, log)
  const { lines } = await verifyReceipts([file('cursor.json', { ...one, statement: { ...one.statement, terms: { note: 'a\u001b[2Jb\u202ec' } } })])
  expect(lines.join('\n')).toContain('note: a�[2Jb�c')
})
