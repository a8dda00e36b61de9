import { expect, test } from 'vitest'
import { heldBy, wordsOf, yours } from './held-by'

const held = (at: 'platform' | 'tenant', ...roles: [role: string, verdict: string][]) => roles.map(([role, verdict]) => ({ at, role, verdict }))
test.each([
  ['tenant', held('tenant', ['tenant_admin', 'yes'], ['namespace_admin', 'forbidden']), 'A tenant admin'],
  ['tenant', [...held('platform', ['auditor', 'forbidden']), ...held('tenant', ['tenant_admin', 'yes'], ['namespace_admin', 'reach'], ['auditor', 'yes'])], 'A tenant admin or an auditor; a namespace admin in their namespaces'],
  ['platform', [...held('platform', ['platform_admin', 'yes'], ['approver', 'yes']), ...held('tenant', ['approver', 'not_found'])], 'A platform admin or an approver of the platform'],
  ['self', held('platform', ['auditor', 'yes']), 'Everybody, for themselves'],
  ['threshold', [], 'Anybody, before they are signed in'],
  ['tenant', [], 'Nobody'],
])('on %s, %o: %s', (on, roles, says) => expect(heldBy({ on, held: roles })).toBe(says))
test('it is found by its name, by whose it is, and by what it needs', () => {
  const words = wordsOf({ action: 'quotas.change', on: 'tenant', effect: 'write', factor: 'any', recorded: false, held: held('tenant', ['tenant_admin', 'yes']) })
  for (const word of ['quotas', 'tenant admin', 'second factor', 'write']) expect(words).toContain(word)
  expect(words).not.toContain('recorded')
})
test.each([['self', [], 'You'], ['platform', [], 'You'], ['tenant', ['a'], 'You, in a'], ['tenant', ['a', 'b', 'c'], 'You, in a, b and c'], ['tenant', ['a', 'b', 'c', 'd', 'e'], 'You, in 5 tenants']])('%s %o: %s', (on, tenants, says) => expect(yours(on, tenants)).toBe(says))
