import { expect, test } from 'vitest'
import { decideExport, type ExportFacts, type ExportRefusal, exportReasons } from './decide-export'

const good: ExportFacts = { torn: null, isOpen: false, wrong: [], key: 'told', isSigned: true, isOfExport: true, isUnchanged: true, isInLog: true, records: 3, missing: 0, cutBefore: null }
/** What makes each true, and nothing else. */
const bad: Record<ExportRefusal, Partial<ExportFacts>> = {
  torn: { torn: { line: 4, why: 'is not JSON' } }, never_closed: { isOpen: true }, not_canonical: { wrong: [{ line: 2, how: 'not_canonical' }] }, twice: { wrong: [{ line: 3, how: 'twice' }] }, not_in_slice: { wrong: [{ line: 2, how: 'not_in_slice' }] },
  another_log: { key: 'another' }, not_signed: { isSigned: false }, another_export: { isOfExport: false }, changed: { isUnchanged: false }, not_in_log: { isInLog: false },
}
const facts = (...reasons: ExportRefusal[]): ExportFacts => Object.assign({}, good, ...reasons.map((reason) => bad[reason]), { wrong: reasons.flatMap((reason) => bad[reason].wrong ?? []) })

test('what holds is valid by the key that was told, and by its own key only so much', () => {
  expect(decideExport(good)).toMatchObject({ verdict: 'valid', reasons: [] })
  expect(decideExport(good).findings.map(({ mark }) => mark)).toEqual(Array(6).fill('good'))
  expect(decideExport({ ...good, key: 'its_own' })).toMatchObject({ verdict: 'by_its_own_key', reasons: [] })
})
test.each(exportReasons)('%s alone is invalid, by its own name', (reason) => {
  const { verdict, reasons, findings } = decideExport(facts(reason))
  expect([verdict, reasons, findings.some(({ mark }) => mark === 'bad') || reason === 'never_closed']).toEqual(['invalid', [reason], true])
})
test.each(exportReasons.flatMap((one, at) => exportReasons.slice(at + 1).map((other) => [one, other] as const)))('%s is told before %s', (one, other) => {
  const { reasons } = decideExport(facts(one, other))
  expect(reasons).toEqual(one === 'torn' || one === 'never_closed' ? [one] : [one, other])
})
test('of what is not whole, what was not found out is unknown and not bad', () => {
  const { findings } = decideExport({ ...facts('torn'), isSigned: false, isOfExport: false, isUnchanged: false, isInLog: false })
  expect(findings.map(({ mark }) => mark)).toEqual(['bad', 'good', 'unknown', 'unknown', 'unknown', 'unknown'])
})
test('what is missing, and where it was cut off, is said and makes nothing invalid', () => {
  const { verdict, findings } = decideExport({ ...good, missing: 2, cutBefore: '2026-01-01T00:00:00.000000Z' })
  expect([verdict, findings.slice(-2).map(({ mark }) => mark)]).toEqual(['valid', ['unknown', 'unknown']])
})
