import { expect, test } from 'vitest'
import { type Answerable, type Answering, decideAnswer, decideApproval, decideQuestion, decideRefusal, decideWithdrawal, type RequestState } from './decide-request'

const rule = { anyOf: [{ of: ['approver', 'platform_admin'], count: 1 }], factor: 'passkey' } as const
const open: Answerable = { state: 'open', decidedBy: null, requestedBy: 'asker', gainers: ['gainer'], terms: 'terms', rule, saidYes: [], recused: ['recused'], isAsked: false, stays: false, elsewhere: false }
const appointed = [{ person: 'appointee', role: 'approver' }]
const decided = (state: RequestState, decidedBy: string | null, saidYes: string[] = []): Answerable => ({ ...open, state, decidedBy, saidYes })
const by = (person: string, more: Partial<Answering> = {}): Answering => ({ person, roles: ['approver'], delegated: [], isMachine: false, ...more })
const read = (decision: { ok: true; done?: boolean } | { ok: false; refusal: string }) => (decision.ok ? (decision.done ? 'done' : 'ok') : decision.refusal)

const cases: [says: string, request: Answerable | null, who: Answering, approve: string, refuse: string, withdraw: string][] = [
  ['none', null, by('other'), 'not_found', 'not_found', 'not_found'],
  ['an open one, by somebody who is asked', open, by('other'), 'ok', 'ok', 'not_found'],
  ['an open one, by whoever asked', open, by('asker'), 'own_request', 'own_request', 'ok'],
  ['an open one, by whoever gains', open, by('gainer'), 'own_request', 'own_request', 'not_found'],
  ['an open one, by a machine in the place of somebody who is asked', open, by('other', { isMachine: true }), 'is_machine', 'is_machine', 'not_found'],
  ['an open one, by somebody who is not asked', open, by('other', { roles: ['tenant_admin'] }), 'not_asked', 'not_asked', 'not_found'],
  ['an open one, by nobody in particular', open, by('other', { roles: [] }), 'not_asked', 'not_asked', 'not_found'],
  ['an open one, by whoever left it to others', open, by('recused'), 'recused', 'recused', 'not_found'],
  ['an open one, by somebody who is nobody else', open, by('appointee'), 'appointed', 'ok', 'not_found'],
  ['an open one, by the same in another role that is asked', open, by('appointee', { roles: ['approver', 'platform_admin'] }), 'ok', 'ok', 'not_found'],
  ['an open one, by the same where they would not be asked either', open, by('appointee', { roles: ['tenant_admin'] }), 'not_asked', 'not_asked', 'not_found'],
  ['an open one, in the place of the same', open, by('other', { roles: [], delegated: [{ through: 'appointee', role: 'approver' }] }), 'appointed', 'ok', 'not_found'],
  ['an open one to which they said yes, and others have not', { ...open, saidYes: ['other'] }, by('other'), 'done', 'ok', 'not_found'],
  ['one about which somebody was asked', { ...open, isAsked: true }, by('other'), 'question_open', 'ok', 'not_found'],
  ['one they approved', decided('approved', 'other', ['other']), by('other'), 'done', 'already_decided', 'not_found'],
  ['one they refused', decided('refused', 'other'), by('other'), 'already_decided', 'done', 'not_found'],
  ['one somebody approved', decided('approved', 'first', ['first']), by('other'), 'already_decided', 'already_decided', 'not_found'],
  ['one somebody refused', decided('refused', 'first'), by('other'), 'already_decided', 'already_decided', 'not_found'],
  ['one that was withdrawn', decided('withdrawn', 'asker'), by('other'), 'already_decided', 'already_decided', 'not_found'],
  ['one nobody answered in time', decided('lapsed', null), by('other'), 'already_decided', 'already_decided', 'not_found'],
  ['one they withdrew', decided('withdrawn', 'asker'), by('asker'), 'already_decided', 'already_decided', 'done'],
  ['one they asked for, approved meanwhile', decided('approved', 'first', ['first']), by('asker'), 'already_decided', 'already_decided', 'already_decided'],
]
test.each(cases)('%s', (_says, request, who, approve, refuse, withdraw) => {
  expect([decideApproval(request, { ...who, terms: 'terms', factor: 'passkey', appointed }), decideRefusal(request, who), decideWithdrawal(request, who.person)].map(read)).toEqual([approve, refuse, withdraw])
})
const away = (through: string, role: 'approver' | 'tenant_admin' = 'approver') => ({ through, role })
const stands = (...delegated: ReturnType<typeof away>[]) => by('other', { roles: [], delegated })
test.each([
  ['for somebody who is asked', open, stands(away('giver')), { ok: true, done: false, as: 'approver', through: 'giver' }],
  ['as who they are themselves, where that is enough', open, by('other', { delegated: [away('giver')] }), { ok: true, done: false, as: 'approver', through: null }],
  ['for somebody who is not asked', open, stands(away('giver', 'tenant_admin')), { ok: false, refusal: 'not_asked' }],
  ['for somebody who said yes', { ...open, saidYes: ['giver'] }, stands(away('giver')), { ok: false, refusal: 'not_asked' }],
  ['for whoever asked', open, stands(away('asker')), { ok: false, refusal: 'own_request' }],
  ['for another, by somebody who is nobody else', open, { ...stands(away('giver')), person: 'appointee' }, { ok: true, done: false, as: 'approver', through: 'giver' }],
  ['for whoever gains', open, stands(away('gainer')), { ok: false, refusal: 'own_request' }],
  ['for whoever left it to others', open, stands(away('recused')), { ok: false, refusal: 'recused' }],
  ['for whoever asked, and for another', open, stands(away('asker'), away('giver')), { ok: true, done: false, as: 'approver', through: 'giver' }],
  ['of what they asked for themselves, for another', open, { ...stands(away('giver')), person: 'asker' }, { ok: false, refusal: 'own_request' }],
  ['of what they gain by, for another', open, { ...stands(away('giver')), person: 'gainer' }, { ok: false, refusal: 'own_request' }],
  ['of what they left to others, for another', open, { ...stands(away('giver')), person: 'recused' }, { ok: false, refusal: 'recused' }],
  ['by a machine of theirs', open, { ...stands(away('giver')), isMachine: true }, { ok: false, refusal: 'is_machine' }],
] as const)('in the place of whoever is away: %s', (_says, request, who, expected) => {
  expect(decideApproval(request, { ...who, terms: 'terms', factor: 'passkey', appointed })).toEqual(expected)
  expect(decideRefusal(request, who)).toEqual(expected)
})
test('a yes is said in the place of whoever is somebody else, and not of who is not', () => {
  expect(decideApproval(open, { ...stands(away('appointee'), away('giver')), terms: 'terms', factor: 'passkey', appointed })).toEqual({ ok: true, done: false, as: 'approver', through: 'giver' })
})
test('what must be answered is not taken back by whoever asked', () => { expect(read(decideWithdrawal({ ...open, stays: true }, 'asker'))).toBe('must_be_answered') })
test('who saw other terms is told so, after it was decided and before whose it is', () => {
  const saw = (person: string) => ({ ...by(person), terms: 'others', factor: 'passkey', appointed })
  expect(read(decideApproval(open, saw('other')))).toBe('terms_changed')
  expect(read(decideApproval(open, saw('asker')))).toBe('terms_changed')
  expect(read(decideApproval({ ...open, saidYes: ['other'] }, saw('other')))).toBe('terms_changed')
  expect(read(decideApproval(decided('refused', 'first'), saw('other')))).toBe('already_decided')
})
test.each([['passkey', 'passkey', 'ok'], ['passkey', 'code', 'passkey_required'], ['passkey', null, 'passkey_required'], ['any', 'code', 'ok'], ['any', 'passkey', 'ok']] as const)('where the rule wants %s, %s is %s', (wants, factor, expected) => {
  expect(read(decideApproval({ ...open, rule: { ...rule, factor: wants } }, { ...by('other'), terms: 'terms', factor, appointed }))).toBe(expected)
})
test('there is one question at a time; whoever asked for the thing answers it, and nobody else', () => {
  expect(read(decideQuestion(open, by('other')))).toBe('ok')
  expect(read(decideQuestion({ ...open, isAsked: true }, by('other')))).toBe('question_open')
  expect(read(decideQuestion(open, by('asker')))).toBe('own_request')
  expect([open, { ...open, isAsked: true }, { ...decided('refused', 'first'), isAsked: true }].map((request) => read(decideAnswer(request, 'asker')))).toEqual(['no_question', 'ok', 'already_decided'])
  expect(read(decideAnswer({ ...open, isAsked: true }, 'other'))).toBe('not_found')
})
test('whoever asked from another tenant is not asked back, and who has no say is told that first', () => {
  const offered = { ...open, elsewhere: true }
  expect([decideQuestion(offered, by('other')), decideQuestion(offered, by('asker')), decideQuestion({ ...offered, isAsked: true }, by('other'))].map(read)).toEqual(['asker_elsewhere', 'own_request', 'asker_elsewhere'])
  expect(read(decideRefusal(offered, by('other')))).toBe('ok')
})
