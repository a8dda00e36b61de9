import type { Binding } from '~/server/identity/actor'
import { type Action, actions, opens, specOf } from './actions'

/** Who can be given what: whoever could compose a role of these could give themselves any other. Whoever makes a feed is given the record, and whoever erases ends the place. */
const power = new Set(['delegations', 'erasures', 'feeds', 'members', 'invitations', 'reviews', 'roles', 'identity'])
const conceptOf = (action: Action): string => action.split('.')[0] ?? ''

/** In every composed role: that the tenant is there, since when what it was is known, that something was done in it, and whom to ask. */
export const always: readonly Action[] = ['members.whoMay', 'past.look', 'tenants.read', 'tenants.watch']

/** What a tenant can put in a role of its own: what its admins may do, but not what hands out power. */
export function canBeComposed(action: Action): boolean {
  const spec = specOf(action)
  return spec.on === 'tenant' && spec.roles.includes('tenant_admin') && !power.has(conceptOf(action))
}
export const composable: readonly Action[] = (Object.keys(actions) as Action[]).filter(canBeComposed).sort()

/** What somebody does in the place of whoever is away: they answer what is asked of them, and see whom they do it for. Nothing else goes with it, and so it cannot be passed on. */
export const canBeDelegated = (action: Action): boolean => conceptOf(action) === 'requests' || ['delegations.end', 'delegations.endOnPlatform', 'delegations.list', 'delegations.listOnPlatform'].includes(action)

/** What can be done where nobody else is there to allow it: to stop something and to let it go on, and to see what runs. Nothing by which anybody comes in, is made something or rules differ afterwards, so that it is over when it is over. */
const stops = new Set<Action>(['fleet.cordon', 'fleet.uncordon', 'people.disable', 'people.endSessions', 'tenants.freeze', 'tenants.thaw'])
const looks = new Set<Action>(['clusters.list', 'fleet.nodes', 'people.list', 'reconciliation.list', 'staff.list'])
export const breakGlassGives = (action: Action): boolean => stops.has(action) || looks.has(action)

/** Nobody operates and audits. */
export const audits = (action: Action): boolean => conceptOf(action) === 'audit' || opens(action)

/** What can be done in one namespace is what its admin can do there: the rest is the whole tenant's, and a role held in a namespace does not reach it. */
const worksInNamespace = (action: Action): boolean => {
  const spec = specOf(action)
  return spec.on === 'tenant' && spec.roles.includes('namespace_admin')
}

/** Whether a composed role gives an action. Asked of the list as it is kept, so that a list that was tampered with, or made before an action changed, gives no more than could be composed now. */
export const composedGives = (list: readonly string[], action: Action, namespace: string | null): boolean =>
  always.includes(action) || (list.includes(action) && canBeComposed(action) && (namespace === null || worksInNamespace(action)))

/** Whether what somebody holds is a role that allows an action, where they hold it. */
export const gives = ({ role, namespace, custom }: Binding, action: Action, roles: readonly string[]): boolean =>
  role === 'custom' ? composedGives(custom?.actions ?? [], action, namespace) : roles.includes(role)
