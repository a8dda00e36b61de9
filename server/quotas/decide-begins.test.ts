import { expect, test } from 'vitest'
import { type AccountStanding, decideBegins } from './decide-begins'

const account = (kind: string, id: string, hard: bigint, used: bigint): AccountStanding => ({ kind, id, namespaceId: kind === 'tenant' ? null : (id.split('/')[3] ?? null), resources: ['gpu'], nominal: [hard], hard: [hard], used: [used], held: [0n], unexplained: [0n], goal: {}, burstPercent: null, burstUntil: null })
const waits = (id: string, amount: bigint, { namespace = 'red', priority = 500, askedAt = '2026-11-22T06:00:00.000Z' } = {}) =>
  ({ id, name: id, namespaceId: namespace, accountId: `platform/org/own/${namespace}`, priority, askedAt, resources: ['gpu'], amounts: [amount] })
const state = { ageing: { minutes: 60, step: 100, most: 400 }, now: '2026-11-22T07:00:00.000Z' }
const accounts = [account('tenant', 'platform/org/own', 10n, 6n), account('namespace', 'platform/org/own/red', 4n, 4n), account('namespace', 'platform/org/own/blue', 4n, 2n)]
const told = (waiting: ReturnType<typeof waits>[], limits: [namespace: string, limit: bigint][], of = accounts) =>
  decideBegins({ ...state, accounts: of, waiting }, limits.map(([namespace, limit]) => ({ namespace, resource: 'gpu', limit }))).map(({ name, hadRoom, hasRoom, lacks }) => [name, hadRoom, hasRoom, lacks.map(({ level }) => level).join()])

test('what is raised makes room for who waits there, in their turn, as far as the tenant has it', () => {
  expect(told([waits('first', 2n), waits('second', 2n), waits('third', 1n)], [['red', 8n]])).toEqual([['first', false, true, ''], ['second', false, true, ''], ['third', false, false, 'tenant,namespace']])
})
test('a namespace that stays too small says so; who waits elsewhere is not told of', () => {
  expect(told([waits('large', 3n), waits('other', 1n, { namespace: 'blue' })], [['red', 6n]])).toEqual([['large', false, false, 'namespace']])
  expect(told([waits('other', 2n, { namespace: 'blue', priority: 900 }), waits('mine', 4n)], [['red', 8n]])).toEqual([['mine', false, false, 'tenant']])
})
test('who comes first in another namespace takes the tenant’s room first, and who waited longer comes before', () => {
  expect(told([waits('other', 4n, { namespace: 'blue', priority: 900 }), waits('mine', 2n)], [['red', 8n], ['blue', 8n]])).toEqual([['other', false, true, ''], ['mine', false, false, 'tenant']])
  expect(told([waits('young', 4n, { priority: 550 }), waits('old', 4n, { askedAt: '2026-11-22T05:00:00.000Z' })], [['red', 8n]])).toEqual([['young', false, false, 'tenant,namespace'], ['old', false, true, '']])
})
test('what has room already is not made to begin; a limit that is lowered takes its turn away', () => {
  expect(told([waits('small', 1n, { namespace: 'blue' })], [['blue', 2n]])).toEqual([['small', true, false, 'namespace']])
})

test('where a limit is on its way down, there is room up to where it goes and no further', () => {
  const [tenant, red] = [account('tenant', 'platform/org/own', 10n, 3n), account('namespace', 'platform/org/own/red', 8n, 3n)]
  expect(told([waits('x', 2n)], [['red', 8n]], [tenant, { ...red, goal: { gpu: '5' } }].slice(0, 2))).toEqual([['x', true, true, '']])
  expect(told([waits('x', 3n)], [['blue', 1n], ['red', 8n]], [tenant, { ...red, goal: { gpu: '5' } }])).toEqual([['x', false, true, '']])
})

test('a tenant that may borrow less for a time has as much less room for who waits, and until then', () => {
  const [tenant, red] = [{ ...account('tenant', 'platform/org/own', 20n, 16n), nominal: [16n] }, account('namespace', 'platform/org/own/red', 8n, 0n)]
  const lent = (percent: number, until: string) => told([waits('x', 3n)], [['red', 8n]], [{ ...tenant, burstPercent: percent, burstUntil: new Date(until) }, red])
  expect(lent(50, '2026-11-22T08:00:00.000Z')).toEqual([['x', false, false, 'tenant']])
  expect(lent(75, '2026-11-22T08:00:00.000Z')).toEqual([['x', true, true, '']])
  expect(lent(0, '2026-11-22T07:00:00.000Z')).toEqual([['x', true, true, '']])
})
