import { expect, test } from 'vitest'
import { decideAskDisaster, decideAskFailover, decideEndDisaster, decideSignDisaster, disasterDaysMost, standingAt, type TwoWords } from './decide-disaster'
import { disasterRefusals } from './disaster.refusals'

const now = new Date('2026-03-01T00:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const weekMs = disasterDaysMost * 86_400_000
const said = (decision: { ok: true } | { ok: false; refusal: string }) => (decision.ok ? 'ok' : decision.refusal)
const asked: TwoWords = { askedBy: 'one', signedAt: null, endedAt: null, until: after(1) }
const signed = { ...asked, signedAt: now }
const ended = { ...signed, endedAt: now }
const declare = { passkey: true, known: true, asked: false, standing: null, now }
const declares: [says: string, state: object, ms: number, expected: string][] = [
  ['until now', {}, 0, 'until_not_possible'], ['until a moment later', {}, 1, 'ok'], ['a moment less than can be', {}, weekMs - 1, 'ok'], ['as long as can be', {}, weekMs, 'ok'], ['a moment longer', { asked: true }, weekMs + 1, 'until_not_possible'],
  ['by a code', { passkey: false, known: false }, 0, 'passkey_required'], ['of no region', { known: false }, 0, 'region_unknown'], ['again', { asked: true, standing: after(weekMs) }, 1, 'already_asked'],
  ['until when one stands', { standing: after(5) }, 5, 'already_declared'], ['until a moment after it', { standing: after(5) }, 6, 'ok'],
]
test.each(declares)('a disaster %s', (_says, state, ms, expected) => { expect(said(decideAskDisaster({ ...declare, ...state }, after(ms)))).toBe(expected) })

const known = [{ region: 'eu-1', jurisdiction: 'eu' as const }, { region: 'us-1', jurisdiction: 'us' as const }, { region: 'us-2', jurisdiction: 'us' as const }]
const prepare = { passkey: true, residency: { jurisdiction: null, allowed: ['eu-1'], prohibited: ['us-2'] }, known, asked: false, standing: null as string[] | null }
const prepares: [says: string, state: object, regions: string[], expected: string][] = [
  ['elsewhere', {}, ['us-1'], 'ok'], ['where it is prohibited', { asked: true }, ['us-1', 'us-2'], 'never_possible'], ['under another law', { residency: { jurisdiction: 'eu', allowed: [], prohibited: [] } }, ['us-1'], 'never_possible'],
  ['nowhere known', {}, ['us-2', 'mars'], 'region_unknown'], ['by a code', { passkey: false }, ['mars'], 'passkey_required'], ['again', { asked: true, standing: ['us-1'] }, ['us-1'], 'already_asked'], ['as it is', { standing: ['eu-1', 'us-1'] }, ['us-1', 'eu-1'], 'no_change'],
]
test.each(prepares)('prepared %s', (_says, state, regions, expected) => { expect(said(decideAskFailover({ ...prepare, ...state }, regions))).toBe(expected) })

const signs: [of: TwoWords | null, by: string, passkey: boolean, expected: string][] = [
  [asked, 'two', true, 'ok'], [asked, 'one', true, 'own_word'], [asked, 'appointed', true, 'appointed'], [signed, 'one', true, 'signed_already'], [ended, 'two', true, 'disaster_over'], [{ ...asked, until: now }, 'two', true, 'disaster_over'], [null, 'two', true, 'disaster_unknown'], [null, 'two', false, 'passkey_required'],
  [{ ...asked, until: null }, 'two', true, 'ok'],
]
test.each(signs)('%j signed by %s, passkey %s: %s', (of, by, passkey, expected) => { expect(said(decideSignDisaster(of, { by, appointed: by === 'appointed', passkey }, now))).toBe(expected) })
const ends: [of: TwoWords | null, expected: string][] = [[asked, 'ok'], [signed, 'ok'], [ended, 'disaster_over'], [{ ...signed, until: now }, 'disaster_over'], [null, 'disaster_unknown']]
test.each(ends)('%j ended: %s', (of, expected) => { expect(said(decideEndDisaster(of, now))).toBe(expected) })
test('it stands until its end and not in that moment', () => {
  expect([-1, 0, 1].map((ms) => standingAt({ ...signed, until: now }, after(ms)))).toEqual(['stands', 'over', 'over'])
  expect([standingAt(asked, now), standingAt({ ...signed, until: null }, after(9e9))]).toEqual(['asked', 'stands'])
})
test('every refusal was seen', () => {
  const seen = new Set([...declares.map(([, , , expected]) => expected), ...prepares.map(([, , , expected]) => expected), ...signs.map(([, , , expected]) => expected), ...ends.map(([, expected]) => expected)])
  expect(Object.keys(disasterRefusals).filter((refusal) => !seen.has(refusal))).toEqual([])
})
