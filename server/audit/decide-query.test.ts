import { expect, test } from 'vitest'
import { asActor, type Asked, type Chip, chipKinds, concealedText, decideQuery, lesser, momentOf, plainOf, queryText, rangeOf, tallyOf, wantedOf, withChip, withoutChip, wordsIn } from './decide-query'

const now = Date.parse('2026-11-22T10:34:56.789Z')
const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const chips = (text: string) => decideQuery(text).chips.map(({ kind, value }) => `${kind}=${value}`)

test.each<[string, string[], string[], number]>([
  ['', [], [], 0],
  ['   ', [], [], 0],
  ['verb:approve', ['verb=approve'], [], 0],
  ['VERB:approve', ['verb=approve'], [], 0],
  ['verb:approve verb:refuse resource:requests', ['verb=approve', 'verb=refuse', 'resource=requests'], [], 0],
  ['actor:"Ada Aurora"', ['actor=Ada Aurora'], [], 0],
  ['actor:ada@aurora.example', ['actor=ada@aurora.example'], [], 0],
  ['Serving nvidia.com/gpu', [], ['serving', 'nvidia', 'com', 'gpu'], 0],
  ['0192f0a0-0000-7000-8000-0000000000AB', [], ['id/0192f0a0-0000-7000-8000-0000000000ab'], 0],
  ['gpu gpu', [], ['gpu'], 0], ['serv* *x x*y', [], ['serv*', 'x', 'x*', 'y'], 0], ['* **', [], [], 1], ['🦊', [], [], 1], ['gpu & 🦊', [], ['gpu'], 0], ['gpu مرحبا', [], ['gpu'], 1],
  ['"red team"', [], ['red', 'team'], 0],
  ['outcome:Denied', ['outcome=Denied'], [], 0],
  ['level:RequestResponse stream:deed', ['level=RequestResponse', 'stream=deed'], [], 0],
  ['reason:admin_access', ['reason=admin_access'], [], 0],
  ['since:2h until:1h', ['since=2h', 'until=1h'], [], 0],
  // What cannot be meant leaves the rest as it is.
  ['foo:bar verb:approve gpu', ['verb=approve'], ['gpu'], 1],
  ['verb: resource:quotas', ['resource=quotas'], [], 1],
  ['outcome:maybe verb:x', ['verb=x'], [], 1],
  ['level:all', [], [], 1], ['stream:both', [], [], 1], ['since:yesterday', [], [], 1], ['until:2026-13-01', [], [], 1],
  ["verb:'; DROP", [], ['drop'], 1],
  ['verb:"a b"', [], [], 1],
  ['foo:1 bar:2', [], [], 2],
  ['resource:"quotas', ['resource=quotas'], [], 0],
])('%s', (text, kinds, words, wrong) => {
  const asked = decideQuery(text)
  expect([chips(text), asked.words, asked.wrong.length]).toEqual([kinds, words, wrong])
  for (const { says, text: part } of asked.wrong) expect([says.length > 10, text.includes(part)]).toEqual([true, true])
})
test('each kind of chip is known by its name, and none is without one', () => {
  const values: Partial<Record<string, string>> = { username: 'A'.repeat(43), ip: 'A'.repeat(43), outcome: 'done', level: 'Metadata', stream: 'deed', since: '2h', until: '1h' }
  expect(chipKinds.map((kind) => chips(`${kind}:${values[kind] ?? 'x'}`))).toEqual(chipKinds.map((kind) => [`${kind}=${values[kind] ?? 'x'}`]))
})
test('a name or an address is looked for by its keyed hash, to the letter, and never as it was typed', () => {
  const hash = `aB${'-'.repeat(41)}`
  const [typed, another] = ['ip:2001:db8::1 USERNAME:"Ada@aurora.example" outcome:maybe verb:x ip:', decideQuery(`ip:${hash}`)]
  const asked = decideQuery(typed)
  expect([asked.chips, wantedOf(asked, null)]).toEqual([[{ kind: 'verb', value: 'x' }], "'verb/x'"])
  const [address, name] = plainOf(typed)
  if (!address || !name) throw new Error('both were typed')
  expect([plainOf(typed).length, address.field, address.plain, name.field, name.plain]).toEqual([2, 'sourceIP', '2001:db8::1', 'username', 'Ada@aurora.example'])
  expect(concealedText(concealedText(typed, address, hash), name, hash)).toBe(`ip:${hash} username:${hash} outcome:maybe verb:x ip:`)
  expect([another.wrong, wantedOf(another, 'a')]).toEqual([[], `'tenant/a' & 'ip/${hash}'`])
})
test('one that is the beginning of another leaves the other as it is; what was concealed already, and what was asked beyond the most, are concealed once', () => {
  const [a, b] = ['a'.repeat(43), 'b'.repeat(43)]
  const typed = 'ip:10.0.0.1 ip:10.0.0.12 ip:10.0.0.1'
  const hashes: Readonly<Record<string, string>> = { '10.0.0.1': a, '10.0.0.12': b }
  expect(plainOf(typed).reduce((text, each) => concealedText(text, each, hashes[each.plain] ?? ''), typed)).toBe(`ip:${a} ip:${b} ip:${a}`)
  expect(plainOf(`ip:${a} ${'x '.repeat(20)}username:Ada`).map(({ plain }) => plain)).toEqual(['Ada'])
})
test('what is beyond the most that is asked at once is said, and a time begins once', () => {
  const most = Array.from({ length: 16 }, (_, at) => `verb:v${at}`).join(' ')
  expect(decideQuery(most).wrong).toEqual([])
  expect(decideQuery(`${most} outcome:denied  gpu`)).toMatchObject({ words: [], wrong: [{ text: 'outcome:denied gpu', says: 'Nobody asks for more than 16 things at once.' }] })
  expect(decideQuery('since:7d until:1h since:2h until:1h since:7d')).toMatchObject({ chips: [{ value: '7d' }, { value: '1h' }, { value: '1h' }, { value: '7d' }], wrong: [{ text: 'since:2h', says: 'since:7d was said before it.' }] })
})
test('whatever is typed is answered, within bounds', () => {
  for (const text of ['"', ':', '::', 'verb:"', '\\', '%', '\u0000', '\ud800', '🙂', 'a:b:c', 'verb:verb:', '-', 'x'.repeat(10_000), 'a '.repeat(9_999), '"'.repeat(999)]) {
    const asked = decideQuery(text)
    expect(asked.chips.length + asked.words.length + asked.wrong.length).toBeLessThan(500)
    expect(() => [rangeOf(asked, now), wantedOf(asked, 'a')]).not.toThrow()
  }
})

test.each<[string, string | null]>([
  ['2h', '2026-11-22T08:34:56.789Z'], ['30m', '2026-11-22T10:04:56.789Z'], ['7d', '2026-11-15T10:34:56.789Z'], ['2026-11-01', '2026-11-01T00:00:00.000Z'], ['2026-11-01T10:00Z', '2026-11-01T10:00:00.000Z'], ['2026-11-01T10:00:01.5Z', '2026-11-01T10:00:01.500Z'],
  ['0h', null], ['4000d', null], ['2w', null], ['2026-02-30', null], ['2026-13-01', null], ['1999-01-01', null], ['2026-11-01T10:00', null], ['2026-11-01T10:00:00+01:00', null], ['', null], ['now', null],
])('the moment %s', (text, says) => expect(at(momentOf(text, now))).toBe(says))

test.each<[string, string, string | null, number]>([
  ['', '2026-10-23T00:00:00.000Z', null, 86_400],
  ['since:1h', '2026-11-22T09:30:00.000Z', null, 300],
  ['since:24h', '2026-11-21T10:00:00.000Z', null, 3_600],
  ['since:7d', '2026-11-15T10:00:00.000Z', null, 6 * 3_600],
  ['since:365d', '2025-11-22T00:00:00.000Z', null, 28 * 86_400],
  ['since:2026-11-01 until:2026-11-02T10:30Z', '2026-11-01T00:00:00.000Z', '2026-11-02T11:00:00.000Z', 3_600],
  ['until:2026-11-02', '2026-10-03T00:00:00.000Z', '2026-11-02T00:00:00.000Z', 86_400],
  ['since:1h until:2h', '2026-11-22T09:34:00.000Z', '2026-11-22T09:35:00.000Z', 60],
])('the range of %s', (text, since, until, seconds) => {
  const range = rangeOf(decideQuery(text), now)
  expect([at(range.since), at(range.until), range.bucketMs / 1000]).toEqual([since, until, seconds])
})

test.each<[string, string | null, string | null]>([
  ['', 'aurora', null], ['actor:x since:2h stream:deed', 'aurora', null],
  ['verb:approve', null, "'verb/approve'"], ['verb:approve', 'aurora', "'tenant/aurora' & 'verb/approve'"],
  ['verb:Approve verb:refuse gpu', null, "('verb/approve' | 'verb/refuse') & 'gpu'"],
  ['serv* gpu', null, "'serv':* & 'gpu'"],
  ['0192f0a0-0000-7000-8000-0000000000ab', null, "'id/0192f0a0-0000-7000-8000-0000000000ab'"],
])('what is wanted of %s in %s', (text, tenant, wanted) => expect(wantedOf(decideQuery(text), tenant)).toBe(wanted))
test.each<[string, string | null]>([
  ['', null], ['gpu', null], ['actor:ada@aurora.example', null], ['ada@aurora', null], ['"ada@aurora.example"', null],
  ['ada@aurora.example', 'actor:ada@aurora.example'], ['verb:approve ada@aurora.example  gpu', 'verb:approve actor:ada@aurora.example gpu'],
])('the address in %s is meant as %s', (text, meant) => expect(asActor(text)).toBe(meant))
test('no word leaves its quotes', () => {
  const odd = { chips: [{ kind: 'name', value: "a'b\\c" }], words: [], wrong: [] } as Asked
  expect(wantedOf(odd, null)).toBe("'name/a''b\\\\c'")
})

test.each<[string, 'hour' | 'day' | null]>([
  ['', 'day'], ['outcome:denied verb:x resource:y tenant:z since:90d', 'day'], ['since:1h', null], ['since:2d', 'hour'], ['since:7d', 'hour'], ['since:24h', 'hour'], ['gpu', null], ['actor:x', null], ['namespace:x', null], ['level:Metadata', null], ['stream:deed', null],
])('by which tallies %s is counted', (text, span) => {
  const asked = decideQuery(text)
  const range = rangeOf(asked, now)
  expect(tallyOf(asked, range)).toBe(span)
  // What is counted by whole spans is listed by whole spans.
  if (span !== null) expect([range.since % { hour: 3_600_000, day: 86_400_000 }[span], range.bucketMs % { hour: 3_600_000, day: 86_400_000 }[span]]).toEqual([0, 0])
})

test('a query is written as it would be typed, with a chip more and with a chip less', () => {
  const asked = decideQuery('actor:"Ada Aurora" verb:approve since:2h gpu')
  expect(queryText(asked)).toBe('actor:"Ada Aurora" verb:approve since:2h gpu')
  const more: [Chip, string][] = [
    [{ kind: 'verb', value: 'refuse' }, 'actor:"Ada Aurora" verb:approve since:2h verb:refuse gpu'],
    [{ kind: 'verb', value: 'approve' }, 'actor:"Ada Aurora" since:2h verb:approve gpu'],
    [{ kind: 'since', value: '7d' }, 'actor:"Ada Aurora" verb:approve since:7d gpu'],
  ]
  for (const [chip, text] of more) expect(withChip(asked, chip)).toBe(text)
  expect(withoutChip(asked, { kind: 'verb', value: 'approve' })).toBe('actor:"Ada Aurora" since:2h gpu')
  expect(lesser(asked).map(({ without, query }) => `${without} → ${query}`)).toEqual([
    'actor:"Ada Aurora" → verb:approve since:2h gpu', 'verb:approve → actor:"Ada Aurora" since:2h gpu', 'since:2h → actor:"Ada Aurora" verb:approve gpu', 'gpu → actor:"Ada Aurora" verb:approve since:2h',
  ])
  expect(wordsIn('A-b_c')).toEqual(['a', 'b', 'c'])
})
