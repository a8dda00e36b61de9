import { randomUUID } from 'node:crypto'
import { decode } from 'next-auth/jwt'
import { findActor } from '~/server/identity/session'
import { sessionCookie, sessionSecret } from '~/server/identity/sign-in'
import type { Source } from '~/server/identity/actor'
import type { Asking } from './procedure'

const cookieOf = (headers: Headers, name: string): string | null =>
  headers.get('cookie')?.split(/; */).find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null

/** The web server puts these two on every request itself, and drops what a client sent under their names. */
export const sourceOf = (headers: Headers): Source => ({
  address: headers.get('x-bailiwick-source') ?? 'unknown',
  userAgent: (headers.get('user-agent') ?? '').slice(0, 256),
  reference: headers.get('x-bailiwick-reference') ?? randomUUID(),
})

export async function tokenOf(headers: Headers): Promise<string | null> {
  const cookie = cookieOf(headers, sessionCookie)
  const kept = cookie ? await decode({ token: cookie, secret: sessionSecret() }).catch(() => null) : null
  return typeof kept?.sessionToken === 'string' ? kept.sessionToken : null
}

export async function whoIsAsking(headers: Headers): Promise<Asking> {
  const source = sourceOf(headers)
  const token = await tokenOf(headers)
  return { token, source, actor: await findActor('web', token, source) }
}
