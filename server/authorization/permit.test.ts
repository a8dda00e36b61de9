import { expect, test } from 'vitest'
import type { Actor, Binding, Role } from '~/server/identity/actor'
import { type Action, actions } from './actions'
import { Denied } from './denied'
import { permissionMatrix } from './permission-matrix'
import { reachOf, type Target } from './permit'

test('the permission matrix is the committed one', async () => {
  await expect(permissionMatrix()).toMatchFileSnapshot('permission-matrix.txt')
})

const hold = (role: Role, tenant: string | null = 'own', namespace: string | null = null): Binding => ({ role, tenant, namespace, until: null })
const far = new Date(8.64e15)
const who = (...bindings: Binding[]): Actor => ({ personId: 'p', name: 'P', email: 'p@x', sessionId: 's', bindings, delegated: [], breakGlass: null, methods: [], powers: 'live', elevatedUntil: far, token: null, grounds: null, source: { address: '', userAgent: '', reference: '' } })
const stands = (role: 'tenant_admin' | 'platform_admin', actor: Actor, tenant: string | null = 'own'): Actor => ({ ...actor, delegated: [{ through: 'away', role, tenant, until: far }] })
const asked = (actor: Actor, action: Action, target: Target) => {
  try {
    return reachOf(actor, action, target)
  } catch (thrown) {
    if (thrown instanceof Denied) return thrown.reason
    throw thrown
  }
}
const cases: [says: string, actor: Actor, action: Action, target: Target, expected: unknown][] = [
  ['an admin reaches all of the tenant', who(hold('tenant_admin')), 'quotas.list', { tenant: 'own' }, '*'],
  ['a role in two namespaces reaches these two', who(hold('developer', 'own', 'b'), hold('developer', 'own', 'a')), 'quotas.list', { tenant: 'own' }, ['a', 'b']],
  ['a role that may not read adds no reach', who(hold('service_account', 'own', 'a'), hold('developer', 'own', 'b')), 'quotas.list', { tenant: 'own' }, ['b']],
  ['who decides for an admin answers what is asked of that admin', stands('tenant_admin', who(hold('developer', 'own', 'a'))), 'requests.approveInTenant', { tenant: 'own' }, '*'],
  ['and does nothing else in their place', stands('tenant_admin', who(hold('developer', 'own', 'a'))), 'quotas.change', { tenant: 'own' }, 'forbidden'],
  ['nor leaves it to another', stands('tenant_admin', who(hold('developer', 'own', 'a'))), 'delegations.begin', { tenant: 'own' }, 'forbidden'],
  ['nor answers in another tenant', stands('tenant_admin', who(hold('developer', 'own', 'a'), hold('developer', 'other', 'a'))), 'requests.approveInTenant', { tenant: 'other' }, 'forbidden'],
  ['an approver who decides for an operator need not be elevated for what an approver may', { ...stands('platform_admin', who(hold('approver', null)), null), elevatedUntil: null }, 'requests.approve', {}, '*'],
  ["another tenant's is not found, not forbidden", who(hold('tenant_admin', 'other')), 'quotas.change', { tenant: 'own' }, 'not_found'],
  ['one who holds nothing finds nothing', who(), 'quotas.list', { tenant: 'own' }, 'not_found'],
  ['a tenant that does not exist answers as one that is not theirs', who(hold('tenant_admin')), 'quotas.list', { tenant: 'ghost' }, 'not_found'],
  ['too small a role is forbidden', who(hold('developer')), 'quotas.change', { tenant: 'own' }, 'forbidden'],
  ["a neighbour's namespace is not found", who(hold('namespace_admin', 'own', 'a')), 'quotas.change', { tenant: 'own', namespace: 'b' }, 'not_found'],
  ['in their own namespace it is forbidden', who(hold('namespace_admin', 'own', 'a')), 'quotas.change', { tenant: 'own', namespace: 'a' }, 'forbidden'],
  ['what one may in one namespace is forbidden in another where one holds less', who(hold('service_account', 'own', 'a'), hold('developer', 'own', 'b')), 'quotas.list', { tenant: 'own', namespace: 'a' }, 'forbidden'],
  ['platform staff cannot act inside a tenant', who(hold('platform_admin', null)), 'quotas.change', { tenant: 'own' }, 'forbidden'],
  ["nor read a tenant's record by the tenant's action", who(hold('auditor', null)), 'audit.list', { tenant: 'own' }, 'forbidden'],
  ['a tenant admin does not find the platform', who(hold('tenant_admin')), 'tenants.freeze', { tenant: 'own' }, 'not_found'],
  ['a platform role that is too small is forbidden', who(hold('auditor', null)), 'tenants.freeze', { tenant: 'own' }, 'forbidden'],
  ['oneself is always oneself', who(), 'sessions.list', {}, '*'],
  ['an operator who is not elevated reads', { ...who(hold('platform_admin', null)), elevatedUntil: null }, 'tenants.list', {}, '*'],
  ['and changes nothing', { ...who(hold('platform_admin', null)), elevatedUntil: null }, 'tenants.freeze', { tenant: 'own' }, 'not_elevated'],
  ['but may elevate', { ...who(hold('platform_admin', null)), elevatedUntil: null, powers: 'lapsed' }, 'elevations.begin', {}, '*'],
  ['an approver is no operator', { ...who(hold('approver', null)), elevatedUntil: null }, 'requests.approve', {}, '*'],
  ['whoever is both needs no elevation for what the approver may', { ...who(hold('approver', null), hold('platform_admin', null)), elevatedUntil: null }, 'requests.approve', {}, '*'],
  ['powers that rest approve nothing', { ...who(hold('approver', null)), powers: 'lapsed' }, 'requests.approve', {}, 'powers_lapsed'],
  ['and operate nothing, elevated or not', { ...who(hold('platform_admin', null)), powers: 'lapsed' }, 'tenants.freeze', { tenant: 'own' }, 'powers_lapsed'],
  ['and read on', { ...who(hold('approver', null)), powers: 'lapsed' }, 'requests.list', {}, '*'],
  ['a tenant admin has no powers that rest', { ...who(hold('tenant_admin')), powers: 'lapsed', elevatedUntil: null }, 'quotas.change', { tenant: 'own' }, '*'],
  ['too small a role is told that first', { ...who(hold('auditor', null)), powers: 'lapsed' }, 'tenants.freeze', { tenant: 'own' }, 'forbidden'],
  ['a token does what it names', { ...who(hold('tenant_admin')), token: { id: 't', actions: ['quotas.list'] } }, 'quotas.list', { tenant: 'own' }, '*'],
  ['and nothing else, though its owner may', { ...who(hold('tenant_admin')), token: { id: 't', actions: ['quotas.list'] } }, 'namespaces.list', { tenant: 'own' }, 'forbidden'],
  ['nor what its owner may not any more', { ...who(hold('developer')), token: { id: 't', actions: ['members.list'] } }, 'members.list', { tenant: 'own' }, 'forbidden'],
  ['nor where its owner is nobody', { ...who(), token: { id: 't', actions: ['quotas.list'] } }, 'quotas.list', { tenant: 'own' }, 'not_found'],
  ['an undefined tenant never matches a role on the platform', who(hold('auditor', null)), 'audit.list', {}, 'forbidden'],
]
test.each(cases)('%s', (_says, actor, action, target, expected) => {
  expect(asked(actor, action, target)).toEqual(expected)
})

test('nobody operates and audits: no action that writes is an auditor’s, but to have opened what the record has sealed, and to keep what they find in it', () => {
  for (const [action, spec] of Object.entries(actions)) if (spec.effect === 'write' && 'roles' in spec && !('opens' in spec) && !('inquires' in spec)) expect([action, spec.roles]).not.toEqual([action, expect.arrayContaining(['auditor'])])
  expect(Object.keys(actions).filter((action) => 'opens' in actions[action as Action])).toEqual(['personal.conceal', 'personal.concealOnPlatform', 'personal.open', 'personal.openOnPlatform'])
  expect(Object.keys(actions).filter((action) => 'inquires' in actions[action as Action])).toEqual(['change', 'close', 'hand', 'note', 'open', 'pin', 'reopen', 'unpin'].map((verb) => `investigations.${verb}`))
})
