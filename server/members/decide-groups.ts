/** A role that everybody in a group has, and a role somebody has by one. */
export type GroupRole = { id: string; grantedBy: string }
export type RoleByGroup = { id: string; throughGroup: string }

/**
 * What follows from the groups a person is in: a role for each group that has one, and no other role by a group. Whoever gave a group its role gets nothing by it:
 * nobody gives themselves anything, by no way round either.
 */
export function decideGroups<G extends GroupRole>(person: string, bound: readonly G[], held: readonly RoleByGroup[]): { make: G[]; end: string[] } {
  const due = bound.filter(({ grantedBy }) => grantedBy !== person)
  const had = new Set(held.map(({ throughGroup }) => throughGroup))
  const has = new Set(due.map(({ id }) => id))
  return { make: due.filter(({ id }) => !had.has(id)), end: held.filter(({ throughGroup }) => !has.has(throughGroup)).map(({ id }) => id) }
}
