/** The name under which an address says as of when its page is to be read. */
export const momentName = 'asOf'
/** A tenant is the first two steps of a path. */
const placeOf = (path: string) => path.split(/[?#]/)[0]?.split('/').slice(1, 3).join('/')

/** Where a link leads from a page that is read as of a moment: within the same place, to what was there at the same moment. */
export function keepMoment(href: string, here: string, moment: string | null): string {
  if (moment === null || placeOf(href) !== placeOf(here)) return href
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(href) ?? []
  const asked = new URLSearchParams(query)
  if (!asked.has(momentName)) asked.append(momentName, moment)
  return `${path}?${asked}${hash}`
}
/** The same page at another moment: as it is narrowed and sorted, from its first rows on, and with nothing open. Null is now. */
export function atMoment(path: string, query: string, moment: string | null): string {
  const asked = new URLSearchParams(query)
  for (const name of ['after', 'before', 'open', momentName]) asked.delete(name)
  if (moment !== null) asked.append(momentName, moment)
  return asked.size === 0 ? path : `${path}?${asked}`
}
