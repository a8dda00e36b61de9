import { append, emptyFrontier, rootOf } from '~/server/merkle/frontier'
import { leafHash } from '~/server/merkle/hash'
import { inclusionPath, rootFrom } from '~/server/merkle/proof'
import { canonicalBytes, type Json } from '~/server/shared/canonical'

const leafOf = (statement: Json) => leafHash(canonicalBytes(statement))

/** The tree of many statements: its root is what one signature is for, and by its path each of them is shown alone, the others untold. */
export function batchOf(statements: readonly Json[]): { root: string; pathOf: (index: number) => string[] } {
  const { frontier, made } = append(emptyFrontier, statements.map(leafOf))
  const nodes = new Map(made.map(({ level, index, hash }) => [`${level} ${index}`, hash]))
  const read = ({ level, index }: { level: number; index: number }) => {
    const hash = nodes.get(`${level} ${index}`)
    if (!hash) throw new Error(`a batch of ${statements.length} has no node ${level} ${index}`)
    return hash
  }
  return { root: rootOf(frontier).toString('base64'), pathOf: (index) => inclusionPath(index, statements.length, read).map((hash) => hash.toString('base64')) }
}

export function isInBatch(statement: Json, { index, path, count, root }: { index: number; path: readonly string[]; count: number; root: string }): boolean {
  return rootFrom({ leaf: leafOf(statement), index, size: count, path: path.map((hash) => Buffer.from(hash, 'base64')) })?.toString('base64') === root
}
