/** A process of its own that takes what reviews need, once: for who wants to kill it while it does. */
import { takeLease } from '~/server/database/lease'
import { holdReviews } from '~/server/reviews/hold-reviews'

const [lease = 'hold-reviews-once'] = process.argv.slice(2)
await takeLease(lease, 60)
await holdReviews(lease)
process.exit(0)
