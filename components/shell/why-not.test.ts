import { expect, test } from 'vitest'
import { sentenceOf } from '~/components/ui/reason'
import { whoMay, whyNot } from './why-not'

const may = { may: true } as const
const mayNot = { may: false, because: 'forbidden', permission: 'quotas.change', roles: ['tenant_admin'] } as const
const says = (state: Parameters<typeof whyNot>[1]) => {
  const reason = whyNot('change quotas', state)
  return reason && sentenceOf(reason)
}

const frozen = { frozenAt: '2026-01-08T10:00:00.000Z', erasedAt: null }
test.each([
  [{ standing: may, engineAnswers: true }, null],
  [{ standing: mayNot, inTenant: frozen, engineAnswers: false }, 'Only a tenant admin can change quotas. The permission is quotas.change.'],
  [{ standing: { ...mayNot, people: ['Ada Aurora'] }, engineAnswers: true }, 'Only a tenant admin can change quotas. Ask Ada Aurora. The permission is quotas.change.'],
  [{ standing: { ...mayNot, people: ['Ada', 'Bo', 'Cleo'] }, engineAnswers: true }, 'Only a tenant admin can change quotas. Ask Ada, Bo or Cleo. The permission is quotas.change.'],
  [{ standing: { ...mayNot, because: 'not_elevated' }, engineAnswers: true }, 'You read only, until you say for how long you need to change things. Elevate, and try again.'],
  [{ standing: may, inTenant: frozen, engineAnswers: false }, 'The tenant is frozen: nothing in it can be changed. Ask a platform admin to thaw it. Where its personal data was erased it is frozen for good.'],
  [{ standing: may, inTenant: { ...frozen, erasedAt: frozen.frozenAt }, engineAnswers: false }, 'The personal data of this tenant was erased, and its key with it. Create another tenant.'],
  [{ standing: may, inTenant: { frozenAt: null, erasedAt: null }, engineAnswers: true }, null],
  [{ standing: may, engineAnswers: false }, 'The engine does not answer. Reading goes on. Try again in a moment.'],
])('%o: %s', (state, expected) => expect(says(state)).toBe(expected))

test('a permission that is missing leads to where it stands among the others', () => {
  expect(whyNot('change quotas', { standing: mayNot, engineAnswers: true })).toMatchObject({ permission: 'quotas.change', who: 'A tenant admin', ask: null, href: '/permissions#quotas.change' })
})
test.each([
  [['tenant_admin'], 'a tenant admin'],
  [['tenant_admin', 'auditor'], 'a tenant admin or an auditor'],
  [['platform_admin', 'approver', 'auditor'], 'a platform admin, an approver or an auditor'],
  [[], 'nobody'],
])('%o are %s', (roles, expected) => expect(whoMay(roles)).toBe(expected))
