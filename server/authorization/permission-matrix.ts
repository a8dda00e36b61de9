import type { Binding, PlatformRole, TenantRole } from '~/server/identity/actor'
import { platformRoles, tenantRoles } from '~/server/identity/actor'
import { type Action, type ActionSpec, actions, needsSettledFactor, needsStepUp, specOf } from './actions'
import { somebody } from './could'
import { Denied } from './denied'
import { reachOf } from './permit'

const onNamespaceOnly: readonly TenantRole[] = ['namespace_admin']

/** `reach`: in the namespaces where the role is held. */
export type Verdict = 'yes' | 'reach' | 'forbidden' | 'not_found'
/** Asks the door's own question for one role, where that role is usually held. */
function verdict(action: Action, binding: Binding): Verdict {
  try {
    return reachOf(somebody([binding]), action, specOf(action).on === 'tenant' || specOf(action).on === 'platform' ? { tenant: 'own' } : {}) === '*' ? 'yes' : 'reach'
  } catch (thrown) {
    if (!(thrown instanceof Denied)) throw thrown
    return thrown.reason === 'not_found' ? 'not_found' : 'forbidden'
  }
}
const onPlatform = (role: PlatformRole) => ({ at: 'platform', role, binding: { role, tenant: null, namespace: null, until: null } }) as const
const inTenant = (role: TenantRole) => ({ at: 'tenant', role, binding: { role, tenant: 'own', namespace: onNamespaceOnly.includes(role) ? 'one' : null, until: null } }) as const
const holders = [...platformRoles.map(onPlatform), ...tenantRoles.map(inTenant)]
const stranger: Binding = { role: 'tenant_admin', tenant: 'other', namespace: null, until: null }

export type Permission = {
  action: Action; on: ActionSpec['on']; effect: ActionSpec['effect']; recorded: boolean
  /** Whether a second factor is asked for, and whether it must have been theirs for a day. */
  factor: 'any' | 'settled' | null
  held: { at: 'platform' | 'tenant'; role: string; verdict: Verdict }[]
  stranger: Verdict
}
/** Role by action: for the page that shows it, and for the file beside this one. */
export const permissions = (): Permission[] => (Object.keys(actions) as Action[]).sort().map((action) => {
  const { on, effect, recorded = false } = specOf(action)
  const factor = !needsStepUp(action) ? null : needsSettledFactor(action) ? 'settled' : 'any'
  return { action, on, effect, factor, recorded, held: holders.map(({ at, role, binding }) => ({ at, role, verdict: verdict(action, binding) })), stranger: verdict(action, stranger) }
})

const marks = { yes: 'yes', reach: 'reach', forbidden: '–', not_found: '·' } as const satisfies Record<Verdict, string>
const factorWords = { any: 'second factor', settled: 'second factor a day old' } as const
/** The same as a table of text. */
export function permissionMatrix(): string {
  const rows = permissions().map(({ action, on, effect, factor, recorded, held, stranger }) =>
    [action, on, effect, [factor === null ? '' : factorWords[factor], recorded ? 'recorded' : ''].filter(Boolean).join(', '), ...held.map(({ verdict }) => marks[verdict]), marks[stranger]])
  const table = [['action', 'on', 'effect', 'also', ...holders.map(({ at, role }) => `${at} ${role}`), 'stranger'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
  return [
    'Who may do what. Made from the action list by asking permit.ts for each role; the test beside it compares.',
    'yes: may, in all of it.  reach: may, in the namespaces where the role is held.  –: forbidden.  ·: not found.', '', ...lines, '',
  ].join('\n')
}
