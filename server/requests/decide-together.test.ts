import { expect, test } from 'vitest'
import type { Answerable, Approving } from './decide-request'
import { decideAlone, decideTogether, type Stake } from './decide-together'

const low: Stake = { devices: 8n, stops: 0, isPart: false }
const request: Answerable = {
  state: 'open', decidedBy: null, requestedBy: 'dev', gainers: [], terms: 't1', rule: { anyOf: [{ of: ['tenant_admin'], count: 2 }], factor: 'any' }, saidYes: [], recused: [], isAsked: false, stays: false, elsewhere: false,
}
const by: Approving = { person: 'ada', roles: ['tenant_admin'], delegated: [], isMachine: false, terms: 't1', factor: 'passkey', appointed: [] }

test.each<[string, Stake | null, number, ReturnType<typeof decideAlone>]>([
  ['as many devices as the policy lets go together go', low, 8, null],
  ['one more is signed by itself', { ...low, devices: 9n, stops: 0 }, 8, 'devices_alone'],
  ['a policy of none still lets what takes no device', { ...low, devices: 0n, stops: 0 }, 0, null],
  ['and nothing that takes one', { ...low, devices: 1n, stops: 0 }, 0, 'devices_alone'],
  ['what stops something that runs is signed by itself, however small', { ...low, devices: 1n, stops: 1 }, 8, 'stops_alone'],
  ['a part of what was split is not put together again by one tap', { ...low, isPart: true }, 8, 'part_alone'],
  ['that comes before the devices', { ...low, devices: 9n, stops: 1 }, 8, 'stops_alone'],
  ['a kind that does not say what is at stake never goes', null, 100_000, 'kind_alone'],
])('%s', (_says, stake, most, expected) => expect(decideAlone(stake, most)).toBe(expected))

const yes = { ok: true, done: false, as: 'tenant_admin', through: null }
test.each<[string, Partial<Answerable> | null, Partial<typeof by>, Stake | null, unknown]>([
  ['whoever could say yes to it by itself says it to it among others', {}, {}, low, yes],
  ['in the place of whoever is away, too', {}, { roles: [], delegated: [{ through: 'al', role: 'tenant_admin' }] }, low, { ...yes, through: 'al' }],
  ['what is not there is not', null, {}, low, 'not_found'],
  ['what was decided is', { state: 'approved' }, {}, low, 'already_decided'],
  ['other terms than were seen are refused, whatever else stands in the way', { terms: 't2', requestedBy: 'ada' }, {}, null, 'terms_changed'],
  ['four eyes hold for each of many', { requestedBy: 'ada' }, {}, low, 'own_request'],
  ['for whoever gains, too', { gainers: ['ada'] }, {}, low, 'own_request'],
  ['and for whoever stands in for whoever asked', { requestedBy: 'al' }, { roles: [], delegated: [{ through: 'al', role: 'tenant_admin' }] }, low, 'own_request'],
  ['whoever is not asked has no say in any of them', {}, { roles: ['approver'] }, low, 'not_asked'],
  ['nor who left it to others', { recused: ['ada'] }, {}, low, 'recused'],
  ['nor a machine', {}, { isMachine: true }, low, 'is_machine'],
  ['a question stops the clock', { isAsked: true }, {}, low, 'question_open'],
  ['whose it is comes before what is at stake', { requestedBy: 'ada' }, {}, null, 'own_request'],
  ['what is at stake comes before what was shown', {}, { factor: 'code' }, null, 'kind_alone'],
  ['a code signs no batch, even where the rule takes one', {}, { factor: 'code' }, low, 'passkey_required'],
  ['what they said yes to already is done, whatever was shown', { saidYes: ['ada'] }, { factor: 'code' }, null, { ...yes, done: true }],
])('%s', (_says, of, who, stake, expected) => {
  const decision = decideTogether(of && { ...request, ...of }, { ...by, ...who }, stake, 8)
  expect(decision.ok ? decision : decision.refusal).toEqual(expected)
})
