/** Reading as of a moment: the same rows under the same names, from the schema `past`, by the permit and the row security of now. */
import type { ReadAction } from '~/server/authorization/actions'
import { Denied } from '~/server/authorization/denied'
import type { Permit } from '~/server/authorization/permit'
import { accessEntry } from '~/server/audit/entry'
import { decideMoment } from '~/server/past/decide-moment'
import { momentRefusals } from '~/server/past/moment.refusals'
import { noteAccess } from './note-access'
import { keptOf } from './past-kept'
import { type ReaderOf, readerOf, scopeOf } from './read'
import { inScope } from './scope'

/** What is asked otherwise than by the tables would be answered as of now: of these, no more than what is named. */
function only<T extends object>(all: T, ...names: readonly (keyof T)[]): T {
  return new Proxy(all, { get: (of, name) => {
    if (!names.includes(name as keyof T)) throw new Error(`${String(name)} is not known of the past`)
    return of[name as keyof T]
  } })
}
const reads = ['actor', 'tenant', 'namespaces', 'rows', 'sums', 'policySets', 'now', 'asOf'] as const

export function readPast<A extends ReadAction, T>(permit: Permit<A>, asked: unknown, asOf: string, look: (db: ReaderOf<A>) => Promise<T>): Promise<T> {
  return inScope('past', { ...scopeOf(permit), asOf }, async (sql) => {
    const decided = decideMoment(asOf, await keptOf(sql, permit.tenant ?? ''))
    if (!decided.ok) throw new Denied('bad_input', [{ field: 'asOf', says: momentRefusals[decided.refusal].says }])
    await noteAccess(sql, accessEntry({ actor: permit.actor, action: permit.action, asked: { ...(asked as object), asOf }, outcome: 'done', reason: null }))
    const reader = readerOf(permit, sql)
    return look(only({ ...reader, sums: only(reader.sums, 'given'), asOf, now: new Date(asOf) }, ...reads) as unknown as ReaderOf<A>)
  })
}
