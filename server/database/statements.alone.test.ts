import { expect, test } from 'vitest'
import { inScope } from './scope'
import { Statements } from './statements'

const asked = (of: Statements, text: string, times: number) => Array.from({ length: times }, () => of.nameOf(text)).at(-1)

test('what is asked often has one name from then on, and no other text has it', () => {
  const statements = new Statements(3)
  expect([asked(statements, 'a', 2), asked(statements, 'b', 2)]).toEqual(['', ''])
  const [a, b] = [statements.nameOf('a'), statements.nameOf('b')]
  expect([a === '', b === '', a === b]).toEqual([false, false, false])
  expect([asked(statements, 'a', 5), asked(statements, 'b', 5)]).toEqual([a, b])
})
test('few have a name, and of what came once not even that is kept for ever', () => {
  const few = new Statements(1, 2)
  expect(['a', 'b', 'c', 'a'].map((text) => few.nameOf(text) !== '')).toEqual([true, true, false, true])
  const counted = new Statements(2, 250, 2)
  expect(['a', 'b', 'c', 'a', 'c', 'a'].map((text) => counted.nameOf(text) !== '')).toEqual([false, false, false, false, true, true])
})
test('what a connection is asked often it plans a few times, and not each time', async () => {
  const kept = await inScope('web', { platform: true }, async (sql) => {
    for (let asked = 0; asked < 20; asked++) await sql.$queryRaw`SELECT ${asked}::int AS asked_often`
    return sql.$queryRaw<{ planned: bigint; carriedOut: bigint }[]>`SELECT custom_plans AS planned, generic_plans AS "carriedOut" FROM pg_prepared_statements WHERE statement LIKE ${'SELECT $1::int AS asked\\_often'}`
  })
  expect(kept).toEqual([{ planned: 5n, carriedOut: expect.any(BigInt) }])
  expect(kept[0]?.carriedOut).toBeGreaterThan(5n)
})
