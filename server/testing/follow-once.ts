/** A process of its own that gives feeds what they are behind, once: for who wants to kill it while it does. */
import { takeLease } from '~/server/database/lease'
import { feedsAtRest, followRecord } from '~/server/feeds/follow-record'

const [lease = 'follow-once'] = process.argv.slice(2)
await takeLease(lease, 60)
await followRecord(lease)
await feedsAtRest()
process.exit(0)
