/**
 * Reading what somebody sent as it is, with no schema of our own: what is not known to mean nothing is refused, because a field that is passed over here may be a field that
 * the cluster obeys. Reading stops at the first thing that cannot be read, and says where that stood.
 */
export type Members = Readonly<Record<string, unknown>>
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly path: string; readonly because: string }

class Unreadable extends Error {
  constructor(readonly path: string, readonly because: string) { super(because) }
}
export const fail = (path: string, because: string): never => { throw new Unreadable(path, because) }
export function reading<T>(read: () => T): Reading<T> {
  try {
    return { ok: true, value: read() }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { ok: false, path: thrown.path, because: thrown.because }
    throw thrown
  }
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Go reads null as not there. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null
/** What every object has by birth nobody sent. */
export const at = (members: Members, name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined)

/** With none of `known`, the names are somebody's own. */
export function object(value: unknown, path: string, known: readonly string[] | null): Members {
  if (!isMembers(value)) return fail(path, 'is no object')
  for (const name of known ? Object.keys(value) : []) if (!known?.includes(name)) fail(`${path}.${name}`, 'is not known here')
  return value
}
export const optional = (value: unknown, path: string, known: readonly string[] | null): Members => (isAbsent(value) ? {} : object(value, path, known))
export function list(value: unknown, path: string, most: number): readonly unknown[] {
  if (isAbsent(value)) return []
  if (!Array.isArray(value)) return fail(path, 'is no list')
  return value.length <= most ? value : fail(path, `has more than ${most} entries`)
}
export const word = (value: unknown, path: string): string => (typeof value === 'string' && value !== '' && value.length <= 253 ? value : fail(path, 'is no name'))
/** Go has an empty text for one that is not there. */
export const text = (value: unknown, path: string): string => (isAbsent(value) ? '' : typeof value === 'string' ? value : fail(path, 'is no text'))
export const flag = (value: unknown, path: string): boolean | null => (isAbsent(value) ? null : typeof value === 'boolean' ? value : fail(path, 'is neither true nor false'))
export const whole = (value: unknown, path: string): number | null => (isAbsent(value) ? null : typeof value === 'number' && Number.isSafeInteger(value) ? value : fail(path, 'is no whole number'))

/** More than any document has that is looked at here: what goes on past it goes on for ever. */
const valuesMost = 1_000_000
/** How deep, and how many bytes when it is written without spaces. It does not call itself: what it measures could be deeper than the stack. */
export function measure(value: unknown): { depth: number; bytes: number } {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  const found = { depth: 0, bytes: 0 }
  let values = 0
  for (let next = open.pop(); next && values < valuesMost; next = open.pop()) {
    values++
    if (typeof next.value === 'object' && next.value !== null) {
      found.depth = Math.max(found.depth, next.depth + 1)
      const members = Object.entries(next.value)
      // Brackets and the commas between; for objects each key in its quotes, and the colon.
      found.bytes += 2 + Math.max(members.length - 1, 0)
      for (const [key, member] of members) {
        if (!Array.isArray(next.value)) found.bytes += Buffer.byteLength(JSON.stringify(key)) + 1
        open.push({ value: member, depth: next.depth + 1 })
      }
    } else if (next.value !== undefined) found.bytes += typeof next.value === 'string' ? Buffer.byteLength(JSON.stringify(next.value)) : String(next.value).length
  }
  return found
}
