import type { FleetMap, MapNode, MapPool, ModelShown } from '~/server/fleet/fleet-map'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'

export const gpus = (thousandths: number): string => figure(thousandths / 1000, 1)
export const percent = (part: number, whole: number): string => (whole === 0 ? '0 %' : `${figure((part * 100) / whole, 1)} %`)

export const sayNode = ({ node, gpus: has, free, use, cordoned, silent }: MapNode): string =>
  `${node}: ${has > 0 ? `${gpus(has * 1000 - free)} of ${many(has, 'GPU')} in use` : `${figure(use / 10, 1)} % of its cores in use`}${cordoned ? ', cordoned' : ''}${silent ? ', not heard of' : ''}`

/** How much of a pool is in use, and what of it takes nothing new. */
export function sayPool({ nodes }: MapPool): string {
  const all = nodes.reduce((sum, node) => sum + node.gpus * 1000, 0)
  const used = all - nodes.reduce((sum, node) => sum + node.free, 0)
  const [cordoned, silent] = [nodes.filter((node) => node.cordoned).length, nodes.filter((node) => node.silent && !node.cordoned).length]
  return [many(nodes.length, 'node'), ...(all > 0 ? [`${gpus(used)} of ${many(all / 1000, 'GPU')} in use`] : ['no GPUs']), ...(cordoned ? [`${figure(cordoned)} cordoned`] : []), ...(silent ? [`${figure(silent)} not heard of`] : [])].join(', ')
}

/** The answer in a line. */
export function sayFleet({ pools, models }: FleetMap): string {
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes.length, 0)
  const sum = (of: (model: ModelShown) => number) => models.reduce((all, model) => all + of(model), 0)
  const [all, free, closed] = [sum((model) => model.gpus), sum((model) => model.free), sum((model) => model.cordoned)]
  if (nodes === 0) return 'There are no nodes yet.'
  return `${many(nodes, 'node')} with ${many(all / 1000, 'GPU')}: ${gpus(all - free - closed)} in use, ${gpus(free)} free, ${gpus(closed)} free where nothing new comes.`
}
