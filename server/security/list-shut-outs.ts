import { z } from 'zod'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import type { TryScope } from '~/server/identity/decide-try'
import type { FloodKind } from '~/server/rates/decide-flood'
import { type ShutOutState, stateOf } from './decide-let-in'

export type ShutOutScope = TryScope | FloodKind
/** Of source, e-mail and person, those that it is by; of a token, its owner and where they have a role. `step` is how often a flood came to that, up to the last step there is. */
export type ShutOutShown = {
  shutOut: string; scope: ShutOutScope; step: number | null; token: string | null; tenants: string[]; state: ShutOutState; source: string | null; email: string | null; person: string | null; since: string; until: string
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
    rows: found.map(({ id, scope, step, tokenTitle, tenants, sourceAddress, email, personId, since, until, letInAt, letInBy, letInFor }) => ({
      shutOut: id, scope: scope as ShutOutScope, step, token: tokenTitle, tenants, state: stateOf({ until, letInAt }, now), source: sourceAddress, email, person: nameOf(personId), since: since.toISOString(), until: until.toISOString(),
      letInAt: letInAt?.toISOString() ?? null, letInBy: nameOf(letInBy), letInFor,
    })),
    ...ends,
  }
}
