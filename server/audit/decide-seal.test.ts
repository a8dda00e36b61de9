import { expect, test } from 'vitest'
import { decideSeal, type Unsealed } from './decide-seal'

const row = (sequence: number | null, of: Partial<Unsealed> = {}): Unsealed => ({ tenant: 'a', stream: 'deed', head: 9, sealed: 4, sequence, hash: Buffer.from(`${of.tenant ?? 'a'}${of.stream ?? ''}${sequence}`), inPlace: true, inTime: true, ...of })
const read = (rows: Unsealed[]) => {
  const { runs, faults } = decideSeal(rows)
  return { runs: runs.map(({ tenant, stream, sequence, leaves }) => `${tenant} ${stream} ${sequence}+${leaves.length}`), faults: faults.map(({ kind, tenant, stream, sequence }) => `${kind} ${tenant} ${stream} ${sequence}`) }
}
const cases: [says: string, rows: Unsealed[], runs: string[], faults: string[]][] = [
  ['nothing that moved', [], [], []],
  ['what comes next, as far as it was read', [row(5), row(6), row(7)], ['a deed 5+3'], []],
  ['the streams apart, in any order of their rows', [row(5), row(1, { tenant: 'b', sealed: 0 }), row(6), row(5, { stream: 'access' }), row(2, { tenant: 'b', sealed: 0 })], ['a deed 5+2', 'b deed 1+2', 'a access 5+1'], []],
  ['a hole: what is missing is told, and what comes after it is sealed', [row(5), row(7), row(8)], ['a deed 5+1', 'a deed 7+2'], ['missing a deed 6']],
  ['a hole at the beginning', [row(6)], ['a deed 6+1'], ['missing a deed 5']],
  ['nothing where something must be', [row(null)], [], ['missing a deed 5']],
  ['numbers that went back', [row(null, { head: 3 })], [], ['truncated a deed 4']],
  ['a record beyond the last number', [row(5, { head: 5 }), row(6, { head: 5 })], ['a deed 5+1'], ['inserted a deed 6']],
  ['a second record under one number', [row(5), row(5), row(6)], ['a deed 5+2'], ['inserted a deed 5']],
  ['bytes that belong elsewhere are sealed as they stand, and told', [row(5, { inPlace: false }), row(6)], ['a deed 5+2'], ['misplaced a deed 5']],
  ['so are bytes of another time', [row(5), row(6, { inTime: false })], ['a deed 5+2'], ['clock a deed 6']],
  ['the trouble of one stream is not another’s', [row(null), row(1, { tenant: 'b', sealed: 0 })], ['b deed 1+1'], ['missing a deed 5']],
]
test.each(cases)('%s', (_says, rows, runs, faults) => expect(read(rows)).toEqual({ runs, faults }))
test('every hash stands in the log in the order of its numbers', () => {
  expect(decideSeal([row(5), row(6)]).runs[0]?.leaves.map(String)).toEqual(['a5', 'a6'])
})
