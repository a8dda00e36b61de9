import { z } from 'zod'
import { Resource } from '~/server/api/inputs'
import { parseQuantity } from '~/server/shared/quantity'

const Quantity = z.string().max(64)
/** Quantities as people write them: `8`, `500m`, `32Gi`. */
export const LimitRange = z.strictObject({ min: Quantity.optional(), max: Quantity.optional(), default: Quantity.optional() })

export const LimitsPolicy = z.strictObject({
  perPod: z.record(Resource, LimitRange).refine((ranges) => Object.keys(ranges).length <= 32, 'speaks of at most 32 resources').superRefine((ranges, context) => {
    for (const [resource, range] of Object.entries(ranges)) {
      const rising = (['min', 'default', 'max'] as const).flatMap((figure) => {
        if (range[figure] === undefined) return []
        const read = parseQuantity(range[figure], resource)
        if (!read.ok) context.addIssue({ code: 'custom', path: [resource, figure], message: `is no quantity of ${resource}: ${read.refusal}` })
        return read.ok ? [read.amount] : []
      })
      if (rising.some((amount, at) => at > 0 && amount < (rising[at - 1] ?? 0n))) context.addIssue({ code: 'custom', path: [resource], message: 'has a default between its least and its most' })
    }
  }),
})

/** One node of the largest kind that is usually bought, and no pod without a figure for what a neighbour would miss. */
export const defaultLimitsPolicy: z.infer<typeof LimitsPolicy> = {
  perPod: {
    cpu: { min: '10m', default: '1', max: '256' },
    memory: { min: '4Mi', default: '2Gi', max: '4Ti' },
    'ephemeral-storage': { default: '10Gi', max: '1Ti' },
    'nvidia.com/gpu': { max: '16' },
  },
}
