import { expect, test } from 'vitest'
import { type Answerable, type ApproveRefusal, decideApproval, decideRefusal, decideWithdrawal, type RequestState } from './decide-request'

const open: Answerable = { state: 'open', decidedBy: null, requestedBy: 'asker', gainers: ['gainer'], terms: 'terms' }
const decided = (state: RequestState, decidedBy: string): Answerable => ({ ...open, state, decidedBy })
type Expected = ApproveRefusal | 'ok' | 'done'
const read = (decision: { ok: true; done: boolean } | { ok: false; refusal: string }) => (decision.ok ? (decision.done ? 'done' : 'ok') : decision.refusal)

const cases: [says: string, request: Answerable | null, person: string, approve: Expected, refuse: Expected, withdraw: Expected][] = [
  ['none', null, 'other', 'not_found', 'not_found', 'not_found'],
  ['an open one, by somebody else', open, 'other', 'ok', 'ok', 'not_found'],
  ['an open one, by whoever asked', open, 'asker', 'own_request', 'own_request', 'ok'],
  ['an open one, by whoever gains', open, 'gainer', 'own_request', 'own_request', 'not_found'],
  ['one they approved', decided('approved', 'other'), 'other', 'done', 'already_decided', 'not_found'],
  ['one they refused', decided('refused', 'other'), 'other', 'already_decided', 'done', 'not_found'],
  ['one somebody approved', decided('approved', 'first'), 'other', 'already_decided', 'already_decided', 'not_found'],
  ['one somebody refused', decided('refused', 'first'), 'other', 'already_decided', 'already_decided', 'not_found'],
  ['one that was withdrawn', decided('withdrawn', 'asker'), 'other', 'already_decided', 'already_decided', 'not_found'],
  ['one they withdrew', decided('withdrawn', 'asker'), 'asker', 'already_decided', 'already_decided', 'done'],
  ['one they asked for, approved meanwhile', decided('approved', 'first'), 'asker', 'already_decided', 'already_decided', 'already_decided'],
]
test.each(cases)('%s', (_says, request, person, approve, refuse, withdraw) => {
  expect([decideApproval(request, { person, terms: 'terms' }), decideRefusal(request, person), decideWithdrawal(request, person)].map(read)).toEqual([approve, refuse, withdraw])
})
test('who saw other terms is told so, after it was decided and before whose it is', () => {
  const by = (person: string) => ({ person, terms: 'others' })
  expect(read(decideApproval(open, by('other')))).toBe('terms_changed')
  expect(read(decideApproval(open, by('asker')))).toBe('terms_changed')
  expect(read(decideApproval(decided('refused', 'first'), by('other')))).toBe('already_decided')
})
