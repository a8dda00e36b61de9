import { unmarked } from '~/components/ui/unmarked'

/** How well a text answers what was typed, best first. Letters that are merely in order count only where nothing says it better. */
export type Match = 'begins' | 'words' | 'contains' | 'letters'
const worth: Record<Match, number> = { begins: 4, words: 3, contains: 2, letters: 1 }

/** What a person means to type: "Übung" is found by "ubung". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

export function match(typed: string, text: string): Match | null {
  const [asked, said] = [plain(unmarked(typed)), plain(text)]
  if (asked === '' || said.startsWith(asked)) return 'begins'
  if (beginInOrder(wordsOf(asked), wordsOf(said))) return 'words'
  if (said.includes(asked)) return 'contains'
  let at = 0
  for (const letter of asked.replace(/\s/g, '')) {
    at = said.indexOf(letter, at) + 1
    if (at === 0) return null
  }
  return 'letters'
}

/** Each typed word begins a word of the text, in the text's order: "req aur" finds "Requests · aurora". */
function beginInOrder(asked: readonly string[], said: readonly string[]): boolean {
  let at = 0
  for (const word of asked) {
    while (at < said.length && !said[at]?.startsWith(word)) at++
    if (at++ >= said.length) return false
  }
  return asked.length > 0
}

/** `also` is what a thing is called besides. Its own name counts for more. */
export type Findable = { id: string; says: string; also?: string | undefined }
const scoreOf = (typed: string, { says, also }: Findable): number => {
  const [own, beside] = [match(typed, says), also === undefined ? null : match(typed, `${says} ${also}`)]
  return Math.max(own ? worth[own] * 2 : 0, beside ? worth[beside] * 2 - 1 : 0)
}

/** What answers, best first; among equals what was used last, then the order given. */
export function find<T extends Findable>(all: readonly T[], typed: string, recent: readonly string[]): { entry: T; score: number }[] {
  const age = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return all.map((entry) => ({ entry, score: scoreOf(typed, entry) })).filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || age(a.entry.id) - age(b.entry.id))
}
/** The best that letters merely in order can score. */
export const lettersMost = worth.letters * 2
