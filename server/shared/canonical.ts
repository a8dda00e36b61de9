import { createHash } from 'node:crypto'
import { configure } from 'safe-stable-stringify'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const inOrder = configure({ strict: true, bigint: false, circularValue: Error })
const halves = /\\ud[89a-f]/

/** RFC 8785: the one way to write a JSON value as bytes, so that a hash of it means something. Half a character has none: JSON would write it as an escape, which is where it is looked for. */
export function canonicalBytes(value: Json): Buffer {
  const text = inOrder(value)
  if (text === undefined || (halves.test(text) && hasHalves(JSON.parse(text) as Json))) throw new Error('only JSON of whole characters has canonical bytes')
  return Buffer.from(text, 'utf8')
}
function hasHalves(value: Json): boolean {
  if (typeof value === 'string') return /\p{Cs}/u.test(value)
  return typeof value === 'object' && value !== null && Object.entries(value).some(([key, part]) => hasHalves(key) || hasHalves(part))
}

/** What a person saw and agreed to, in 43 characters. */
export const digestOf = (value: Json): string => createHash('sha256').update(canonicalBytes(value)).digest('base64url')
