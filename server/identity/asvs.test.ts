/** What the README says is held is held by something that is there. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}/server/identity/README.md`, 'utf8')
const rows = [...readme.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, id = '', asks = '', held = '']) => ({ id, asks, held }))

/** The requirements of these chapters that are in scope: all of levels 1 and 2 that apply to us, and those of level 3 that we chose. */
const inScope = {
  'V6.1': [1, 2, 3], 'V6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'V6.3': [1, 2, 3, 4, 5, 6, 7, 8], 'V6.4': [1, 2, 3, 4, 6], 'V6.5': [1, 2, 3, 4, 5, 6, 8], 'V6.7': [1, 2], 'V6.8': [1, 2, 4],
  'V7.1': [1, 2, 3], 'V7.2': [1, 2, 3, 4], 'V7.3': [1, 2], 'V7.4': [1, 2, 3, 4, 5], 'V7.5': [1, 2, 3], 'V7.6': [1, 2],
  'V8.1': [1, 2, 3], 'V8.2': [1, 2, 3, 4], 'V8.3': [1, 2, 3], 'V8.4': [1, 2],
  'V10.1': [1, 2], 'V10.2': [1, 2, 3], 'V10.3': [1, 2, 3, 4, 5], 'V10.5': [1, 2, 3, 4, 5],
}

test('every requirement in scope has its row, once, in order', () => {
  expect(rows.map(({ id }) => id)).toEqual(Object.entries(inScope).flatMap(([section, numbers]) => numbers.map((number) => `${section}.${number}`)))
})
test.each(rows)('$id: what is named is there, or why it is not held is said', ({ held }) => {
  if (/^not held: .{40}/.test(held)) return
  const named = [...held.matchAll(/`([^`]+)` › ([^;]+?)(?=; `|\. [A-Z]|$)/g)]
  expect(named.length, held).toBeGreaterThan(0)
  for (const [, file = '', words = ''] of named) {
    expect(existsSync(`${root}/${file}`), file).toBe(true)
    expect(readFileSync(`${root}/${file}`, 'utf8')).toContain(words.trim())
  }
})
