/** Where an address is: in a tenant, on the platform, or with oneself. */
export type Place = { kind: 'tenant'; tenant: string } | { kind: 'platform' } | { kind: 'self' }
export type NavItem = { href: string; says: string; locked: string | null }

export function placeOf(path: string): Place {
  const [, first, second] = path.split('/')
  if (first === 'tenants' && second) return { kind: 'tenant', tenant: second }
  return first === 'platform' ? { kind: 'platform' } : { kind: 'self' }
}

/** The page one is on, or under. An overview is only itself: everything in a tenant is under it. */
export const isCurrent = (href: string, path: string): boolean => path === href || (path.startsWith(`${href}/`) && href.split('/').length > 3)
