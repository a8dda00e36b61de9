import { readdirSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from './client'
import { decideSchema, otherSchema } from './refuse-schema'

afterAll(closeDatabase)

test.each<[string, string[], string[], string | null]>([
  ['the same', ['1_a', '2_b'], ['2_b', '1_a'], null],
  ['a newer database', ['1_a'], ['1_a', '2_b'], 'migrated by a newer Bailiwick (2_b)'],
  ['an older database', ['1_a', '2_b', '3_c'], ['1_a'], 'not migrated as far as this Bailiwick (2_b is lacking): npm run migrate'],
  ['an empty database', ['1_a'], [], '1_a is lacking'],
  ['a database of another line', ['1_a', '2_b'], ['1_a', '2_other'], 'migrated by a newer Bailiwick (2_other)'],
])('%s', (_says, ours, theirs, says) => says === null ? expect(decideSchema(ours, theirs)).toBeNull() : expect(decideSchema(ours, theirs)).toContain(says))

const here = readdirSync('prisma/migrations').filter((name) => /^\d/.test(name)).sort()
test.each(['web', 'engine'] as const)('the %s process starts on the database that it was written for, and on none that was migrated further or not as far', async (role) => {
  expect(await otherSchema(role)).toBeNull()
  expect(await otherSchema(role, here.slice(0, -1))).toContain(`newer Bailiwick (${here.at(-1)})`)
  expect(await otherSchema(role, [...here, '9999_later'])).toContain('(9999_later is lacking)')
})
