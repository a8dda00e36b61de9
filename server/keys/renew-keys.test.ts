import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPersonal } from '~/server/audit/personal'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { inScope } from '~/server/database/scope'
import { runOnce } from '~/server/engine/loops'
import { factorPlace } from '~/server/identity/factor-place'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { dataKeyOf, makeDataKey, nameOfMaster, openDataKey, unwrapDataKey } from './data-key'
import { keyedHash, open, seal } from './seal'
import { foreignMaster } from './refuse-foreign'
import { secretKey } from './secret'
import { renewKeys } from './renew-keys'

const now = Buffer.from(readFileSync(process.env.MASTER_KEY_FILE ?? '', 'utf8').trim(), 'base64url')
const earlier = randomBytes(32)
let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const rowOf = async (tenant: string) => (await loading((sql) => sql.query("SELECT wrapped, wrapped_by, wrapped_at, destroyed_at FROM data_key WHERE tenant_id = $1", [tenant]))).rows[0]
const keyOf = (tenant: string) => inScope('engine', { tenant }, (sql) => dataKeyOf(sql, tenant))
const renewals = async (tenant: string) => (await recordsOf(tenant, 'deed')).filter(({ entry }) => entry.action.resource === 'keys').map(({ entry }) => ({ because: entry.reason, context: entry.context, by: entry.actor.serviceAccount }))
const raised = (kind: string, path: string, equals: string) => inScope('web', { platform: true }, (sql) => sql.signal.count({ where: { kind, body: { path: [path], equals } } }))
async function renewAll(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await runOnce({ name: 'renew-keys', everyMs: 0, leaseSeconds: 5, run: renewKeys })) === 'ran') return
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error('the lease of renew-keys could not be had')
}

test('what an earlier master key wrapped is not opened without it, is opened with it, and is then renewed and wrapped by the one of now; what it sealed stays', async () => {
  const wrapped = makeDataKey(earlier, world.a)
  const key = unwrapDataKey(earlier, world.a, wrapped)
  await loading((sql) => sql.query("INSERT INTO data_key (tenant_id, wrapped, wrapped_by) VALUES ($1, $2, $3) ON CONFLICT (tenant_id) DO UPDATE SET wrapped = excluded.wrapped, wrapped_by = excluded.wrapped_by", [world.a, wrapped, nameOfMaster(earlier)]))
  // As a service manager sets what is not there.
  process.env.EARLIER_MASTER_KEY_FILE = ''
  await expect(keyOf(world.a)).rejects.toThrow('no master key')
  await renewAll()
  expect((await rowOf(world.a)).wrapped).toEqual(wrapped)
  expect(await raised('keys.unreadable', 'tenant', world.a)).toBe(1)

  const file = `${mkdtempSync(`${tmpdir()}/bailiwick-master-`)}/earlier`
  writeFileSync(file, earlier.toString('base64url'), { mode: 0o600 })
  process.env.EARLIER_MASTER_KEY_FILE = file
  try {
    expect(await keyOf(world.a)).toEqual(key)
    // Two of them at once, and one again: each key is wrapped by the one or by the other, and opens.
    await Promise.all([renewAll(), keyOf(world.a), renewAll()])
    await renewAll()
  } finally {
    delete process.env.EARLIER_MASTER_KEY_FILE
  }
  const [row, renewed] = [await rowOf(world.a), await keyOf(world.a)]
  expect([row.wrapped_by, unwrapDataKey(now, world.a, row.wrapped), renewed?.subarray(0, 32), renewed?.length]).toEqual([nameOfMaster(now), renewed, key, 64])
  expect(await renewals(world.a)).toEqual([{ because: 'master_changed', context: { before: { master: nameOfMaster(earlier), since: expect.any(String) }, after: { master: nameOfMaster(now), since: row.wrapped_at.toISOString() } }, by: 'engine' }])
})
test('a data key is renewed after ninety days, once, which its place’s record says; what is sealed then opens by nothing that was there before, and what was found before is found', async () => {
  const place = await makeWorld()
  const before = (await keyOf(place.a)) ?? Buffer.alloc(0)
  await renewAll()
  const old = (days: number) => loading((sql) => sql.query('UPDATE data_key SET wrapped_at = now() - make_interval(days => $2) WHERE tenant_id = $1', [place.a, days]))
  await old(89)
  await renewAll()
  expect([await keyOf(place.a), await renewals(place.a)]).toEqual([before, []])
  await old(90)
  const kept = seal(before, 'place', Buffer.from('Ada'))
  await renewAll()
  await renewAll()
  const after = (await keyOf(place.a)) ?? Buffer.alloc(0)
  expect([after.length, open(after, 'place', kept).toString(), keyedHash(after, 'username', 'ada')]).toEqual([64, 'Ada', keyedHash(before, 'username', 'ada')])
  expect(() => open(before, 'place', seal(after, 'place', Buffer.from('Ada')))).toThrow()
  expect((await renewals(place.a)).map(({ because }) => because)).toEqual(['old'])
  expect((await rowOf(place.a)).wrapped_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
})
test('the platform’s key is renewed like every other, and a factor that was sealed before opens as before', async () => {
  const place = await makeWorld()
  await loading((sql) => sql.query("UPDATE data_key SET wrapped_at = now() - interval '90 days', wrapped_by = $1 WHERE tenant_id = 'platform'", [nameOfMaster(now)]))
  const [factor] = (await loading((sql) => sql.query('SELECT id, secret FROM factor WHERE person_id = $1', [place.platformAdmin.id]))).rows
  const before = (await keyOf('platform')) ?? Buffer.alloc(0)
  await renewAll()
  const after = (await keyOf('platform')) ?? Buffer.alloc(0)
  expect([after.length, open(after, factorPlace(factor.id), factor.secret)]).toEqual([before.length + 32, open(before, factorPlace(factor.id), factor.secret)])
  const door = await doorFor(place.platformAdmin)
  expect((await door.security.due({})).due.filter(({ kind, isLate }) => kind === 'data_key' && isLate)).toEqual([])
})
test('while keys are renewed nobody is refused, nothing waits to be repeated, and what was recorded meanwhile says who it was', async () => {
  const place = await makeWorld()
  await makeRoom(place)
  const door = await doorFor(place.admin)
  let isOver = false
  const renewing = (async () => {
    for (let turn = 0; !isOver || turn < 3; turn++) {
      await loading((sql) => sql.query("UPDATE data_key SET wrapped_at = now() - interval '90 days', wrapped_by = $2 WHERE tenant_id = $1", [place.a, nameOfMaster(now)]))
      await renewAll()
    }
  })()
  const answers: { ok: boolean }[] = []
  try {
    for (let turn = 0; turn < 12; turn++) {
      answers.push(...await Promise.all([1, 2, 3, 4].map(() => door.allocations.create(wishIn(place, 1)))), await door.personal.conceal({ tenant: place.a, field: 'username', plain: 'ada' }))
    }
  } finally {
    isOver = true
    await renewing
  }
  const key = (await keyOf(place.a)) ?? Buffer.alloc(0)
  const names = (await recordsOf(place.a, 'deed')).flatMap(({ entry }) => (entry.actor.username === null ? [] : [openPersonal(key, place.a, 'username', entry.actor.username)]))
  expect([answers.length, answers.filter(({ ok }) => !ok), new Set(names), names.length >= 60, (await renewals(place.a)).length >= 3, key.length >= 128]).toEqual([60, [], new Set([place.admin.email]), true, true, true])
})
test('a key that was destroyed stays so; one that nobody said of by what it is wrapped is looked at', async () => {
  await keyOf(world.b)
  await loading((sql) => sql.query("UPDATE data_key SET wrapped_by = '' WHERE tenant_id = $1", [world.b]))
  await renewAll()
  expect((await rowOf(world.b)).wrapped_by).toBe(nameOfMaster(secretKey('MASTER_KEY_FILE')))
  await inScope('engine', { tenant: world.b }, (sql) => sql.dataKey.update({ where: { tenantId: world.b }, data: { wrapped: null, wrappedBy: '', destroyedAt: new Date() } }))
  await renewAll()
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
test('a wrapped key of one tenant is none of another', () => {
  expect(() => openDataKey(world.b, makeDataKey(now, world.a))).toThrow()
})
test('a master key that has been in use for a year is said to whoever watches over the platform, once', async () => {
  const name = nameOfMaster(now)
  const put = async (days: number): Promise<string> => (await loading((sql) => sql.query("INSERT INTO master_key (name, since) VALUES ($1, now() - make_interval(days => $2)) ON CONFLICT (name) DO UPDATE SET since = excluded.since RETURNING since", [name, days]))).rows[0].since.toISOString()
  const young = await put(364)
  await renewAll()
  const old = await put(366)
  await renewAll()
  await renewAll()
  expect([await raised('keys.master_old', 'since', young), await raised('keys.master_old', 'since', old)]).toEqual([0, 1])
  await put(0)
})
test('the master key of now is the one that wraps, also where another was tried after it and taken back', async () => {
  await keyOf(world.a)
  await renewAll()
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
