import type { Json } from '~/server/shared/canonical'

/**
 * JSON as Kubernetes reads it, or not at all. Parsers differ where a text says something twice, is not quite Unicode or nests without end; what two of them read differently,
 * one of them lets pass. So that is refused before anything is made of it. Nothing here calls itself: a text cannot exhaust the stack.
 */
export type JsonRefusal = 'too_large' | 'not_unicode' | 'too_deep' | 'duplicate_key' | 'not_json'
export type JsonRead = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly refusal: JsonRefusal }

/** Half of a character is none: one parser keeps it, the next writes another in its place. */
const halves = /\p{Cs}/u
const refused = (refusal: JsonRefusal): JsonRead => ({ ok: false, refusal })
export function readStrictJson(text: string | Uint8Array, { bytesMost, depthMost }: { readonly bytesMost: number; readonly depthMost: number }): JsonRead {
  if (text.length > bytesMost || (typeof text === 'string' && Buffer.byteLength(text) > bytesMost)) return refused('too_large')
  const plain = typeof text === 'string' ? text : decode(text)
  if (plain === null || plain.startsWith('\ufeff') || halves.test(plain)) return refused('not_unicode')
  const structure = structureOf(plain, depthMost)
  if (structure) return refused(structure)
  try {
    const value: Json = JSON.parse(plain)
    return { ok: true, value }
  } catch {
    return refused('not_json')
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Whether a key stands twice in one object, however it is escaped, or anything too deep. Whether it is JSON at all, the parser says afterwards. */
function structureOf(text: string, depthMost: number): JsonRefusal | null {
  const open: (Set<string> | null)[] = []
  let last = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      const start = at
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
      last = text.slice(start, at + 1)
      if (last.includes('\\u') && halves.test(read(last) ?? '')) return 'not_unicode'
    } else if (sign === '{' || sign === '[') {
      if (open.push(sign === '{' ? new Set() : null) > depthMost) return 'too_deep'
    } else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ':') {
      const [keys, key] = [open.at(-1), read(last)]
      // A text is the key of one thing: read again at each colon after it, a long one would be a whole document's work thousands of times.
      last = ''
      if (!keys || key === null) return 'not_json'
      if (keys.has(key)) return 'duplicate_key'
      keys.add(key)
    }
  }
  return null
}
function read(text: string): string | null {
  try {
    return String(JSON.parse(text))
  } catch {
    return null
  }
}
