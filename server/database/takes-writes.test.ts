import { afterAll, expect, test } from 'vitest'
import { closeDatabase, database } from './client'
import { takesWrites } from './takes-writes'

afterAll(closeDatabase)

test('a database that can only be read takes no writes', async () => {
  expect(await takesWrites()).toBe(true)
  expect(await database('engine').$transaction(async (sql) => {
    await sql.$executeRaw`SET TRANSACTION READ ONLY`
    return takesWrites(sql)
  })).toBe(false)
})
