import type { NodeRefusal } from './decide-node'
import type { VictimsRefusal } from './decide-victims'

/** What a person reads. A refusal without a sentence does not compile. */
export const placementRefusals = {
  no_node_fits: { says: 'No node that you may use has room for this.', fix: 'Ask for less, allow more models, or wait until something ends.' },
  nodes_taken_meanwhile: { says: 'The nodes that had room were taken meanwhile.', fix: 'Ask again: the fleet is looked at anew.' },
  nobody_may_be_preempted: { says: 'Nothing that runs where this may run may be preempted for it.', fix: 'Wait until something ends, or ask for a higher priority.' },
  too_few_may_be_preempted: { says: 'No way was found to make room by preempting eight or fewer.', fix: 'Ask for less, or wait until something ends.' },
} as const satisfies Record<NodeRefusal | VictimsRefusal, { says: string; fix: string }>
