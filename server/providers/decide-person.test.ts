import { expect, test } from 'vitest'
import { decideAssurance, decideGroups, decideProfile } from './decide-person'

test.each<[string, Record<string, unknown>, { name: string; email: string }]>([
  ['both', { name: 'Ada Aurora', email: 'Ada@Aurora.test', email_verified: true }, { name: 'Ada Aurora', email: 'ada@aurora.test' }],
  ['no name', { preferred_username: 'ada', email: 'ada@aurora.test', email_verified: true }, { name: 'ada', email: 'ada@aurora.test' }],
  ['only an e-mail', { email: 'ada@aurora.test', email_verified: true }, { name: 'ada@aurora.test', email: 'ada@aurora.test' }],
  ['an e-mail that the provider does not vouch for', { name: 'Ada', email: 'ada@aurora.test' }, { name: 'Ada', email: '' }],
  ['one that it says is not theirs', { name: 'Ada', email: 'ada@aurora.test', email_verified: false }, { name: 'Ada', email: '' }],
  ['one of which it says so in a word', { name: 'Ada', email: 'ada@aurora.test', email_verified: 'true' }, { name: 'Ada', email: '' }],
  ['neither', {}, { name: 'Somebody without a name', email: '' }],
  ['a name that is none', { name: 7, email: ['ada@aurora.test'], email_verified: true }, { name: 'Somebody without a name', email: '' }],
  ['a name that reads as another', { name: ' Ada\u202e \u0000\nAurora\u200b ' }, { name: 'Ada Aurora', email: '' }],
  ['a name of spaces', { name: ' \u200b ', preferred_username: 'ada' }, { name: 'ada', email: '' }],
  ['a name without end', { name: '😀'.repeat(400) }, { name: '😀'.repeat(120), email: '' }],
  ['an e-mail that is none', { name: 'Ada', email: 'ada', email_verified: true }, { name: 'Ada', email: '' }],
  ['an e-mail with a line in it', { name: 'Ada', email: 'ada@aurora.test\nbcc: bo', email_verified: true }, { name: 'Ada', email: '' }],
  ['an e-mail too long', { name: 'Ada', email: `${'a'.repeat(250)}@a.test`, email_verified: true }, { name: 'Ada', email: '' }],
])('of a person with %s we keep what can be read', (_says, claims, profile) => { expect(decideProfile(claims)).toEqual(profile) })

test.each<[string, unknown, readonly string[], number]>([
  ['a list', ['ops', 'dev'], ['ops', 'dev'], 0], ['one word', 'ops', ['ops'], 0], ['the same twice', ['ops', 'ops'], ['ops'], 0], ['none', [], [], 0],
  ['what is no word', ['ops', 7, null, {}, ['dev']], ['ops'], 4], ['an object', { ops: true }, [], 1], ['a word too long', ['x'.repeat(129), 'x'.repeat(128)], ['x'.repeat(128)], 1],
  ['a word that cannot be read', ['op\u0000s', 'o\u202eps', ''], [], 3], ['two hundred and three', Array.from({ length: 203 }, (_, at) => `g${at}`), Array.from({ length: 200 }, (_, at) => `g${at}`), 3],
])('groups that are %s', (_says, said, groups, dropped) => { expect(decideGroups({ groups: said }, 'groups')).toEqual({ groups, dropped }) })
test('without a claim that was configured, nobody is in a group', () => {
  expect(decideGroups({ groups: ['ops'] }, null)).toEqual({ groups: [], dropped: 0 })
  expect(decideGroups({ groups: ['ops'] }, 'roles')).toEqual({ groups: [], dropped: 0 })
  expect(decideGroups({ groups: ['ops'] }, 'constructor')).toEqual({ groups: [], dropped: 0 })
})

const strong = { acr: ['phr', 'urn:mfa'], amr: ['mfa'] }
test.each<[string, string | null, string[], typeof strong | null, 'two_factors' | 'one_factor']>([
  ['the class that was named', 'phr', [], strong, 'two_factors'], ['the other', 'urn:mfa', [], strong, 'two_factors'], ['a method that was named', null, ['pwd', 'mfa'], strong, 'two_factors'],
  ['another class', '0', [], strong, 'one_factor'], ['the class in capitals', 'PHR', [], strong, 'one_factor'], ['a method as a class', 'mfa', [], strong, 'one_factor'], ['a class as a method', null, ['phr'], strong, 'one_factor'],
  ['nothing', null, [], strong, 'one_factor'], ['a class where none was named', 'phr', ['mfa'], null, 'one_factor'],
])('%s', (_says, acr, amr, multiFactor, expected) => { expect(decideAssurance({ acr, amr }, multiFactor)).toBe(expected) })
