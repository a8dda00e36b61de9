import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal } from '~/server/keys/seal'
import { openSecrets, overlapMs, renewSecret } from './receiver-key'

const [key, now] = [randomBytes(32), new Date('2026-01-08T10:00:00.000Z')]
const after = (ms: number) => new Date(now.getTime() + ms)
test('a new key holds beside the one before for a day, to the millisecond, and then alone', () => {
  const before = new Uint8Array(seal(key, 'feed|secret|a', Buffer.from('the one before')))
  const { secret, earlierUntil, data } = renewSecret(key, 'feed|secret|a', before, now)
  expect([earlierUntil, data.earlierUntil]).toEqual([after(overlapMs), after(overlapMs)])
  const held = (ms: number) => openSecrets(key, 'feed|secret|a', data, after(ms))
  expect([held(0), held(overlapMs - 1), held(overlapMs), held(overlapMs + 1)]).toEqual([[secret, 'the one before'], [secret, 'the one before'], [secret], [secret]])
  expect(() => openSecrets(key, 'feed|secret|b', data, now)).toThrow()
})
test('what has one key has one, and what has none has none', () => {
  const secret = new Uint8Array(seal(key, 'x', Buffer.from('alone')))
  expect([openSecrets(key, 'x', { secret, earlierSecret: null, earlierUntil: null }, now), openSecrets(key, 'x', { secret: null, earlierSecret: null, earlierUntil: null }, now)]).toEqual([['alone'], []])
})
