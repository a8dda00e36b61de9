import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned, publicHalf, sign, signatureBytes } from './signing'

test.each([10, 5_000])('what was signed is, however often it is asked, and nothing else ever is: %i bytes', (length) => {
  const [key, another] = [randomBytes(32), randomBytes(32)]
  const bytes = randomBytes(length)
  const signature = sign(key, bytes)
  const altered = (of: Buffer) => { const other = Buffer.from(of); other[length % 7] = (other[length % 7] ?? 0) ^ 1; return other }
  for (let time = 0; time < 3; time++) {
    expect(isSigned(publicHalf(key), bytes, signature)).toBe(true)
    expect(isSigned(publicHalf(another), bytes, signature)).toBe(false)
    expect(isSigned(publicHalf(key), altered(bytes), signature)).toBe(false)
    expect(isSigned(publicHalf(key), bytes, altered(signature))).toBe(false)
    expect(isSigned(publicHalf(key), bytes.subarray(1), signature)).toBe(false)
    expect(isSigned(publicHalf(key), bytes, signature.subarray(0, signatureBytes - 1))).toBe(false)
  }
})
