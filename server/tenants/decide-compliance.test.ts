import { expect, test } from 'vitest'
import { type ComplianceState, decideCompliance } from './decide-compliance'
import type { Regime } from './isolation'

const state: ComplianceState = { erasedAt: null, isolationLevel: 2, compliance: ['gdpr'] }
test.each<[says: string, over: Partial<ComplianceState>, was: Regime[], compliance: Regime[], comes: string]>([
  ['one regime more', {}, ['gdpr'], ['gdpr', 'hipaa'], 'ok'],
  ['none any more', {}, ['gdpr'], [], 'ok'],
  ['FedRAMP on clusters of its own', { isolationLevel: 3 }, ['gdpr'], ['fedramp'], 'ok'],
  ['FedRAMP on shared clusters', {}, ['gdpr'], ['fedramp', 'gdpr'], 'too_weak_for_fedramp'],
  ['what it is already', {}, ['gdpr'], ['gdpr'], 'no_change'],
  ['over what somebody else made of it', {}, [], ['gdpr', 'hipaa'], 'changed_meanwhile'],
  ['what somebody else did already', { compliance: ['gdpr', 'hipaa'] }, ['gdpr'], ['gdpr', 'hipaa'], 'changed_meanwhile'],
  ['of a tenant that was erased', { erasedAt: '2026-11-01T00:00:00.000Z' }, [], ['gdpr'], 'erased'],
])('%s', (_says, over, was, compliance, comes) => {
  const decided = decideCompliance({ ...state, ...over }, { was, compliance })
  expect(decided.ok ? 'ok' : decided.refusal).toBe(comes)
})
