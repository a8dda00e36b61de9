import { me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'

/** The names of the namespaces that its reader reaches, in whichever state or in one; null where there are more than one chooses from, or they are not theirs to list. */
export async function reachableNamespaces(tenant: string, asOf: string | null = null, state: 'open' | null = null): Promise<string[] | null> {
  if (!(await me()).standing('namespaces.list', { tenant }).may) return null
  const { rows, next } = await onPage((door) => door.namespaces.list({ tenant, find: null, state, environment: null, sort: 'name', descending: false, ...firstPage }), asOf)
  return next === null ? rows.map(({ name }) => name) : null
}
