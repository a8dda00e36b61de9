import { expect, test } from 'vitest'
import type { AccountFacts, Level } from './account'
import { decideOwn, isOwn } from './decide-own'

type Amounts = [nominal: number, hard: number, taken: number]
const account = (level: Level, [nominal, hard, taken]: Amounts): AccountFacts => ({ id: level, level, version: '1', standing: { gpu: [`${nominal}`, `${hard}`, `${taken}`, '0', '0'] } })
const own = (organisation: Amounts, tenant: Amounts, namespace: Amounts, wanted: number, { ahead = [], ofClass }: { ahead?: string[]; ofClass?: Amounts } = {}) => {
  const missing = decideOwn([account('organisation', organisation), account('tenant', tenant), account('namespace', namespace), ...(ofClass ? [account('class', ofClass)] : [])], { gpu: `${wanted}` }, new Set(ahead))
  return missing && Number(missing.gpu)
}
test.each<[string, Parameters<typeof own>, number | null]>([
  ['the organisation is full', [[20, 20, 20], [10, 20, 0], [10, 20, 0], 4], 4],
  ['the organisation has some', [[20, 20, 18], [10, 20, 0], [10, 20, 0], 4], 2],
  ['there is room', [[20, 20, 16], [10, 20, 0], [10, 20, 0], 4], null],
  ['to the last of its own share', [[20, 20, 20], [10, 20, 6], [10, 20, 6], 4], 4],
  ['more than the tenant’s own', [[20, 20, 20], [10, 20, 7], [10, 20, 0], 4], null],
  ['more than the namespace’s own', [[20, 20, 20], [10, 20, 0], [3, 20, 0], 4], null],
  ['no room in the namespace itself', [[20, 20, 20], [10, 20, 0], [10, 10, 7], 4], null],
  ['nothing asked', [[20, 20, 20], [10, 20, 0], [10, 20, 0], 0], null],
  ['what is free is kept for who comes first', [[20, 20, 10], [10, 20, 0], [10, 20, 0], 4, { ahead: ['organisation gpu'] }], 4],
  ['others of the tenant come first', [[20, 20, 20], [10, 20, 0], [10, 20, 0], 4, { ahead: ['tenant gpu'] }], null],
  ['a class has a ceiling, and no share', [[20, 20, 20], [10, 20, 0], [10, 20, 0], 4, { ofClass: [0, 4, 0] }], 4],
  ['and its ceiling holds', [[20, 20, 20], [10, 20, 0], [10, 20, 0], 4, { ofClass: [0, 3, 0] }], null],
])('%s', (_says, asked, missing) => { expect(own(...asked)).toBe(missing) })
test('a resource that is unknown on the way is nobody’s own', () => {
  expect(decideOwn([account('organisation', [1, 1, 1]), { id: 'tenant', level: 'tenant', version: '1', standing: {} }], { gpu: '1' }, new Set())).toBeNull()
  expect(decideOwn([account('organisation', [1, 1, 1]), { id: 'class', level: 'class', version: '1', standing: {} }], { gpu: '1' }, new Set())).toEqual({ gpu: 1n })
})

test.each<[string, Amounts, Amounts, number, string[], boolean]>([
  ['though the organisation has room', [10, 20, 0], [10, 20, 0], 4, [], true],
  ['to the last of it', [10, 20, 6], [10, 20, 6], 4, [], true],
  ['more than the tenant’s', [10, 20, 7], [10, 20, 0], 4, [], false],
  ['more than the namespace’s', [10, 20, 0], [3, 20, 0], 4, [], false],
  ['others of the tenant come first', [10, 20, 0], [10, 20, 0], 4, ['tenant gpu'], false],
  ['others come first above', [10, 20, 0], [10, 20, 0], 4, ['organisation gpu'], true],
  ['nothing of it', [0, 0, 0], [0, 0, 0], 0, [], true],
])('its own: %s', (_says, tenant, namespace, wanted, ahead, is) => {
  expect(isOwn([account('organisation', [20, 20, 5]), account('tenant', tenant), account('namespace', namespace)], { gpu: `${wanted}` }, new Set(ahead))).toBe(is)
})
