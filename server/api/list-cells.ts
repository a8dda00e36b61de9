/** What stands in the cells of a list that is taken out as a table: one figure to a cell, in the unit that its column is headed with, so that a program for tables can add them up. Whoever wants what the door says word for word takes the list as JSON. */

export type Row = Readonly<Record<string, unknown>>
/** A field as it is, or what is made of a row. */
export type Column = string | { readonly says: string; readonly of: (row: Row) => unknown }
export const headOf = (column: Column): string => (typeof column === 'string' ? column : column.says)
export const cellIn = (row: Row, column: Column): string => cellOf(typeof column === 'string' ? row[column] : column.of(row))

/** What is a thing of its own stands in one cell: a person by name, several words one after another, anything else as JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('; ')
  if (typeof value === 'object') return 'name' in value && typeof value.name === 'string' ? value.name : JSON.stringify(value)
  return String(value)
}

type Amount = { resource: string; amount: string }
type Unit = { readonly word: string; readonly size: number }
const thousandths = 1000
const gibibyte = 2 ** 30
const kinds = [
  { says: 'gpus', unit: { word: 'GPUs', size: 1 }, is: (resource: string) => resource.endsWith('/gpu') },
  { says: 'gpus', unit: { word: 'GPUs', size: thousandths }, is: (resource: string) => resource.endsWith('/gpu-milli') },
  { says: 'cores', unit: { word: 'cores', size: thousandths }, is: (resource: string) => resource === 'cpu' },
  { says: 'memoryGiB', unit: { word: 'GiB', size: gibibyte }, is: (resource: string) => resource === 'memory' },
] as const
const unitOf = (resource: string): Unit => kinds.find(({ is }) => is(resource))?.unit ?? { word: '', size: 1 }
const inUnit = (amount: unknown, { size }: Unit): number | null => (amount === null || amount === undefined ? null : Number(amount) / size)

const amountsOf = (row: Row) => row.amounts as readonly Amount[]
/** Of what is held of several resources, a column for each that everybody has, and one for whatever else there is. */
export const amountColumns: readonly Column[] = [
  ...[...new Set(kinds.map(({ says }) => says))].map((says) => ({
    says, of: (row: Row) => amountsOf(row).flatMap(({ resource, amount }) => kinds.filter((kind) => kind.says === says && kind.is(resource)).map(({ unit }) => inUnit(amount, unit) ?? 0)).reduce((sum, one) => sum + one, 0),
  })),
  { says: 'others', of: (row) => amountsOf(row).filter(({ resource }) => !kinds.some(({ is }) => is(resource))).map(({ resource, amount }) => `${resource} ${amount}`) },
]
/** Where each row is of another resource, its unit stands beside its name. */
export const quotaColumns: readonly Column[] = [
  { says: 'unit', of: (row) => unitOf(String(row.resource)).word },
  ...['limit', 'used', 'held', 'unshared'].map((says) => ({ says, of: (row: Row) => inUnit(row[says], unitOf(String(row.resource))) })),
]
type Halves = { all: string; free: string }
const bytes: Unit = { word: 'GiB', size: gibibyte }
const milli: Unit = { word: '', size: thousandths }
export const nodeColumns: readonly Column[] = [
  { says: 'gpuMemoryGiB', of: (row) => inUnit(row.gpuMemory, bytes) },
  { says: 'gpus', of: (row) => (row.gpusFree as readonly number[]).length },
  { says: 'gpusFree', of: (row) => inUnit((row.gpusFree as readonly number[]).reduce((sum, free) => sum + free, 0), milli) },
  { says: 'cores', of: (row) => inUnit((row.cpu as Halves).all, milli) },
  { says: 'coresFree', of: (row) => inUnit((row.cpu as Halves).free, milli) },
  { says: 'memoryGiB', of: (row) => inUnit((row.memory as Halves).all, bytes) },
  { says: 'memoryFreeGiB', of: (row) => inUnit((row.memory as Halves).free, bytes) },
]
