import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { composeWebhook } from './compose-webhook'
import { makeSecret, signatureHeaders } from './sign'

test('the signature is the one that the convention’s own example has', () => {
  const headers = signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', now: new Date(1_614_265_330_000) })
  expect(headers).toEqual({ 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' })
})
test('while a key is being replaced there is a signature by each; a key has 32 random bytes', () => {
  const secrets = [makeSecret(), makeSecret()]
  const signature = signatureHeaders(secrets, { id: 'm', body: 'b', now: new Date(0) })['webhook-signature'] ?? ''
  expect(signature.split(' ')).toEqual(secrets.map((secret) => `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update('m.0.b').digest('base64')}`))
  expect(secrets.map((secret) => Buffer.from(secret.slice(6), 'base64').length)).toEqual([32, 32])
})
test('a message says of what sort it is and where, in the words of each format, and the same bytes every time', () => {
  const what = { kind: 'request_waits', path: '/platform/requests/x', tenant: null, at: new Date('2026-06-01T00:00:00.000Z'), origin: 'https://bailiwick.example' }
  expect(JSON.parse(composeWebhook(what, 'standard'))).toEqual({ type: 'request_waits', timestamp: '2026-06-01T00:00:00.000Z', data: { says: 'A request waits for a decision', tenant: null, url: 'https://bailiwick.example/platform/requests/x' } })
  expect(JSON.parse(composeWebhook({ ...what, kind: 'lease_ends', tenant: 'aurora' }, 'slack'))).toEqual({ text: 'An allocation ends soon in aurora: https://bailiwick.example/platform/requests/x' })
  expect(composeWebhook(what, 'standard')).toBe(composeWebhook(what, 'standard'))
})
