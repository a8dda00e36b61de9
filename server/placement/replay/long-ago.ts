/**
 * What the generator of Go's `math/rand` begins with: its own state, 7.8 × 10¹² numbers after the seed 1. Nobody waits for those, and none of them is written down here. A number
 * is the sum of two before it, so every later one is a sum of the first 607, each so many times as xⁿ has of its power when x⁶⁰⁷ = x³³⁴ + 1; and xⁿ is squared together in 43 steps.
 */
export const [remembered, back] = [607, 273]
const since = 7_800_000_000_000n
const whole = (value: bigint) => BigInt.asUintN(64, value)

/** Where the numbers are kept: the first is written to the 334th place from the front, each after it one place further down, and round again. */
export const placeOf = (drawn: number): number => (((remembered - back - 1 - drawn) % remembered) + remembered) % remembered

/** Three numbers of a small generator for each place; twenty are thrown away. */
export function spreadOut(seed: number, shifts: readonly [bigint, bigint]): bigint[] {
  const most = 2 ** 31 - 1
  let small = (((seed % most) + most) % most) || 89_482_311
  const next = () => {
    small = (48_271 * small) % most
    return BigInt(small)
  }
  for (let thrown = 0; thrown < 20; thrown++) next()
  return Array.from({ length: remembered }, () => whole((next() << shifts[0]) ^ (next() << shifts[1]) ^ next()))
}

/** Of a sum of powers, how often each is in it; as one long number they are multiplied at once, and no sum of so many products runs over into the next. */
const digits = 40
const together = (times: readonly bigint[]) => BigInt(`0x${times.map((each) => each.toString(16).padStart(digits, '0')).reverse().join('')}`)
function apart(long: bigint): bigint[] {
  const text = long.toString(16).padStart(2 * remembered * digits, '0')
  return Array.from({ length: 2 * remembered }, (_, power) => whole(BigInt(`0x${text.slice(text.length - (power + 1) * digits, text.length - power * digits)}`)))
}
function lowered(times: bigint[]): bigint[] {
  for (let power = times.length - 1; power >= remembered; power--) for (const lower of [power - back, power - remembered]) times[lower] = whole((times[lower] ?? 0n) + (times[power] ?? 0n))
  return times.slice(0, remembered)
}
function powerOfX(exponent: bigint): bigint[] {
  let times = [1n, ...Array<bigint>(remembered - 1).fill(0n)]
  for (const bit of exponent.toString(2)) {
    times = lowered(apart(together(times) ** 2n))
    if (bit === '1') times = lowered([0n, ...times])
  }
  return times
}

function workedOut(): readonly bigint[] {
  const state = spreadOut(1, [20n, 10n])
  const first = Array.from({ length: remembered }, (_, drawn) => state[placeOf(drawn)] ?? 0n)
  for (let drawn = remembered; drawn < 2 * remembered; drawn++) first.push(whole((first[drawn - remembered] ?? 0n) + (first[drawn - back] ?? 0n)))
  const times = powerOfX(since)
  const past = Number(since % BigInt(remembered))
  for (let drawn = 0; drawn < remembered; drawn++) state[placeOf(past + drawn)] = whole(times.reduce((sum, each, power) => sum + each * (first[drawn + power] ?? 0n), 0n))
  return state
}
let known: readonly bigint[] | null = null
export function longAgo(): readonly bigint[] {
  known ??= workedOut()
  return known
}
