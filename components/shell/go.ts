import { paths } from './paths'
import { type NavItem, overviewOf, placeOf } from './place'

type Going = { letter: string; says: string; href: string }

/** The letter that goes to a page after g, by the last word of its address: t for tenants, wherever they are. */
const letters: Record<string, string> = { tenants: 't', namespaces: 'n', quotas: 'q', requests: 'r', audit: 'a', members: 'm', organisations: 'o', allocations: 'l' }

/** Where g leads from here: to the pages beside this one that have a letter, and home. */
export function goingsOf(pages: readonly NavItem[]): Going[] {
  const beside = pages.flatMap(({ href, says }) => {
    const letter = href === overviewOf(placeOf(href)) ? undefined : letters[href.split('/').at(-1) ?? '']
    return letter === undefined ? [] : [{ letter, says, href }]
  })
  return [...beside, { letter: 'h', says: 'Your places', href: paths.home() }]
}
