import { expect, test } from 'vitest'
import { lineStates } from '~/server/reviews/decide-review'
import { factorsOf, lineWords, percentOf, sayOutcome, sayProgress, signingOf, whatOf, whoOf } from './review-words'

const counts = { open: 3, kept: 4, ended: 1, gone: 1, spared: 1 }
const of = (name: string) => ({ kind: 'role' as const, role: 'tenant_admin', title: null, group: null, person: { person: name, name, email: '' } })
test('every state has one word, and the server’s is the page’s', () => {
  expect(lineStates.map((state) => lineWords[state].says.toLowerCase())).toEqual([...lineStates])
})
test('how far it has come never says all while something is open', () => {
  expect([sayProgress(counts), percentOf(counts)]).toEqual(['7 of 10 decided', 70])
  expect(percentOf({ ...counts, open: 1, kept: 999 })).toBe(99)
  expect([sayProgress({ open: 0, kept: 0, ended: 0, gone: 0, spared: 0 }), percentOf({ open: 0, kept: 0, ended: 0, gone: 0, spared: 0 })]).toEqual(['Nothing is held', 100])
})
test('of thousands the thousands are set apart', () => {
  expect([sayProgress({ ...counts, open: 4002 }), sayOutcome({ ...counts, kept: 1200 })]).toEqual(['7 of 4,009 decided', '1,200 kept, 1 ended, 1 gone, 1 spared'])
})
test('who holds what is said in words, and what is signed names whom it is about', () => {
  expect([whoOf(of('Lin')), whatOf(of('Lin'))]).toEqual(['Lin', 'Tenant admin'])
  expect([whoOf({ ...of(''), person: null, group: 'ml' }), whatOf({ ...of(''), kind: 'token', title: 'Nightly' }), whatOf({ ...of(''), title: 'Composed' })]).toEqual(['Group ml', 'Token “Nightly”', 'Composed'])
  expect(signingOf([of('Lin')], 'end', 'in acme')).toEqual({ deed: 'End what Lin holds in acme', consequence: 'Lin: tenant admin. It ends at once, in every session, and they are told.' })
  expect(signingOf(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(of), 'keep', 'on the platform')).toEqual({ deed: 'Keep what 7 hold on the platform', consequence: 'A: tenant admin, B: tenant admin, C: tenant admin, D: tenant admin, E: tenant admin and 2 more. It goes on as it is, until the next review.' })
  expect([factorsOf([]), factorsOf(['passkey', 'totp'])]).toEqual(['None', 'Passkey, Code'])
})
