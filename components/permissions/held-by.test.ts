import { expect, test } from 'vitest'
import { composedBy, heldBy, wordsOf, yours } from './held-by'

const held = (at: 'platform' | 'tenant', ...roles: [role: string, verdict: string][]) => roles.map(([role, verdict]) => ({ at, role, verdict }))
test.each([
  ['tenant', held('tenant', ['tenant_admin', 'yes'], ['namespace_admin', 'forbidden']), 'A tenant admin'],
  ['tenant', [...held('platform', ['auditor', 'forbidden']), ...held('tenant', ['tenant_admin', 'yes'], ['namespace_admin', 'reach'], ['auditor', 'yes'])], 'A tenant admin or an auditor; a namespace admin in their namespaces'],
  ['platform', [...held('platform', ['platform_admin', 'yes'], ['approver', 'yes']), ...held('tenant', ['approver', 'not_found'])], 'A platform admin or an approver of the platform'],
  ['platform', held('platform', ['platform_admin', 'yes'], ['approver', 'forbidden']), 'A platform admin'],
  ['self', held('platform', ['auditor', 'yes']), 'Everybody, for themselves'],
  ['threshold', [], 'Anybody, before they are signed in'],
  ['tenant', [], 'Nobody'],
])('on %s, %o: %s', (on, roles, says) => expect(heldBy({ on, held: roles })).toBe(says))
test('it is found by its name, by whose it is, and by what it needs', () => {
  const words = wordsOf({ action: 'quotas.change', on: 'tenant', effect: 'write', factor: 'any', recorded: false, held: held('tenant', ['tenant_admin', 'yes']), composed: 'In a also “Keeper”' })
  for (const word of ['quotas', 'tenant admin', 'second factor', 'write', '“keeper”']) expect(words).toContain(word)
  expect(words).not.toContain('recorded')
})
test.each([['self', [], 'You'], ['platform', [], 'You'], ['tenant', ['a'], 'You, in a'], ['tenant', ['a', 'b', 'c'], 'You, in a, b and c'], ['tenant', ['a', 'b', 'c', 'd', 'e'], 'You, in 5 tenants']])('%s %o: %s', (on, tenants, says) => expect(yours(on, tenants)).toBe(says))

const keeper = { tenant: 'a', title: 'Keeper', actions: ['namespaces.create', 'namespaces.list', 'people.disable'], namespace: null }
const five = Array.from({ length: 5 }, (_, at) => ({ ...keeper, title: `Keeper ${at}` }))
test.each([
  ['a role that has it', 'namespaces.create', [keeper], 'In a also “Keeper”'],
  ['one that has not', 'quotas.change', [keeper], ''],
  ['what every role may', 'tenants.read', [keeper], 'In a also “Keeper”'],
  ['what no tenant can put in a role, whatever the list says', 'people.disable', [keeper], ''],
  ['held in a namespace, what reaches no namespace', 'namespaces.create', [{ ...keeper, namespace: 'red' }], ''],
  ['held in two namespaces', 'namespaces.list', [{ ...keeper, namespace: 'red' }, { ...keeper, namespace: 'blue' }], 'In a also “Keeper”'],
  ['of two tenants', 'namespaces.create', [keeper, { ...keeper, title: 'Other' }, { ...keeper, tenant: 'b' }], 'In a also “Keeper” and “Other”; In b also “Keeper”'],
  ['too many to name', 'namespaces.create', five, 'In a also 5 roles of its own'],
] as const)('%s: %s', (_says, action, roles, says) => expect(composedBy(action, roles)).toBe(says))
