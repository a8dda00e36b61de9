import { expect, test } from 'vitest'
import type { AccountFacts, Level } from './account'
import { decideFit } from './decide-fit'

type Amounts = [nominal: number, hard: number, used: number, held: number, unexplained?: number]
const account = (level: Level, standing: Record<string, Amounts>): AccountFacts => ({
  id: level, level, version: '1',
  standing: Object.fromEntries(Object.entries(standing).map(([resource, [nominal, hard, used, held, unexplained = 0]]) => [resource, [`${nominal}`, `${hard}`, `${used}`, `${held}`, `${unexplained}`] as const])),
})
const gpu = 'nvidia.com/gpu'
const roomy = [account('organisation', { [gpu]: [900, 900, 0, 0] }), account('tenant', { [gpu]: [500, 500, 0, 0] })]
const said = (accounts: readonly AccountFacts[], wanted: Record<string, string>) => {
  const { found, burst } = decideFit(accounts, wanted)
  return found.outcome === 'passes' ? (burst ? 'burst' : 'fits') : [found.reason, found.says]
}

test('the sentence is this one, to the letter', () => {
  expect(said([...roomy, account('namespace', { [gpu]: [100, 100, 98, 0] })], { [gpu]: '4' })).toEqual(['quota_exceeded', 'Quota exceeded: GPU limit 100, used 98, requested 4'])
})
test.each<[string, Amounts, string, unknown]>([
  ['exactly what is left', [100, 100, 98, 0], '2', 'fits'],
  ['one more', [100, 100, 98, 0], '3', ['quota_exceeded', 'Quota exceeded: GPU limit 100, used 98, requested 3']],
  ['what is promised is not free', [100, 100, 90, 8], '4', ['quota_exceeded', 'Quota exceeded: GPU limit 100, used 90, held 8, requested 4']],
  ['nor is what nobody explained', [100, 100, 90, 0, 8], '4', ['quota_exceeded', 'Quota exceeded: GPU limit 100, used 90, unexplained 8, requested 4']],
  ['none of it, where there is none left', [100, 100, 100, 0], '0', 'fits'],
  ['none of it, where more runs than may', [100, 100, 90, 0, 20], '0', 'fits'],
  ['its own share, to the last', [50, 100, 40, 0], '10', 'fits'],
  ['past its own share, below its ceiling', [50, 100, 40, 0], '11', 'burst'],
  ['past its ceiling', [50, 100, 40, 0], '61', ['quota_exceeded', 'Quota exceeded: GPU limit 100, used 40, requested 61']],
])('%s', (_says, standing, wanted, verdict) => { expect(said([...roomy, account('namespace', { [gpu]: standing })], { [gpu]: wanted })).toEqual(verdict) })

test('the narrowest account without room is the one that is named, and the organisation’s figures are in no sentence', () => {
  const full: Amounts = [4, 4, 4, 0]
  const [organisation, tenant, namespace] = [account('organisation', { [gpu]: full }), account('tenant', { [gpu]: full }), account('namespace', { [gpu]: full })]
  const roomyNamespace = account('namespace', { [gpu]: [9, 9, 0, 0] })
  expect(said([organisation, tenant, namespace], { [gpu]: '1' })).toEqual(['quota_exceeded', 'Quota exceeded: GPU limit 4, used 4, requested 1'])
  const { found } = decideFit([organisation, tenant, roomyNamespace], { [gpu]: '1' })
  expect(found).toMatchObject({ reason: 'quota_exceeded' })
  expect(said([organisation, account('tenant', { [gpu]: [9, 9, 0, 0] }), roomyNamespace], { [gpu]: '1' })).toEqual(['quota_exceeded_above', 'The organisation has no room for this much GPU.'])
})
test('a resource that an account does not know is there in no amount; a class may leave one out', () => {
  expect(said([...roomy, account('namespace', {})], { [gpu]: '1' })).toEqual(['resource_unknown', 'This namespace has no quota of GPU.'])
  expect(said([roomy[0] as AccountFacts, account('tenant', {}), account('namespace', { [gpu]: [9, 9, 0, 0] })], { [gpu]: '1' })).toEqual(['resource_unknown', 'This tenant has no quota of GPU.'])
  expect(said([...roomy, account('namespace', { [gpu]: [9, 9, 0, 0] }), account('class', {})], { [gpu]: '1' })).toBe('fits')
  expect(said([...roomy, account('namespace', { [gpu]: [9, 9, 0, 0] }), account('class', { [gpu]: [1, 1, 1, 0] })], { [gpu]: '1' })).toEqual(['quota_exceeded', 'Quota exceeded: GPU limit 1, used 1, requested 1'])
  expect(said(roomy, { constructor: '1' })).toEqual(['resource_unknown', 'This tenant has no quota of constructor.'])
})
test('what is refused for want of room alone, time alone can lift: not what no ceiling would ever take, nor what is unknown', () => {
  const lifts = (standing: Amounts, wanted: string, above = roomy) => decideFit([...above, account('namespace', { [gpu]: standing })], { [gpu]: wanted }).found
  expect(lifts([100, 100, 98, 0], '4')).toMatchObject({ outcome: 'refuses', lifts: 'room' })
  expect(lifts([100, 100, 0, 0], '100')).toMatchObject({ outcome: 'passes' })
  expect(lifts([100, 100, 98, 0], '101')).not.toHaveProperty('lifts')
  expect(lifts([100, 100, 98, 0], '50', [account('organisation', { [gpu]: [900, 900, 0, 0] }), account('tenant', { [gpu]: [40, 40, 0, 0] })])).not.toHaveProperty('lifts')
  expect(lifts([100, 100, 100, 0], '1', [account('organisation', { [gpu]: [9, 9, 9, 0] })])).toMatchObject({ reason: 'quota_exceeded', lifts: 'room' })
  expect(decideFit([...roomy, account('namespace', {})], { [gpu]: '1' }).found).not.toHaveProperty('lifts')
})
test('amounts past what a number holds are exact', () => {
  const at = (used: string): AccountFacts => ({ id: 'n', level: 'namespace', version: '1', standing: { memory: ['9007199254740993', '9007199254740993', used, '0', '0'] } })
  expect(said([at('9007199254740992')], { memory: '1' })).toBe('fits')
  expect(said([at('9007199254740993')], { memory: '1' })).toEqual(['quota_exceeded', 'Quota exceeded: memory limit 9007199254740993, used 9007199254740993, requested 1'])
})
test('what is above somebody’s own share is lent whoever waits, and nothing is where there is no room', () => {
  const burst = (standing: Amounts, wanted: string, ahead: string[] = []) => decideFit([...roomy, account('namespace', { [gpu]: standing })], { [gpu]: wanted }, new Set(ahead)).burst
  expect([burst([50, 100, 40, 0], '11'), burst([50, 100, 40, 0], '11', [`namespace ${gpu}`]), burst([50, 100, 40, 0], '10', [`namespace ${gpu}`]), burst([50, 100, 40, 0], '61')]).toEqual([true, true, false, false])
})
