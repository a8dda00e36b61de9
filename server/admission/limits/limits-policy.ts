import { z } from 'zod'
import { Resource } from '~/server/api/inputs'
import type { Amount } from '~/server/shared/amount'
import { parseQuantity } from '~/server/shared/quantity'
import type { LimitRange as Range } from './decide-limits'

const QuantityText = z.string().max(64)
/** Quantities as people write them: `8`, `500m`, `32Gi`. */
export const LimitRange = z.strictObject({ min: QuantityText.optional(), max: QuantityText.optional(), default: QuantityText.optional() })
type Figures = { [F in keyof z.infer<typeof LimitRange>]: Amount | null }

/** What one pod may ask for, by resource. It is read into what the check takes. */
export const LimitsPolicy = z.strictObject({ perPod: z.record(Resource, LimitRange).refine((ranges) => Object.keys(ranges).length <= 32, 'speaks of at most 32 resources') })
  .transform(({ perPod }, context): Range[] => Object.entries(perPod).map(([resource, texts]) => {
    const figures: Figures = {}
    for (const figure of ['min', 'default', 'max'] as const) {
      const read = texts[figure] === undefined ? null : parseQuantity(texts[figure], resource)
      if (read && !read.ok) context.addIssue({ code: 'custom', path: ['perPod', resource, figure], message: `is no quantity of ${resource}: ${read.refusal}` })
      figures[figure] = read?.ok ? read.amount : null
    }
    const { min = null, max = null, default: usual = null } = figures
    const rising = [min, usual, max].filter((figure) => figure !== null)
    if (rising.some((figure, at) => at > 0 && figure < (rising[at - 1] ?? 0n))) context.addIssue({ code: 'custom', path: ['perPod', resource], message: 'has a default between its least and its most' })
    return { resource, min, max, default: usual }
  }))

/** One node of the largest kind that is usually bought, and no pod without a figure for what a neighbour would miss. */
export const defaultLimitsPolicy: z.input<typeof LimitsPolicy> = {
  perPod: {
    cpu: { min: '10m', default: '1', max: '256' },
    memory: { min: '4Mi', default: '2Gi', max: '4Ti' },
    'ephemeral-storage': { default: '10Gi', max: '1Ti' },
    'nvidia.com/gpu': { max: '16' },
  },
}
