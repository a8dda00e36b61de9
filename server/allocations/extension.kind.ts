import { z } from 'zod'
import { AmountText, Handle, Uuid } from '~/server/api/inputs'
import { makeKind } from '~/server/requests/kind'

/** What would go on, from which end until which, and what that costs. */
const AskedExtension = z.object({
  tenant: Handle, namespace: Handle, allocation: Uuid, owner: Uuid, name: Handle, class: Handle, pods: z.number(), models: z.array(z.string()), amounts: z.record(z.string().max(128), AmountText), devices: z.string(),
  from: z.string().nullable(), endsAt: z.string(), hours: z.number(), cost: z.object({ currency: z.string(), from: z.string(), to: z.string() }).nullable(), reason: z.string(),
})
type AskedExtension = z.infer<typeof AskedExtension>

export const extension = makeKind<AskedExtension, never, AskedExtension, never>({
  asks: ['allocations.extend'],
  payload: AskedExtension,
  gainers: ({ owner }) => [owner],
  shown: (asked) => asked,
  inDeed: null,
})
