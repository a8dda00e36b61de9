import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { doorFor, loading, makeWorld } from '~/server/testing/world'
import { closeDatabase, database } from './client'
import { rateStore } from './rate-store'
import { rehearsing } from './rehearse'
import { inScope } from './scope'

afterAll(closeDatabase)

test('what is asked at once in one transaction is asked in turn: the driver has nothing to complain of, and what comes after a failure is not lost', async () => {
  const complaints: string[] = []
  const listen = ({ message }: Error) => { complaints.push(message) }
  process.on('warning', listen)
  const world = await makeWorld()
  await loading((sql) => sql.query('UPDATE role_binding SET granted_by = $1 WHERE tenant_id = $2', [world.stranger.id, world.a]))
  // Two relations of each row, which Prisma asks for together.
  const { rows } = await (await doorFor(world.auditor)).members.list({ tenant: world.a, find: null, ...firstPage })
  expect(new Set(rows.map(({ grantedBy }) => grantedBy))).toEqual(new Set([world.stranger.email]))
  const failing = inScope('engine', {}, async (sql) => {
    const outcomes = await Promise.allSettled([sql.$executeRaw`SAVEPOINT here`, sql.$queryRaw`SELECT 1 / 0`, sql.$executeRaw`ROLLBACK TO SAVEPOINT here`, sql.$queryRaw`SELECT 1 AS n`])
    return outcomes.map(({ status }) => status)
  })
  expect(await failing).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  // A warning is told a moment after what it is about; this one comes after all that came before.
  const last = once(process, 'warning')
  process.emitWarning('the last one')
  await last
  process.off('warning', listen)
  expect(complaints).toEqual(['the last one'])
})

test('on no connection is a statement compiled, and none waits for ever, for a lock or for whoever began and says no more', async () => {
  type Row = { jit: string; statement: string; lock: string; idle: string }
  const text = "SELECT current_setting('jit') AS jit, current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle"
  const said = [
    ...(['web', 'engine', 'auditor', 'past'] as const).map(async (role) => (await database(role).$queryRaw<Row[]>`SELECT current_setting('jit') AS jit, current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`)[0]),
    rehearsing((rehearse) => rehearse(async ({ run }) => (await run(text))[0])),
    rateStore('engine').query<Row>(text).then(({ rows }) => rows[0]),
  ]
  const usual: Row = { jit: 'off', statement: '15s', lock: '5s', idle: '20s' }
  expect(await Promise.all(said)).toEqual([usual, usual, usual, usual, usual, { ...usual, statement: '5s', lock: '2s' }])
})
