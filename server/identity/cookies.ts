/** What the browser keeps: the session's token, encrypted as next-auth does it, and for some minutes that of a sign-in which waits for its second factor. */
import { decode, encode } from 'next-auth/jwt'
import type { Kept } from '~/server/database/open-session'
import { secretText } from '~/server/keys/secret'

export const sessionCookie = '__Host-bailiwick.session'
const enteringCookie = '__Host-bailiwick.entering'
export const aDaySeconds = 24 * 3600
const tenMinutesSeconds = 600
export const sessionSecret = () => secretText('SESSION_SECRET_FILE')

export const cookieOf = (headers: Pick<Headers, 'get'>, name: string): string | null =>
  headers.get('cookie')?.split(/; */).find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null

export async function tokenOf(headers: Pick<Headers, 'get'>): Promise<string | null> {
  const cookie = cookieOf(headers, sessionCookie)
  const kept = cookie ? await decode({ token: cookie, secret: sessionSecret() }).catch(() => null) : null
  return typeof kept?.sessionToken === 'string' ? kept.sessionToken : null
}
export const enteringOf = (headers: Headers): string | null => cookieOf(headers, enteringCookie)

const written = (name: string, value: string, seconds: number) => `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
/** No script of a page sees any of these. */
export async function cookiesOf({ session, entering }: Kept): Promise<string[]> {
  return [
    ...(session === undefined ? [] : [written(sessionCookie, await encode({ token: { sessionToken: session }, secret: sessionSecret(), maxAge: aDaySeconds }), aDaySeconds)]),
    ...(entering === undefined ? [] : [written(enteringCookie, entering ?? '', entering === null ? 0 : tenMinutesSeconds)]),
  ]
}
