import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { Json } from '~/server/shared/canonical'
import type { Policy } from './facts'

/** How long things may last and how many may wait. */
export const AdmissionPolicy = z.strictObject({ pendingMax: z.int().min(1).max(10_000), holdHours: z.int().min(1).max(720), hoursMax: z.int().min(1).max(8_760) })
export const PriorityPolicy = z.strictObject({ classes: z.array(z.strictObject({ id: Handle, value: z.int().min(-1_000_000).max(1_000_000), preemptible: z.boolean() })).min(1).max(32) })

/** What holds where nobody has said anything else. */
const shipped = {
  admission: { pendingMax: 100, holdHours: 168, hoursMax: 720 },
  priority: { classes: [{ id: 'low', value: 100, preemptible: true }, { id: 'normal', value: 500, preemptible: false }, { id: 'high', value: 1_000, preemptible: false }] },
} as const

type Held = { readonly tenant: string | null; readonly kind: string; readonly body: Json }

/** All that applies in one tenant. What is not as its kind must be is a fault: nothing is admitted under a policy that cannot be read. */
export function policyFrom(held: readonly Held[]): Policy {
  const onPlatform = (kind: string) => held.find((policy) => policy.tenant === null && policy.kind === kind)?.body
  return {
    admission: AdmissionPolicy.parse(onPlatform('admission') ?? shipped.admission),
    priority: PriorityPolicy.parse(onPlatform('priority') ?? shipped.priority),
  }
}
