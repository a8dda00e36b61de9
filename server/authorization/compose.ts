import { type Action, actions, specOf } from './actions'

/** Who can be given what: whoever could compose a role of these could give themselves any other. */
const power = new Set(['members', 'invitations', 'roles', 'identity'])
const conceptOf = (action: Action): string => action.split('.')[0] ?? ''

/** In every composed role: that the tenant is there, that something was done in it, and whom to ask. */
export const always: readonly Action[] = ['members.whoMay', 'tenants.read', 'tenants.watch']

/** What a tenant can put in a role of its own: what its admins may do, but not what hands out power. */
export function canBeComposed(action: Action): boolean {
  const spec = specOf(action)
  return spec.on === 'tenant' && spec.roles.includes('tenant_admin') && !power.has(conceptOf(action))
}
export const composable: readonly Action[] = (Object.keys(actions) as Action[]).filter(canBeComposed).sort()

/** Nobody operates and audits. */
export const audits = (action: Action): boolean => conceptOf(action) === 'audit'

/** What can be done in one namespace is what its admin can do there: the rest is the whole tenant's, and a role held in a namespace does not reach it. */
const worksInNamespace = (action: Action): boolean => {
  const spec = specOf(action)
  return spec.on === 'tenant' && spec.roles.includes('namespace_admin')
}

/** Whether a composed role gives an action. Asked of the list as it is kept, so that a list that was tampered with, or made before an action changed, gives no more than could be composed now. */
export const composedGives = (list: readonly string[], action: Action, namespace: string | null): boolean =>
  always.includes(action) || (list.includes(action) && canBeComposed(action) && (namespace === null || worksInNamespace(action)))
