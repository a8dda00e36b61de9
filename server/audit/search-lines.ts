import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { type Asked as PageAsked, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { LineFound, Lines, LinesAsked } from '~/server/database/lines'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import { type Asked, decideQuery, lesser, momentOf, queryLongest, type Range, rangeOf, valuesOf, wantedOf, type Wrong } from './decide-query'

/** `actors` are the ids of those whom the query names by another word, in the place of what it says; null where it names them by id. */
export const asked = { query: z.string().max(queryLongest), actors: z.array(Uuid).max(50).nullable() }
export const SearchLines = z.strictObject({ tenant: Handle, ...asked, ...Paged })
export const SearchPlatformLines = z.strictObject({ ...asked, ...Paged })
const newestFirst = { by: [['at', 'instant'], ['id', 'uuid']], way: 'desc' } as const satisfies Order

export type { LineFound }
/** What is not found yet, and since when the oldest of it waits; where nothing was found, which lesser question finds something. */
export type Search = Page<LineFound> & { wrong: Wrong[]; waiting: { records: number; since: string | null }; nearest: { without: string; query: string; many: number } | null }

/** What of the lines is meant, as the functions of the database take it. A tenant’s reader cannot name another. */
export function meantBy(query: Asked, own: string | null, actors: readonly string[] | null, now: number): LinesAsked & { range: Range } {
  const tenants = own === null ? valuesOf(query, 'tenant') : [own]
  const range = rangeOf(query, now)
  const ids = actors ?? valuesOf(query, 'actor').map((id) => id.toLowerCase())
  const streams = valuesOf(query, 'stream')
  return {
    range, tenants: tenants.length === 0 ? null : tenants, stream: streams.length === 1 ? (streams[0] ?? null) : null, since: new Date(range.since), until: range.until === null ? null : new Date(range.until),
    actors: actors === null && ids.length === 0 ? null : ids, wanted: wantedOf(query, tenants.length === 1 ? (tenants[0] ?? null) : null),
  }
}
export function understand(text: string, own: string | null, actors: readonly string[] | null, now: number): Asked {
  const query = decideQuery(text)
  const since = momentOf(valuesOf(query, 'since')[0] ?? '', now)
  const wrong = query.chips.flatMap(({ kind, value }): Wrong[] => {
    if (kind === 'until' && since !== null && (momentOf(value, now) ?? now) <= since) return [{ text: `until:${value}`, says: 'It is no later than when it begins.' }]
    if (kind === 'tenant' && own !== null && value !== own) return [{ text: `tenant:${value}`, says: `Here only ${own} is searched.` }]
    if (kind === 'actor' && actors === null && !Uuid.safeParse(value).success) return [{ text: `actor:${value}`, says: 'Who it was is asked for by their id here.' }]
    return []
  })
  const isRight = ({ kind, value }: Asked['chips'][number]) => !wrong.some(({ text }) => text === `${kind}:${value}`)
  return { ...query, chips: query.chips.filter(isRight), wrong: [...query.wrong, ...wrong] }
}

const someMost = 1_000
const dayMs = 86_400_000
const manyOf = async (lines: Lines, meant: LinesAsked): Promise<number> => {
  const whole = (await lines.count(meant, dayMs / 1000, someMost)).find(({ bar, tenant, resource }) => bar === null && tenant === null && resource === null)
  return Number(whole?.count ?? 0)
}

async function search(lines: Lines, own: string | null, { query: text, actors, ...page }: { query: string; actors: string[] | null } & PageAsked): Promise<Search> {
  const now = Date.now()
  const query = understand(text, own, actors, now)
  const meant = meantBy(query, own, actors, now)
  const found = await pageOf(newestFirst, page, (_, { keys, way, take }) => lines.find(meant, keys && [String(keys[0]), String(keys[1])], way === 'desc', take))
  return {
    ...found, wrong: [...query.wrong], waiting: await lines.waiting(),
    nearest: found.rows.length === 0 && page.after === null ? await nearest(lines, own, query, actors, now) : null,
  }
}

/** Of all that ask for one thing less, the one that finds most. */
async function nearest(lines: Lines, own: string | null, query: Asked, actors: string[] | null, now: number): Promise<Search['nearest']> {
  let best: Search['nearest'] = null
  for (const less of lesser(query)) {
    const many = await manyOf(lines, meantBy(decideQuery(less.query), own, less.without.startsWith('actor:') ? null : actors, now))
    if (many > (best?.many ?? 0)) best = { ...less, many }
  }
  return best
}

export const searchLines = (db: TenantReader, { tenant: _, ...input }: z.infer<typeof SearchLines>) => search(db.lines, db.tenant, input)
export const searchPlatformLines = (db: PlatformReader, input: z.infer<typeof SearchPlatformLines>) => search(db.lines, null, input)
