/** Eight of each sort of alteration, at random, straight in the database: each is found against what is kept outside, and called by its name. Ten thousand: `npm run bench -- alterations`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { alterAtRandom, compared } from '~/server/testing/alter-at-random'
import { readLog } from '~/server/testing/alterations'
import { asOwner } from '~/server/testing/owner'
import { numberAll, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld } from '~/server/testing/world'
import { keepIn } from './witness-file'

const each = 8
const directory = mkdtempSync(`${tmpdir()}/witness-`)
beforeAll(async () => {
  const world = await makeWorld()
  for (let at = 0; at < 12; at++) {
    for (const [person, tenant] of [[world.admin, world.a], [world.stranger, world.b]] as const) await (await doorFor(person)).namespaces.create({ tenant, name: `n-${at}`, ...plainNamespace, title: 'N' })
    if (at % 3 === 2) {
      await numberAll()
      await sealAll()
    }
  }
  const log = await asOwner(async (sql) => { await sql.query("SET app.loop = 'seal'"); return readLog(sql) })
  process.env.WITNESS_DIRECTORY = directory
  keepIn(directory, log.checkpoints.slice(-1))
})
afterAll(async () => {
  delete process.env.WITNESS_DIRECTORY
  rmSync(directory, { recursive: true })
  await closeDatabase()
})

test('each is found and called by its name, and what was put back is whole', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  await asOwner(async (sql) => {
    await sql.query("SET app.loop = 'seal'")
    const log = await readLog(sql)
    expect(await compared(log, { from: 0, to: log.leaves.length })).toEqual([])
    const { tally, lost } = await alterAtRandom(sql, each, seed)
    expect([seed, lost, Object.values(tally)]).toEqual([seed, [], Object.keys(tally).map(() => ({ done: each, found: each, named: each }))])
    expect(await compared(log, { from: 0, to: log.leaves.length })).toEqual([])
  })
}, 300_000)
