import type { CordonRefusal } from './decide-cordon'

export const fleetRefusals = {
  node_unknown: { says: 'There is no such node.', fix: 'Choose one from the list.' },
  cordoned_already: { says: 'The node is cordoned already, for another reason.', fix: 'Look at the reason, and uncordon it first if it is over.' },
  cordoned_otherwise: { says: 'The node is cordoned for another reason than the one that was shown.', fix: 'Read the page again, and uncordon the node if that is over, too.' },
} as const satisfies Record<CordonRefusal, { says: string; fix: string }>
