/**
 * Amounts travel as whole numbers of the smallest unit. People read and write them in the unit they think in, and no digit is lost on the way:
 * what has no short form in that unit is shown in a smaller one.
 */
type Unit = { word: string; one: string; size: bigint; decimals: number }
const pieces: Unit = { word: '', one: '', size: 1n, decimals: 0 }
/** Thousandths of GPUs are parts of GPUs: whoever has 500 of them has half of one. */
const partsOfGpus: Unit = { word: 'GPUs', one: 'GPU', size: 1000n, decimals: 3 }
const cores: Unit = { word: 'cores', one: 'core', size: 1000n, decimals: 3 }
const bytes = ['TiB', 'GiB', 'MiB', 'KiB', 'B'].map((word, at): Unit => ({ word, one: word, size: 1024n ** BigInt(4 - at), decimals: word === 'B' ? 0 : 3 }))
const gibibytes = bytes[1] ?? pieces

/** What a person types a limit in. */
export const unitOf = (resource: string): Unit => (resource === 'cpu' ? cores : resource === 'memory' ? gibibytes : resource.endsWith('/gpu-milli') ? partsOfGpus : pieces)

const grouped = (whole: bigint) => whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')
/** Null if it has no exact form with that unit's decimals. */
function inUnit(amount: bigint, { size, decimals }: Unit): string | null {
  const scaled = amount * 10n ** BigInt(decimals)
  if (scaled % size !== 0n) return null
  const digits = (scaled / size).toString().padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return `${grouped(BigInt(digits.slice(0, digits.length - decimals)))}${fraction === '' ? '' : `.${fraction}`}`
}

function shown(resource: string, amount: bigint): { figure: string; unit: string } {
  // Gibibytes are what memory is given in, so that a column of it compares; smaller ones only where gibibytes would round.
  for (const unit of resource === 'memory' && amount !== 0n ? bytes.slice(1) : [unitOf(resource)]) {
    const figure = inUnit(amount, unit)
    if (figure !== null && (figure !== '0' || amount === 0n)) return { figure, unit: figure === '1' ? unit.one : unit.word }
  }
  return { figure: grouped(amount), unit: '' }
}

/** "16 cores", "128 GiB", "4". */
export function formatAmount(resource: string, amount: string): string {
  const { figure, unit } = shown(resource, BigInt(amount))
  return unit === '' ? figure : `${figure} ${unit}`
}
/** Without its unit, for a sentence that ends with it: "9 of 16 cores". Where it needs another unit, that one is said. */
export function figureOf(resource: string, amount: string): string {
  const { figure, unit } = shown(resource, BigInt(amount))
  const { word, one } = unitOf(resource)
  return unit === '' || unit === word || unit === one ? figure : `${figure} ${unit}`
}
/** As it would be typed: no unit, no thousands. */
export const typedAmount = (resource: string, amount: string): string => (inUnit(BigInt(amount), unitOf(resource)) ?? '').replaceAll(',', '')

const most = 2n ** 63n - 1n
/** Null if it is no amount, has more decimals than the unit is divisible by, or is larger than can be held. */
export function readAmount(resource: string, typed: string): string | null {
  const { size } = unitOf(resource)
  const [, whole, fraction = ''] = /^(\d{1,19})(?:\.(\d{1,12}))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return null
  const scale = 10n ** BigInt(fraction.length)
  const scaled = BigInt(whole + fraction) * size
  return scaled % scale === 0n && scaled / scale <= most ? (scaled / scale).toString() : null
}
/** What is wrong with what is no amount. A comma is a thousand's to some and a decimal's to others, so it is neither here. */
export function wrongWith(resource: string, typed: string, isInCell = false): string {
  if (/\d,\d/.test(typed)) return 'Write it without a comma; decimals have a point.'
  const { word } = unitOf(resource)
  return word === '' ? `Write a whole number, such as 6${isInCell ? ' or =+2' : ''}.` : `Write a number of ${word}, such as 16${isInCell ? ' or =+8' : ''}.`
}
