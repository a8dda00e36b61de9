import { type Amount, amountMax } from './amount'

/**
 * Kubernetes quantities, exactly: `8000m`, `0.5`, `32Gi`, `1e3`. Kubernetes rounds up what is finer than it can hold and caps what is larger; here both are refused, because
 * an amount that was rounded is not the one that somebody asked for.
 */
export type QuantityRefusal = 'not_a_quantity' | 'negative' | 'below_smallest_unit' | 'too_large'
type QuantityRead = { readonly ok: true; readonly amount: Amount } | { readonly ok: false; readonly refusal: QuantityRefusal }

const shape = /^([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE])|[eE]([+-]?[0-9]{1,9}))?$/
const longest = 64
const binary: Readonly<Record<string, bigint>> = { Ki: 2n ** 10n, Mi: 2n ** 20n, Gi: 2n ** 30n, Ti: 2n ** 40n, Pi: 2n ** 50n, Ei: 2n ** 60n }
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }

const plain = (resource: string): string => resource.replace(/^(requests|limits)\./, '')
/** How many of the smallest units one is: a thousandth of a core is the smallest piece of `cpu`; of all else (bytes, devices, objects) it is one. */
const unitsIn = (resource: string): bigint => (plain(resource) === 'cpu' ? 1000n : 1n)
const isBytes = (resource: string): boolean => /^(memory|storage|ephemeral-storage|hugepages-.+)$/.test(plain(resource))

/** The same quantities come again and again, in every wish and in every limit. */
const [known, knownMost] = [new Map<string, QuantityRead>(), 4_096]
/** A number comes from JSON, where Kubernetes allows one. */
export function parseQuantity(value: string | number, resource: string): QuantityRead {
  const text = String(value)
  // With how long it is, so that no two of them are called the same: what somebody asks has no part in what another is told.
  const name = `${text.length} ${text} ${resource}`
  const before = known.get(name)
  if (before) return before
  const read = readQuantity(text, resource)
  if (known.size < knownMost && name.length < 128) known.set(name, read)
  return read
}
function readQuantity(text: string, resource: string): QuantityRead {
  const [, sign, whole = '', fraction = '', suffix = '', exponent = '0'] = (text.length <= longest && shape.exec(text)) || []
  if (sign === undefined) return { ok: false, refusal: 'not_a_quantity' }
  const digits = BigInt(whole + fraction)
  if (digits === 0n) return { ok: true, amount: 0n }
  if (sign === '-') return { ok: false, refusal: 'negative' }
  const tens = Number(exponent) + (decimal[suffix] ?? 0) - fraction.length
  // At most 64 digits were read: past these powers of ten the answer is known, and the power need not be worked out.
  if (tens > longest) return { ok: false, refusal: 'too_large' }
  if (tens < -2 * longest) return { ok: false, refusal: 'below_smallest_unit' }
  const scaled = digits * unitsIn(resource) * (binary[suffix] ?? 1n) * 10n ** BigInt(Math.max(tens, 0))
  const divisor = 10n ** BigInt(Math.max(-tens, 0))
  if (scaled % divisor !== 0n) return { ok: false, refusal: 'below_smallest_unit' }
  const amount = scaled / divisor
  return amount <= amountMax ? { ok: true, amount } : { ok: false, refusal: 'too_large' }
}

const inUnits = (amount: Amount, units: readonly (readonly [string, bigint])[]): string => {
  const [suffix, unit] = units.findLast(([, size]) => amount !== 0n && amount % size === 0n) ?? ['', 1n]
  return `${amount / unit}${suffix}`
}
const decimalBytes = ['k', 'M', 'G', 'T', 'P', 'E'].map((suffix, at) => [suffix, 1000n ** BigInt(at + 1)] as const)

/** As it is usually written, and read back as the same amount: of two ways to write bytes the shorter one. */
export function printQuantity(amount: Amount, resource: string): string {
  if (unitsIn(resource) !== 1n) return amount % 1000n === 0n ? String(amount / 1000n) : `${amount}m`
  if (!isBytes(resource)) return String(amount)
  const [inBinary, inDecimal] = [inUnits(amount, Object.entries(binary)), inUnits(amount, decimalBytes)]
  return inDecimal.length < inBinary.length ? inDecimal : inBinary
}
