import { command, query, router } from '~/server/api/procedure'
import { CordonNode, cordonNode, UncordonNode, uncordonNode } from './change-cordon'
import { ListNodes, listNodes } from './list-nodes'

export const fleet = router({
  cordon: command('fleet.cordon', CordonNode, cordonNode),
  nodes: query('fleet.nodes', ListNodes, listNodes),
  uncordon: command('fleet.uncordon', UncordonNode, uncordonNode),
})
