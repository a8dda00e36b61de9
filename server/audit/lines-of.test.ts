import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { linesOf } from './lines-of'

const folder = mkdtempSync(`${tmpdir()}/lines-`)
afterAll(() => rmSync(folder, { recursive: true }))
async function linesIn(text: string | Buffer, most?: number) {
  writeFileSync(`${folder}/file`, text)
  const lines = []
  for await (const line of linesOf(`${folder}/file`, most)) lines.push(line)
  return lines
}

test('a line ends at a line break and at nothing else that somebody may have written', async () => {
  for (const inside of ['\u2028', '\u2029', '\u0085', '\r', '\v', '\f', '\ufeff', '\r\r']) expect([inside, await linesIn(`a${inside}b\n\nc${inside}\n`)]).toEqual([inside, [`a${inside}b`, '', `c${inside}`]])
  expect([await linesIn(''), await linesIn('a\n'), await linesIn('a\nb\n')]).toEqual([[], ['a'], ['a', 'b']])
})
test('what stands behind the last line break is no line of ours: it may have gone on', async () => {
  for (const text of ['a', '"b"', '{"c":1}']) expect([text, await linesIn(`first\n${text}`)]).toEqual([text, ['first', `${text}\ufffd`]])
})
test('a line is the same wherever the file was parted when it was read', async () => {
  const lines = Array.from({ length: 9 }, (_, nth) => 'é😀'.repeat(nth * 9_000))
  expect(await linesIn(lines.map((line) => `${line}\n`).join(''))).toEqual(lines)
})
test('what goes on without end is read no further, and is no whole line', async () => {
  expect(await linesIn(`first\n${'x'.repeat(1_000_000)}\nlast\n`, 1_000)).toEqual(['first', `${'x'.repeat(1_000)}\ufffd`])
})
test('bytes that are no text make a line that no line of ours is, and a character that stands for such bytes makes none', async () => {
  const [sign, plain] = [Buffer.from('"\ufffd"\n'), Buffer.from('"a"\n')]
  expect(await linesIn(sign)).toEqual(['"\ufffd"'])
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
    expect(await linesIn(Buffer.concat([plain, Buffer.from([0x22, ...bytes, 0x22, 0x0a]), plain]))).toEqual(['"a"', expect.stringMatching(/"\ufffd+"\ufffd$/), '"a"'])
  }
})
