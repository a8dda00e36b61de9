import type { StoredEntry } from '~/server/audit/record'
import type { Json } from '~/server/shared/canonical'

/** What an object says: names without a value are left out, and so is what holds nothing else. */
export type Told = { readonly [name: string]: unknown }
export const told = (of: Told): Told => Object.fromEntries(Object.entries(of).filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0) && !(isPlain(value) && Object.keys(value).length === 0)))
const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const inside = (body: Json, name: string): string | null => {
  const value = isPlain(body) && Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : null
  return typeof value === 'string' ? value : null
}
/** What an event is about, where what was kept of it says so: of what was asked, of what is now, of what was. */
export function namedIn({ request, context }: Pick<StoredEntry, 'request' | 'context'>, name: string): string | null {
  const { after = null, before = null } = (isPlain(context) ? context : {}) as { after?: Json; before?: Json }
  return inside(request, name) ?? inside(after, name) ?? inside(before, name)
}
export const nameOf = ({ action }: Pick<StoredEntry, 'action'>): string => `${action.resource}.${action.verb}`
