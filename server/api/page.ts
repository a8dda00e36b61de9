/**
 * The one way to read a list by pages: from a key on, never by counting. What is added meanwhile moves nothing, and the hundredth page costs what the first does.
 * A cursor is the key of a row that was shown. Whoever makes one up reads from there what they may read anyway.
 */
import { z } from 'zod'
import { Denied } from '~/server/authorization/denied'
import { Handle, unprintable, Uuid, Version } from './inputs'

export const pageRows = 50
const Cursor = z.string().max(1200).regex(/^[A-Za-z0-9_-]+$/, 'is a place in a list')
/** The rows after that place or the rows before it, in the list's own order; neither is the first page. A page has fifty rows; who wants fewer says so. */
export const Paged = { after: Cursor.nullable(), before: Cursor.nullable(), limit: z.int().min(1).max(pageRows).default(pageRows) }
export const firstPage = { after: null, before: null } as const
export type Asked = { after: string | null; before: string | null; limit?: number | undefined }
export type Page<Row> = { rows: Row[]; previous: string | null; next: string | null }

/** What a key may hold. A cursor comes from outside: what the database would choke on never reaches it. */
const kinds = {
  handle: Handle, uuid: Uuid,
  name: z.string().min(1).max(254).refine((text) => !unprintable.test(text)),
  moment: z.string().max(24).regex(/^20/).pipe(z.iso.datetime()).transform((text) => new Date(text)),
  level: z.string().regex(/^[1-9]$/).transform(Number),
  /** To the microsecond, as the database writes it: of a day that there is, which JavaScript's own clock does not ask. */
  instant: z.string().max(27).regex(/^20/).pipe(z.iso.datetime({ precision: 6 })),
  sequence: Version.transform(BigInt).refine((value) => value < 2n ** 63n),
  amount: z.string().regex(/^(0|[1-9][0-9]{0,17})$/).transform(BigInt),
}
type Key = string | number | bigint | Date
/** Columns from the first that decides to the last, which is unique; all of them up, or all of them down, but for those that go `against` it. A dot leads to another table's column. */
export type Order = { readonly by: readonly (readonly [column: string, kind: keyof typeof kinds, against?: 'against'])[]; readonly way: 'asc' | 'desc' }
/** The orders a list can be turned to, by the word a person turns it with. */
export type Orders = Readonly<Record<string, Order['by']>>
export const orderOf = <S extends string>(orders: Readonly<Record<S, Order['by']>>, { sort, descending }: { sort: S; descending: boolean }): Order =>
  ({ by: orders[sort], way: descending ? 'desc' : 'asc' })

/** What Prisma is to be told beside a list's own filters. `never` fits the type of whichever table it is; that its columns exist is tested through each list. */
export type Part = { readonly where: never; readonly orderBy: never; readonly take: number }

/** The same for a list that is asked for in SQL. */
export type Beyond = { readonly keys: readonly Key[] | null; readonly way: Order['way']; readonly take: number }

export async function pageOf<Row extends object>(order: Order, { after, before, limit = pageRows }: Asked, find: (part: Part, beyond: Beyond) => Promise<Row[]>): Promise<Page<Row>> {
  if (after !== null && before !== null) throw new Denied('bad_input', [{ field: 'before', says: 'is asked for without the other' }])
  if (before !== null) {
    const found = await find(...partOf(order, keysOf(order, before, 'before'), order.way === 'asc' ? 'desc' : 'asc', limit))
    // Whoever goes back to the beginning gets the first page, whole, with what was added to it meanwhile.
    if (found.length <= limit) return pageOf(order, { ...firstPage, limit }, find)
    const rows = found.slice(0, limit).reverse()
    return { rows, previous: cursorAt(order, rows[0]), next: cursorAt(order, rows.at(-1)) }
  }
  const found = await find(...partOf(order, after === null ? null : keysOf(order, after, 'after'), order.way, limit))
  const rows = found.slice(0, limit)
  return { rows, previous: after === null ? null : cursorAt(order, rows[0]), next: found.length > limit ? cursorAt(order, rows.at(-1)) : null }
}

function partOf({ by }: Order, keys: readonly Key[] | null, way: Order['way'], limit: number): [Part, Beyond] {
  const beyond = ([key, ...later]: readonly Key[], [first, ...others]: Order['by']): object => {
    const [column, , against] = first as Order['by'][number]
    const past = turned(way, against) === 'asc' ? 'gt' : 'lt'
    if (others.length === 0) return nested(column, { [past]: key })
    // The first half says again what the second implies: an index finds where to begin by it.
    return { AND: [nested(column, { [`${past}e`]: key }), { OR: [nested(column, { [past]: key }), beyond(later, others)] }] }
  }
  const part = { where: keys === null ? {} : beyond(keys, by), orderBy: by.map(([column, , against]) => nested(column, turned(way, against))), take: limit + 1 }
  return [part as unknown as Part, { keys, way, take: limit + 1 }]
}
const turned = (way: Order['way'], against: 'against' | undefined): Order['way'] => (against === undefined ? way : way === 'asc' ? 'desc' : 'asc')
const nested = (column: string, value: unknown): object => column.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

const Keys = z.array(z.string()).max(3)
function keysOf({ by }: Order, cursor: string, field: string): Key[] {
  const keys = Keys.safeParse(jsonOr(Buffer.from(cursor, 'base64url').toString('utf8'), null)).data
  const read = by.map(([, kind], at) => kinds[kind].safeParse(keys?.[at]))
  if (keys?.length !== by.length || read.some(({ success }) => !success)) throw new Denied('bad_input', [{ field, says: 'is a place in this list, in this order' }])
  return read.map(({ data }) => data as Key)
}

function cursorAt({ by }: Order, row: object | undefined): string | null {
  if (row === undefined) return null
  const keys = by.map(([column]) => column.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], row))
  return Buffer.from(JSON.stringify(keys.map((key) => (key instanceof Date ? key.toISOString() : String(key))))).toString('base64url')
}

function jsonOr(text: string, otherwise: null): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

const parts = (find: string | null, columns: readonly string[], how: object): never =>
  (find === null ? {} : { OR: columns.map((column) => nested(column, { contains: find.replace(/[\\%_]/g, '\\$&'), ...how })) }) as never
/** Looks for this text in these columns, wherever it stands in them and however it is written. */
export const containing = (find: string | null, ...columns: string[]): never => parts(find, columns, { mode: 'insensitive' })
/** The same in columns that hold nothing but handles, which have no capitals: to compare without regard to them costs the database as much as all the rest. */
export const containingHandle = (find: string | null, ...columns: string[]): never => parts(find?.toLowerCase() ?? null, columns, {})
