import { expect, test } from 'vitest'
import { isTheirs } from './decide-theirs'

test.each<[roles: string[], askedBy: string, theirs: boolean]>([
  [['tenant_admin'], 'other', true], [['namespace_admin'], 'other', true], [['developer'], 'own', true], [['developer'], 'other', false], [['service_account'], 'other', false],
  [['approver', 'auditor'], 'other', false], [['custom'], 'other', false], [[], 'other', false], [[], 'own', true],
])('who holds %j may change what %s asked for: %s', (roles, askedBy, theirs) => { expect(isTheirs({ person: 'own', roles }, askedBy)).toBe(theirs) })
test('what is due, the engine does, whoever asked for it', () => { expect(isTheirs(null, 'other')).toBe(true) })
