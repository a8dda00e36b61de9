/** A process of its own that lets limits come down, once: for who wants to kill it while it does. */
import { takeLease } from '~/server/database/lease'
import { lowerLimits } from '~/server/quotas/lower-limits'

const [lease = 'lower-limits-once'] = process.argv.slice(2)
await takeLease(lease, 60)
await lowerLimits(lease)
process.exit(0)
