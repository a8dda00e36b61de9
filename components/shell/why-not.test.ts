import { expect, test } from 'vitest'
import { whoMay, whyNot } from './why-not'

const may = { may: true } as const
const mayNot = { may: false, because: 'forbidden', roles: ['tenant_admin'] } as const

test.each([
  [{ standing: may, engineAnswers: true }, null],
  [{ standing: mayNot, tenantIsFrozen: true, engineAnswers: false }, 'Only a tenant admin can change quotas.'],
  [{ standing: { ...mayNot, because: 'not_elevated' }, engineAnswers: true }, 'You read only, until you say for how long you need to change things. Elevate, and try again.'],
  [{ standing: may, tenantIsFrozen: true, engineAnswers: false }, 'The tenant is frozen: nothing in it can be changed. Ask a platform admin to thaw it.'],
  [{ standing: may, engineAnswers: false }, 'The engine does not answer. Reading goes on. Try again in a moment.'],
])('%o: %s', (state, says) => expect(whyNot('change quotas', state)).toBe(says))

test.each([
  [['tenant_admin'], 'a tenant admin'],
  [['tenant_admin', 'auditor'], 'a tenant admin or an auditor'],
  [['platform_admin', 'approver', 'auditor'], 'a platform admin, an approver or an auditor'],
  [[], 'nobody'],
])('%o are %s', (roles, says) => expect(whoMay(roles)).toBe(says))
