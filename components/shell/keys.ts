/**
 * What a key means outside of what it was typed into. One letter acts alone only where nobody is typing, no dialog is open and the person has not switched
 * it off: who speaks to their computer says many letters (WCAG 2.1.4).
 */
export type Press = { key: string; ctrl: boolean; meta: boolean; alt: boolean; at: number }
export type Where = { typing: boolean; inDialog: boolean; singleKeys: boolean; mac: boolean }
export type Meant = { does: 'search' } | { does: 'help' } | { does: 'go'; letter: string } | { does: 'entry'; letter: string }

/** How long a g waits for where to go. */
const goMs = 1_500

/** `goSince` is when g was pressed, if it waits for its letter. */
export function decideKey(goSince: number | null, press: Press, { typing, inDialog, singleKeys, mac }: Where): { goSince: number | null; meant: Meant | null } {
  const { key, ctrl, meta, alt, at } = press
  const no = { goSince: null, meant: null }
  if (key.toLowerCase() === 'k' && !alt && (mac ? meta && !ctrl : ctrl && !meta)) return inDialog ? no : { goSince: null, meant: { does: 'search' } }
  if (ctrl || meta || alt || typing || inDialog || !singleKeys) return no
  // Shift alone comes before the ? that it makes, and must not forget the g.
  if (key === 'Shift') return { goSince, meant: null }
  if (key === '?') return { goSince: null, meant: { does: 'help' } }
  if (!/^[a-z]$/.test(key)) return no
  if (goSince !== null && at - goSince < goMs) return { goSince: null, meant: { does: 'go', letter: key } }
  return key === 'g' ? { goSince: at, meant: null } : { goSince: null, meant: { does: 'entry', letter: key } }
}
