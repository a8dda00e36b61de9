import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase, database } from './client'
import { hasRoom, takesWrites } from './takes-writes'

afterAll(closeDatabase)

test('a database that can only be read takes no writes', async () => {
  expect(await takesWrites()).toBe(true)
  expect(await database('engine').$transaction(async (sql) => {
    await sql.$executeRaw`SET TRANSACTION READ ONLY`
    return takesWrites(sql)
  })).toBe(false)
})
test('where the database can put nothing on its disk there is no room, although what is there can be written over', async () => {
  expect(await hasRoom()).toBe(true)
  const file = process.env.OWNER_DATABASE_URL_FILE ?? ''
  const { hostname, port, pathname } = new URL(readFileSync(file, 'utf8').trim())
  const superuser = new pg.Client({ host: hostname, port: Number(port), user: 'postgres', password: readFileSync(`${dirname(file)}/database-superuser-password`, 'utf8').trim(), database: pathname.slice(1) })
  await superuser.connect()
  const bound = async (says: string) => {
    await superuser.query(`ALTER ROLE bailiwick_engine IN DATABASE ${superuser.escapeIdentifier(superuser.database ?? '')} ${says}`)
    await closeDatabase()
  }
  try {
    await bound('SET temp_file_limit = 0')
    expect([await takesWrites(), await hasRoom()]).toEqual([true, false])
  } finally {
    await bound('RESET temp_file_limit')
    await superuser.end()
  }
  expect(await hasRoom()).toBe(true)
})
