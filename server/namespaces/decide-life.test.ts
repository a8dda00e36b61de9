import { expect, test } from 'vitest'
import { decideDelete, decideFreeze, decideThaw, type Deletable } from './decide-life'
import { deleteRefusals, lifeRefusals } from './namespace.refusals'

const open = { tenantFrozen: false, isClosed: false, isFrozen: false }
const lives: [says: string, state: Partial<typeof open>, freeze: string, thaw: string][] = [
  ['open', {}, 'ok', 'not_frozen'],
  ['frozen', { isFrozen: true }, 'already_frozen', 'ok'],
  ['closed', { isClosed: true }, 'namespace_closed', 'namespace_closed'],
  ['closed while frozen', { isClosed: true, isFrozen: true }, 'namespace_closed', 'namespace_closed'],
  ['in a frozen tenant', { tenantFrozen: true, isClosed: true, isFrozen: true }, 'tenant_frozen', 'tenant_frozen'],
]
const said = (decision: { ok: true } | { ok: false; refusal: string }) => (decision.ok ? 'ok' : decision.refusal)
test.each(lives)('%s', (_says, state, freeze, thaw) => { expect([said(decideFreeze({ ...open, ...state })), said(decideThaw({ ...open, ...state }))]).toEqual([freeze, thaw]) })
test('every refusal has a case', () => { expect(Object.keys(lifeRefusals).filter((refusal) => !lives.some(([, , ...both]) => both.includes(refusal)))).toEqual([]) })

const empty: Deletable = { ...open, name: 'red', living: 0, asked: 0 }
const ends: [says: string, state: Partial<Deletable>, wish: Partial<{ typed: string; ends: boolean }>, expected: string][] = [
  ['empty', {}, {}, 'gone'],
  ['frozen and empty', { isFrozen: true }, {}, 'gone'],
  ['with work', { living: 1 }, {}, 'work_runs'],
  ['with work that is to be ended', { living: 1 }, { ends: true }, 'closing'],
  ['with nothing that could be ended', {}, { ends: true }, 'gone'],
  ['with something asked', { asked: 1, living: 1 }, { ends: true }, 'request_open'],
  ['by another name', { asked: 1 }, { typed: 'blue' }, 'other_name_typed'],
  ['twice', { isClosed: true }, { typed: 'blue' }, 'namespace_closed'],
  ['in a frozen tenant', { tenantFrozen: true, isClosed: true }, {}, 'tenant_frozen'],
]
test.each(ends)('deleted: %s', (_says, state, wish, expected) => {
  const decision = decideDelete({ ...empty, ...state }, { typed: 'red', ends: false, ...wish })
  expect(decision.ok ? (decision.atOnce ? 'gone' : 'closing') : decision.refusal).toBe(expected)
})
test('every refusal of a deletion has a case', () => { expect(Object.keys(deleteRefusals).filter((refusal) => !ends.some(([, , , expected]) => expected === refusal))).toEqual([]) })
