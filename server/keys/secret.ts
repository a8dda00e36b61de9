import { readFileSync } from 'node:fs'

const kept = new Map<string, Buffer>()

/** A secret is a file; the setting names it. Read once, when it is first needed: `next build` runs without any. */
export function secretText(name: `${string}_FILE`): string {
  const path = process.env[name]
  if (!path) throw new Error(`${name} is not set`)
  return readFileSync(path, 'utf8').trim()
}
export function secretKey(name: `${string}_KEY_FILE`): Buffer {
  const known = kept.get(name)
  if (known) return known
  const key = Buffer.from(secretText(name), 'base64url')
  if (key.length !== 32) throw new Error(`${name} must hold 32 bytes in base64url`)
  kept.set(name, key)
  return key
}
