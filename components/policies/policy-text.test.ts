import { expect, test } from 'vitest'
import { readText, textOf } from './policy-text'

test('what is written is read as it was', () => {
  const body = { rules: [{ id: 'a', exceptions: [] }], most: 3, none: null }
  expect(readText(textOf(body))).toEqual({ ok: true, body })
})
test('what is no JSON is told', () => expect(['{ "a": x }', ''].map(readText)).toEqual(Array(2).fill({ ok: false, says: 'It is not JSON.' })))
