/** Numbers that a seed determines, on every machine: those of Go's `math/rand`, one for one, so that whatever was published with a seed and shuffled by it can be shuffled so again. */
import { back, longAgo, placeOf, remembered, spreadOut } from './long-ago'

/** Of 64 bits the upper and the lower half. */
export class Random {
  readonly #high = new Uint32Array(remembered)
  readonly #low = new Uint32Array(remembered)
  #drawn = 0
  constructor(seed: number) {
    for (const [place, value] of spreadOut(seed, [40n, 20n]).entries()) {
      const begun = value ^ (longAgo()[place] ?? 0n)
      this.#high[place] = Number(begun >> 32n)
      this.#low[place] = Number(begun & 0xffff_ffffn)
    }
  }

  /** The upper 32 of 63 bits: whatever is drawn here is made of those. */
  upper(): number {
    const [place, other] = [placeOf(this.#drawn), placeOf(this.#drawn - back)]
    this.#drawn = (this.#drawn + 1) % remembered
    const low = (this.#low[place] ?? 0) + (this.#low[other] ?? 0)
    const high = (this.#high[place] ?? 0) + (this.#high[other] ?? 0) + (low > 0xffff_ffff ? 1 : 0)
    this.#low[place] = low
    this.#high[place] = high
    return ((high << 1) | ((low >>> 31) & 1)) >>> 0
  }
}
export const randomOf = (seed: number): Random => new Random(seed)

/** As `Intn` draws it: what would make some likelier than others is drawn again. */
export function below(bound: number, random: Random): number {
  if (!(bound >= 1)) throw new Error(`Nothing is below ${bound}.`)
  const most = 2 ** 31 - (2 ** 31 % bound)
  for (;;) {
    const drawn = random.upper() >>> 1
    if (drawn < most) return drawn % bound
  }
}
/** In [0, 1). */
export const share = (random: Random): number => random.upper() / 2 ** 32

/** As `Shuffle` draws it: a share of the bound, and again where that would make some likelier than others. */
function within(bound: number, random: Random): number {
  const least = 2 ** 32 % bound
  for (;;) {
    const product = BigInt(random.upper()) * BigInt(bound)
    if (Number(product & 0xffff_ffffn) >= least) return Number(product >> 32n)
  }
}
/** Every order is equally likely (Fisher and Yates, from the end). */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const order = Array.from(list.keys())
  for (let last = order.length - 1; last > 0; last--) {
    const drawn = within(last + 1, random)
    const [kept, moved] = [order[last] ?? 0, order[drawn] ?? 0]
    order[last] = moved
    order[drawn] = kept
  }
  return order.flatMap((at) => list.slice(at, at + 1))
}
/** Each of a list at a place of its own, as `Perm` draws the places. */
export function placed<T>(list: readonly T[], random: Random): T[] {
  const places: number[] = []
  for (const at of list.keys()) {
    const drawn = below(at + 1, random)
    places[at] = places[drawn] ?? at
    places[drawn] = at
  }
  const found: T[] = []
  for (const [at, one] of list.entries()) found[places[at] ?? 0] = one
  return found
}
