/** Numbers in [0, 1) that a seed determines, on every machine (a 32-bit counter, mixed). */
export type Random = () => number

export function randomOf(seed: number): Random {
  let counter = Math.imul(seed, 0x9e3779b1) >>> 0
  return () => {
    counter = (counter + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(counter ^ (counter >>> 15), counter | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
export const below = (bound: number, random: Random): number => Math.floor(random() * bound)

/** Every order is equally likely (Fisher and Yates, from the end). */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const order = Array.from(list.keys())
  for (let last = order.length - 1; last > 0; last--) {
    const drawn = below(last + 1, random)
    const [kept, moved] = [order[last] ?? 0, order[drawn] ?? 0]
    order[last] = moved
    order[drawn] = kept
  }
  return order.flatMap((at) => list.slice(at, at + 1))
}
