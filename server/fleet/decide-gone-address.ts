/** Pools and nodes that are supposed not to be there. */
export type Gone = { readonly pools: readonly string[]; readonly nodes: readonly string[] }
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>
/** As many as the door takes at once. */
export const [poolsMost, nodesMost] = [8, 32]
const [handle, node] = [/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/]

const said = (query: Query, name: string): readonly string[] => {
  const value = Object.hasOwn(query, name) ? query[name] : undefined
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}
const inOrder = (names: readonly string[], is: RegExp, most: number) => [...new Set(names.filter((name) => is.test(name)))].sort((one, other) => (one < other ? -1 : 1)).slice(0, most)

/** What can be read of an address, in one order and nothing twice. Whatever this gives, the door takes. */
export const readGone = (query: Query): Gone => ({ pools: inOrder(said(query, 'pool'), handle, poolsMost), nodes: inOrder(said(query, 'node'), node, nodesMost) })
export const isNone = ({ pools, nodes }: Gone): boolean => pools.length + nodes.length === 0
export function goneAddress(path: string, { pools, nodes }: Gone): string {
  const asked = new URLSearchParams([...pools.map((pool) => ['pool', pool]), ...nodes.map((each) => ['node', each])])
  return asked.size === 0 ? path : `${path}?${asked}`
}
