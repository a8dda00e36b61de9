import { readStrictJson } from '~/server/admission/claims/strict-json'
import type { Json } from '~/server/shared/canonical'

type Bounds = Parameters<typeof readStrictJson>[1]
type Members = { readonly [name: string]: Json }
const lists = ['containers', 'initContainers', 'ephemeralContainers']
const isObject = (value: Json | undefined): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A pod as it is kept: what its variables hold is looked at by no check and may be a secret, so it is not kept; their names are, and from where others have theirs. What no two parsers read alike stays
 * as it came, and is refused as that. Of one that holds none nothing is written anew.
 */
export function withoutValues(text: string, most: Bounds): string {
  const read = readStrictJson(text, most)
  if (!read.ok) return text
  let isOtherwise = false
  const variable = (entry: Json): Json => {
    if (!isObject(entry) || !Object.hasOwn(entry, 'value')) return entry
    isOtherwise = true
    const { value, ...kept } = entry
    return kept
  }
  const container = (entry: Json): Json => (isObject(entry) && Array.isArray(entry.env) ? { ...entry, env: entry.env.map(variable) } : entry)
  const within = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(within)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lists.includes(name) && Array.isArray(member) ? member.map(container) : within(member)]))
  }
  const kept = within(read.value)
  return isOtherwise ? JSON.stringify(kept) : text
}
