import type { Reason } from '~/components/ui/reason'
import { type Findable, find, lettersMost } from './match'

/** One line of the palette. Without a reason it can be followed or done; with one it says why not. */
export type Choice = Findable & { quiet?: string | null; whyNot: Reason | null; keys?: string | undefined } & ({ href: string } | { run: () => void })
export type Group = { label: string; items: Choice[] }

/** The groups keep their order whatever is typed, so that the eye learns where to look. Only what answers stays; a group without an answer is not there. */
export function groupsFor(all: readonly Group[], typed: string, recent: readonly string[]): Group[] {
  const seen = new Set<string>()
  const found = all.map(({ label, items }) => {
    const once = items.filter(({ id }) => !seen.has(id) && seen.add(id))
    // What cannot be done stands below what can, however well it answers.
    return { label, found: find(once, typed, recent).sort((a, b) => Number(a.entry.whyNot !== null) - Number(b.entry.whyNot !== null)) }
  })
  const best = Math.max(0, ...found.flatMap((group) => group.found.map(({ score }) => score)))
  const enough = best > lettersMost ? lettersMost + 1 : 0
  return found.map((group) => ({ label: group.label, items: group.found.filter(({ score }) => score >= enough).map(({ entry }) => entry) })).filter(({ items }) => items.length > 0)
}
export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { items }) => sum + items.length, 0)
