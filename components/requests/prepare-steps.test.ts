import { expect, test } from 'vitest'
import { prepareSteps } from './prepare-steps'

const asked = {
  kind: 'tenant.create' as const, subject: 'cascade', tenant: 'aurora', requestedBy: { person: '1', name: 'Ada' }, requestedAt: '2026-03-01T10:00:00.000Z',
  byRule: null, decidedBy: { person: '2', name: 'Alma' }, decidedAt: '2026-03-02T10:00:00.000Z', reason: null,
}
const undecided = { decidedBy: null, decidedAt: null }

test.each([
  ['what waits shows who is asked, and what was not reached', { ...asked, ...undecided, state: 'open' as const }, ['passed', 'waits', 'not_reached']],
  ['what was approved was made in the same moment', { ...asked, state: 'approved' as const }, ['passed', 'passed', 'passed']],
  ['what was refused was never made', { ...asked, state: 'refused' as const, reason: 'No room' }, ['passed', 'refused', 'not_reached']],
  ['neither was what was withdrawn', { ...asked, state: 'withdrawn' as const }, ['passed', 'refused', 'not_reached']],
])('%s', (_says, request, states) => {
  expect(prepareSteps(request).map(({ state }) => state)).toEqual(states)
})
test('each step says who and when, and a refusal says why', () => {
  expect(prepareSteps({ ...asked, state: 'refused', reason: 'No room' })).toEqual([
    { id: 'asked', state: 'passed', says: 'Asked in aurora', at: asked.requestedAt, who: 'Ada' },
    { id: 'decided', state: 'refused', says: 'Refused: No room', at: asked.decidedAt, who: 'Alma' },
    { id: 'made', state: 'not_reached', says: 'Tenant cascade is made, with its first admin', at: null, who: null },
  ])
  expect(prepareSteps({ ...asked, ...undecided, tenant: null, state: 'open' })[0]?.says).toBe('Asked on the platform')
  expect(prepareSteps({ ...asked, state: 'approved' })[2]?.at).toBe(asked.decidedAt)
})
