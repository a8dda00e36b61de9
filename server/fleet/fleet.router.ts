import { Nothing } from '~/server/api/inputs'
import { command, decided, query, router } from '~/server/api/procedure'
import { CordonNode, cordonNode, UncordonNode, uncordonNode } from './change-cordon'
import { ListNodes, listNodes } from './list-nodes'
import { gone, SupposeGone } from './suppose-gone'
import { ReadNode, readMap, readNode } from './read-map'

export const fleet = router({
  cordon: command('fleet.cordon', CordonNode, cordonNode),
  map: query('fleet.map', Nothing, readMap),
  node: query('fleet.node', ReadNode, readNode),
  nodes: query('fleet.nodes', ListNodes, listNodes),
  suppose: decided('fleet.suppose', SupposeGone, gone),
  uncordon: command('fleet.uncordon', UncordonNode, uncordonNode),
})
