import { afterAll, expect, test } from 'vitest'
import { untilWaitedFor } from '~/server/testing/waiting'
import { makeWorld } from '~/server/testing/world'
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
    await untilWaitedFor(pid)
    const [clock] = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now FROM pg_sleep(0.01)`
    return clock?.now.getTime()
  })
  expect((await begun[0])?.getTime()).toBeGreaterThanOrEqual(over ?? Number.NaN)
})
