/** Three regions, and two tasks in five that may be only in some of them: by the hash of a name, so that every seed and policy has the same. */
import type { Node } from '../fleet'
import type { Task } from './trace'

const regions = ['eu', 'us', 'ap'] as const
const bindings: readonly (readonly string[])[] = [['eu'], ['us'], ['ap'], ['eu', 'us'], ['eu', 'ap'], ['us', 'ap']]
const boundOfTen = 4

/** FNV-1a, finished so that the low digits are as good as the high ones. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
export const spread = (nodes: readonly Node[]): Node[] => nodes.map((node) => ({ ...node, region: regions[hash(node.id) % regions.length] ?? null }))
export const bind = (tasks: readonly Task[]): Task[] => tasks.map((task) => (hash(`bound ${task.name}`) % 10 < boundOfTen ? { ...task, regions: bindings[hash(task.name) % bindings.length] ?? [] } : task))
