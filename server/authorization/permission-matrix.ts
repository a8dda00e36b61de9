import type { Actor, Binding, PlatformRole, TenantRole } from '~/server/identity/actor'
import { platformRoles, tenantRoles } from '~/server/identity/actor'
import { actions, type Action, needsStepUp, specOf } from './actions'
import { Denied } from './denied'
import { reachOf } from './permit'

const somebody = (bindings: Binding[]): Actor => ({
  personId: '', name: '', email: '', sessionId: '', bindings, source: { address: '', userAgent: '', reference: '' },
})
const onNamespaceOnly: readonly TenantRole[] = ['namespace_admin']

/** Asks the door's own question for one role, where that role is usually held. */
function verdict(action: Action, binding: Binding): string {
  try {
    const reach = reachOf(somebody([binding]), action, specOf(action).on === 'self' ? {} : { tenant: 'own' })
    return reach === '*' ? 'yes' : 'reach'
  } catch (thrown) {
    if (!(thrown instanceof Denied)) throw thrown
    return thrown.reason === 'not_found' ? '·' : '–'
  }
}
const onPlatform = (role: PlatformRole): Binding => ({ role, tenant: null, namespace: null, until: null })
const inTenant = (role: TenantRole): Binding => ({ role, tenant: 'own', namespace: onNamespaceOnly.includes(role) ? 'one' : null, until: null })

/** Role by action, as a table for people. */
export function permissionMatrix(): string {
  const columns = [
    ...platformRoles.map((role) => [`platform ${role}`, onPlatform(role)] as const),
    ...tenantRoles.map((role) => [`tenant ${role}`, inTenant(role)] as const),
    ['stranger', { role: 'tenant_admin', tenant: 'other', namespace: null, until: null }] as const,
  ]
  const rows = (Object.keys(actions) as Action[]).sort().map((action) => {
    const { on, effect, recorded } = specOf(action)
    const marks = [needsStepUp(action) ? 'second factor' : '', recorded ? 'recorded' : ''].filter(Boolean).join(', ')
    return [action, on, effect, marks, ...columns.map(([, binding]) => verdict(action, binding))]
  })
  const table = [['action', 'on', 'effect', 'also', ...columns.map(([name]) => name)], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
  return [
    'Who may do what. Made from the action list by asking permit.ts for each role; the test beside it compares.',
    'yes: may, in all of it.  reach: may, in the namespaces where the role is held.  –: forbidden.  ·: not found.', '', ...lines, '',
  ].join('\n')
}
