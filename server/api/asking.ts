import { randomUUID } from 'node:crypto'
import type { Source } from '~/server/identity/actor'
import { enteringOf, tokenOf } from '~/server/identity/cookies'
import { asBearer, bearer, findActor, findBearer } from '~/server/identity/session'
import type { Asking } from './procedure'

/** The web server puts these two on every request itself, and drops what a client sent under their names. */
export const sourceOf = (headers: Headers): Source => ({
  address: headers.get('x-bailiwick-source') ?? 'unknown',
  userAgent: (headers.get('user-agent') ?? '').slice(0, 256),
  reference: headers.get('x-bailiwick-reference') ?? randomUUID(),
})

/** Whoever shows a machine's token is asked for nothing else: a browser's cookies beside it count for nothing. `attended` as in findActor. */
export async function whoIsAsking(headers: Headers, attended = true): Promise<Asking> {
  const source = sourceOf(headers)
  const shown = asBearer(headers.get('authorization') ?? '')
  if (shown.startsWith(bearer)) return { token: shown.slice(0, 128), entering: null, source, actor: await findBearer('web', shown.slice(bearer.length), source) }
  const token = await tokenOf(headers)
  return { token, entering: enteringOf(headers), source, actor: await findActor('web', token, source, new Date(), attended) }
}
