/** What a person used last in the palette, by id: in this tab, gone with it, and never another person's order. */
const name = 'bailiwick.recent'
const most = 20

type Kept = { person: string; ids: string[] }
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'person' in value && 'ids' in value && Array.isArray(value.ids) && value.ids.every((id) => typeof id === 'string')

export function recentOf(person: string, store: Pick<Storage, 'getItem'>): string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(name) ?? 'null')
    return isKept(kept) && kept.person === person ? kept.ids : []
  } catch {
    return []
  }
}

export const noteRecent = (person: string, id: string, store: Pick<Storage, 'getItem' | 'setItem'>): void =>
  store.setItem(name, JSON.stringify({ person, ids: [id, ...recentOf(person, store).filter((other) => other !== id)].slice(0, most) }))
