/**
 * A command on its way from the web process to the engine. It carries the person's own session token, because the web's key alone must be good for nothing;
 * it is for one audience, one input (by digest, under the MAC) and one minute, and its nonce works once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Denied } from '~/server/authorization/denied'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'

export const audience = 'bailiwick-engine'
export const livesMs = 60_000
const skewMs = 5_000
export const bytesMax = 128 * 1024

export const Envelope = z.strictObject({
  audience: z.string().max(64), action: z.string().max(64), input: z.unknown(), inputDigest: z.string().length(43), issuedAt: z.int(),
  nonce: z.uuid(), idempotencyKey: z.uuid(), session: z.string().max(128), entering: z.string().max(128).nullable(), stepUp: z.string().max(128).nullable(),
  source: z.strictObject({ address: z.string().max(64), userAgent: z.string().max(256), reference: z.uuid() }),
})
export type Envelope = z.infer<typeof Envelope>

const mac = (key: Buffer, bytes: Buffer) => createHmac('sha256', key).update(bytes).digest()

export function wrap(key: Buffer, envelope: Omit<Envelope, 'audience' | 'inputDigest'>): { body: Buffer; authorization: string } {
  const body = canonicalBytes({ ...envelope, audience, inputDigest: digestOf(envelope.input as Json) } as Json)
  return { body, authorization: `Bailiwick-Web ${mac(key, body).toString('base64url')}` }
}

/** Asked in this order: is it from the web, is it for us, is it fresh, is its input the one that was signed for. */
export function unwrap(key: Buffer, body: Buffer, authorization: string | undefined, now: Date): Envelope {
  const shown = Buffer.from(/^Bailiwick-Web ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1] ?? '', 'base64url')
  if (shown.length !== 32 || !timingSafeEqual(shown, mac(key, body))) throw new Denied('wrong_caller')
  const envelope = Envelope.safeParse(parseJson(body))
  if (!envelope.success) throw new Denied('bad_input')
  const { audience: meant, issuedAt, input, inputDigest } = envelope.data
  if (meant !== audience) throw new Denied('wrong_audience')
  if (issuedAt > now.getTime() + skewMs || issuedAt < now.getTime() - livesMs) throw new Denied('expired')
  if (digestOr(input, '') !== inputDigest) throw new Denied('altered')
  return envelope.data
}

/** Not everything that parses has canonical bytes: half a character has none. */
function digestOr(input: unknown, otherwise: string): string {
  try {
    return digestOf(input as Json)
  } catch {
    return otherwise
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Denied('bad_input')
  }
}
