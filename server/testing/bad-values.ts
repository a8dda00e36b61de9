const deep = (levels: number) => {
  let value: unknown = 'x'
  for (let at = 0; at < levels; at++) value = at % 2 ? [value] : { a: value }
  return value
}

/** What no field of any input means, by name. */
export const badValues: readonly [name: string, value: unknown][] = [
  ['zero', 0], ['negative', -1], ['fraction', 1.5], ['huge', 1e308], ['not a number', Number.NaN], ['true', true], ['null', null], ['a list', []], ['a list of lists', [['x']]], ['an object', {}],
  ['an object that would be a prototype', JSON.parse('{"__proto__": {"polluted": true}}')], ['nested 1,000 deep', deep(1000)], ['a big integer', 10n ** 30n], ['a date', new Date(0)],
  ['empty', ''], ['a space', ' '], ['a megabyte', 'x'.repeat(1_000_000)], ['a NUL', 'a\u0000b'], ['half a character', '\ud800'], ['a line break', 'a\r\nb'], ['an escape', '\u001b[31m'],
  ['right to left', 'a\u202eb'], ['SQL', "' OR 1=1 --"], ['SQL in a call', "1); DROP TABLE record; --"], ['a query operator', '{"$gt": ""}'], ['a path', '../../etc/passwd'], ['an encoded path', '%2e%2e%2f'],
  ['markup', '<img src=x onerror=alert(1)>'], ['a template', '${7*7}{{7*7}}'], ['a format', '%s%n%x'], ['a wildcard', '%'], ['a past-the-end number', '99999999999999999999'], ['minus one as text', '-1'],
]
