import { z } from 'zod'

/** Whether the nodes are chosen here, and whether somebody of a higher class may have others stopped for it. */
export const PlacementPolicy = z.strictObject({ nodes: z.boolean(), preempts: z.boolean() })
/** Where nobody says otherwise and there are nodes, they are chosen here: what was never placed takes nothing off any node, so the other way round a fleet would be given twice. */
export const defaultPlacementPolicy: z.infer<typeof PlacementPolicy> = { nodes: true, preempts: true }
