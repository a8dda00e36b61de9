/**
 * What one cannot do keeps no other from it: each has its turn, one after the other, and then the first that could not is thrown, so that whoever does this unasked is seen to have failed, and tries
 * again.
 */
export async function eachAlone<T, R>(all: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> {
  const [done, failed]: [R[], unknown[]] = [[], []]
  for (const one of all) await work(one).then((came) => { done.push(came) }, (thrown: unknown) => { failed.push(thrown) })
  if (failed.length > 0) throw failed[0]
  return done
}

/** The same, of what need not wait for one another; none of it still goes on afterwards. */
export async function allAlone<T, R>(all: Iterable<T>, work: (one: T) => Promise<R>): Promise<R[]> {
  const turns = [...all].map(work)
  await Promise.allSettled(turns)
  return Promise.all(turns)
}
