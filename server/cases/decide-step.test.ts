import { expect, test } from 'vitest'
import { decideTaking, type Idle, idleOf, type Watch } from './decide-idle'
import { decideAnswer, decideBinding, decideBurst, decidePreempt, decideReclaim, decideShrinking, decideSign, decideStep, decideUndo, type Ladder } from './decide-step'
import { gapMs } from './decide-use'
import { keptUntil, laneOf, type Step, stateOf, type StepKind } from './step'

const at = (minutes: number) => new Date(Date.parse('2026-11-22T12:00:00Z') + minutes * 60_000)
const now = at(0)
const step = (kind: StepKind, more: Partial<Step> = {}): Step => ({ kind, takenAt: at(-1), takenBy: 'pia', hours: null, percent: null, signedBy: null, dueAt: kind === 'notify' ? null : at(4), answeredAt: null, keepUntil: null, effectiveAt: null, undoneAt: null, endedAt: kind === 'notify' ? at(-1) : null, ...more })
const ladder = (...steps: Step[]): Ladder => ({ closed: false, shadow: false, steps, bound: [] })
const over = { endedAt: at(-1) }
const no = (refusal: string) => ({ ok: false, refusal })
const yes = { ok: true, repeats: false }

test.each<[says: string, ladder: Ladder | null, kind: StepKind, answer: object]>([
  ['another tenant’s case', null, 'notify', no('case_unknown')],
  ['a closed case, on trial', { closed: true, shadow: true, steps: [], bound: [] }, 'notify', no('case_over')],
  ['a case of a rule on trial', { ...ladder(), shadow: true }, 'notify', no('tried_out')],
  ['told', ladder(), 'notify', yes], ['told again', ladder(step('notify')), 'notify', { ok: true, repeats: true }],
  ['asked', ladder(step('notify')), 'ask', yes], ['asked twice', ladder(step('ask')), 'ask', no('step_stands')], ['asked anew', ladder(step('ask', over)), 'ask', yes],
  ['asked while it is taken', ladder(step('reclaim')), 'ask', no('step_stands')],
  ['taken', ladder(), 'reclaim', yes], ['taken twice', ladder(step('reclaim')), 'reclaim', no('step_stands')], ['taken anew', ladder(step('reclaim', over)), 'reclaim', yes],
  ['taken while the tenant is asked', ladder(step('ask')), 'reclaim', no('tenant_is_asked')],
  ['taken while the tenant keeps it', ladder(step('ask', { ...over, keepUntil: at(1) })), 'reclaim', no('tenant_keeps')],
  ['preempted', ladder(), 'preempt', yes], ['preempted twice', ladder(step('preempt')), 'preempt', no('step_stands')], ['preempted while it is reclaimed', ladder(step('reclaim')), 'preempt', no('step_stands')], ['reclaimed while it is preempted', ladder(step('preempt')), 'reclaim', no('step_stands')],
  ['preempted while the tenant keeps it', ladder(step('ask', { ...over, keepUntil: at(1) })), 'preempt', no('tenant_keeps')],
  ['suspended', ladder(), 'suspend', yes], ['suspended while the tenant keeps what it has', ladder(step('ask', { ...over, keepUntil: at(1) })), 'suspend', yes], ['suspended while something is taken', ladder(step('reclaim')), 'suspend', yes],
  ['suspended while the tenant is asked', ladder(step('ask')), 'suspend', no('tenant_is_asked')], ['suspended because of another case', { ...ladder(), bound: ['suspend'] }, 'suspend', no('step_stands')],
  ['asked while it is suspended', { ...ladder(step('suspend')), bound: ['suspend'] }, 'ask', yes], ['taken while it is suspended', { ...ladder(step('suspend')), bound: ['suspend'] }, 'reclaim', yes],
  ['taken when that is over', ladder(step('ask', { ...over, keepUntil: at(0) })), 'reclaim', yes],
])('%s', (_says, of, kind, answer) => { expect(decideStep(of, kind, now)).toEqual(answer) })

const idle = (allocation: string): Idle => ({ allocation, namespace: 'red', name: allocation, person: 'p', gpuMilli: '1000', idleSince: at(-40) })
test('what is reclaimed is exactly what was shown', () => {
  expect(decideReclaim(ladder(), [idle('a'), idle('b')], ['b', 'a'], now)).toEqual(yes)
  for (const named of [['a'], ['a', 'c'], ['a', 'b', 'c']]) expect(decideReclaim(ladder(), [idle('a'), idle('b')], named, now)).toEqual(no('changed_meanwhile'))
  expect([decideReclaim(ladder(), [], ['a'], now), decideReclaim(null, [], ['a'], now)]).toEqual([no('nothing_idle'), no('case_unknown')])
})

test('what is made smaller is exactly what was shown, and as large', () => {
  const [spare, ofB] = [[{ allocation: 'a', gpus: 1 }, { allocation: 'b', gpus: 2 }], { allocation: 'b', gpus: 2 }]
  expect(decideShrinking(ladder(), spare, [...spare].reverse(), now)).toEqual(yes)
  for (const named of [[ofB], [{ allocation: 'a', gpus: 2 }, ofB], [{ allocation: 'c', gpus: 1 }, ofB], [...spare, { allocation: 'c', gpus: 1 }]]) expect(decideShrinking(ladder(), spare, named, now)).toEqual(no('changed_meanwhile'))
  expect([decideShrinking(ladder(), [], spare, now), decideShrinking(null, [], spare, now), decideShrinking(ladder(step('reclaim')), spare, spare, now)]).toEqual([no('nothing_spare'), no('case_unknown'), no('step_stands')])
})

test('what is preempted is exactly what was shown, and signed by a passkey', () => {
  const borrowed = [idle('a'), idle('b')]
  expect(decidePreempt(ladder(), true, borrowed, ['b', 'a'], now)).toEqual(yes)
  for (const named of [['a'], ['a', 'c'], ['a', 'b', 'c']]) expect(decidePreempt(ladder(), true, borrowed, named, now)).toEqual(no('changed_meanwhile'))
  expect([decidePreempt(ladder(), false, borrowed, ['a', 'b'], now), decidePreempt(ladder(), true, [], ['a'], now), decidePreempt(null, true, [], ['a'], now)]).toEqual([no('passkey_required'), no('nothing_borrowed'), no('case_unknown')])
})

test('idle is what the evidence names, each once, that uses nothing and was looked at within a minute', () => {
  const named = ['a', 'b', 'c', 'd', 'a'].map((allocation) => ({ allocation, namespace: 'red', name: allocation, person: 'p', gpuMilli: allocation === 'b' ? '2000' : '1000' }))
  const watched = new Map<string, Watch>([['a', { idleSince: at(-30), seenAt: new Date(now.getTime() - gapMs) }], ['b', { idleSince: at(-1), seenAt: now }], ['c', { idleSince: null, seenAt: now }], ['d', { idleSince: at(-30), seenAt: new Date(now.getTime() - gapMs - 1) }]])
  expect(idleOf(named, watched, now).map(({ allocation }) => allocation)).toEqual(['b', 'a'])
  expect(idleOf(named, new Map(), now)).toEqual([])
})
test.each<[says: string, watch: Watch | null, becomes: string]>([
  ['unused since before', { idleSince: at(-30), seenAt: now }, 'take'], ['unused since that moment', { idleSince: at(-5), seenAt: now }, 'take'],
  ['used for a moment since', { idleSince: new Date(at(-5).getTime() + 1), seenAt: now }, 'used_again'], ['used a little', { idleSince: null, seenAt: now }, 'used_again'], ['used', null, 'used_again'],
  ['not looked at for longer than a minute', { idleSince: at(-30), seenAt: new Date(now.getTime() - gapMs - 1) }, 'not_known'],
])('when the grace is over, %s', (_says, watch, becomes) => { expect(decideTaking(watch, at(-5), now)).toBe(becomes) })

test('what binds a tenant is proposed by a passkey, and by nothing less', () => {
  expect([decideBinding(ladder(), 'suspend', true, now), decideBinding(null, 'suspend', false, now), decideBinding(null, 'suspend', true, now)]).toEqual([yes, no('passkey_required'), no('case_unknown')])
})
test('who may borrow nothing cannot be let borrow less', () => {
  expect([decideBurst(ladder(), true, true, now), decideBurst(ladder(), true, false, now), decideBurst(ladder(), false, false, now), decideBurst({ ...ladder(), bound: ['suspend'] }, true, true, now), decideBurst({ ...ladder(), bound: ['burst'] }, true, true, now)]).toEqual([yes, no('borrows_nothing'), no('passkey_required'), yes, no('step_stands')])
})
const proposed = step('suspend', { hours: 72, dueAt: at(4) })
test.each<[says: string, step: Step | null, by: string, passkey: boolean, moment: Date, answer: object]>([
  ['by another', proposed, 'per', true, now, yes], ['with a code', proposed, 'per', false, now, no('passkey_required')], ['by who took it', proposed, 'pia', true, now, no('own_step')], ['by whom they let in', proposed, 'appointed', true, now, no('appointed')],
  ['no step', null, 'per', true, now, no('step_unknown')], ['one that nobody signs', step('reclaim'), 'per', true, now, no('step_unknown')],
  ['the moment before it is late', proposed, 'per', true, new Date(at(4).getTime() - 1), yes], ['when it is late', proposed, 'per', true, at(4), no('step_over')], ['when it was taken back', { ...proposed, ...over, undoneAt: at(-1) }, 'per', true, now, no('step_over')],
  ['again', { ...proposed, signedBy: 'per', effectiveAt: now }, 'per', true, at(5), { ok: true, repeats: true }], ['after somebody else', { ...proposed, signedBy: 'rhea' }, 'per', true, now, no('signed_already')],
])('signed %s', (_says, of, by, passkey, moment, answer) => { expect(decideSign(of, { by, appointed: by === 'appointed', byPasskey: passkey }, moment)).toEqual(answer) })

const none = { taken: 0, another: false }
const taken = { effectiveAt: at(0), endedAt: at(0) }
test.each<[says: string, step: Step | null, around: { taken: number; another: boolean }, answer: object]>([
  ['no step', null, none, no('step_unknown')],
  ['a question', step('ask'), none, { ...yes, givesBack: false }], ['an answered one', step('ask', over), none, no('step_over')],
  ['in the grace', step('reclaim'), none, { ...yes, givesBack: false }],
  ['while it is done', step('reclaim', { effectiveAt: at(0) }), none, { ...yes, givesBack: true }],
  ['when it is done', step('reclaim', taken), { ...none, taken: 1 }, { ...yes, givesBack: true }],
  ['when nothing was taken', step('reclaim', taken), none, no('step_over')],
  ['while another is under way', step('reclaim', taken), { taken: 1, another: true }, no('step_stands')],
  ['before it is signed', proposed, none, { ...yes, givesBack: false }], ['what is in force', { ...proposed, effectiveAt: now }, none, { ...yes, givesBack: false }], ['what is over', { ...proposed, ...taken }, none, no('step_over')],
  ['again', step('reclaim', { ...taken, undoneAt: at(0) }), none, { ok: true, repeats: true, givesBack: true }],
])('undoing %s', (_says, of, around, answer) => { expect(decideUndo(of, around)).toEqual(answer) })

const [twoHours, fresh] = [2, { saidBefore: false, waitedBefore: false }]
const inForce = { ...proposed, signedBy: 'per', effectiveAt: at(-1) }
test.each<[says: string, step: Step | null, hours: number | null, moment: Date, answer: object]>([
  ['a question', step('ask'), twoHours, now, yes], ['a question, that it needs nothing', step('ask'), null, now, yes], ['a question for as long as there is', step('ask'), 72, now, yes],
  ['the moment before it is late', step('ask'), twoHours, new Date(at(4).getTime() - 1), yes], ['when it is late', step('ask'), twoHours, at(4), no('asked_no_more')], ['a question that was taken back', step('ask', over), twoHours, now, no('asked_no_more')],
  ['what is announced, for a day', step('reclaim'), 24, now, yes], ['for an hour more', step('reclaim'), 25, now, no('waits_a_day')], ['what is announced, without asking for time', step('preempt'), null, now, yes],
  ['what is being taken', step('reclaim'), twoHours, at(4), no('asked_no_more')], ['what was taken back while it is given back', step('reclaim', { undoneAt: now, effectiveAt: now }), null, now, no('asked_no_more')],
  ['what binds it', inForce, null, now, yes], ['what binds it, for time', inForce, twoHours, now, no('binds_on')], ['what nobody has signed', proposed, null, now, no('step_unknown')], ['what is over', { ...inForce, ...over }, null, now, no('asked_no_more')],
  ['what it was told', step('notify'), null, now, no('step_unknown')], ['no step', null, null, now, no('step_unknown')],
])('a tenant answers %s', (_says, of, hours, moment, answer) => { expect(decideAnswer(of, { hours, ...fresh }, moment)).toEqual(answer) })
test('a tenant answers once, and has what is announced wait once in a case', () => {
  const answered = { ...step('ask'), answeredAt: now }
  expect([decideAnswer(answered, { hours: 2, ...fresh, saidBefore: true }, now), decideAnswer(answered, { hours: 2, ...fresh }, now)]).toEqual([{ ok: true, repeats: true }, no('answered_already')])
  const again = { ...fresh, waitedBefore: true }
  expect([decideAnswer(step('preempt'), { hours: 2, ...again }, now), decideAnswer(step('preempt'), { hours: null, ...again }, now), decideAnswer(step('ask'), { hours: 2, ...again }, now)]).toEqual([no('waited_before'), yes, yes])
})
test('where a step is, and in which lane its case', () => {
  const reclaim = step('reclaim')
  expect([step('notify'), step('ask'), step('ask', { ...over, answeredAt: now }), step('ask', over), step('ask', { ...over, undoneAt: now })].map((one) => stateOf(one, now))).toEqual(['told', 'asked', 'answered', 'unanswered', 'undone'])
  const waits = { ...reclaim, answeredAt: now, keepUntil: at(4) }
  expect([waits, { ...waits, dueAt: now }, { ...waits, keepUntil: null }].map((one) => stateOf(one, now))).toEqual(['paused', 'taking', 'announced'])
  expect([reclaim, { ...reclaim, dueAt: now }, { ...reclaim, ...taken }, { ...reclaim, ...over, undoneAt: now }, { ...reclaim, effectiveAt: now, undoneAt: now }, { ...reclaim, ...taken, undoneAt: now }].map((one) => stateOf(one, now))).toEqual(['announced', 'taking', 'taken', 'undone', 'giving_back', 'given_back'])
  const bound = { ...proposed, effectiveAt: at(-1), dueAt: at(1) }
  expect([[proposed, now], [proposed, at(4)], [{ ...proposed, ...over }, now], [bound, new Date(at(1).getTime() - 1)], [bound, at(1)], [{ ...bound, ...over, undoneAt: now }, now]].map(([one, moment]) => stateOf(one as Step, moment as Date))).toEqual(['proposed', 'unsigned', 'unsigned', 'in_force', 'over', 'undone'])
  const lane = (standing: StepKind[], more: { closedAt?: Date; shadow?: boolean } = {}) => laneOf({ closedAt: null, shadow: false, standing, ...more })
  expect([lane([]), lane(['ask']), lane(['ask', 'reclaim']), lane(['suspend']), lane(['reclaim'], { closedAt: now }), lane([], { shadow: true })]).toEqual(['new', 'waiting', 'acting', 'acting', 'closed', 'tried_out'])
  expect([keptUntil([step('ask', { keepUntil: at(1) }), step('ask', { keepUntil: at(3) })], now), keptUntil([step('ask', { keepUntil: at(0) })], now), keptUntil([], now)]).toEqual([at(3), null, null])
})
