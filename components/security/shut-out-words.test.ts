import { expect, test } from 'vitest'
import { becauseOf, whoOf } from './shut-out-words'

const nobody = { email: null, person: null, source: null, token: null }
test('a token is called by its title and its owner, and everything else by what it is by', () => {
  expect(whoOf({ ...nobody, person: 'Ada Aurora', token: 'Exporter' })).toBe('“Exporter” of Ada Aurora')
  expect([whoOf({ ...nobody, person: 'Ada Aurora' }), whoOf({ ...nobody, source: '203.0.113.1' }), whoOf(nobody)]).toEqual(['Ada Aurora', '203.0.113.1', 'Somebody'])
})
test('of a flood it is said whose it was and how often it came to that', () => {
  expect(becauseOf({ scope: 'token', step: 1, tenants: ['aurora', 'borealis'] })).toBe('A token of somebody in aurora, borealis asked on and on for most of a minute though it was told no, for the first time')
  expect(becauseOf({ scope: 'network', step: 4, tenants: [] })).toMatch(/^An address without a session or token .* for the fourth time or more$/)
  expect(becauseOf({ scope: 'code', step: null, tenants: [] })).toBe('Five wrong codes')
})
