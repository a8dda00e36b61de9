/** Every row that is asked for has its line, and what the line names is there. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { controlIds } from './catalogue'
import { parseRows } from './rows'

const rows = parseRows(readFileSync(new URL('rows.txt', import.meta.url), 'utf8'))

test('all 324 are there, once, in order', () => { expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 324 }, (_, at) => at + 1)) })
test('every test that is named is there, and holds those words', () => {
  const missing = rows.flatMap(({ row, proof }) => (proof.kind !== 'test' || (existsSync(proof.file) && readFileSync(proof.file, 'utf8').includes(proof.says)) ? [] : [`${row}: ${proof.file} › ${proof.says}`]))
  expect(missing).toEqual([])
})
test('what is enforced, measured or attested by others alone is planned, and says where', () => {
  const built = rows.filter(({ mode, proof }) => /^(A|I|V)(\+(A|I|V))*$/.test(mode) && proof.kind === 'control').map(({ row }) => row)
  expect(built).toEqual([296, 304].filter((row) => built.includes(row)))
})
test('every promise is asked for by some row, or is the product’s own', () => {
  const named = new Set(rows.flatMap(({ proof }) => (proof.kind === 'control' ? [proof.control] : [])))
  const own = ['tenancy.everywhere', 'ledger.decisions', 'people.own_role', 'people.staff', 'people.sessions', 'record.opened', 'tenancy.erased', 'door.elsewhere', 'admission.frozen', 'admission.suspended', 'cases.by_two', 'cases.found', 'cases.judged', 'incidents.answered', 'webhooks.inside']
  expect(controlIds.filter((control) => !named.has(control)).sort()).toEqual(own.sort())
})
test.each(['', 'one | N | a | planned', '1 | N | a | control no.such', '1 | N | a | tested', '1 | N | a'])('a line that cannot be read is a fault: %s', (line) => { expect(() => parseRows(line)).toThrow('nothing that can be read') })
