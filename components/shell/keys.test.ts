import { expect, test } from 'vitest'
import { decideKey, type Press, type Where } from './keys'

const usual: Where = { single: true, inDialog: false, mac: false }
const press = (key: string, more: Partial<Press> = {}): Press => ({ key, ctrl: false, meta: false, alt: false, at: 1_000, ...more })
const cases: [says: string, press: Press, where: Partial<Where>, goSince: number | null, meant: unknown][] = [
  ['Ctrl K searches', press('k', { ctrl: true }), {}, null, { does: 'search' }],
  ['also where one key may not act', press('k', { ctrl: true }), { single: false }, null, { does: 'search' }],
  ['with capitals locked', press('K', { ctrl: true }), {}, null, { does: 'search' }],
  ['no dialog on a dialog', press('k', { ctrl: true }), { inDialog: true }, null, null],
  ['on a Mac it is the command key', press('k', { meta: true }), { mac: true }, null, { does: 'search' }],
  ['and Ctrl K deletes to the end of the line', press('k', { ctrl: true }), { mac: true }, null, null],
  ['Ctrl Alt K is somebody else’s', press('k', { ctrl: true, alt: true }), {}, null, null],
  ['? helps', press('?'), {}, null, { does: 'help' }],
  ['not where one key may not act', press('?'), { single: false }, null, null],
  ['not in a dialog', press('?'), { inDialog: true }, null, null],
  ['a letter after g goes', press('q'), {}, 0, { does: 'go', letter: 'q' }],
  ['c after g is a place, not a deed', press('c'), {}, 0, { does: 'go', letter: 'c' }],
  ['g g is g twice', press('g'), {}, 0, { does: 'go', letter: 'g' }],
  ['too late after g it is the page’s', press('q', { at: 1_500 }), {}, 0, { does: 'entry', letter: 'q' }],
  ['a letter alone is the page’s', press('c'), {}, null, { does: 'entry', letter: 'c' }],
  ['so is a figure', press('1'), {}, null, { does: 'entry', letter: '1' }],
  ['so is a bracket', press('['), {}, null, { does: 'entry', letter: '[' }],
  ['a capital is no letter of ours', press('C'), {}, null, null],
  ['typing a c types it', press('c'), { single: false }, null, null],
  ['nought is nothing', press('0'), {}, null, null],
  ['nor is a named key', press('Tab'), {}, 0, null],
]
test.each(cases)('%s', (_says, pressed, where, goSince, meant) => {
  expect(decideKey(goSince, pressed, { ...usual, ...where }).meant).toEqual(meant)
})
test('g waits, and shift does not make it forget', () => {
  const { goSince } = decideKey(null, press('g'), usual)
  expect(goSince).toBe(1_000)
  expect(decideKey(goSince, press('Shift'), usual).goSince).toBe(1_000)
  expect(decideKey(goSince, press('x', { ctrl: true }), { ...usual, single: false }).goSince).toBeNull()
})
