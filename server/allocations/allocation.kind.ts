import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { makeKind } from '~/server/requests/kind'

const Amounts = z.record(z.string().max(128), z.string().max(32))
/** An allocation that somebody must say yes to, as it was asked for. Its wish, whole, stands with the allocation. */
const AskedAllocation = z.object({
  tenant: Handle, namespace: Handle, allocation: Uuid, name: Handle, class: Handle, pods: z.number(), each: Amounts, models: z.array(z.string()), region: z.string().nullable(), hours: z.number().nullable(), reason: z.string(),
})
type AskedAllocation = z.infer<typeof AskedAllocation>

const AtStake = z.object({ devices: z.string().regex(/^\d{1,19}$/), victims: z.array(z.unknown()) })

export const admission = makeKind<AskedAllocation, never, AskedAllocation, never>({
  asks: ['allocations.create'],
  payload: AskedAllocation,
  gainers: () => [],
  shown: (asked) => asked,
  promises: true,
  stake: ({ reason }, terms) => {
    const { devices, victims } = AtStake.parse(terms)
    return { devices: BigInt(devices), stops: victims.length, isPart: reason === 'split_request' }
  },
  inDeed: null,
})
