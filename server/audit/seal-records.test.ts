import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { logKey } from '~/server/keys/log-key'
import { noteKeyText, openNote, parseNoteKey } from '~/server/keys/note'
import { emptyRoot, leafHash } from '~/server/merkle/hash'
import { isConsistent, isIncluded } from '~/server/merkle/proof'
import { beginApart } from '~/server/testing/apart'
import { numberAll, recordsOf, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, makeWorld, type World } from '~/server/testing/world'
import { openCheckpoint } from './checkpoint'
import { appendRecords } from './append'
import { thresholdEntry } from './entry'
import type { Stream } from './record'
import { sealRecords } from './seal-records'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

let made = 0
const create = async (count = 1) => { for (let at = 0; at < count; at++) await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: `n-${++made}`, ...plainNamespace, title: 'N' }) }
async function asOwner<T>(work: (query: (statement: string, values?: unknown[]) => Promise<Record<string, never>[]>) => Promise<T>): Promise<T> {
  const owner = await connectAs('owner')
  try {
    await owner.query("SET app.loop = 'seal'; ALTER TABLE log_run NO FORCE ROW LEVEL SECURITY; ALTER TABLE log_tile NO FORCE ROW LEVEL SECURITY; ALTER TABLE checkpoint NO FORCE ROW LEVEL SECURITY; ALTER TABLE record NO FORCE ROW LEVEL SECURITY; ALTER TABLE signal NO FORCE ROW LEVEL SECURITY")
    return await work(async (statement, values) => (await owner.query(statement, values)).rows)
  } finally {
    await owner.query('ALTER TABLE log_run FORCE ROW LEVEL SECURITY; ALTER TABLE log_tile FORCE ROW LEVEL SECURITY; ALTER TABLE checkpoint FORCE ROW LEVEL SECURITY; ALTER TABLE record FORCE ROW LEVEL SECURITY; ALTER TABLE signal FORCE ROW LEVEL SECURITY')
    await owner.end()
  }
}
const headNow = async () => {
  const { checkpoint } = await (await doorFor(world.auditor)).audit.log({})
  return openCheckpoint(checkpoint ?? '', logKey()) ?? { log: '', size: 0, root: emptyRoot }
}
/** Each record of a stream with its place in the log, if it has one that holds. */
async function provenIn(stream: Stream) {
  const door = await doorFor(world.auditor)
  return Promise.all((await recordsOf(world.a, stream)).map(async ({ sequence, bytes }) => {
    const { record, proof, checkpoint } = await door.audit.prove({ tenant: world.a, stream, sequence: `${sequence}` })
    const head = checkpoint === null ? null : openCheckpoint(checkpoint, logKey())
    const holds = proof !== null && head !== null && record === bytes.toString() && proof.size === head.size
      && isIncluded({ leaf: leafHash(bytes), index: proof.index, size: proof.size, path: proof.path.map((hash) => Buffer.from(hash, 'base64')), root: head.root })
    return holds ? (proof?.index ?? null) : null
  }))
}
/** The log has one place for everything that is sealed, and no place twice. */
async function isWhole(): Promise<boolean> {
  const runs = await asOwner((query) => query('SELECT first::int, count, tenant_id, stream, sequence::int FROM log_run ORDER BY first')) as unknown as { first: number; count: number; tenant_id: string; stream: string; sequence: number }[]
  const size = runs.reduce((at, { first, count }) => (first === at ? at + count : Number.NaN), 0)
  const numbers = runs.flatMap(({ tenant_id, stream, sequence, count }) => Array.from({ length: count }, (_, at) => `${tenant_id} ${stream} ${sequence + at}`))
  return size === (await headNow()).size && new Set(numbers).size === size
}
const signals = (kind: string) => asOwner((query) => query("SELECT body FROM signal WHERE kind = $1 AND body ->> 'tenant' = $2", [kind, world.a]))

test('up to where a stream was sealed is told by the last of its runs, however many it has', async () => {
  const [sql, tables] = [await connectAs('owner'), ['log_run', 'access_head']]
  const force = (how: string) => sql.query(tables.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY`).join(';'))
  await sql.query('BEGIN')
  await force('NO FORCE')
  await sql.query("INSERT INTO access_head (tenant_id, sequence) SELECT $1 || '-' || t, 1 FROM generate_series(1, 100) t", [world.mark])
  await sql.query("INSERT INTO log_run (first, tenant_id, stream, sequence, count) SELECT 8000000000000000 + 1000 * n + t, $1 || '-' || t, 'access', n, 1 FROM generate_series(1, 40) n, generate_series(1, 100) t", [world.mark])
  await sql.query('ANALYZE log_run')
  await force('FORCE')
  await sql.query("SET LOCAL app.loop = 'seal'")
  const read = async () => Number((await sql.query("SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'log_run'")).rows[0].read)
  const before = await read()
  const { rows } = await sql.query('SELECT tenant_id, stream, sealed::int FROM stream_heads()')
  const after = await read()
  await sql.end()
  expect(rows).toContainEqual({ tenant_id: `${world.mark}-7`, stream: 'access', sealed: 40 })
  expect(after - before).toBeLessThanOrEqual(rows.length)
})
test('what was recorded in either stream has one place in the log, and a proof of it that whoever reads the record can check', async () => {
  await create(3)
  await (await doorFor(world.auditor)).audit.list({ tenant: world.a, stream: 'deed', after: null, before: null })
  await numberAll()
  await sealAll()
  const [deeds, access] = [await provenIn('deed'), await provenIn('access')]
  expect([deeds.length, access.length > 0]).toEqual([3, true])
  expect(deeds.every((index) => index !== null) && access.every((index) => index !== null)).toBe(true)
  expect(await isWhole()).toBe(true)
  expect(await (await doorFor(world.nobody)).audit.log({})).toMatchObject({ key: noteKeyText(logKey()), size: (await headNow()).size })
})
test('of many streams that wait as much is read as is sealed at once, by turns, and not as much of each', async () => {
  await numberAll()
  await sealAll()
  const [streams, each, most] = [40, 50, 100]
  const owner = await connectAs('owner')
  try {
    await owner.query("BEGIN; SET LOCAL app.loop = 'seal'; ALTER TABLE record NO FORCE ROW LEVEL SECURITY; ALTER TABLE access_head NO FORCE ROW LEVEL SECURITY; ALTER TABLE account NO FORCE ROW LEVEL SECURITY; ALTER TABLE log_run NO FORCE ROW LEVEL SECURITY")
    await owner.query("INSERT INTO access_head (tenant_id, sequence) SELECT $1 || n, $3::int FROM generate_series(1, $2::int) n", [`turns-${world.mark}-`, streams, each])
    await owner.query("INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) SELECT $1 || n, 'access', s, now(), '{}', sha256('\\x00'::bytea || '{}') FROM generate_series(1, $2::int) n, generate_series(1, $3::int) s", [`turns-${world.mark}-`, streams, each])
    const readSoFar = async () => Number((await owner.query("SELECT sum(seq_tup_read + idx_tup_fetch) AS read FROM pg_stat_xact_user_tables WHERE relname ~ '^record_\\d'")).rows[0].read)
    const before = await readSoFar()
    const { rows } = await owner.query('SELECT sequence::int AS turn, count(*)::int AS taken FROM to_be_sealed($1) GROUP BY 1 ORDER BY 1', [most])
    expect(rows).toEqual([{ turn: 1, taken: streams }, { turn: 2, taken: streams }, { turn: 3, taken: most - 2 * streams }])
    expect((await readSoFar()) - before).toBeLessThanOrEqual(3 * streams)
    expect((await owner.query('SELECT FROM to_be_sealed($1)', [streams * each + 1])).rowCount).toBe(streams * each)
  } finally {
    await owner.query('ROLLBACK')
    await owner.end()
  }
})
test('what is not sealed yet has no proof; a record that is not there is not found; another tenant’s is nobody’s to prove', async () => {
  await create()
  const sequence = `${(await recordsOf(world.a, 'deed')).length}`
  expect(await (await doorFor(world.auditor)).audit.prove({ tenant: world.a, stream: 'deed', sequence })).toEqual({ record: expect.any(String), proof: null, checkpoint: null, receipt: null })
  await expect((await doorFor(world.auditor)).audit.prove({ tenant: world.a, stream: 'deed', sequence: '999999' })).rejects.toMatchObject({ cause: { reason: 'not_found' } })
  await expect((await doorFor(world.stranger)).audit.prove({ tenant: world.a, stream: 'deed', sequence: '1' })).rejects.toMatchObject({ cause: { reason: 'not_found' } })
})
test('whoever kept an earlier checkpoint is shown that the log goes on from it', async () => {
  await sealAll()
  const earlier = await headNow()
  for (let times = 0; times < 3; times++) {
    await create(2)
    await sealAll()
    const { path, checkpoint } = await (await doorFor(world.nobody)).audit.consistency({ from: `${earlier.size}` })
    const later = openCheckpoint(checkpoint, logKey())
    expect(later && isConsistent(earlier, later, path.map((hash) => Buffer.from(hash, 'base64')))).toBe(true)
    expect(later?.size).toBeGreaterThanOrEqual(earlier.size + 2)
  }
  await expect((await doorFor(world.nobody)).audit.consistency({ from: '1000000000' })).rejects.toMatchObject({ cause: { reason: 'not_found' } })
})
test('a record of days ago that was written just now did not wait for days', async () => {
  await sealAll()
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString()
  await inScope('engine', { tenant: world.b, loop: 'number' }, async (sql) => {
    const [head] = await sql.$queryRaw<{ sequence: bigint }[]>`INSERT INTO access_head AS head (tenant_id, sequence) VALUES (${world.b}, 1) ON CONFLICT (tenant_id) DO UPDATE SET sequence = head.sequence + 1 RETURNING sequence`
    const { tenant: _, ...entry } = thresholdEntry({ verb: 'run', resource: 'allocations', outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: randomUUID() } })
    await appendRecords(sql, null, [{ entry, place: { tenant: world.b, stream: 'access', sequence: head?.sequence ?? 0n, auditId: `audit-${randomUUID()}`, timestamp: tenDaysAgo } }])
  })
  await sealAll()
  const { waited } = await (await doorFor(world.auditor)).audit.log({})
  expect(waited?.lastMs).toBeLessThan(86_400_000)
})
test('many who seal at once seal each record once', async () => {
  await create(10)
  expect(await takeLease('seal-records', 5)).toBe(true)
  const [before, sealed] = [(await headNow()).size, await Promise.all(Array.from({ length: 6 }, () => sealRecords('seal-records')))]
  expect(sealed.reduce((sum, each) => sum + each)).toBe((await headNow()).size - before)
  expect(await isWhole()).toBe(true)
  expect((await provenIn('deed')).every((index) => index !== null)).toBe(true)
})
test('what cannot be signed is not sealed, and is sealed once when it can', async () => {
  await sealAll()
  const before = await headNow()
  await create(3)
  const revoke = (statement: string) => asOwner((query) => query(statement))
  await revoke('REVOKE INSERT ON checkpoint FROM bailiwick_engine')
  try {
    await takeLease('seal-records', 5)
    await expect(sealRecords('seal-records')).rejects.toThrow()
  } finally {
    await revoke('GRANT INSERT ON checkpoint TO bailiwick_engine')
  }
  expect([(await headNow()).size, await isWhole()]).toEqual([before.size, true])
  await sealAll()
  expect([(await headNow()).size >= before.size + 3, await isWhole()]).toEqual([true, true])
})
test('killed at any moment, ten times over, it has sealed each record once and signed nothing twice', async () => {
  await giveBackLeases()
  for (let time = 0; time < 10; time++) {
    const { child, ended } = beginApart('sealing')
    await once(child.stdout, 'data')
    await create(2 + (time % 3))
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
  }
  await sealAll()
  expect(await isWhole()).toBe(true)
  expect((await provenIn('deed')).every((index) => index !== null)).toBe(true)
})
test('a record that was taken out before it was sealed is told, once; what comes after it is sealed', async () => {
  await sealAll()
  await create(3)
  const taken = (await recordsOf(world.a, 'deed')).at(-2)?.sequence ?? 0n
  await asOwner((query) => query('DELETE FROM record WHERE tenant_id = $1 AND stream = $2 AND sequence = $3', [world.a, 'deed', taken]))
  await sealAll()
  await sealAll()
  expect(await signals('record.missing')).toEqual([{ body: { tenant: world.a, stream: 'deed', sequence: Number(taken) } }])
  expect([await isWhole(), (await provenIn('deed')).every((index) => index !== null)]).toEqual([true, true])
})
test('a log that is not what was last signed is not gone on with', async () => {
  await create()
  const changed = (hex: string) => asOwner((query) => query("UPDATE log_tile SET hashes = overlay(hashes PLACING decode($1, 'hex') FROM octet_length(hashes)) WHERE (level, position) = (SELECT level, position FROM log_tile WHERE level = 0 ORDER BY position DESC LIMIT 1) RETURNING 1", [hex]))
  const [{ last = '' } = {}] = await asOwner((query) => query("SELECT encode(substring(hashes FROM octet_length(hashes)), 'hex') AS last FROM log_tile WHERE level = 0 ORDER BY position DESC LIMIT 1")) as unknown as { last: string }[]
  await changed(last === '00' ? '01' : '00')
  await takeLease('seal-records', 5)
  await expect(sealRecords('seal-records')).rejects.toThrow('is not what its last checkpoint says')
  await changed(last)
  await sealAll()
  expect(await isWhole()).toBe(true)
})
test('nobody but the sealer, sealing, learns anything of the record by its functions; and a full tile is never written again', async () => {
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  for (const statement of ['SELECT * FROM to_be_sealed(10)', "SELECT * FROM hashes_of_stream('platform', 'access', 1, 10, 10)"]) expect((await engine.query(statement)).rows.filter(({ sequence }) => sequence !== null)).toEqual([])
  await engine.query("SELECT set_config('app.loop', 'seal', true)")
  await engine.query("INSERT INTO log_tile (level, position, hashes) VALUES (6, 0, decode(repeat('00', 8192), 'hex'))")
  await expect(engine.query('UPDATE log_tile SET hashes = hashes WHERE level = 6 RETURNING 1')).resolves.toMatchObject({ rowCount: 0 })
  await engine.query('ROLLBACK')
  await engine.end()
  for (const role of ['web', 'auditor'] as const) {
    const client = await connectAs(role)
    for (const statement of ['SELECT * FROM to_be_sealed(10)', 'SELECT * FROM stream_heads()', "SELECT * FROM hashes_of_stream('platform', 'access', 1, 10, 10)"]) await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    await client.end()
  }
})
test('the key’s private half is no part of what anybody is shown', async () => {
  const { key, checkpoint } = await (await doorFor(world.nobody)).audit.log({})
  expect(openNote(checkpoint ?? '', logKey())).not.toBeNull()
  expect(parseNoteKey(key)).toEqual(logKey())
})
