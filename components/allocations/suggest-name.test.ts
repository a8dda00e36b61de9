import { expect, test } from 'vitest'
import { Handle } from '~/server/api/inputs'
import { suggestName } from './suggest-name'

test.each([
  ['Fine-tuning, second attempt.', 'fine-tuning-second-attempt'], ['Fine-tuning of the small model for Monday', 'fine-tuning-of-the'], ['  Überarbeitung  ', 'uberarbeitung'], ['3 runs of 2024', 'runs-of-2024'],
  ['', ''], ['42', ''], ['日本語', ''], ['a'.repeat(60), 'a'.repeat(40)], ['--', ''],
])('%j is called %j', (purpose, expected) => {
  expect(suggestName(purpose)).toBe(expected)
  if (expected !== '') expect(Handle.safeParse(expected).success).toBe(true)
})
