import { expect, test } from 'vitest'
import { decideConceal, decideOpen } from './decide-personal'
import { personalRefusals } from './personal.refusals'

const opened = [
  [{}, 'ok'], [{ kept: false }, 'nothing_kept'], [{ erased: true }, 'erased'], [{ erased: true, kept: false }, 'erased'], [{ found: false, erased: true, kept: false }, 'record_unknown'],
] as const
test.each(opened)('%j opened is %s', (state, expected) => {
  const decision = decideOpen({ found: true, erased: false, kept: true, ...state })
  expect(decision.ok ? 'ok' : decision.refusal).toBe(expected)
})
test('under a key that was destroyed nothing is looked for, and every refusal was seen', () => {
  expect([decideConceal({ erased: true }), decideConceal({ erased: false })]).toEqual([{ ok: false, refusal: 'erased' }, { ok: true }])
  expect(Object.keys(personalRefusals).sort()).toEqual([...new Set<string>(opened.map(([, expected]) => expected).filter((expected) => expected !== 'ok'))].sort())
})
