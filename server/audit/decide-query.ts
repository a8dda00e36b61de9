/** What somebody typed to search the record by: chips, as `verb:approve`, and words. What cannot be meant is said, and the rest is searched all the same. */
export const chipKinds = ['actor', 'role', 'verb', 'resource', 'name', 'tenant', 'namespace', 'outcome', 'reason', 'level', 'reference', 'username', 'ip', 'stream', 'since', 'until'] as const
type ChipKind = (typeof chipKinds)[number]
export type Chip = { readonly kind: ChipKind; readonly value: string }
export type Wrong = { readonly text: string; readonly says: string }
export type Asked = { readonly chips: readonly Chip[]; readonly words: readonly string[]; readonly wrong: readonly Wrong[] }

export const outcomes = ['done', 'refused', 'denied', 'fault'] as const
const levels = ['metadata', 'request', 'requestresponse']
const minuteMs = 60_000
const spans: Readonly<Record<string, number>> = { m: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs }
const longestDays = 3_650
export const queryLongest = 400
const partsMost = 16

const token = /(?:[^\s"]|"[^"]*(?:"|$))+/g
const plain = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const isHash = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
/** What is personal is looked for by its keyed hash, which only the engine makes: what was typed is in no address and in no record. */
const personal: Readonly<Partial<Record<ChipKind, 'username' | 'sourceIP'>>> = { username: 'username', ip: 'sourceIP' }
const isKind = (word: string): word is ChipKind => (chipKinds as readonly string[]).includes(word)

const partsOf = (text: string): readonly string[] => text.slice(0, queryLongest).match(token) ?? []

export function decideQuery(text: string): Asked {
  const [chips, words, wrong]: [Chip[], string[], Wrong[]] = [[], [], []]
  const parts = partsOf(text)
  for (const part of parts.slice(0, partsMost)) {
    const [, kind = '', quoted = ''] = /^([a-zA-Z]+):(.*)$/s.exec(part) ?? []
    const value = quoted.replaceAll('"', '').trim()
    if (kind === '') {
      const found = wordsIn(part)
      words.push(...found)
      // A sign that stands alone means nothing; a word in other letters does, and nothing of it is looked for.
      if (found.length === 0 && /[\p{L}\p{N}]/u.test(part)) wrong.push({ text: part, says: 'There is no letter from a to z and no digit in it to search by.' })
    }
    else if (!isKind(kind.toLowerCase())) wrong.push({ text: part, says: `There is no ${kind}: to search by. There are ${chipKinds.map((each) => `${each}:`).join(' ')}` })
    else {
      const chip = { kind: kind.toLowerCase() as ChipKind, value }
      const says = wrongWith(chip) ?? saidBefore(chip, chips)
      if (says === null) chips.push(chip)
      else wrong.push({ text: part, says })
    }
  }
  const beyond = parts.slice(partsMost).join(' ')
  if (beyond !== '') wrong.push({ text: beyond, says: `Nobody asks for more than ${partsMost} things at once.` })
  // Whoever is shown everything is told that nothing was searched for.
  const said = text.slice(0, queryLongest).trim()
  if (said !== '' && chips.length + words.length + wrong.length === 0) wrong.push({ text: said, says: 'There is no letter from a to z and no digit in it to search by.' })
  return { chips, words: [...new Set(words)], wrong }
}

const isAddress = (part: string) => /^[^\s@:"]+@[^\s@:"]+\.[^\s@:"]+$/.test(part)
/** No record has the address of whoever did something: typed as a word, it is meant as one who acts. Null where there is none. */
export const asActor = (text: string): string | null => (partsOf(text).some(isAddress) ? partsOf(text).map((part) => (isAddress(part) ? `actor:${part}` : part)).join(' ') : null)

export type Plain = { readonly text: string; readonly kind: ChipKind; readonly field: 'username' | 'sourceIP'; readonly plain: string }
/** The names and addresses that were typed as they are, also beyond what is asked. */
export const plainOf = (typed: string): Plain[] => partsOf(typed).flatMap((text) => {
  const [, name = '', quoted = ''] = /^([a-zA-Z]+):(.*)$/s.exec(text) ?? []
  const kind = name.toLowerCase()
  const [field, plain] = [isKind(kind) ? personal[kind] : undefined, quoted.replaceAll('"', '').trim()]
  return isKind(kind) && field !== undefined && plain !== '' && !isHash(plain) ? [{ text, kind, field, plain }] : []
})
/** What was typed, with one of them concealed. */
export const concealedText = (typed: string, { text, kind }: Plain, hash: string): string => typed.replace(token, (part) => (part === text ? `${kind}:${hash}` : part))

/** As the lines are cut into words (words_of_line): lower case, an id whole. One that ends in a star is the beginning of some. */
export function wordsIn(text: string): string[] {
  const low = text.replaceAll('"', '').toLowerCase()
  return isUuid(low) ? [`id/${low}`] : low.split(/[^a-z0-9*]+/).flatMap((word) => word.match(/^[a-z0-9]+\*?|[a-z0-9]+/g) ?? [])
}

/** A time begins once and ends once; of everything else there are alternatives. */
const isSingle = (kind: ChipKind): boolean => kind === 'since' || kind === 'until'
function saidBefore({ kind, value }: Chip, chips: readonly Chip[]): string | null {
  const before = isSingle(kind) ? chips.find((chip) => chip.kind === kind && chip.value !== value) : undefined
  return before === undefined ? null : `${chipText(before)} was said before it.`
}

function wrongWith({ kind, value }: Chip): string | null {
  if (value === '') return `${kind}: is followed by what to look for.`
  switch (kind) {
    case 'outcome': return (outcomes as readonly string[]).includes(value.toLowerCase()) ? null : `An outcome is one of ${outcomes.join(', ')}.`
    case 'level': return levels.includes(value.toLowerCase()) ? null : 'A level is one of Metadata, Request, RequestResponse.'
    case 'stream': return ['deed', 'access'].includes(value) ? null : 'A stream is deed or access.'
    case 'since': case 'until': return momentOf(value, 0) === null ? `${kind}: takes a span such as 2h or 7d, a day such as 2026-11-22, or a moment such as 2026-11-22T10:00Z.` : null
    case 'username': case 'ip': return isHash(value) ? null : `${kind}: is looked for once it is concealed, which the search does when it is typed there.`
    case 'actor': return /[\p{Cc}\p{Cs}]/u.test(value) || value.length > 63 ? 'An actor is a name, an e-mail address or an id.' : null
    default: return plain.test(value) ? null : `${kind}: takes a word of letters, digits, dots, hyphens and slashes.`
  }
}

/** So long before now, or when it says. */
export function momentOf(value: string, now: number): number | null {
  const [, many, unit = ''] = /^(\d{1,5})([mhd])$/.exec(value) ?? []
  if (many !== undefined) {
    const span = Number(many) * (spans[unit] ?? 0)
    return span > 0 && span <= longestDays * 86_400_000 ? now - span : null
  }
  if (!/^20\d\d-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(value)) return null
  const at = Date.parse(value)
  // What there is no such day of is another day to the parser.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value.slice(0, 10) ? null : at
}

export type Range = { readonly since: number; readonly until: number | null; readonly bucketMs: number }
const [hourMs, dayMs, usualDays] = [3_600_000, 86_400_000, 30]
const buckets = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, dayMs, 7 * dayMs, 28 * dayMs]
const barsMost = 48
/** From when until when. It ends and begins at whole bars of the histogram, so that what is counted is what is listed. */
export function rangeOf({ chips }: Asked, now: number): Range {
  const said = (kind: ChipKind) => chips.filter((chip) => chip.kind === kind).map(({ value }) => momentOf(value, now)).find((at) => at !== null) ?? null
  const end = said('until')
  const from = said('since') ?? (end ?? now) - usualDays * dayMs
  const length = Math.max((end ?? now) - from, minuteMs)
  const bucketMs = buckets.find((each) => length / each <= barsMost) ?? 28 * dayMs
  const whole = bucketMs >= dayMs ? dayMs : Math.min(bucketMs, hourMs)
  return { since: Math.floor(from / whole) * whole, until: end === null ? null : Math.max(Math.ceil(end / whole), Math.floor(from / whole) + 1) * whole, bucketMs }
}

const named = ['role', 'verb', 'resource', 'name', 'namespace', 'outcome', 'reason', 'level', 'reference', 'username', 'ip'] as const
export const lexeme = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
/** The chips of one kind are alternatives, kinds and words all hold. Null where nothing of it is asked. */
export function wantedOf({ chips, words }: Asked, tenant: string | null): string | null {
  const kinds = named.map((kind) => chips.filter((chip) => chip.kind === kind).map(({ value }) => lexeme(`${kind}/${kind in personal ? value : value.toLowerCase()}`))).filter((some) => some.length > 0)
  const parts = [...kinds.map((some) => (some.length === 1 ? (some[0] ?? '') : `(${some.join(' | ')})`)), ...words.map((word) => (word.endsWith('*') ? `${lexeme(word.slice(0, -1))}:*` : lexeme(word)))]
  if (parts.length === 0) return null
  return [...(tenant === null ? [] : [lexeme(`tenant/${tenant}`)]), ...parts].join(' & ')
}
export const valuesOf = ({ chips }: Asked, kind: ChipKind): string[] => [...new Set(chips.filter((chip) => chip.kind === kind).map(({ value }) => value))]
/** By which tallies it can be counted. Null for what they do not tell apart: that is counted line by line. */
export function tallyOf(asked: Asked, { bucketMs }: Range): 'hour' | 'day' | null {
  const isToldApart = asked.words.length === 0 && asked.chips.every(({ kind }) => ['verb', 'resource', 'outcome', 'tenant', 'since', 'until'].includes(kind))
  return !isToldApart || bucketMs < hourMs ? null : bucketMs < dayMs ? 'hour' : 'day'
}

const said = (value: string) => (/\s/.test(value) ? `"${value}"` : value)
export const chipText = ({ kind, value }: Chip): string => `${kind}:${said(value)}`
/** The same as it would be typed. */
export const queryText = ({ chips, words }: Pick<Asked, 'chips' | 'words'>): string => [...chips.map(chipText), ...words.map((word) => word.replace(/^id\//, ''))].join(' ')
/** With one chip more, in the place of those of its kind if it can only be one. */
export function withChip(asked: Asked, chip: Chip): string {
  const others = asked.chips.filter((each) => each.kind !== chip.kind || (!isSingle(chip.kind) && each.value !== chip.value))
  return queryText({ ...asked, chips: [...others, chip] })
}
export const withoutChip = (asked: Asked, chip: Chip): string => queryText({ ...asked, chips: asked.chips.filter((each) => each.kind !== chip.kind || each.value !== chip.value) })
/** Each way to ask for less: without one chip, or without one word. */
export const lesser = (asked: Asked): { without: string; query: string }[] => [
  ...asked.chips.map((chip) => ({ without: chipText(chip), query: withoutChip(asked, chip) })),
  ...asked.words.map((word) => ({ without: word.replace(/^id\//, ''), query: queryText({ ...asked, words: asked.words.filter((each) => each !== word) }) })),
]
