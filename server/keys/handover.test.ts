/** Which keys whoever was told one of them knows, by our reading of the file and by that of a stranger who has the text of the format alone. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { openCheckpoint, signCheckpoint } from '~/server/audit/checkpoint'
import { strangersKeys } from '~/server/testing/strangers-handovers'
import { decideLogKey } from './decide-log-key'
import { keysKnownBy, openHandover, signHandover, signLoss } from './handover'
import { handoversFile, readHandovers } from './handovers-file'
import { type LogSigner, logSignerOf, readLogKey } from './log-key'
import { noteKeyText } from './note'

const folder = mkdtempSync(`${tmpdir()}/handovers-`)
afterAll(() => rmSync(folder, { recursive: true }))
const [first, second, third, other] = Array.from({ length: 4 }, () => logSignerOf(randomBytes(32))) as [LogSigner, LogSigner, LogSigner, LogSigner]
const root = randomBytes(32).toString('base64')
const gives = (before: LogSigner, after: LogSigner, size: number) => signHandover(before, after, { size, root })
const one = gives(first, second, 10)
const two = gives(second, third, 25)

/** By name, with what each vouches for; the stranger's answer is the same. */
function known(told: LogSigner, notes: readonly string[]) {
  const named = [first, second, third, other]
  const ours = new Map(keysKnownBy(told.key, notes).map((key) => [noteKeyText(key), key.until ?? Number.POSITIVE_INFINITY]))
  const theirs = strangersKeys(handoversFile(notes), noteKeyText(told.key))
  expect(new Map([...theirs].sort())).toEqual(new Map([...ours].sort()))
  return named.flatMap(({ key }, at) => (ours.has(noteKeyText(key)) ? [[at + 1, ours.get(noteKeyText(key))]] : []))
}
const without = Number.POSITIVE_INFINITY

test('whoever was told any of the keys knows all of them, and how far each vouches', () => {
  for (const told of [first, second, third]) for (const notes of [[one, two], [two, one], [one, two, one]]) expect(known(told, notes)).toEqual([[1, 10], [2, 25], [3, without]])
  expect([known(first, []), known(other, [one, two]), known(third, [one]), known(first, [two])]).toEqual([[[1, without]], [[4, without]], [[3, without]], [[1, without]]])
})
test('a key that lets two go on, or goes on from two, is believed in neither; nor is a log that became smaller, or a key that comes again', () => {
  expect([known(first, [one, gives(first, other, 10)]), known(second, [one, gives(other, second, 10)])]).toEqual([[[1, without]], [[2, without]]])
  const smaller = gives(second, third, 9)
  expect([known(first, [one, smaller]), known(third, [one, smaller])]).toEqual([[[1, 10], [2, without]], [[2, 9], [3, without]]])
  expect(known(first, [one, gives(second, first, 10)]).map(([at]) => at)).toEqual([1, 2])
})
test('what only one of the two signed, and what was altered, is no handover', () => {
  const text = one.slice(0, one.indexOf('\n\n') + 1)
  const [byFirst = '', bySecond = ''] = one.slice(text.length + 1).split('\n')
  expect(openHandover(one)).toEqual({ before: first.key, after: second.key, size: 10, root, isLoss: false })
  for (const wrong of [`${text}\n${byFirst}\n`, `${text}\n${bySecond}\n`, one.replace('\n10\n', '\n11\n'), one.replace('handover-1', 'handover-2'), one.slice(0, -1), '', gives(first, first, 3)]) {
    expect([wrong, openHandover(wrong)]).toEqual([wrong, null])
    writeFileSync(`${folder}/wrong`, handoversFile([wrong]))
    expect(readHandovers(`${folder}/wrong`)).toBeNull()
    expect(() => strangersKeys(handoversFile([wrong]), noteKeyText(first.key))).toThrow()
  }
  writeFileSync(`${folder}/whole`, handoversFile([one, two]))
  expect(readHandovers(`${folder}/whole`)).toEqual([one, two])
  writeFileSync(`${folder}/short`, handoversFile([one, two]).slice(0, -1))
  expect([readHandovers(`${folder}/short`), readHandovers(`${folder}/none`)]).toEqual([null, null])
})
test('of a key that is lost the next one alone says so: who knows that one knows the lost one as far as it is said to have come, and nobody is led from the lost one to another', () => {
  const lost = signLoss(first.key, second, { size: 10, root })
  expect(openHandover(lost)).toEqual({ before: first.key, after: second.key, size: 10, root, isLoss: true })
  expect([known(second, [lost]), known(first, [lost]), known(third, [lost, two]), known(second, [lost, two])]).toEqual([[[1, 10], [2, without]], [[1, without]], [[1, 10], [2, 25], [3, without]], [[1, 10], [2, 25], [3, without]]])
  expect([known(first, [one, signLoss(second.key, third, { size: 25, root })]), known(third, [one, signLoss(second.key, third, { size: 25, root })])]).toEqual([[[1, 10], [2, without]], [[1, 10], [2, 25], [3, without]]])
  // Whoever found the lost key and lets it lead elsewhere has it believed by nobody.
  expect(known(second, [lost, gives(first, other, 10)])).toEqual([[2, without]])
  const text = lost.slice(0, lost.indexOf('\n\n') + 1)
  const byOther = signLoss(first.key, other, { size: 10, root }).split('\n\n')[1] ?? ''
  for (const wrong of [`${text}\n${byOther}`, one.replace('handover-1', 'loss-1'), lost.replace('loss-1', 'handover-1'), lost.replace('\n10\n', '\n9\n')]) {
    expect(openHandover(wrong)).toBeNull()
    expect(() => strangersKeys(handoversFile([wrong]), noteKeyText(second.key))).toThrow()
  }
  expect([readLogKey(noteKeyText(first.key)), readLogKey(first.key.publicKey.toString('base64url')), readLogKey('bailiwick/0+0+0'), readLogKey('')]).toEqual([first.key, first.key, null, null])
})
test('a key that let another go on vouches for no larger log', () => {
  const [key] = keysKnownBy(second.key, [one])
  const checkpoint = (size: number) => openCheckpoint(signCheckpoint({ log: first.key.name, size, root: Buffer.alloc(32) }, first.signKey), key ?? second.key)?.size ?? null
  expect([checkpoint(10), checkpoint(11)]).toEqual([10, null])
})
test.each<[string, Parameters<typeof decideLogKey>[0], ReturnType<typeof decideLogKey>]>([
  ['nothing was signed yet', { signer: null, handovers: [], now: 'a', earlier: null, lost: null }, 'goes_on'],
  ['the key that signed last', { signer: 'a', handovers: [], now: 'a', earlier: null, lost: null }, 'goes_on'],
  ['another key', { signer: 'a', handovers: [], now: 'b', earlier: null, lost: null }, { another: 'a' }],
  ['another key, and the one that signed as the earlier', { signer: 'a', handovers: [], now: 'b', earlier: 'a', lost: null }, 'is_handed_over'],
  ['another key, and an earlier one that never signed', { signer: 'a', handovers: [], now: 'b', earlier: 'c', lost: null }, { another: 'a' }],
  ['the next key before it signed anything', { signer: 'a', handovers: [{ before: 'a', after: 'b' }], now: 'b', earlier: null, lost: null }, 'goes_on'],
  ['the key before, after it let another go on', { signer: 'a', handovers: [{ before: 'a', after: 'b' }], now: 'a', earlier: null, lost: null }, { another: 'b' }],
  ['the key before, with the one of now as the earlier', { signer: 'b', handovers: [{ before: 'a', after: 'b' }], now: 'a', earlier: 'b', lost: null }, { another: 'b' }],
  ['the third, from the second', { signer: 'a', handovers: [{ before: 'a', after: 'b' }], now: 'c', earlier: 'b', lost: null }, 'is_handed_over'],
  ['another key, and the one that signed as lost', { signer: 'a', handovers: [], now: 'b', earlier: null, lost: 'a' }, 'was_lost'],
  ['another key, and one as lost that never signed', { signer: 'a', handovers: [], now: 'b', earlier: null, lost: 'c' }, { another: 'a' }],
  ['another key, and one as lost that let another go on', { signer: 'a', handovers: [{ before: 'a', after: 'c' }], now: 'b', earlier: null, lost: 'a' }, { another: 'c' }],
  ['the key that was lost, found again', { signer: 'b', handovers: [{ before: 'a', after: 'b' }], now: 'a', earlier: null, lost: 'b' }, { another: 'b' }],
  ['the next key, with the lost one still named', { signer: 'b', handovers: [{ before: 'a', after: 'b' }], now: 'b', earlier: null, lost: 'a' }, 'goes_on'],
])('an engine is given %s', (_says, given, comes) => expect(decideLogKey(given)).toEqual(comes))
