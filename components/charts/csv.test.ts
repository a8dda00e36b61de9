import { expect, test } from 'vitest'
import { csvOf } from './csv'

test('what has a comma, a quote or a line break is quoted', () => {
  expect(csvOf([['Limit', 'Set by'], ['1,024 cores', 'Ada "A" Admin'], ['a\nb', '']])).toBe('Limit,Set by\r\n"1,024 cores","Ada ""A"" Admin"\r\n"a\nb",\r\n')
})
test.each(['=1+1', '+1', '-1', '@A1'])('%j is text and no formula', (text) => expect(csvOf([[text]])).toBe(`'${text}\r\n`))
test.each(['\tx', 'a;=1+1', 'a\t-1', 'a; @A1'])('%j is none either, whatever separates the cells there', (text) => expect(csvOf([[text]])).toBe(`"'${text}"\r\n`))
