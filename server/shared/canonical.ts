import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** RFC 8785: the one way to write a JSON value as bytes, so that a hash of it means something. */
export function canonicalBytes(value: Json): Buffer {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('only JSON has canonical bytes')
  return Buffer.from(text, 'utf8')
}

/** What a person saw and agreed to, in 43 characters. */
export const digestOf = (value: Json): string => createHash('sha256').update(canonicalBytes(value)).digest('base64url')
