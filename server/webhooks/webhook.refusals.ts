import type { CreateRefusal } from '~/server/outbox/webhook/decide-receiver'
import type { RetryRefusal } from './decide-webhook'
import { thawing } from '~/server/tenants/frozen.refusals'

export type WebhookRefusal = CreateRefusal | RetryRefusal
export const webhookRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  too_many: { says: 'There are as many webhooks here as there can be.', fix: 'End one that nobody listens to.' },
  not_found: { says: 'There is no such webhook or message here.', fix: 'Look at the list again.' },
  ended: { says: 'This webhook has ended.', fix: 'Make a new one.' },
  still_tried: { says: 'It is still being tried.', fix: 'Wait for the next try.' },
  delivered_already: { says: 'It was delivered.', fix: 'Nothing to do.' },
  not_an_address: { says: 'That is not an address that can be told something.', fix: 'Write it as https://hooks.example.org/path, with nothing behind a #.' },
  not_https: { says: 'A webhook goes by https.', fix: 'Write an address that begins with https, or have an operator name your receiver in WEBHOOK_INSIDE.' },
  not_its_port: { says: 'A webhook goes to the port 443 or 8443.', fix: 'Leave the port out, or have an operator name your receiver in WEBHOOK_INSIDE.' },
  has_password: { says: 'The address has a name or a password in it.', fix: 'Leave it out: the receiver knows us by the signature.' },
  not_public: { says: 'The address is not one on the internet.', fix: 'Write one that is, or have an operator name your receiver in WEBHOOK_INSIDE.' },
} as const satisfies Record<WebhookRefusal, { says: string; fix: string }>
