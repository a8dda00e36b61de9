import { z } from 'zod'

/** How often who holds what is looked at, everywhere; and how long whoever looks has for it. It is over before the next begins. */
export const ReviewsPolicy = z.strictObject({ everyDays: z.int().min(30).max(366), withinDays: z.int().min(3).max(30) }).refine(({ everyDays, withinDays }) => withinDays < everyDays, 'is over before the next begins')
export const defaultReviewsPolicy: z.infer<typeof ReviewsPolicy> = { everyDays: 90, withinDays: 14 }
