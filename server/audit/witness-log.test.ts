/** Checkpoints that left the database: whoever owns it can set back everything in it, and is found out by what is kept outside. */
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { logKey } from '~/server/keys/log-key'
import { asOwner } from '~/server/testing/owner'
import { sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, makeWorld, type World } from '~/server/testing/world'
import { openCheckpoint, signCheckpoint } from './checkpoint'
import { heldIn, keepIn } from './witness-file'
import { heldAt } from './witness-held'
import { witnessLog } from './witness-log'

let world: World
let directory: string
let made = 0
const create = async () => { await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: `n-${++made}`, ...plainNamespace, title: 'N' }) }
const round = async () => {
  await takeLease('witness-log', 30)
  await asOwner((sql) => sql.query("SET app.loop = 'seal'; ALTER TABLE witness NO FORCE ROW LEVEL SECURITY; UPDATE witness SET next_at = now(); ALTER TABLE witness FORCE ROW LEVEL SECURITY"))
  await witnessLog('witness-log')
}
const state = async () => (await (await doorFor(world.nobody)).audit.log({}))
const lines = () => readdirSync(directory).flatMap((name) => readFileSync(`${directory}/${name}`, 'utf8').trimEnd().split('\n')).filter((line) => line.startsWith('{'))
beforeAll(async () => { world = await makeWorld() })
afterEach(async () => {
  for (const name of ['WITNESS_DIRECTORY', 'WITNESS_ADDRESS', 'WEBHOOK_INSIDE']) delete process.env[name]
  await takeLease('witness-log', 30)
  await witnessLog('witness-log')
  if (directory) rmSync(directory, { recursive: true, force: true })
})
afterAll(closeDatabase)
const inDirectory = () => {
  directory = mkdtempSync(`${tmpdir()}/witness-`)
  process.env.WITNESS_DIRECTORY = directory
}

test('each checkpoint is a line in the directory, once and in order, from the one on with which it began', async () => {
  inDirectory()
  await create()
  await sealAll()
  await round()
  const first = await state()
  for (let times = 0; times < 3; times++) {
    await create()
    await sealAll()
  }
  await round()
  await round()
  const sizes = lines().map((line) => openCheckpoint(JSON.parse(line).note, logKey())?.size)
  const { size, witnesses } = await state()
  expect([sizes[0], sizes.length, sizes.at(-1), witnesses]).toEqual([first.size, 4, size, [{ kind: 'directory', size, at: expect.stringMatching(/^20/), failure: null, failingSince: null }]])
  expect([...sizes].sort((one, other) => Number(one) - Number(other))).toEqual(sizes)
})
test('a line that was being written when it stopped is not held, and the next stands on a line of its own', async () => {
  inDirectory()
  const note = (size: number) => signedWith(size)
  keepIn(directory, [{ at: new Date(), note: note(5) }])
  const [file = ''] = readdirSync(directory)
  appendFileSync(`${directory}/${file}`, '{"at":"20')
  expect(heldIn(directory)).toMatchObject({ size: 5 })
  keepIn(directory, [{ at: new Date(), note: note(6) }])
  expect([heldIn(directory), lines().length]).toEqual([expect.objectContaining({ size: 6 }), 3])
  truncateSync(`${directory}/${file}`, 0)
  expect(heldIn(directory)).toBeNull()
})
test('an earlier checkpoint that somebody wrote behind the later ones, or into a file of another month, is not what it holds; what is no checkpoint of this log says so', () => {
  inDirectory()
  const [now, next] = ['2026-10', '2026-11'].map((month) => `${directory}/${logKey().name.replace('/', '-')}-${month}.jsonl`) as [string, string]
  const line = (note: string) => `${JSON.stringify({ at: new Date().toISOString(), note })}\n`
  appendFileSync(now, Array.from({ length: 300 }, (_, at) => line(signedWith(at + 1))).join(''))
  expect(heldIn(directory)).toMatchObject({ size: 300 })
  for (const file of [now, next]) {
    appendFileSync(file, line(signedWith(7)).repeat(200))
    expect(heldIn(directory)).toMatchObject({ size: 300 })
  }
  appendFileSync(next, line(signedWith(301)))
  expect(heldIn(directory)).toMatchObject({ size: 301 })
  appendFileSync(now, line(signedWith(999, randomBytes(32))) + line(signedWith(8)))
  expect(heldIn(directory)).toBe('not_ours')
})
const signedWith = (size: number, key?: Buffer) => signCheckpoint({ log: logKey().name, size, root: Buffer.alloc(32) }, key ?? Buffer.from(readFileSync(process.env.LOG_SIGN_KEY_FILE ?? '', 'utf8').trim(), 'base64url'))

test('one that holds more than there is, or what another key signed, is given nothing, and it is said', async () => {
  inDirectory()
  await sealAll()
  keepIn(directory, [{ at: new Date(), note: signedWith((await state()).size + 1_000_000) }])
  await round()
  expect((await state()).witnesses).toMatchObject([{ failure: 'went_back', failingSince: expect.any(String) }])
  expect(lines().length).toBe(1)
  rmSync(directory, { recursive: true })
  inDirectory()
  keepIn(directory, [{ at: new Date(), note: signedWith(3, randomBytes(32)) }])
  await round()
  expect((await state()).witnesses).toMatchObject([{ failure: 'not_ours' }])
})
test('a log that was set back and went on beyond what is kept outside is given to nobody, and it is said', async () => {
  inDirectory()
  await create()
  await sealAll()
  const { size } = await state()
  const rewritten = () => asOwner(async (sql) => (await sql.query("SELECT body ->> 'position' AS position FROM signal WHERE kind = 'log.rewritten'")).rows.map(({ position }) => Number(position)))
  // What is signed here of another past is what another copy of this database signed of its own.
  keepIn(directory, [{ at: new Date(), note: signedWith(size) }])
  await round()
  expect((await state()).witnesses).toMatchObject([{ failure: 'went_back' }])
  await create()
  await sealAll()
  await round()
  expect([(await state()).witnesses, lines().length, await rewritten()]).toEqual([[expect.objectContaining({ failure: 'went_back' })], 1, expect.arrayContaining([size])])
  await listening(async (port) => {
    Object.assign(process.env, { WITNESS_ADDRESS: `http://127.0.0.1:${port}/checkpoints`, WEBHOOK_INSIDE: `127.0.0.1:${port}` })
    delete process.env.WITNESS_DIRECTORY
    last = JSON.stringify({ at: new Date().toISOString(), note: signedWith(size + 1) })
    const before = took.length
    await create()
    await sealAll()
    await round()
    expect([(await state()).witnesses, took.length, await rewritten()]).toEqual([[expect.objectContaining({ kind: 'address', failure: 'went_back' })], before, expect.arrayContaining([size + 1])])
  })
})
test('one that lost what it held is given nothing, which is said and raised; when it has it again it goes on', async () => {
  inDirectory()
  await create()
  await sealAll()
  await round()
  const { size } = await state()
  const kept = readdirSync(directory).map((name) => [name, readFileSync(`${directory}/${name}`, 'utf8')] as const)
  for (const [name] of kept) rmSync(`${directory}/${name}`)
  await create()
  await sealAll()
  await round()
  expect([(await state()).witnesses, readdirSync(directory)]).toEqual([[expect.objectContaining({ size, failure: 'lost', failingSince: expect.any(String) })], []])
  expect(await asOwner(async (sql) => (await sql.query("SELECT (body ->> 'size')::int AS size FROM signal WHERE kind = 'log.unwitnessed' AND body ->> 'witness' = $1", [directory])).rows)).toEqual([{ size }])
  for (const [name, text] of kept) appendFileSync(`${directory}/${name}`, text)
  await round()
  const { size: now, witnesses } = await state()
  expect([now > size, witnesses, lines().length]).toEqual([true, [expect.objectContaining({ size: now, failure: null })], 2])
})
test('one that cannot be written to is tried again, and given everything when it can', async () => {
  inDirectory()
  await create()
  await sealAll()
  await round()
  rmSync(directory, { recursive: true })
  const { size: before } = await state()
  await create()
  await sealAll()
  await round().catch(() => undefined)
  const kept = mkdtempSync(`${tmpdir()}/witness-`)
  chmodSync(kept, 0o755)
  directory = kept
  process.env.WITNESS_DIRECTORY = kept
  await round()
  const { size, witnesses } = await state()
  expect([size > before, witnesses]).toEqual([true, [expect.objectContaining({ size, failure: null })]])
})

const took: { at: string; note: string }[] = []
let answer = 200
/** What it says that it holds, where it says so. */
let last: string | null = null
async function listening<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server: Server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(last === null ? 404 : 200).end(last)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      if (answer < 300) took.push(JSON.parse(Buffer.concat(parts).toString()))
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  try {
    return await work((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    await new Promise((done) => { server.close(done) })
  }
}
test('an address is posted each checkpoint in order, and again what it did not take; one on this network that nobody listed is not gone to', async () => {
  await listening(async (port) => {
    process.env.WITNESS_ADDRESS = `http://127.0.0.1:${port}/checkpoints`
    await create()
    await sealAll()
    await round()
    expect([took.length, (await state()).witnesses]).toEqual([0, [expect.objectContaining({ kind: 'address', failure: 'address_refused', at: null })]])
    process.env.WEBHOOK_INSIDE = `127.0.0.1:${port}`
    await round()
    answer = 503
    await create()
    await sealAll()
    await round()
    expect((await state()).witnesses).toMatchObject([{ failure: 'not_taken' }])
    await create()
    await sealAll()
    answer = 204
    await round()
    const sizes = took.map(({ note }) => openCheckpoint(note, logKey())?.size ?? 0)
    const { size, witnesses } = await state()
    expect([sizes.length, sizes.at(-1), witnesses]).toEqual([3, size, [expect.objectContaining({ size, failure: null, failingSince: null })]])
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other))
  })
})

test('what an address said that it holds stays said, whatever less of it it answers later', async () => {
  await listening(async (port) => {
    process.env.WEBHOOK_INSIDE = `127.0.0.1:${port}`
    const address = `http://127.0.0.1:${port}/held`
    for (const [hours, size, held] of [[0, 300, 300], [1, 7, 300], [2, 301, 301]] as const) {
      last = JSON.stringify({ at: new Date().toISOString(), note: signedWith(size) })
      expect(await heldAt(address, hours * 3_600_000)).toMatchObject({ size: held })
    }
    last = null
    expect(await heldAt(address, 3 * 3_600_000)).toMatchObject({ size: 301 })
  })
})
test('who is set no more is not forgotten: until when they kept the log is said, by name to whoever works on the platform, and it is raised; nobody takes that away', async () => {
  inDirectory()
  await create()
  await sealAll()
  await round()
  const { size } = await state()
  delete process.env.WITNESS_DIRECTORY
  await round()
  await round()
  const { witnesses, earlier: [last] } = await state()
  expect([witnesses, last]).toEqual([[], { kind: 'directory', name: null, size, endedAt: expect.stringMatching(/^20/) }])
  expect((await (await doorFor(world.platformAuditor)).audit.log({})).earlier[0]).toEqual({ ...last, name: directory })
  expect(await asOwner(async (sql) => (await sql.query("SELECT body FROM signal WHERE kind = 'log.unwitnessed' AND body ->> 'witness' = $1", [directory])).rows)).toEqual([{ body: { witness: directory, size, until: last?.endedAt } }])
  const engine = await connectAs('engine')
  await expect(engine.query("BEGIN; SET LOCAL app.loop = 'seal'; DELETE FROM witness")).rejects.toMatchObject({ code: '42501' })
  await engine.end()
  // Set again, it goes on where it was, and nothing is said of it.
  process.env.WITNESS_DIRECTORY = directory
  await round()
  const again = await (await doorFor(world.platformAuditor)).audit.log({})
  expect([again.witnesses, again.earlier.map(({ name }) => name)]).toEqual([[expect.objectContaining({ kind: 'directory', failure: null })], expect.not.arrayContaining([directory])])
})
test('another one in its place is another: the one before is said to have been, and the new one begins with the log as it is', async () => {
  inDirectory()
  const before = directory
  await create()
  await sealAll()
  await round()
  rmSync(before, { recursive: true })
  inDirectory()
  await create()
  await sealAll()
  await round()
  const { size, witnesses, earlier } = await (await doorFor(world.platformAuditor)).audit.log({})
  expect([witnesses, earlier[0]?.name, lines().length]).toEqual([[expect.objectContaining({ size, failure: null })], before, 1])
})
test('one that never had anything is not said to have kept it', async () => {
  process.env.WITNESS_ADDRESS = 'http://127.0.0.1:9/never'
  await round()
  delete process.env.WITNESS_ADDRESS
  await round()
  expect((await (await doorFor(world.platformAuditor)).audit.log({})).earlier.map(({ name }) => name)).not.toContain('127.0.0.1:9')
})
