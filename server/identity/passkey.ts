/** What a passkey is asked, and where it belongs: this address and no other. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

export const site = () => {
  const { origin, hostname } = new URL(process.env.PUBLIC_URL ?? '')
  return { origin, rpId: hostname }
}
export const challengeMs = 120_000
/** EdDSA, ES256, RS256: what there is in the world, none of it weak. */
export const algorithms = [-8, -7, -257]

const Bytes = (most: number) => z.string().min(1).max(most).regex(/^[A-Za-z0-9_-]+$/, 'is base64url')
const Attachment = z.enum(['cross-platform', 'platform']).optional()
/** Extensions are asked for none, and what a browser adds is of no use here. */
const Results = z.record(z.string().max(64), z.unknown()).refine((results) => JSON.stringify(results).length <= 1024, 'is too long').transform(() => ({}))

export const Assertion: z.ZodType<AuthenticationResponseJSON> = z.strictObject({
  id: Bytes(1400), rawId: Bytes(1400), type: z.literal('public-key'), authenticatorAttachment: Attachment, clientExtensionResults: Results,
  response: z.strictObject({ clientDataJSON: Bytes(4096), authenticatorData: Bytes(4096), signature: Bytes(2048), userHandle: Bytes(128).optional() }),
}) as unknown as z.ZodType<AuthenticationResponseJSON>

export const Attestation: z.ZodType<RegistrationResponseJSON> = z.strictObject({
  id: Bytes(1400), rawId: Bytes(1400), type: z.literal('public-key'), authenticatorAttachment: Attachment, clientExtensionResults: Results,
  response: z.strictObject({
    clientDataJSON: Bytes(4096), attestationObject: Bytes(16_384), authenticatorData: Bytes(4096).optional(), publicKey: Bytes(4096).optional(), publicKeyAlgorithm: z.int().min(-70_000).max(0).optional(),
    transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(8).optional(),
  }),
}) as unknown as z.ZodType<RegistrationResponseJSON>

/** Which challenge a browser says it signed; null if that cannot be read. That it did sign it is another question. */
export function challengeIn(clientDataJSON: string): Buffer | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown; crossOrigin?: unknown }
    const value = typeof challenge === 'string' && crossOrigin !== true ? Buffer.from(challenge, 'base64url') : null
    return value?.length === 32 ? value : null
  } catch {
    return null
  }
}

/** Why the library did not believe it, short and plain enough for the record. */
export const reasonIn = (thrown: unknown): string => String(thrown instanceof Error ? thrown.message : thrown).replace(/[^\w ,.:-]/g, '').slice(0, 60)
