/** The page somebody asked for before they were asked to sign in. It comes back from an address that anybody can write, so it is believed only as a path of ours. */
const lengthMax = 1000
const base = 'http://ours.invalid'

/** The path as a browser would read it, or null. What a browser takes for another origin is in none of these, however it is written. */
export function askedPath(text: string | string[] | null | undefined): string | null {
  if (typeof text !== 'string' || text.length > lengthMax || !/^\/[^/\\]/.test(text) || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, base)) return null
  const { origin, pathname, search, searchParams } = new URL(text, base)
  // A page read in part is asked for with a mark that is the router's own.
  const wanted = searchParams.has('_rsc') ? withoutMark(searchParams) : search
  const path = `${pathname}${wanted}`
  return origin !== base || pathname.startsWith('//') || /^\/(api|_next|sign-in)(\/|$)/.test(pathname) ? null : path
}

function withoutMark(asked: URLSearchParams): string {
  asked.delete('_rsc')
  return asked.size === 0 ? '' : `?${asked}`
}
