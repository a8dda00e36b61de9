import type { NodeRefusal } from './decide-node'

/** What a person reads. A refusal without a sentence does not compile. */
export const placementRefusals = {
  no_node_fits: { says: 'No node that you may use has room for this.', fix: 'Ask for less, allow more models, or wait until something ends.' },
  nodes_taken_meanwhile: { says: 'The nodes that had room were taken meanwhile.', fix: 'Ask again: the fleet is looked at anew.' },
} as const satisfies Record<NodeRefusal, { says: string; fix: string }>
