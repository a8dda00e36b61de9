import { paths } from './paths'

/** Where an address is: in a tenant, on the platform, or with oneself. */
export type Place = { kind: 'tenant'; tenant: string } | { kind: 'platform' } | { kind: 'self' }
/** `under` is the word that it stands under, beside its like; `waiting` is how many things there wait for the reader's word. */
export type NavItem = { href: string; says: string; locked: string | null; under?: string; waiting?: number }
export const under = (word: string, pages: readonly NavItem[]): NavItem[] => pages.map((page) => ({ ...page, under: word }))
/** Where a person may go: their tenants, and the platform if they work on it. Each with its own pages. */
export type Ways = { tenants: { tenant: string; title: string; pages: NavItem[] }[]; platform: NavItem[] | null }

export function placeOf(path: string): Place {
  const [, first, second] = path.split('/')
  if (first === 'tenants' && second) return { kind: 'tenant', tenant: second }
  return first === 'platform' ? { kind: 'platform' } : { kind: 'self' }
}

const page = (href: string, says: string): NavItem => ({ href, says, locked: null })
/** What is about oneself. */
export const yourPages: readonly NavItem[] = [page(paths.profile(), 'Profile'), page(paths.notices(), 'Notices'), page(paths.security(), 'Security'), page(paths.sessions(), 'Sessions'), page(paths.tokens(), 'Tokens'), page(paths.signIns(), 'Sign-ins'), page(paths.receipts(), 'Receipts'), page(paths.permissions(), 'Permissions')]
const own: NavItem[] = [page(paths.home(), 'Places'), ...yourPages]

/** The pages beside the one at this address. A place that is not one's own has none. */
export function pagesOf(map: Ways, place: Place): NavItem[] {
  if (place.kind === 'self') return own
  return (place.kind === 'platform' ? map.platform : map.tenants.find(({ tenant }) => tenant === place.tenant)?.pages) ?? []
}

/** Where a place begins. */
export const overviewOf = (place: Place): string => (place.kind === 'tenant' ? paths.tenant(place.tenant) : place.kind === 'platform' ? paths.platform() : paths.home())

/** The page one is on, or under. An overview is only itself: everything in a tenant is under it. */
export const isCurrent = (href: string, path: string): boolean => path === href || (href !== overviewOf(placeOf(href)) && path.startsWith(`${href}/`))
