import { z } from 'zod'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import type { TryScope } from '~/server/identity/decide-try'
import { type ShutOutState, stateOf } from './decide-let-in'

/** Of source, e-mail and person, those that it is by. */
export type ShutOutShown = {
  shutOut: string; scope: TryScope; state: ShutOutState; source: string | null; email: string | null; person: string | null; since: string; until: string
  letInAt: string | null; letInBy: string | null; letInFor: string | null
}
const newest = { by: [['since', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
/** Who is shut out now, or all there were in the last day. */
export const ListShutOuts = z.strictObject({ show: z.enum(['out', 'all']), ...Paged })

export async function listShutOuts({ rows, now }: PlatformReader, { show, ...asked }: z.infer<typeof ListShutOuts>): Promise<Page<ShutOutShown>> {
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.shutOut.findMany({ where: { AND: [show === 'out' ? { letInAt: null, until: { gt: now } } : {}, where] }, ...part }))
  const ids = [...new Set(found.flatMap(({ personId, letInBy }) => [personId, letInBy].filter((person) => person !== null)))]
  const names = new Map((await rows.person.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })).map(({ id, name }) => [id, name]))
  const nameOf = (person: string | null) => person && (names.get(person) ?? 'Somebody who is no longer here')
  return {
    rows: found.map(({ id, scope, sourceAddress, email, personId, since, until, letInAt, letInBy, letInFor }) => ({
      shutOut: id, scope: scope as TryScope, state: stateOf({ until, letInAt }, now), source: sourceAddress, email, person: nameOf(personId), since: since.toISOString(), until: until.toISOString(),
      letInAt: letInAt?.toISOString() ?? null, letInBy: nameOf(letInBy), letInFor,
    })),
    ...ends,
  }
}
