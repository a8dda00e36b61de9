import { expect, test } from 'vitest'
import { decideLabels, type LabelsReason } from './decide-labels'
import { labelsRefusals } from './labels.refusals'
import { defaultLabelsPolicy, LabelsPolicy } from './labels-policy'
import { matchPattern } from './match-pattern'

const shipped = LabelsPolicy.parse(defaultLabelsPolicy)
const named = LabelsPolicy.parse({ required: [{ key: 'cost-center', pattern: { pattern: 'cc-[0-9]{4}', says: 'be cc- and four digits' } }, { key: 'team', pattern: null }], names: [{ pattern: '(train|serve)-.+', says: 'begin with train- or serve-' }] })
const cases: [says: string, policy: typeof shipped, name: string, labels: Record<string, string>, expected: LabelsReason | 'passes'][] = [
  ['as it must be', shipped, 'train-7', { 'cost-center': 'cc-1' }, 'passes'],
  ['no label', shipped, 'train-7', {}, 'label_missing'],
  ['a label of another case is another label', shipped, 'train-7', { 'Cost-Center': 'cc-1' }, 'label_missing'],
  ['a label that says nothing', shipped, 'train-7', { 'cost-center': '' }, 'label_missing'],
  ['a value that no label has', shipped, 'train-7', { 'cost-center': 'a b' }, 'label_malformed'],
  ['a name that no name is', shipped, 'Train_7', { 'cost-center': 'cc-1' }, 'name_malformed'],
  ['no name', shipped, '', { 'cost-center': 'cc-1' }, 'name_malformed'],
  ['what a tenant wants', named, 'train-7', { 'cost-center': 'cc-0042', team: 'vision' }, 'passes'],
  ['all of a value must match', named, 'train-7', { 'cost-center': 'cc-00421', team: 'vision' }, 'label_malformed'],
  ['all of a name must match', named, 'x-train-7', { 'cost-center': 'cc-0042', team: 'vision' }, 'name_malformed'],
  ['a line below the first counts', named, 'train-7', { 'cost-center': 'cc-0042\n', team: 'vision' }, 'label_malformed'],
  ['a name longer than any', named, `train-${'a'.repeat(248)}`, { 'cost-center': 'cc-0042', team: 'vision' }, 'name_malformed'],
  ['missing comes before malformed', named, 'x', { 'cost-center': 'x' }, 'label_missing'],
  ['a label before a name', named, 'x', { 'cost-center': 'x', team: 'vision' }, 'label_malformed'],
  ['what is no pattern matches nothing', { required: [], names: [{ pattern: '(', says: 'be so' }] }, 'x', {}, 'name_malformed'],
  ['nothing is asked', { required: [], names: [] }, '', {}, 'passes'],
]
test.each(cases)('%s', (_says, policy, name, labels, expected) => {
  const found = decideLabels(policy, { name, labels }, matchPattern)
  expect(found.outcome === 'passes' ? 'passes' : found.reason).toBe(expected)
})
test('every reason has a case', () => { expect(Object.keys(labelsRefusals).filter((reason) => reason !== 'label_contradicts' && !cases.some(([, , , , expected]) => expected === reason))).toEqual([]) })
test('all that is wrong is said at once, and what has no pattern is only needed', () => {
  expect(decideLabels(named, { name: 'x', labels: { 'cost-center': 'x' } }, matchPattern)).toMatchObject({ says: 'It needs the label team. The value of the label cost-center must be cc- and four digits. Its name must begin with train- or serve-.' })
})
test('what the namespace gives need not be said, and is not said otherwise', () => {
  const look = (labels: Record<string, string>) => decideLabels(shipped, { name: 'train-7', labels, given: { 'cost-center': 'cc-1', team: 'vision' } }, matchPattern)
  expect([look({}), look({ 'cost-center': 'cc-1', zone: 'b' })].map(({ outcome }) => outcome)).toEqual(['passes', 'passes'])
  expect(look({ team: 'speech' })).toMatchObject({ reason: 'label_contradicts', says: 'The label team is vision in this namespace.' })
})
test('what every object has is not a label that somebody gave', () => {
  expect(decideLabels({ required: [{ key: 'constructor', pattern: null }], names: [] }, { name: 'x', labels: {} }, matchPattern)).toMatchObject({ reason: 'label_missing' })
})
test.each(['(?=a)b', '(a)\\1', '(?<=a)b', '(?!a)b', 'a++', '(', '[z-a]', 'x{1001}', '(x{100}){100}', '(a{1,40}){1,40}', '(.{0,100}){0,10}y', '(a{0,30}){0,30}', 'a'.repeat(201), '\\p{L}', ''])('%s is no pattern here', (pattern) => {
  expect(LabelsPolicy.safeParse({ required: [], names: [{ pattern, says: 'be so' }] }).success).toBe(false)
})
/** Each has an engine that goes back take longer than anybody lives. That this test ends is the assertion. */
test.each(['(a+)+', '(a|a)*', '(a|aa)+', '(a*)*b', '([a-z]+)*!', '(.*)(.*)(.*)(.*)=', '(a?){30}a{30}b'])('%s answers', (pattern) => {
  expect(LabelsPolicy.safeParse({ required: [], names: [{ pattern, says: 'be so' }] }).success).toBe(true)
  expect(matchPattern(pattern, `${'a'.repeat(252)}?`)).toBe(false)
})
