/** The log goes on with another key where the one before lets it. What is tried here is undone: the log of all the other tests stays that of its own key. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, type Transaction } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { keysKnownBy, openHandover, signHandover } from '~/server/keys/handover'
import { type LogSigner, logSigner, logSignerOf } from '~/server/keys/log-key'
import { sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld, type World } from '~/server/testing/world'
import { openCheckpoint, openSigned, signCheckpoint } from './checkpoint'
import { beginPass, isAtEnd } from './compare-log'
import { foreignLog, handoverNotes, keyIsToGoOn, keysToCompareBy, logKeysNow } from './handovers'
import { sealSome } from './seal-records'
import { heldIn } from './witness-file'

const next = logSignerOf(randomBytes(32))
let world: World
let made = 0
const create = async () => { await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: `h-${++made}`, ...plainNamespace, title: 'N' }) }
beforeAll(async () => {
  world = await makeWorld()
  await create()
  await sealAll()
})
afterAll(closeDatabase)

class Undone extends Error {}
async function undone<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
  let came: { is: T } | null = null
  await inScope('engine', { loop: 'seal' }, async (sql) => {
    came = { is: await work(sql) }
    throw new Undone()
  }).catch((thrown: unknown) => { if (!(thrown instanceof Undone)) throw thrown })
  if (!came) throw new Error('nothing came of it')
  return (came as { is: T }).is
}
const last = (sql: Transaction) => sql.checkpoint.findFirstOrThrow({ orderBy: { size: 'desc' } })
async function faultsBy(sql: Transaction, { key }: LogSigner) {
  const pass = await beginPass(sql, null, [], undefined, key)
  while (!(await isAtEnd(sql, pass)));
  return pass.faults.map(({ kind }) => kind)
}

test('the key before lets the next one go on: it signs from there on, all of the log is vouched for, and the one before signs no more', async () => {
  await create()
  await undone(async (sql) => {
    const before = await last(sql)
    expect(await sealSome(sql, { now: next, earlier: logSigner(), lost: null })).toBeGreaterThan(0)
    const [note = '', ...more] = await handoverNotes(sql)
    expect([openHandover(note), more]).toMatchObject([{ before: { name: logSigner().key.name }, after: { name: next.key.name }, size: Number(before.size) }, []])
    const now = await last(sql)
    expect([openCheckpoint(now.note, next.key)?.size, openSigned(before.note, await logKeysNow(sql, next.key))?.size]).toEqual([Number(now.size), Number(before.size)])
    expect([await faultsBy(sql, next), await faultsBy(sql, logSigner())]).toEqual([[], []])
    await expect(sealSome(sql, { now: logSigner(), earlier: null, lost: null })).resolves.toBe(0)
  })
})
test('a key that is to go on does so before there is anything to seal, and nothing is compared by it until it did', async () => {
  await sealAll()
  const folder = mkdtempSync(`${tmpdir()}/keys-`)
  const kept = { ...process.env }
  const put = (name: string, key: Buffer) => { writeFileSync(`${folder}/${name}`, key.toString('base64url'), { mode: 0o600 }); process.env[name] = `${folder}/${name}` }
  try {
    put('LOST_LOG_KEY_FILE', next.key.publicKey)
    await undone(async (sql) => {
      expect([await keyIsToGoOn(sql), (await keysToCompareBy(sql))?.map(({ name }) => name)]).toEqual([false, [logSigner().key.name]])
      // The file that says which key is lost is read once.
      rmSync(`${folder}/LOST_LOG_KEY_FILE`)
      await sql.$executeRaw`INSERT INTO checkpoint (size, note, at) SELECT size + 1, replace(note, ${logSigner().key.name}, ${next.key.name}), clock_timestamp() FROM checkpoint ORDER BY size DESC LIMIT 1`
      expect([await keyIsToGoOn(sql), await keysToCompareBy(sql)]).toEqual([true, null])
    })
  } finally {
    Object.assign(process.env, kept)
    delete process.env.LOST_LOG_KEY_FILE
    rmSync(folder, { recursive: true })
  }
  await undone(async (sql) => {
    const before = await last(sql)
    expect([await sealSome(sql, { now: next, earlier: logSigner(), lost: null }), (await handoverNotes(sql)).length, (await last(sql)).size]).toEqual([0, 1, before.size])
    expect(await faultsBy(sql, next)).toEqual([])
  })
})
test('an engine that still has the key before seals nothing once it let another go on', async () => {
  await create()
  await undone(async (sql) => {
    const { size, note } = await last(sql)
    const root = openSigned(note, [logSigner().key])?.root.toString('base64') ?? ''
    await sql.$executeRaw`INSERT INTO log_handover (name, before, size, note, at) VALUES (${next.key.name}, ${logSigner().key.name}, ${size}, ${signHandover(logSigner(), next, { size: Number(size), root })}, now())`
    await expect(sealSome(sql, { now: logSigner(), earlier: null, lost: null })).rejects.toThrow(next.key.name)
  })
  await sealAll()
})
test('after a key that is lost another goes on by its own word alone, of the log as the lost one signed it last: all of it is vouched for, and whoever knows the lost one alone is led nowhere', async () => {
  await create()
  const { key: lost } = logSigner()
  await undone(async (sql) => {
    const before = await last(sql)
    await expect(sealSome(sql, { now: next, earlier: null, lost: next.key })).rejects.toThrow('LOST_LOG_KEY_FILE')
    expect(await sealSome(sql, { now: next, earlier: null, lost })).toBeGreaterThan(0)
    const [note = ''] = await handoverNotes(sql)
    expect(openHandover(note)).toMatchObject({ before: { name: lost.name }, after: { name: next.key.name }, size: Number(before.size), isLoss: true })
    expect([await faultsBy(sql, next), (await logKeysNow(sql, lost)).map(({ name }) => name)]).toEqual([[], [lost.name]])
    await create()
    await expect(sealSome(sql, { now: logSigner(), earlier: null, lost: next.key })).rejects.toThrow(next.key.name)
  })
  await sealAll()
})
test('a log that is not what the lost key signed last is not gone on with', async () => {
  await create()
  await expect(undone(async (sql) => {
    await sql.$executeRaw`UPDATE log_tile SET hashes = set_byte(hashes, octet_length(hashes) - 1, 255 - get_byte(hashes, octet_length(hashes) - 1))`
    return sealSome(sql, { now: next, earlier: null, lost: logSigner().key })
  })).rejects.toThrow('and is not gone on with')
  await sealAll()
})
test('a handover of another past than there is, or of more than there is, is found', async () => {
  const came = (more: number, root?: string) => undone(async (sql) => {
    const { size, note } = await last(sql)
    const own = openSigned(note, [logSigner().key])?.root.toString('base64') ?? ''
    await sql.$executeRaw`INSERT INTO log_handover (name, before, size, note, at) VALUES (${next.key.name}, ${logSigner().key.name}, ${size}, ${signHandover(logSigner(), next, { size: Number(size) + more, root: root ?? own })}, now())`
    return faultsBy(sql, next)
  })
  expect([await came(0), await came(0, randomBytes(32).toString('base64')), await came(7)]).toEqual([[], ['rewritten'], ['truncated']])
})
test('an engine with a key that nobody let go on says so before it begins; with the one before beside it, it begins', async () => {
  expect([await foreignLog(), await foreignLog({ now: next, earlier: logSigner(), lost: null })]).toEqual([null, null])
  const says = await foreignLog({ now: next, earlier: null, lost: null })
  expect([says?.includes(next.key.name), says?.includes(logSigner().key.name), says?.includes('EARLIER_LOG_SIGN_KEY_FILE')]).toEqual([true, true, true])
  await expect(undone(async (sql) => sealSome(sql, { now: next, earlier: null, lost: null }))).resolves.toBe(0)
  await create()
  await expect(undone(async (sql) => sealSome(sql, { now: next, earlier: null, lost: null }))).rejects.toThrow('EARLIER_LOG_SIGN_KEY_FILE')
  await sealAll()
})
test('a witness holds what either key signed, and what the one before signed beyond what it vouches for is not of this log', () => {
  const directory = mkdtempSync(`${tmpdir()}/witness-`)
  try {
    const keys = keysKnownBy(next.key, [signHandover(logSigner(), next, { size: 300, root: Buffer.alloc(32).toString('base64') })])
    const line = ({ key, signKey }: LogSigner, size: number) => `${JSON.stringify({ at: new Date().toISOString(), note: signCheckpoint({ log: key.name, size, root: Buffer.alloc(32) }, signKey) })}\n`
    const file = ({ key }: LogSigner, month: string) => `${directory}/${key.name.replace('/', '-')}-${month}.jsonl`
    appendFileSync(file(logSigner(), '2026-10'), line(logSigner(), 200) + line(logSigner(), 300))
    expect(heldIn(directory, keys)).toMatchObject({ size: 300, log: logSigner().key.name })
    appendFileSync(file(next, '2026-10'), line(next, 301))
    expect(heldIn(directory, keys)).toMatchObject({ size: 301, log: next.key.name })
    appendFileSync(file(next, '2026-11'), line(next, 302))
    expect([heldIn(directory, keys), heldIn(directory, [logSigner().key])]).toMatchObject([{ size: 302 }, { size: 300 }])
    appendFileSync(file(logSigner(), '2026-10'), line(logSigner(), 400))
    expect(heldIn(directory, keys)).toBe('not_ours')
  } finally {
    rmSync(directory, { recursive: true })
  }
})
