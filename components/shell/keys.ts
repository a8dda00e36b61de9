/** What a key means to the whole page. `single` says that one letter may act alone: nobody types it, nothing floats over the page, and the person has not switched that off. */
export type Press = { key: string; ctrl: boolean; meta: boolean; alt: boolean; at: number }
export type Where = { single: boolean; inDialog: boolean; mac: boolean }
export type Meant = { does: 'search' } | { does: 'help' } | { does: 'go'; letter: string } | { does: 'entry'; letter: string }

/** How long a g waits for where to go. */
const goMs = 1_500

/** `goSince` is when g was pressed, if it waits for its letter. */
export function decideKey(goSince: number | null, press: Press, { single, inDialog, mac }: Where): { goSince: number | null; meant: Meant | null } {
  const { key, ctrl, meta, alt, at } = press
  const no = { goSince: null, meant: null }
  if (key.toLowerCase() === 'k' && !alt && (mac ? meta && !ctrl : ctrl && !meta)) return inDialog ? no : { goSince: null, meant: { does: 'search' } }
  if (!single || inDialog || ctrl || meta || alt) return no
  // Shift alone comes before the ? that it makes, and must not forget the g.
  if (key === 'Shift') return { goSince, meant: null }
  if (key === '?') return { goSince: null, meant: { does: 'help' } }
  if (!/^[a-z1-9[\]]$/.test(key)) return no
  if (goSince !== null && at - goSince < goMs) return { goSince: null, meant: { does: 'go', letter: key } }
  return key === 'g' ? { goSince: at, meant: null } : { goSince: null, meant: { does: 'entry', letter: key } }
}
