import { paths } from './paths'
import type { Place, Ways } from './place'
import { ask } from './send'

/** What the palette finds by name beyond what the page knows: the namespaces of this tenant, the tenants of the platform. */
export type Named = { id: string; says: string; also: string; href: string }
type Lookup = { label: string; find: (typed: string, signal: AbortSignal) => Promise<Named[] | null> }

/** Null where there is nothing to ask for, or where the door would say no: to ask is recorded. The null of `find` is that it could not be asked now. */
export function lookupAt(place: Place, map: Ways): Lookup | null {
  const isOpen = (pages: Ways['platform'], href: string) => pages?.some((page) => page.href === href && page.locked === null) ?? false
  if (place.kind === 'platform' && map.platform) {
    return {
      label: 'Tenants',
      find: async (typed, signal) => {
        const told = await ask('tenants.list', { find: typed, organisation: null, isolationLevel: null, state: null, sort: 'tenant', descending: false, after: null, before: null }, signal)
        return told.ok ? told.value.rows.map(({ tenant, title }) => ({ id: `tenant ${tenant}`, says: tenant, also: title, href: paths.platformTenant(tenant) })) : null
      },
    }
  }
  if (place.kind !== 'tenant' || !isOpen(map.tenants.find(({ tenant }) => tenant === place.tenant)?.pages ?? null, paths.namespaces(place.tenant))) return null
  const { tenant } = place
  return {
    label: 'Namespaces',
    find: async (typed, signal) => {
      const told = await ask('namespaces.list', { tenant, find: typed, state: null, environment: null, sort: 'name', descending: false, after: null, before: null }, signal)
      return told.ok ? told.value.rows.map(({ name, title }) => ({ id: `namespace ${tenant} ${name}`, says: name, also: title, href: paths.namespace(tenant, name) })) : null
    },
  }
}
