import { expect, test } from 'vitest'
import { decideAsk, decideSign, decideTakeBack, dueAfter, type Erasure, standingOf } from './decide-erasure'
import { erasureRefusals } from './erasure.refusals'

const at = new Date('2026-03-01T12:00:00Z')
const asked: Erasure = { askedBy: 'one', signedAt: null, dueAt: null, takenBackAt: null, erasedAt: null }
const signed = { ...asked, signedAt: at, dueAt: dueAfter(at) }
const back = { ...signed, takenBackAt: at }
const erased = { ...signed, erasedAt: dueAfter(at) }
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000)
const said = (decision: { ok: true } | { ok: false; refusal: string }) => (decision.ok ? 'ok' : decision.refusal)

test.each([[asked, 0, 'asked'], [asked, 999, 'asked'], [signed, 0, 'waits'], [signed, 71.999, 'waits'], [signed, 72, 'due'], [back, 99, 'taken_back'], [erased, 99, 'erased']] as const)('%j after %s hours %s', (erasure, hours, standing) => {
  expect(standingOf(erasure, after(hours))).toBe(standing)
})
const asks = [
  [{}, 'ok'], [{ others: [asked] }, 'already_asked'], [{ others: [erased] }, 'erased_already'], [{ others: [signed, erased] }, 'erased_already'], [{ named: false, others: [erased] }, 'name_differs'],
  [{ passkey: false, named: false }, 'passkey_required'],
] as const
const signs = [[asked, 'two', true, 'ok'], [asked, 'one', true, 'own_erasure'], [asked, 'appointed', true, 'appointed'], [signed, 'one', true, 'signed_already'], [back, 'one', true, 'taken_back'], [null, 'one', true, 'erasure_unknown'], [null, 'two', false, 'passkey_required']] as const
const backs = [[asked, 'ok'], [signed, 'ok'], [back, 'taken_back'], [erased, 'erased_already'], [null, 'erasure_unknown']] as const
test.each(asks)('asked with %j: %s', (state, expected) => { expect(said(decideAsk({ passkey: true, named: true, others: [], ...state }))).toBe(expected) })
test.each(signs)('%j signed by %s, passkey %s: %s', (erasure, by, passkey, expected) => { expect(said(decideSign(erasure, { by, appointed: by === 'appointed', passkey }))).toBe(expected) })
test.each(backs)('%j taken back: %s', (erasure, expected) => { expect(said(decideTakeBack(erasure))).toBe(expected) })
test('every refusal was seen', () => {
  const seen = new Set<string>([...asks.map(([, expected]) => expected), ...signs.map(([, , , expected]) => expected), ...backs.map(([, expected]) => expected)])
  expect(Object.keys(erasureRefusals).filter((refusal) => !seen.has(refusal))).toEqual([])
})
