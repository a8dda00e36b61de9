import { afterAll, expect, test } from 'vitest'
import { loading, makeWorld } from '~/server/testing/world'
import { holdPlace } from './by-itself'
import { closeDatabase } from './client'
import { inScope } from './scope'

afterAll(closeDatabase)

test('the moment of a deed is after what it waited for, also where that changed nothing', async () => {
  const { a: tenant } = await makeWorld()
  const scope = { tenant, namespaces: '*' } as const
  const begun: Promise<Date | null>[] = []
  const over = await inScope('engine', scope, async (sql) => {
    await holdPlace(sql, tenant)
    const [{ pid } = { pid: 0 }] = await sql.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    begun.push(inScope('engine', scope, (other) => holdPlace(other, tenant)))
    await expect.poll(async () => (await loading((own) => own.query('SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))', [pid]))).rowCount, { timeout: 10_000 }).toBe(1)
    const [clock] = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now FROM pg_sleep(0.01)`
    return clock?.now.getTime()
  })
  expect((await begun[0])?.getTime()).toBeGreaterThanOrEqual(over ?? Number.NaN)
})
