import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { pathOf } from './prepare-qr'

/** What a browser fills, module by module. */
function filled(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(back).toBe(x)
    for (let at = Number(x); at < Number(x) + Number(width); at++) (modules[Number(y)] ?? [])[at] = true
  }
  return modules
}

test.each(['otpauth://totp/Bailiwick:ada%40aurora.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bailiwick', '', 'x'.repeat(600)])('every dark module of %j is drawn, and no other', (text) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  expect(filled(pathOf(data), size)).toEqual(data)
})
test('runs are one bar each, at the edges, too', () => expect(pathOf([[true, true, false, true], [false, false, false, false], [true, true, true, true]])).toBe('M0 0h2v1H0zM3 0h1v1H3zM0 2h4v1H0z'))
