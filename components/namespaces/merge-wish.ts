import type { AttributesWish } from './wish'

export type AttributeField = keyof AttributesWish & string
/** What somebody else made of a field since it was first shown; and what was typed over what it was, where that is something else again. */
export type Moved = { readonly field: AttributeField; readonly theirs: string; readonly mine: string | null }

/**
 * What is typed, put on what somebody else made of it meanwhile: a field that nobody here touched is theirs, and one that nobody there touched is mine. Where both did it is
 * mine until whoever types says otherwise, and `moved` says what theirs is.
 */
export function mergeWish(seen: AttributesWish, mine: AttributesWish, theirs: AttributesWish): { readonly wish: AttributesWish; readonly moved: readonly Moved[] } {
  const fields = Object.keys(theirs) as AttributeField[]
  const wish = Object.fromEntries(fields.map((field) => [field, mine[field] === seen[field] ? theirs[field] : mine[field]])) as AttributesWish
  return { wish, moved: fields.filter((field) => theirs[field] !== seen[field]).map((field) => ({ field, theirs: theirs[field], mine: wish[field] === theirs[field] ? null : wish[field] })) }
}
