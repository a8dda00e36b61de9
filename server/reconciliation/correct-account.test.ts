import { afterAll, expect, test } from 'vitest'
import { admitByItself } from '~/server/admission/admit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { amountMax } from '~/server/shared/amount'
import { loading, makeWorld } from '~/server/testing/world'
import { correctAccount, decideCorrection } from './correct-account'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const gpu = 'nvidia.com/gpu'
const account = (id: string, unexplained: string) => ({ id, level: 'namespace' as const, version: '1', standing: { [gpu]: ['10', '10', '2', '1', unexplained] as const } })

test.each([
  ['what is said', '7', '7', '7'], ['less than it was', '3', '3', '3'], ['more than an account holds, with what is used and held of it', String(amountMax), String(amountMax - 3n), String(amountMax - 3n)],
  ['more than any amount', String(amountMax * 3n), String(amountMax - 3n), String(amountMax - 3n)],
])('%s', (_says, said, after, moves) => {
  expect(decideCorrection({ accounts: [account('x', '0')], unexplained: { [gpu]: said } } as never)).toEqual({ before: { [gpu]: '0' }, after: { [gpu]: after }, moves: { [gpu]: moves } })
})
test('two namespaces in which clusters say the most that can be said are both corrected, as far as what is above them can hold', async () => {
  const world = await makeWorld()
  for (const namespace of ['red', 'blue']) {
    expect(await admitByItself({ action: 'reconciliation.correct', decider: correctAccount as never, tenant: world.a, input: { tenant: world.a, namespace, unexplained: { [gpu]: String(amountMax) } } })).toMatchObject({ ok: true })
  }
  const { rows: [{ beyond }] } = await loading((sql) => sql.query('SELECT unexplained[1] AS beyond FROM account WHERE id = $1', [`platform/${world.organisation}`]))
  expect(BigInt(beyond)).toBeGreaterThan(amountMax / 2n)
})
