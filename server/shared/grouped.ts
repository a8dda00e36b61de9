/** What belongs together, in the order in which it came. However much of it is under one name, each is looked at once. */
export function grouped<T, K>(all: Iterable<T>, nameOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(nameOf(one))
    if (group) group.push(one)
    else groups.set(nameOf(one), [one])
  }
  return groups
}
