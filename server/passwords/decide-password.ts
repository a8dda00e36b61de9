import { dictionary } from '@zxcvbn-ts/language-common'

export type PasswordRefusal = 'too_short' | 'breached' | 'contains_context'

export const shortestPassword = 15
/** As a power of ten, how many guesses it must outlast: ten million million, which at the cost of our hash is years for a room of machines that stole it. */
const guessesWanted = 13

/** The 49,000 passwords that breaches show to be chosen most often, in lower case, the commonest first: what each costs a guesser, as a power of ten. */
const common: ReadonlyMap<string, number> = new Map((dictionary['passwords-common'] ?? []).map((word, rank) => [String(word), Math.log10(rank + 2)]))
const longestCommon = Math.max(...[...common.keys()].map((word) => word.length))
const across = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', '1q2w3e4r5t6y7u8i9o0p']
const rows = [...across, ...across.map((row) => [...row].reverse().join(''))]

/** How people write letters when they are told to use figures. */
const letters: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const lettersOf = (text: string): string => [...text].map((character) => letters[character] ?? character).join('')

/** The same character, the next or the one before, again and again; or along a keyboard. */
function isStretch(piece: readonly string[]): boolean {
  const codes = piece.map((character) => character.codePointAt(0) ?? 0)
  const text = piece.join('')
  return [0, 1, -1].some((step) => codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step)) || rows.some((row) => row.includes(text))
}
const ofOne = (character: string): number => (/\p{N}/u.test(character) ? 1 : /[\s._-]/u.test(character) ? 0.5 : 1.5)

function ofPiece(piece: readonly string[], before: string): number {
  const text = piece.join('')
  if (piece.length > 2 && before.includes(text)) return 1.5
  if (piece.length > longestCommon) return Number.POSITIVE_INFINITY
  const asWord = Math.min(common.get(text) ?? Number.POSITIVE_INFINITY, 0.5 + (common.get(lettersOf(text)) ?? Number.POSITIVE_INFINITY))
  return piece.length > 2 && isStretch(piece) ? Math.min(2, asWord) : asWord
}
/** How many guesses it takes, as a power of ten, if it is put together of common words, stretches, what was said before, and single characters, in the cheapest way. */
function guessesOf(characters: readonly string[]): number {
  const cheapest = [0]
  const before = characters.map((_, at) => characters.slice(0, at).join(''))
  for (let end = 1; end <= characters.length; end++) {
    let least = (cheapest[end - 1] ?? 0) + ofOne(characters[end - 1] ?? '')
    for (let start = 0; start < end - 1; start++) least = Math.min(least, (cheapest[start] ?? 0) + ofPiece(characters.slice(start, end), before[start] ?? ''))
    cheapest[end] = least
  }
  return cheapest[characters.length] ?? 0
}
/** Something said twice or oftener, the last time perhaps not to its end: length that was had for nothing. */
const isRepeated = (characters: readonly string[]): boolean =>
  Array.from({ length: Math.floor(characters.length / 2) }, (_, at) => at + 1).some((period) => characters.every((character, at) => at < period || character === characters[at - period]))

/** The words that somebody who knows whose password it is would try first. */
const wordsOf = (context: readonly string[]): string[] => context.flatMap((said) => said.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.replace(/[^\p{L}]/gu, '').length >= 4)

/**
 * Any characters, as they are given: nothing is trimmed or cut, and nothing is asked of their kinds. What is refused is what a guesser tries first: what others chose,
 * what is made of that by rote to be long enough, and what is known of the person.
 */
export function decidePassword(password: string, context: readonly string[]): PasswordRefusal | null {
  if ([...password].length < shortestPassword) return 'too_short'
  const folded = password.normalize('NFKC').toLowerCase()
  const characters = [...folded]
  if (isRepeated(characters) || guessesOf(characters) < guessesWanted) return 'breached'
  return wordsOf(context).some((word) => folded.includes(word)) ? 'contains_context' : null
}
