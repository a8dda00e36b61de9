import { expect, test } from 'vitest'
import type { AccountFacts } from '~/server/ledger/account'
import { decideFit } from '~/server/ledger/decide-fit'
import { decideBinds } from './decide-binds'

const account = (level: AccountFacts['level'], hard: number, used: number): AccountFacts => ({ id: level, level, version: '1', standing: { gpu: [`${hard}`, `${hard}`, `${used}`, '0', '0'] } })
const told = (accounts: AccountFacts[], amount = '1', reach: '*' | string[] = '*', ahead: string[] = []) =>
  decideBinds(decideFit(accounts, { gpu: amount }, new Set(ahead)).fits, reach).map(({ level, fits, figures, binds }) => `${level} ${fits ? 'fits' : 'full'} ${figures?.free ?? '-'}${binds ? ' binds' : ''}`)
const [organisation, tenant, namespace] = [account('organisation', 100, 50), account('tenant', 20, 10), account('namespace', 8, 4)]

test.each<[says: string, accounts: AccountFacts[], amount: string, expected: string[]]>([
  ['the least that is left binds', [organisation, tenant, namespace], '1', ['namespace fits 4 binds', 'tenant fits 10', 'organisation fits -']],
  ['a tenant with less left than its namespace binds', [organisation, account('tenant', 20, 18), namespace], '1', ['namespace fits 4', 'tenant fits 2 binds', 'organisation fits -']],
  ['of equals the narrowest', [organisation, account('tenant', 20, 16), namespace], '1', ['namespace fits 4 binds', 'tenant fits 4', 'organisation fits -']],
  ['a class of its own stands below its namespace', [organisation, tenant, namespace, account('class', 2, 1)], '1', ['class fits 1 binds', 'namespace fits 4', 'tenant fits 10', 'organisation fits -']],
  ['what has no room binds, though another has less left', [account('organisation', 100, 100), tenant, namespace], '1', ['namespace fits 4', 'tenant fits 10', 'organisation full - binds']],
  ['of those without room the narrowest', [account('organisation', 100, 100), account('tenant', 20, 20), account('namespace', 8, 8)], '1', ['namespace full 0 binds', 'tenant full 0', 'organisation full -']],
])('%s', (_says, accounts, amount, expected) => expect(told(accounts, amount)).toEqual(expected))

test('who reaches a namespace alone is told of the tenant only whether it fits', () => {
  expect(told([organisation, account('tenant', 20, 18), namespace], '1', ['red'])).toEqual(['namespace fits 4 binds', 'tenant fits -', 'organisation fits -'])
  expect(told([organisation, account('tenant', 20, 18), namespace], '3', ['red'])).toEqual(['namespace fits 4', 'tenant full - binds', 'organisation fits -'])
})
test('where others come first there is no room, however much is left', () => {
  expect(told([organisation, tenant, namespace], '1', '*', ['tenant gpu'])).toEqual(['namespace fits 4', 'tenant full 10 binds', 'organisation fits -'])
})
