import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { contextOf } from './context'
import { decidePassword } from './decide-password'

const context = contextOf({ name: 'Ada Lovelace', email: 'countess@lakes.test', tenants: ['aurora', 'lin'] })
const decide = (password: string) => decidePassword(password, context)

test.each([
  ['fourteen are too few', 'nine tall pines'.slice(0, 14), 'too_short'], ['fifteen are enough', 'nine tall pinez', null],
  ['fourteen code points of two units each are fourteen', '🌲🪨🦉🌙🧭🪶🐌🍄🛶🪵🦔🐚🌾🪹', 'too_short'], ['and fifteen are fifteen', '🌲🪨🦉🌙🧭🪶🐌🍄🛶🪵🦔🐚🌾🪹🐝', null], ['nothing', '', 'too_short'],
])('ASVS 6.2.1, 6.2.9: at least fifteen characters: %s', (_says, password, expected) => { expect(decide(password)).toBe(expected) })

test.each([
  ['lower case alone', 'grovel under the moss'], ['spaces before and after', '   grovel under moss   '], ['another script', 'мох под камнем не спит'], ['one class of characters', '8302917465028193'],
  ['marks alone', '%)&=?~<*^;:#,|{'], ['256 characters', `${'a tower of rain, '.repeat(15)}x`.slice(0, 255).padEnd(256, '~').replace('tower', 'tovvr').replace('rain', 'rein')],
])('ASVS 6.2.5, 6.2.10: no rule says of which kinds: %s', (_says, password) => { expect(decide(password)).toBeNull() })

test.each([
  ['chosen by many', '1234567890qwerty'], ['chosen by many, in capitals', 'QWERTYUIOP12345'], ['a common word twice', 'passwordpassword'], ['a common word, and figures until it is long enough', 'password1234567'],
  ['figures, a common word, marks', '2024-Dragon!!!!!!'], ['with figures for letters', 'P@ssw0rd1234567'], ['two common words', 'sunshineprincess'], ['two common words, spaced', 'sunshine princess'], ['one, three times', 'monkeymonkeymonkey'],
  ['one character', 'zzzzzzzzzzzzzzz'], ['the alphabet', 'abcdefghijklmnop'], ['backwards', 'ponmlkjihgfedcba'], ['counted twice', '123456789123456'], ['along the keyboard', 'qwertyuiopasdfgh'], ['anything said twice', 'Xk7#vQ2pXk7#vQ2p'],
  ['anything said again, not to its end', 'plough-plough-plou'], ['three letters, five times', 'aaabbbcccdddeee'], ['one character, 255 times, and another', `${'a'.repeat(255)}b`],
  ['a common word, thirty times, and another character', `${'password'.repeat(30)}#`], ['full-width', 'ｐａｓｓｗｏｒｄ1234567'],
])('ASVS 6.2.4, 6.2.12: what a guesser tries first: %s', (_says, password) => { expect(decide(password)).toBe('breached') })
test('ASVS 6.2.4: every common password that is long enough, and each of the first three thousand made long enough by rote', () => {
  const common = (dictionary['passwords-common'] ?? []).map(String)
  expect(common.length).toBeGreaterThan(10_000)
  const rote = (word: string) => [word.padEnd(15, '1'), word.padEnd(15, '1234567890'), word.padEnd(16, word), `${word}${'!'.repeat(15)}`]
  const tried = [...common.filter((word) => [...word].length >= 15), ...common.slice(0, 3_000).flatMap(rote)]
  expect(tried.filter((password) => decide(password) !== 'breached')).toEqual([])
})

test.each([
  ['the product', 'a BAILIWICK of moss', 'contains_context'], ['their name', 'the lovelace engine', 'contains_context'], ['before the sign in the e-mail', 'the Countess engine', 'contains_context'],
  ['behind it, where everybody’s provider stands', 'over all the lakes', null], ['the tenant', 'auroras over the fen', 'contains_context'],
  ['three letters are no hint', 'adalin under the moss', null], ['the name of another', 'babbage under the moss', null],
])('ASVS 6.2.11: what is known of the person: %s', (_says, password, expected) => { expect(decide(password)).toBe(expected) })
test('the first that applies is told', () => {
  expect([decide('aurora'), decide('auroraauroraaurora'), decide('aurora over the fen')]).toEqual(['too_short', 'breached', 'contains_context'])
})
