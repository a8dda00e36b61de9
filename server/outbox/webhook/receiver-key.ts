import { open, seal } from '~/server/keys/seal'
import { makeSecret } from './sign'

/** For so long after a new key was made its receiver may go by the one before. */
export const overlapMs = 24 * 3_600_000

/** A new key, of a webhook or a feed, sealed in the place of the one before, which goes on beside it. `about` is what both are sealed as. */
export function renewSecret(key: Buffer, about: string, before: Uint8Array<ArrayBuffer>, now: Date) {
  const [secret, earlierUntil] = [makeSecret(), new Date(now.getTime() + overlapMs)]
  return { secret, earlierUntil, data: { secret: new Uint8Array(seal(key, about, Buffer.from(secret))), earlierSecret: before, earlierUntil } }
}

type Sealed = { readonly secret: Uint8Array | null; readonly earlierSecret: Uint8Array | null; readonly earlierUntil: Date | null }
/** Those by which its receiver may know us now, the newest first. */
export function openSecrets(key: Buffer, about: string, { secret, earlierSecret, earlierUntil }: Sealed, now: Date): string[] {
  const earlier = earlierUntil !== null && earlierUntil > now ? earlierSecret : null
  return [secret, earlier].flatMap((sealed) => (sealed === null ? [] : [open(key, about, sealed).toString('utf8')]))
}
