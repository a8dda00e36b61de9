import { expect, test } from 'vitest'
import { type CloseRefusal, clockOf, type ClockState, decideOpen, decideTell, decideTick, type Held, missingOf, type Standing, stateOf } from './decide-incident'
import { type BreachAnswer, type IncidentState, playbookNames, playbooks, stepsOf } from './incident'

const locked: Held = { kind: 'lock', lifted: false, kept: false }
test.each<[string, Held[], boolean, IncidentState]>([
  ['nothing was contained', [], false, 'open'],
  ['somebody is locked', [locked], false, 'contained'],
  ['one of two is lifted', [{ ...locked, lifted: true }, locked], false, 'contained'],
  ['all is lifted', [{ ...locked, lifted: true }], false, 'recovered'],
  ['what is left is kept for a reason', [{ ...locked, lifted: true }, { ...locked, kept: true }], false, 'recovered'],
  ['tokens were revoked, and there is nothing to lift', [{ ...locked, kind: 'revoke' }], false, 'recovered'],
  ['it is closed, whatever is kept', [{ ...locked, kept: true }], true, 'closed'],
])('%s: %s', (_says, containments, closed, state) => { expect(stateOf({ containments, closed })).toBe(state) })

const aware = new Date('2026-01-01T00:00:00.000Z')
const after = (hours: number, ms = 0) => new Date(aware.getTime() + hours * 3_600_000 + ms)
test.each<[string, BreachAnswer | null, Date | null, Date, ClockState]>([
  ['a moment before the 72nd hour is over', null, null, after(72, -1), 'running'],
  ['at the end of it', null, null, after(72), 'running'],
  ['a moment after', null, null, after(72, 1), 'overdue'],
  ['told at the end of it, and looked at a year later', 'told', after(72), after(9_000), 'told'],
  ['told a moment late', 'told', after(72, 1), after(80), 'told_late'],
  ['not to be told', 'not_needed', null, after(9_000), 'not_needed'],
])('%s', (_says, answer, toldAt, now, state) => { expect(clockOf(aware, { answer, toldAt }, now)).toBe(state) })

const none = { asked: false, known: false }
test.each([
  ['from nothing', none, none, aware, undefined],
  ['from a signal', { asked: true, known: true }, none, aware, undefined],
  ['from a signal that is none', { asked: true, known: false }, none, aware, 'signal_unknown'],
  ['from a case that is none', none, { asked: true, known: false }, aware, 'case_unknown'],
  ['from both', { asked: true, known: true }, { asked: true, known: true }, aware, 'one_origin'],
  ['aware of it tomorrow, from a signal that is none', { asked: true, known: false }, none, after(24), 'aware_ahead'],
])('opened %s', (_says, signal, file, awareAt, refusal) => { expect(decideOpen({ signal, case: file, awareAt, now: aware })).toEqual(refusal === undefined ? { ok: true } : { ok: false, refusal }) })

test.each<[string, BreachAnswer, Date | null, string | undefined]>([
  ['told when they became aware', 'told', aware, undefined],
  ['told, and nobody says when', 'told', null, 'told_when'],
  ['told in an hour from now', 'told', after(3), 'told_ahead'],
  ['told before anybody knew', 'told', after(-1), 'told_before_aware'],
  ['not to be told', 'not_needed', null, undefined],
  ['not to be told, and yet when', 'not_needed', aware, 'told_when'],
])('%s', (_says, answer, toldAt, refusal) => { expect(decideTell({ answer, toldAt, awareAt: aware, now: after(2) })).toEqual(refusal === undefined ? { ok: true } : { ok: false, refusal }) })

test('a step is one of its own checklist, and one that is left out says why', () => {
  expect(decideTick('leaked_token', 'revoke_tokens', 'done', null)).toEqual({ ok: true })
  expect(decideTick('leaked_token', 'cordon_node', 'done', null)).toEqual({ ok: false, refusal: 'step_unknown' })
  expect(decideTick('leaked_token', 'constructor', 'done', null)).toEqual({ ok: false, refusal: 'step_unknown' })
  expect(decideTick('leaked_token', 'revoke_tokens', 'left', null)).toEqual({ ok: false, refusal: 'step_reason' })
  expect(decideTick('leaked_token', 'revoke_tokens', 'left', 'It ended by itself.')).toEqual({ ok: true })
})

const over: Standing = { containments: [{ ...locked, lifted: true }], since: aware, check: { beganAt: aware, whole: true }, playbook: 'leaked_token', ticked: stepsOf('leaked_token').map(({ step }) => step), answer: 'not_needed' }
test.each<[string, Partial<Standing>, CloseRefusal[]]>([
  ['all is done', {}, []],
  ['somebody is still locked', { containments: [locked] }, ['still_contained']],
  ['they are kept out for a reason', { containments: [{ ...locked, kept: true }] }, []],
  ['the record was looked at a moment before it was contained', { check: { beganAt: new Date(aware.getTime() - 1), whole: true } }, ['not_verified']],
  ['the record was looked at since, and is not whole', { check: { beganAt: after(1), whole: false } }, ['not_verified']],
  ['the record was never looked at', { check: null }, ['not_verified']],
  ['one step is missing', { ticked: over.ticked.slice(1) }, ['steps_left']],
  ['nobody said whether the authority was told', { answer: null }, ['clock_unanswered']],
  ['nothing is done, in the order in which one is told', { containments: [locked], check: null, ticked: [], answer: null }, ['still_contained', 'not_verified', 'steps_left', 'clock_unanswered']],
])('closing when %s', (_says, different, missing) => { expect(missingOf({ ...over, ...different })).toEqual(missing) })

test('each checklist says in sentences what to do, and ends with what to learn from it', () => {
  for (const name of playbookNames) {
    expect(playbooks[name].says).toMatch(/^[A-Z]/)
    expect(stepsOf(name).at(-1)?.step).toBe('write_down')
    for (const { step, says } of stepsOf(name)) expect([step, says]).toEqual([expect.stringMatching(/^[a-z_]{1,40}$/), expect.stringMatching(/^[A-Z].*\.$/)])
  }
})
