/** Whoever owns the database changes what was recorded, in each way there is; each is found, and called by its name. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { logKey, logSignKey } from '~/server/keys/log-key'
import { asOwner } from '~/server/testing/owner'
import { compareAll, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld, type World } from '~/server/testing/world'
import { signCheckpoint } from './checkpoint'
import { keepIn } from './witness-file'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  for (let at = 0; at < 8; at++) {
    await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: `n-${at}`, ...plainNamespace, title: 'N' })
    if (at % 3 === 0) await sealAll()
  }
  await sealAll()
  await found()
})
afterAll(closeDatabase)

/** From the first leaf to the last, once, and what was found of this tenant or of the log itself. */
async function found(): Promise<string[]> {
  return (await compareAll()).filter(({ tenant }) => tenant === null || tenant === world.a).map(({ kind, sequence, tenant }) => (tenant === null ? `${kind} of the log` : `${kind} ${sequence}`))
}
/** Everything is put back afterwards, byte for byte. */
const after = (tamper: (sql: pg.Client) => Promise<unknown>): Promise<string[]> => asOwner(async (sql) => {
  const kept = ['record', 'log_run', 'log_tile', 'checkpoint'] as const
  for (const table of kept) await sql.query(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`)
  const { rows: [{ head }] } = await sql.query("SELECT deed_sequence AS head FROM account WHERE kind = 'tenant' AND tenant_id = $1", [world.a])
  await tamper(sql)
  try {
    return await found()
  } finally {
    await sql.query('BEGIN')
    for (const table of kept) await sql.query(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`)
    await sql.query("UPDATE account SET deed_sequence = $2 WHERE kind = 'tenant' AND tenant_id = $1", [world.a, head])
    await sql.query('COMMIT')
  }
})
const mine = "tenant_id = $1 AND stream = 'deed'"
const on = (statement: string) => (sql: pg.Client) => sql.query(statement, [world.a])
const lastTile = '(level, position) = (SELECT level, position FROM log_tile WHERE level = 0 ORDER BY position DESC LIMIT 1)'

test('what was sealed and stands is found whole, and it is said when', async () => {
  expect(await found()).toEqual([])
  const { check, size } = await (await doorFor(world.nobody)).audit.log({})
  expect([check?.size, check?.kinds]).toEqual([size, []])
})
test.each<[string, (sql: pg.Client) => Promise<unknown>, string[]]>([
  ['edited', on(`UPDATE record SET bytes = bytes || '\\x20', leaf = sha256('\\x00' || bytes || '\\x20') WHERE ${mine} AND sequence = 3`), ['edited 3']],
  ['deleted', on(`DELETE FROM record WHERE ${mine} AND sequence = 3`), ['deleted 3']],
  ['inserted, under a number that there was', on(`INSERT INTO record SELECT tenant_id, stream, sequence, at + interval '1 microsecond', bytes, leaf FROM record WHERE ${mine} AND sequence = 3`), ['inserted 3']],
  ['inserted, beyond the last number', on(`INSERT INTO record SELECT tenant_id, stream, sequence + 6, at, bytes, leaf FROM record WHERE ${mine} AND sequence = 3`), ['inserted 9']],
  ['reordered', async (sql) => {
    await sql.query(`UPDATE record r SET bytes = s.bytes, leaf = s.leaf FROM kept_record s WHERE r.tenant_id = $1 AND r.stream = 'deed' AND r.sequence IN (3, 4) AND s.tenant_id = $1 AND s.stream = 'deed' AND s.sequence = 7 - r.sequence`, [world.a])
  }, ['reordered 3', 'reordered 4']],
  ['truncated', on(`DELETE FROM record WHERE ${mine} AND sequence >= 8`), ['truncated 8']],
  ['truncated, with the count of it', async (sql) => {
    await on(`DELETE FROM record WHERE ${mine} AND sequence >= 8`)(sql)
    await on("UPDATE account SET deed_sequence = 7 WHERE kind = 'tenant' AND tenant_id = $1")(sql)
  }, ['truncated 8', 'truncated 8']],
  ['moved in time', on(`UPDATE record SET at = at + interval '1 second' WHERE ${mine} AND sequence = 3`), ['clock 3']],
  ['sealed again with another key', async (sql) => {
    const { rows: [{ size }] } = await sql.query('SELECT max(size)::int AS size FROM checkpoint')
    await sql.query('UPDATE checkpoint SET note = $2 WHERE size = $1', [size, signCheckpoint({ log: logKey().name, size, root: randomBytes(32) }, randomBytes(32))])
  }, ['resealed of the log']],
  ['another past, signed with the log’s own key', async (sql) => {
    const { rows: [{ size }] } = await sql.query('SELECT max(size)::int AS size FROM checkpoint')
    await sql.query('UPDATE checkpoint SET note = $2 WHERE size = $1', [size, signCheckpoint({ log: logKey().name, size, root: randomBytes(32) }, logSignKey())])
  }, ['rewritten of the log']],
  ['edited in the tree', async (sql) => {
    await sql.query(`UPDATE log_tile SET hashes = overlay(hashes PLACING sha256('') FROM octet_length(hashes) - 31) WHERE ${lastTile}`)
  }, ['edited 8', 'rewritten of the log']],
  ['signed at a time before', (sql) => sql.query("UPDATE checkpoint SET at = at - interval '1 day' WHERE size = (SELECT max(size) FROM checkpoint)"), ['clock of the log']],
  ['set back to an earlier checkpoint', (sql) => sql.query('DELETE FROM checkpoint WHERE size = (SELECT max(size) FROM checkpoint)'), ['truncated of the log']],
  ['set back as a whole, which only who remembers it finds', async (sql) => {
    await sql.query('DELETE FROM checkpoint WHERE size > (SELECT min(size) FROM checkpoint)')
    await sql.query('DELETE FROM log_run WHERE first >= (SELECT max(size) FROM checkpoint)')
  }, ['truncated of the log']],
])('%s: it is found', async (_says, tamper, faults) => {
  expect(await after(tamper)).toEqual(faults)
  expect(await found()).toEqual([])
})
test('what was found is raised once for whoever watches over the platform, and shown wherever the record is read by its kind alone', async () => {
  const shown = await asOwner(async (sql) => {
    await sql.query('CREATE TEMP TABLE gone AS SELECT * FROM record WHERE tenant_id = $1 AND stream = $2 AND sequence = 4', [world.a, 'deed'])
    await sql.query('DELETE FROM record WHERE tenant_id = $1 AND stream = $2 AND sequence = 4', [world.a, 'deed'])
    await found()
    await found()
    const { check } = await (await doorFor(world.nobody)).audit.log({})
    await sql.query('INSERT INTO record SELECT * FROM gone')
    const { rows } = await sql.query("SELECT body FROM signal WHERE kind = 'log.deleted' AND body ->> 'tenant' = $1 AND body ->> 'sequence' = '4'", [world.a])
    return { kinds: check?.kinds, raised: rows.length }
  })
  expect(shown).toEqual({ kinds: ['deleted'], raised: 1 })
})

/** The same, with a checkpoint kept outside: as the log is now, or as somebody says that it was. */
async function keptOutside<T>(note: ((now: { size: number; note: string }) => string) | null, work: () => Promise<T>): Promise<T> {
  const directory = mkdtempSync(`${tmpdir()}/witness-`)
  process.env.WITNESS_DIRECTORY = directory
  const { size, checkpoint } = await (await doorFor(world.nobody)).audit.log({})
  const now = { size, note: checkpoint ?? '' }
  keepIn(directory, [{ at: new Date(), note: note === null ? now.note : note(now) }])
  try {
    return await work()
  } finally {
    delete process.env.WITNESS_DIRECTORY
    rmSync(directory, { recursive: true })
  }
}
test('it is said with how much of what is kept outside it was compared', async () => {
  await keptOutside(null, async () => {
    expect(await found()).toEqual([])
    const { size, check } = await (await doorFor(world.nobody)).audit.log({})
    expect(check?.witnessed).toBe(size)
  })
  expect(await found()).toEqual([])
  expect((await (await doorFor(world.nobody)).audit.log({})).check?.witnessed).toBeNull()
})
test('a past that was written anew and signed with the log’s own key is found by what is kept outside, and so is another key', async () => {
  expect(await keptOutside(({ size }) => signCheckpoint({ log: logKey().name, size, root: randomBytes(32) }, logSignKey()), found)).toEqual(['rewritten of the log'])
  expect(await keptOutside(({ size }) => signCheckpoint({ log: logKey().name, size, root: randomBytes(32) }, randomBytes(32)), found)).toEqual(['resealed of the log'])
  expect(await found()).toEqual([])
})
test('a log that has less than is kept outside was set back, and that is told once, however it goes on', async () => {
  const told = () => asOwner(async (sql) => (await sql.query("SELECT 1 FROM signal WHERE kind = 'log.truncated' AND body ->> 'tenant' IS NULL")).rowCount ?? 0)
  const before = await told()
  await keptOutside(({ size }) => signCheckpoint({ log: logKey().name, size: size + 1_000, root: randomBytes(32) }, logSignKey()), async () => {
    for (const name of ['s-1', 's-2']) {
      expect(await found()).toEqual(['truncated of the log'])
      await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name, ...plainNamespace, title: 'N' })
      await sealAll()
    }
  })
  expect(await told()).toBe(before + 1)
  expect(await keptOutside(({ size }) => signCheckpoint({ log: logKey().name, size: size + 9, root: randomBytes(32) }, logSignKey()), found)).toEqual(['truncated of the log'])
  expect(await found()).toEqual([])
})

/** The same, where an address outside answers like this when it is asked for what it was given last; how often it was. */
async function heldAtAddress<T>(answer: (response: ServerResponse, now: { size: number; note: string }) => void, work: () => Promise<T>): Promise<{ came: T; times: number }> {
  const { size, checkpoint } = await (await doorFor(world.nobody)).audit.log({})
  let times = 0
  const server = createServer((_request, response) => { times++; answer(response, { size, note: checkpoint ?? '' }) })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const { port } = server.address() as AddressInfo
  Object.assign(process.env, { WITNESS_ADDRESS: `http://127.0.0.1:${port}/`, WEBHOOK_INSIDE: `127.0.0.1:${port}` })
  try {
    return { came: await work(), times }
  } finally {
    for (const name of ['WITNESS_ADDRESS', 'WEBHOOK_INSIDE']) delete process.env[name]
    server.closeAllConnections()
    await new Promise((done) => { server.close(done) })
  }
}
const line = (note: string) => `${JSON.stringify({ at: new Date().toISOString(), note })}\n`
const otherPast = (size: number, key = logSignKey()) => signCheckpoint({ log: logKey().name, size, root: randomBytes(32) }, key)
const whatIsFound = async () => [await found(), (await (await doorFor(world.nobody)).audit.log({})).check?.witnessed ?? null]
test.each<[string, (response: ServerResponse, now: { size: number; note: string }) => void, string[], 'all' | null]>([
  ['what is there', (response, { note }) => response.end(line(note)), [], 'all'],
  ['another past', (response, { size }) => response.end(line(otherPast(size))), ['rewritten of the log'], 'all'],
  ['more than there is', (response, { size }) => response.end(line(otherPast(size + 9))), ['truncated of the log'], 'all'],
  ['what another key signed in its name', (response, { size }) => response.end(line(otherPast(size, randomBytes(32)))), ['resealed of the log'], null],
  ['that of another log', (response, { size }) => response.end(line(signCheckpoint({ log: 'another.example/log', size, root: randomBytes(32) }, logSignKey()))), [], null],
  ['nothing, because it cannot be read back', (response) => response.writeHead(405).end('no'), [], null],
  ['what is no line', (response) => response.end('<html>'), [], null],
  ['more than anybody reads', (response, { note }) => response.end(line(note) + ' '.repeat(20_000)), [], null],
])('an address that answers with %s when a process begins: it is compared, once, and remembered', async (_says, answer, faults, witnessed) => {
  const { came, times } = await heldAtAddress(answer, async () => [await whatIsFound(), await whatIsFound()])
  expect(came.map(([one]) => one)).toEqual([faults, faults])
  expect([came.map(([, size]) => size !== null), times]).toEqual([[witnessed === 'all', witnessed === 'all'], 1])
  expect(await found()).toEqual([])
})
