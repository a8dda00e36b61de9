import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { runOnce } from '~/server/engine/loops'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { dataKeyOf, makeDataKey, nameOfMaster, openDataKey, unwrapDataKey } from './data-key'
import { isOld } from './decide-wrap'
import { foreignMaster } from './refuse-foreign'
import { secretKey } from './secret'
import { wrapKeys } from './wrap-keys'

const now = Buffer.from(readFileSync(process.env.MASTER_KEY_FILE ?? '', 'utf8').trim(), 'base64url')
const earlier = randomBytes(32)
let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const rowOf = async (tenant: string) => (await loading((sql) => sql.query("SELECT wrapped, wrapped_by, destroyed_at FROM data_key WHERE tenant_id = $1", [tenant]))).rows[0]
const keyOf = (tenant: string) => inScope('engine', { tenant }, (sql) => dataKeyOf(sql, tenant))
const raised = (kind: string, path: string, equals: string) => inScope('web', { platform: true }, (sql) => sql.signal.count({ where: { kind, body: { path: [path], equals } } }))
async function wrapAll(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await runOnce({ name: 'wrap-keys', everyMs: 0, leaseSeconds: 5, run: wrapKeys })) === 'ran') return
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error('the lease of wrap-keys could not be had')
}

test('what an earlier master key wrapped is not opened without it, is opened with it, and is then wrapped by the one of now; what it seals stays', async () => {
  const wrapped = makeDataKey(earlier, world.a)
  const key = unwrapDataKey(earlier, world.a, wrapped)
  await loading((sql) => sql.query("INSERT INTO data_key (tenant_id, wrapped, wrapped_by) VALUES ($1, $2, $3) ON CONFLICT (tenant_id) DO UPDATE SET wrapped = excluded.wrapped, wrapped_by = excluded.wrapped_by", [world.a, wrapped, nameOfMaster(earlier)]))
  // As a service manager sets what is not there.
  process.env.EARLIER_MASTER_KEY_FILE = ''
  await expect(keyOf(world.a)).rejects.toThrow('no master key')
  await wrapAll()
  expect((await rowOf(world.a)).wrapped).toEqual(wrapped)
  expect(await raised('keys.unreadable', 'tenant', world.a)).toBe(1)

  const file = `${mkdtempSync(`${tmpdir()}/bailiwick-master-`)}/earlier`
  writeFileSync(file, earlier.toString('base64url'), { mode: 0o600 })
  process.env.EARLIER_MASTER_KEY_FILE = file
  try {
    expect(await keyOf(world.a)).toEqual(key)
    // Two of them at once, and one again: each key is wrapped by the one or by the other, and opens.
    await Promise.all([wrapAll(), keyOf(world.a), wrapAll()])
  } finally {
    delete process.env.EARLIER_MASTER_KEY_FILE
  }
  const row = await rowOf(world.a)
  expect([row.wrapped_by, unwrapDataKey(now, world.a, row.wrapped), await keyOf(world.a)]).toEqual([nameOfMaster(now), key, key])
})
test('a key that was destroyed stays so; one that nobody said of by what it is wrapped is looked at', async () => {
  await keyOf(world.b)
  await loading((sql) => sql.query("UPDATE data_key SET wrapped_by = '' WHERE tenant_id = $1", [world.b]))
  await wrapAll()
  expect((await rowOf(world.b)).wrapped_by).toBe(nameOfMaster(secretKey('MASTER_KEY_FILE')))
  await inScope('engine', { tenant: world.b }, (sql) => sql.dataKey.update({ where: { tenantId: world.b }, data: { wrapped: null, wrappedBy: '', destroyedAt: new Date() } }))
  await wrapAll()
  expect(await rowOf(world.b)).toMatchObject({ wrapped: null, wrapped_by: '' })
})
test('an engine with none of the master keys of its database is told of it, and one with any of them is not', async () => {
  await keyOf(world.a)
  const ours = nameOfMaster(now)
  expect(await foreignMaster()).toBeNull()
  expect(await foreignMaster(['0123456789abcdef', ours])).toBeNull()
  expect(await foreignMaster(['0123456789abcdef'])).toMatch(new RegExp(`^MASTER_KEY_FILE holds another master key \\(0123456789abcdef\\) .*${ours}`))
})
test('one that opens some keys and not the platform’s is told of it, too', async () => {
  const place = await makeWorld()
  await keyOf(place.a)
  const some = randomBytes(8).toString('hex')
  await loading((sql) => sql.query('UPDATE data_key SET wrapped_by = $2 WHERE tenant_id = $1', [place.a, some]))
  expect(await foreignMaster([some])).toMatch(new RegExp(`^MASTER_KEY_FILE holds another master key \\(${some}\\)`))
  expect(await foreignMaster([some, nameOfMaster(now)])).toBeNull()
})
test('a wrapped key of one tenant is none of another; ninety days are old, and a moment less is not', () => {
  expect(() => openDataKey(world.b, makeDataKey(now, world.a))).toThrow()
  const since = new Date('2026-01-01T00:00:00Z')
  expect([isOld(since, new Date('2026-03-31T23:59:59Z')), isOld(since, new Date('2026-04-01T00:00:00Z'))]).toEqual([false, true])
})
test('a master key that has been in use for ninety days is said to whoever watches over the platform, once', async () => {
  const name = nameOfMaster(now)
  await loading((sql) => sql.query("INSERT INTO master_key (name, since) VALUES ($1, now() - interval '91 days') ON CONFLICT (name) DO UPDATE SET since = excluded.since", [name]))
  await wrapAll()
  await wrapAll()
  expect(await raised('keys.master_old', 'name', name)).toBe(1)
  await loading((sql) => sql.query('UPDATE master_key SET since = now() WHERE name = $1', [name]))
})
test('the master key of now is the one that wraps, also where another was tried after it and taken back', async () => {
  await keyOf(world.a)
  await wrapAll()
  const [ours, tried] = [nameOfMaster(now), randomBytes(8).toString('hex')]
  const door = await doorFor(world.platformAdmin)
  const told = async () => [(await door.erasures.keys({ after: null, before: null })).masterSince, (await door.security.due({})).masterSince, (await door.security.due({})).oldKeys]
  const before = await told()
  await loading((sql) => sql.query("INSERT INTO master_key (name, since) VALUES ($1, now() + interval '1 hour')", [tried]))
  try {
    expect(await told()).toEqual(before)
    expect(before[0]).toBe((await loading((sql) => sql.query('SELECT since FROM master_key WHERE name = $1', [ours]))).rows[0].since.toISOString())
  } finally {
    await loading((sql) => sql.query('DELETE FROM master_key WHERE name = $1', [tried]))
  }
})
