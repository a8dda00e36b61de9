import { expect, test } from 'vitest'
import { decideObjects } from '~/server/namespaces/decide-objects'
import { type AllowState, allowedBy, decideAllow, decideEnd, decideOffer, decidePairRule, decidePairTelling, daysMost, lapseDays, lapsesAt, type OfferState, offersMost, pairStateAt, type PairTimes, pairsMost } from './decide-pair'

const now = new Date('2026-03-01T12:00:00Z')
const day = (days: number) => new Date(now.getTime() + days * 86_400_000)
const read = (decision: { ok: true } | { ok: false; refusal: string }) => (decision.ok ? 'ok' : decision.refusal)

const waits: PairTimes = { answer: null, until: day(30), lapsesAt: day(14), endedAt: null }
const holds: PairTimes = { ...waits, answer: 'yes' }
test.each<[string, PairTimes, Date, string]>([
  ['offered', waits, now, 'offered'], ['a moment before it lapses', waits, new Date(day(14).getTime() - 1), 'offered'], ['when it lapses', waits, day(14), 'lapsed'], ['taken back', { ...waits, endedAt: day(1) }, day(20), 'withdrawn'],
  ['marked as ended after it lapsed', { ...waits, endedAt: day(15) }, day(20), 'lapsed'], ['refused', { ...waits, answer: 'no' }, day(60), 'refused'],
  ['in force', holds, day(29), 'in_force'], ['at its end', holds, day(30), 'over'], ['ended', { ...holds, endedAt: day(2) }, day(3), 'ended'], ['ended, long after', { ...holds, endedAt: day(2) }, day(40), 'ended'], ['marked as ended after its end', { ...holds, endedAt: day(31) }, day(40), 'over'],
])('%s', (_says, pair, at, expected) => { expect(pairStateAt(pair, at)).toBe(expected) })
test('an offer waits for two weeks, and never longer than what it offers', () => { expect([lapsesAt(day(100), now), lapsesAt(day(3), now)]).toEqual([day(lapseDays), day(3)]) })

const free: OfferState = { tenantFrozen: false, namespace: 'open', alreadyOffered: false, standing: null, offers: 0, pairs: 0, now }
const offer = { tenant: 'a', otherTenant: 'b', ports: [443], until: day(30) }
test.each<[string, Partial<OfferState>, Partial<typeof offer>, string]>([
  ['as it should be', {}, {}, 'ok'], ['as long as can be', {}, { until: day(daysMost) }, 'ok'], ['a moment longer', {}, { until: new Date(day(daysMost).getTime() + 1) }, 'until_not_possible'], ['until now', {}, { until: now }, 'until_not_possible'],
  ['in a frozen tenant', { tenantFrozen: true, namespace: null }, {}, 'tenant_frozen'], ['from nowhere', { namespace: null }, { otherTenant: 'a' }, 'namespace_unknown'], ['from what is being deleted', { namespace: 'closed' }, {}, 'namespace_unknown'], ['from what is frozen', { namespace: 'frozen' }, { otherTenant: 'a' }, 'namespace_frozen'],
  ['to its own tenant', { alreadyOffered: true }, { otherTenant: 'a', until: now }, 'same_tenant'], ['a second time', { alreadyOffered: true, offers: offersMost }, {}, 'already_offered'],
  ['as it is in force', { standing: { ports: [443], until: day(30) }, offers: offersMost }, {}, 'no_change'], ['with other ports', { standing: { ports: [80], until: day(30) } }, {}, 'ok'], ['with another end', { standing: { ports: [443], until: day(20) } }, {}, 'ok'],
  ['one too many', { offers: offersMost, pairs: pairsMost }, {}, 'too_many_offers'], ['of a namespace with many', { pairs: pairsMost }, {}, 'too_many_pairs'],
])('an offer %s', (_says, state, wish, expected) => { expect(read(decideOffer({ ...free, ...state }, { ...offer, ...wish }))).toBe(expected) })

const offered: AllowState = { state: 'offered', tenantFrozen: false, namespace: 'open', pairs: 0 }
test.each<[string, Partial<AllowState>, string]>([
  ['as it should be', {}, 'ok'], ['in force already', { state: 'in_force', tenantFrozen: true }, 'offer_over'], ['lapsed', { state: 'lapsed' }, 'offer_over'], ['taken back', { state: 'withdrawn' }, 'offer_over'], ['in a frozen tenant', { tenantFrozen: true, namespace: null }, 'tenant_frozen'],
  ['to what is gone', { namespace: null, pairs: pairsMost }, 'namespace_unknown'], ['to what is being deleted', { namespace: 'closed' }, 'namespace_unknown'], ['to what is frozen', { namespace: 'frozen', pairs: pairsMost }, 'namespace_frozen'], ['to what has many', { pairs: pairsMost }, 'too_many_pairs'],
])('a yes to one %s', (_says, state, expected) => { expect(read(decideAllow({ ...offered, ...state }))).toBe(expected) })

test.each<[Parameters<typeof decideEnd>[0]['state'], boolean, string]>([
  ['in_force', true, 'ok'], ['in_force', false, 'ok'], ['offered', true, 'ok'], ['offered', false, 'asked_of_us'], ['refused', true, 'is_over'], ['lapsed', true, 'is_over'], ['withdrawn', true, 'is_over'], ['ended', false, 'is_over'], ['over', true, 'is_over'],
])('%s, offered by us: %s, is ended: %s', (state, isOurs, expected) => {
  expect(read(decideEnd({ state, isOurs, tenantFrozen: false }))).toBe(expected)
  expect(read(decideEnd({ state, isOurs, tenantFrozen: true }))).toBe('tenant_frozen')
})

test.each([
  [[{ of: ['tenant_admin'], count: 1 }], 1], [[{ of: ['tenant_admin', 'approver'], count: 2 }], 2], [[{ of: ['approver'], count: 3 }], 1], [[{ of: ['approver'], count: 1 }, { of: ['tenant_admin'], count: 2 }], 2],
] as const)('whatever the policy says, whoever says yes is an admin of that tenant: %j', (anyOf, count) => {
  expect(decidePairRule({ anyOf, factor: 'passkey' })).toEqual({ anyOf: [{ of: ['tenant_admin'], count }], factor: 'passkey' })
})

type News = Parameters<typeof decidePairTelling>[0]
const news: News = { ...holds, answeredAt: now, endedBecause: null, told: [] }
test.each<[string, Partial<News>, Date, string[], string[]]>([
  ['waits', { answer: null, answeredAt: null }, now, [], []], ['lapsed', { answer: null, answeredAt: null }, day(14), ['decided'], ['decided']], ['said yes to', {}, now, ['decided'], ['decided']], ['said no to', { answer: 'no' }, now, ['decided'], ['decided']], ['told of', { told: ['decided'] }, now, [], []],
  ['a week before its end', { told: ['decided'] }, day(23), ['week'], ['week']], ['a day before, after nobody was told for long', { told: ['decided'] }, day(29), ['week', 'day'], ['day']], ['a day before', { told: ['decided', 'week'] }, day(29), ['day'], ['day']],
  ['for three days', { until: day(3), told: ['decided'] }, now, ['week'], []], ['for three days, at the last of them', { until: day(3), told: ['decided', 'week'] }, day(2), ['day'], ['day']], ['for an hour', { until: day(1 / 24), told: ['decided'] }, now, ['week', 'day'], []],
  ['ended by a side', { endedAt: day(1), endedBecause: 'ended', told: ['decided'] }, day(1), ['ended'], ['ended']], ['said yes to and ended, before anybody was told', { endedAt: day(1), endedBecause: 'ended' }, day(1), ['decided', 'ended'], ['decided', 'ended']], ['replaced', { endedAt: day(1), endedBecause: 'replaced', told: ['decided'] }, day(1), [], []], ['over', { told: ['decided', 'week', 'day'] }, day(31), [], []],
])('of what is %s', (_says, pair, at, due, tell) => { expect(decidePairTelling({ ...news, ...pair }, at)).toEqual({ due, tell }) })

test('the two sides of one pair are each other’s mirror, and nothing else is in either', () => {
  const terms = { pair: 'p1', from: { tenant: 'a', namespace: 'red' }, to: { tenant: 'b', namespace: 'blue' }, ports: [443, 8443] }
  const objects = (tenant: string, name: string) => decideObjects({ tenant, name, title: '', environment: 'test', costCentre: null, labels: {}, podSecurity: null, platformPodSecurity: 'baseline', perPod: {}, limits: {}, allowed: [allowedBy(terms, tenant)] }).find((one) => one.name === 'allow-p1')?.body
  const ports = [{ protocol: 'TCP', port: 443 }, { protocol: 'TCP', port: 8443 }]
  const peer = (tenant: string, namespace: string) => [{ namespaceSelector: { matchLabels: { 'bailiwick.dev/tenant': tenant, 'bailiwick.dev/namespace': namespace } } }]
  expect(objects('a', 'red')).toMatchObject({ metadata: { namespace: 'a-red' }, spec: { podSelector: {}, policyTypes: ['Egress'], egress: [{ to: peer('b', 'blue'), ports }] } })
  expect(objects('b', 'blue')).toMatchObject({ metadata: { namespace: 'b-blue' }, spec: { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: peer('a', 'red'), ports }] } })
})
