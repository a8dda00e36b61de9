import { z } from 'zod'
import { type PoliciesAt, policyNow } from '~/server/admission/policy-now'
import { defaultReviewsPolicy, ReviewsPolicy } from './reviews-policy'

/** A review as the record keeps it. */
type Row = { id: string; tenantId: string | null; beganAt: Date; deadline: Date }
export const shown = ({ id, tenantId, beganAt, deadline }: Row) => ({ review: id, tenant: tenantId, beganAt: beganAt.toISOString(), deadline: deadline.toISOString() })

/** What a line was judged by, as it was when the review began; the database writes it (`review_begins`). */
export const Evidence = z.object({
  role: z.string().nullish(), namespace: z.string().nullish(), title: z.string().nullish(), grantedBy: z.string().nullish(), until: z.string().nullish(),
  group: z.string().nullish(), provider: z.string().nullish(), people: z.number().nullish(), actions: z.number().nullish(), usedAt: z.string().nullish(),
  signedInAt: z.string().nullish(), factors: z.array(z.string()).nullish(), isDisabled: z.boolean().nullish(),
})
export type Evidence = z.infer<typeof Evidence>

/** What is held, in the words of a notice. */
export function labelOf(kind: string, evidence: unknown): string {
  const { role, title, group } = Evidence.parse(evidence)
  if (kind === 'token') return `the token “${title ?? ''}”`
  const word = title ?? (role ?? 'a role').replaceAll('_', ' ')
  return kind === 'group' ? `${word}, by the group ${group ?? ''}` : word
}

export const reviewsNow = async (at: PoliciesAt) => (await policyNow(at, 'reviews', { schema: ReviewsPolicy, usual: defaultReviewsPolicy })).body
