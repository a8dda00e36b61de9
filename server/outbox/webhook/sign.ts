/** As the Standard Webhooks convention has it: one HMAC over id, time and body, and one for each key that its receiver may go by now. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
export const makeSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export function signatureHeaders(secrets: readonly string[], { id, body, now }: { id: string; body: string; now: Date }): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signed = (secret: string) => createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map((secret) => `v1,${signed(secret)}`).join(' ') }
}
