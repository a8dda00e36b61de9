import { expect, test } from 'vitest'
import { breakGlassRefusals } from './break-glass.refusals'
import { decideBegin, decideSign, decideStop, delayed, type Glass, standingOf, timesOf, untoldSince } from './decide-break-glass'

const at = new Date('2026-03-01T12:00:00Z')
const second = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const glass: Glass = { person: 'alone', ...timesOf(delayed(at, 15), 30), endedAt: null, signedBy: null }
test.each([[-1, 'waits'], [899, 'waits'], [900, 'open'], [2699, 'open'], [2700, 'over'], [99_999, 'over']] as const)('%i s after it was asked for, with a quarter of an hour to be seen and half an hour to last, it %s', (seconds, standing) => {
  expect(standingOf(glass, second(seconds))).toBe(standing)
})
test.each([-1, 899, 1000] as const)('ended, it is over, whenever that was asked: %i s', (seconds) => { expect(standingOf({ ...glass, endedAt: second(1) }, second(seconds))).toBe('over') })

test.each([
  ['asked for', [], 10, null, 0], ['open, and that it was asked for was never told', [], 901, null, 0], ['open', ['asked'], 901, null, 900], ['open and told', ['asked', 'opened'], 2699, null, null],
  ['over', ['asked', 'opened'], 2701, null, 2700], ['over, and that it was open was never told', ['asked'], 2701, null, 900], ['stopped before it opened', ['asked'], 1000, 60, 60], ['stopped while open', ['asked', 'opened'], 1300, 1200, 1200],
] as const)('what was told last is late by the earliest that was not: %s', (_says, told, now, ended, since) => {
  expect(untoldSince({ ...glass, askedAt: at, endedAt: ended === null ? null : second(ended) }, told, second(now))).toEqual(since === null ? null : second(since))
})

const begins = [[{}, 'ok'], [{ unreviewed: true, foundWrong: true }, 'not_reviewed'], [{ foundWrong: true, tenantsKnown: false }, 'found_wrong'], [{ tenantsKnown: false }, 'tenant_unknown']] as const
test.each(begins)('asked for: %o', (state, expected) => { expect(decideBegin({ unreviewed: false, foundWrong: false, tenantsKnown: true, ...state })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected }) })
const signs = [['another', 0, 'ok'], ['appointed', 0, 'appointed'], ['alone', 0, 'own_glass'], ['alone', 9999, 'own_glass'], ['another', 900, 'already_open'], ['another', 2700, 'already_over']] as const
test.each(signs)('signed a second time by %s, at %i s', (by, seconds, expected) => { expect(decideSign(glass, { by, appointed: by === 'appointed' }, second(seconds))).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected }) })
const stops = [[false, 0, 'ok'], [true, 899, 'ok'], [false, 900, 'ok'], [true, 900, 'already_open'], [false, 2700, 'already_over'], [true, 2700, 'already_over']] as const
test.each(stops)('stopped, in a tenant %s, at %i s', (inTenant, seconds, expected) => { expect(decideStop(glass, inTenant, second(seconds))).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected }) })
test('what is not there is not found; every refusal has a case', () => {
  expect([decideSign(null, { by: 'another', appointed: false }, at), decideStop(null, false, at)]).toEqual([{ ok: false, refusal: 'not_found' }, { ok: false, refusal: 'not_found' }])
  const seen = new Set<string>(['not_found', ...begins.map(([, expected]) => expected), ...signs.map(([, , expected]) => expected), ...stops.map(([, , expected]) => expected)])
  expect(Object.keys(breakGlassRefusals).filter((name) => !seen.has(name))).toEqual([])
})
