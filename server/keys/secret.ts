import { readSecretFile } from '~/server/settings/secret'

const kept = new Map<string, Buffer>()

/** A secret is a file; the setting names it. Read when it is first needed, because `next build` runs without any. */
export function secretText(name: `${string}_FILE`): string {
  const found = readSecretFile(name, process.env[name])
  if ('problem' in found) throw new Error(found.problem)
  return found.text
}
export function secretKey(name: `${string}_KEY_FILE`): Buffer {
  const known = kept.get(name)
  if (known) return known
  const key = Buffer.from(secretText(name), 'base64url')
  if (key.length < 32) throw new Error(`${name} must hold at least 32 bytes in base64url`)
  kept.set(name, key)
  return key
}
