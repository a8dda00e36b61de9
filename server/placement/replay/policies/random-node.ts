import type { Fleet } from '../../fleet'
import { below, type Random } from '../random'
import type { Chooser } from './chooser'
import { feasible } from './scan'

/** Any node that fits, and of a node any GPU that does. */
export const randomNode = (fleet: Fleet, random: Random): Chooser => ({
  choose(shape, allowed) {
    const fitting = [...feasible(fleet, shape, allowed)]
    // Where there is no choice nothing is drawn.
    const order = fitting.length > 1 ? fitting[below(fitting.length, random)] : fitting[0]
    if (order === undefined) return null
    const gpus = [...fleet.pileAt(order).gpuMilliFree.entries()].flatMap(([gpu, free]) => (free >= shape.gpuMilli ? [gpu] : []))
    return { id: fleet.idAt(order), gpus: shape.gpus === 1 ? gpus.slice(below(gpus.length, random)).slice(0, 1) : gpus.slice(0, shape.gpus) }
  },
})
