/** A process of its own that delivers what is due, once: for who wants to kill it while it does. Its lease is its own, so that what keeps two from trying the same is the claim. */
import { takeLease } from '~/server/database/lease'
import { deliverOutbox, outboxAtRest } from '~/server/outbox/deliver-outbox'

const [lease = 'deliver-once'] = process.argv.slice(2)
await takeLease(lease, 60)
await deliverOutbox(lease)
await outboxAtRest()
process.exit(0)
