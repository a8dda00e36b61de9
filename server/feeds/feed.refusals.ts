import type { ChangeRefusal, CreateRefusal } from '~/server/outbox/webhook/decide-receiver'
import { thawing } from '~/server/tenants/frozen.refusals'

export type FeedRefusal = CreateRefusal | ChangeRefusal | 'signs_nothing'
export const feedRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing },
  too_many: { says: 'There are as many feeds here as there can be.', fix: 'End one that nobody needs.' },
  not_found: { says: 'There is no such feed here.', fix: 'Look at the list again.' },
  ended: { says: 'This feed has ended.', fix: 'Make a new one.' },
  signs_nothing: { says: 'What goes by syslog is not signed, so there is no key.', fix: 'The receiver knows us by the connection.' },
  not_an_address: { says: 'That is not an address that the record can go to.', fix: 'Write it as https://siem.example.org/path, or for syslog as tls://siem.example.org:6514.' },
  not_https: { says: 'The record does not go in the clear.', fix: 'Write an address that begins with https, or with tls for syslog, or have an operator name your receiver in WEBHOOK_INSIDE.' },
  not_its_port: { says: 'A webhook goes to the port 443 or 8443, and syslog to 6514 or 443.', fix: 'Use one of these, or have an operator name your receiver in WEBHOOK_INSIDE.' },
  has_password: { says: 'The address has a name or a password in it.', fix: 'Leave it out: the receiver knows us by the signature.' },
  not_public: { says: 'The address is not one on the internet.', fix: 'Write one that is, or have an operator name your receiver in WEBHOOK_INSIDE.' },
} as const satisfies Record<FeedRefusal, { says: string; fix: string }>
