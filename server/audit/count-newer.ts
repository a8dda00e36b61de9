import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import { asked, meantBy, understand } from './search-lines'

/** After which record, to the microsecond, as a list shows it. */
const since = { at: z.string().max(27).regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'is a moment to the microsecond').refine((text) => !Number.isNaN(Date.parse(text)), 'is a moment'), id: Uuid }
export const CountNewer = z.strictObject({ tenant: Handle, ...asked, ...since })
export const CountNewerOnPlatform = z.strictObject({ ...asked, ...since })

/** Of that many it is told that there are more. */
const newerMost = 100
type Newer = { readonly many: number; readonly isMore: boolean }
/** How many match that are newer than what somebody looks at. That they read it themselves is left out: else each look would be news of itself. */
async function count({ lines, actor }: Pick<TenantReader, 'lines' | 'actor'>, own: string | null, { query, actors, at, id }: { query: string; actors: string[] | null; at: string; id: string }): Promise<Newer> {
  const now = Date.now()
  const found = await lines.find(meantBy(understand(query, own, actors, now), own, actors, now), [at, id], false, newerMost * 2)
  const others = found.filter((line) => line.resource !== 'audit' || line.actor !== actor.personId)
  return { many: Math.min(others.length, newerMost), isMore: others.length > newerMost }
}
export const countNewer = (db: TenantReader, { tenant: _, ...input }: z.infer<typeof CountNewer>): Promise<Newer> => count(db, db.tenant, input)
export const countNewerOnPlatform = (db: PlatformReader, input: z.infer<typeof CountNewerOnPlatform>): Promise<Newer> => count(db, null, input)
