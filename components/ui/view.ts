import { unmarked } from './unmarked'

/**
 * What a page's address may say beside its path: declared once, read into bounded values, written in one way. What is not declared, too long or said twice
 * is the default, so that an address that somebody mistyped shows a page and never a fault.
 */
type Words = readonly string[]
/** One of these words; text somebody typed; text of another length at most, and of several lines where it is that. */
type Filter = Words | 'text' | { readonly longest: number; readonly lines?: true }
type Filters = Readonly<Record<string, Filter>>
type Reserved = 'sort' | 'descending' | 'after' | 'before' | 'open' | 'tab'
type Spec = {
  /** The first is how it is sorted unasked; with a minus, descending. */
  readonly sorts?: Words
  /** What narrows the rows. */
  readonly filters?: Filters
  readonly opens?: Words
  /** What the open panel is about. It changes no rows. */
  readonly panel?: Filters
  /** The first is shown unasked. */
  readonly tabs?: Words
}
type WordOf<W> = W extends Words ? W[number] : never
type Plain<S> = S extends `-${infer Name}` ? Name : S
type FilterValues<F> = F extends Filters ? { [N in keyof F]: (F[N] extends Words ? F[N][number] : string) | null } : unknown
/** A filter may not be called what every address has: one of the two would not be read. */
type Free<S extends Spec> = Extract<keyof (FilterValues<S['filters']> & FilterValues<S['panel']>), Reserved> extends never ? unknown : never

/** What an address says, and its defaults where it says nothing. */
export type Asked<S extends Spec> = {
  sort: Plain<WordOf<S['sorts']>>; descending: boolean; after: string | null; before: string | null; open: WordOf<S['opens']> | null; tab: S['tabs'] extends Words ? S['tabs'][number] : null
} & FilterValues<S['filters']> & FilterValues<S['panel']>
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>
type Pairs = (readonly [name: string, value: string])[]

/** For the headers of a table: how it is sorted, and where each header leads. */
export type Sorting = { by: string; descending: boolean; hrefs: Readonly<Record<string, string>> }
/** For a filter bar: each filter and its value, and what else the address says that narrowing must not lose. */
export type Narrowing = { path: string; filters: Pairs; kept: Pairs }

const usualText = { longest: 63 }
const cursorText = { longest: 512 }
// Control characters and halves of characters are in no name, and PostgreSQL takes no text with a zero byte.
const isText = (value: string, { longest, lines = false }: { readonly longest: number; readonly lines?: boolean }) => value !== '' && value.length <= longest && !/[\p{Cc}\p{Cs}]/u.test(lines ? value.replaceAll('\n', '') : value)

export function viewOf<const S extends Spec>(spec: S & Free<S>) {
  const [usual = ''] = spec.sorts ?? []
  const sorts = (spec.sorts ?? []).map((sort) => sort.replace(/^-/, ''))
  const filters = Object.entries<Filter>({ ...spec.filters })
  const panel = Object.entries<Filter>({ ...spec.panel })
  const [firstTab = null] = spec.tabs ?? []

  function read(query: Query): Asked<S> {
    const said = (name: string) => {
      const value = Object.hasOwn(query, name) ? query[name] : undefined
      return unmarked((typeof value === 'string' ? value : value?.[0]) ?? '')
    }
    const oneOf = (words: Words, value: string) => (words.includes(value) ? value : null)
    const filtered = ([name, filter]: [string, Filter]) => {
      const value = said(name)
      if (Array.isArray(filter)) return [name, oneOf(filter, value)]
      return [name, isText(value, typeof filter === 'object' && 'longest' in filter ? filter : usualText) ? value : null]
    }
    const cursor = (name: string) => (isText(said(name), cursorText) ? said(name) : null)
    const sort = sorts.includes(said('sort').replace(/^-/, '')) ? said('sort') : usual
    return {
      ...Object.fromEntries([...filters, ...panel].map(filtered)),
      sort: sort.replace(/^-/, ''), descending: sort.startsWith('-'), after: cursor('after'), before: cursor('after') === null ? cursor('before') : null,
      open: oneOf(spec.opens ?? [], said('open')), tab: oneOf(spec.tabs ?? [], said('tab')) ?? firstTab,
    } as Asked<S>
  }

  /** The parameters in their one order, defaults left out. */
  function pairsOf(asked: Asked<S>, parts: readonly ('open' | 'filters' | 'rest' | 'page')[]): Pairs {
    const all: Readonly<Record<string, string | boolean | null>> = asked
    const text = (name: string): Pairs => (typeof all[name] === 'string' ? [[name, all[name]]] : [])
    const sort = `${asked.descending ? '-' : ''}${asked.sort}`
    const written = {
      open: () => [...text('open'), ...panel.flatMap(([name]) => text(name))],
      filters: () => filters.flatMap(([name]) => text(name)),
      rest: (): Pairs => [...(sort === usual ? [] : [['sort', sort] as const]), ...(asked.tab === firstTab ? [] : text('tab'))],
      page: () => [...text('after'), ...text('before')],
    }
    return parts.flatMap((part) => written[part]())
  }
  const written = (path: string, pairs: Pairs) => (pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs.map((pair) => [...pair]))}`)

  /** Other rows begin at their first page: a cursor of these means nothing there. Opening and closing a panel leaves the rows as they are. */
  function href(path: string, asked: Asked<S>, change: Partial<Asked<S>> = {}): string {
    const sameRows = Object.keys(change).every((name) => name === 'open' || panel.some(([about]) => about === name))
    const page = sameRows ? {} : { after: null, before: null }
    return written(path, pairsOf({ ...asked, ...page, ...change }, ['open', 'filters', 'rest', 'page']))
  }
  const changed = (change: Readonly<Record<string, string | boolean | null>>) => change as Partial<Asked<S>>

  return {
    read, href,
    /** Ascending at the first click on a header, descending at the second. */
    sorting: (path: string, asked: Asked<S>): Sorting => ({
      by: asked.sort, descending: asked.descending,
      hrefs: Object.fromEntries(sorts.map((sort) => [sort, href(path, asked, changed({ sort, descending: asked.sort === sort && !asked.descending }))])),
    }),
    narrowing: (path: string, asked: Asked<S>): Narrowing => {
      const all: Readonly<Record<string, string | boolean | null>> = asked
      return { path, filters: filters.map(([name]) => [name, String(all[name] ?? '')] as const), kept: pairsOf(asked, ['rest']) }
    },
    isNarrowed: (asked: Asked<S>): boolean => pairsOf(asked, ['filters']).length > 0,
    cleared: (path: string, asked: Asked<S>): string => href(path, asked, changed(Object.fromEntries(filters.map(([name]) => [name, null])))),
    /** Where the pages before and after this one are, given their cursors. */
    pages: (path: string, asked: Asked<S>, { previous, next }: { previous: string | null; next: string | null }) => ({
      previous: previous === null ? null : href(path, asked, changed({ before: previous, after: null })),
      next: next === null ? null : href(path, asked, changed({ after: next, before: null })),
    }),
  }
}
