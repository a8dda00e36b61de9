import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { dataKeyOf } from '~/server/keys/data-key'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { leafHash } from '~/server/merkle/hash'
import { namespacesOf } from '~/server/testing/every-row'
import { numberAll, recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, makeWorld, shown, type World } from '~/server/testing/world'
import { thresholdEntry } from './entry'
import { openPersonal } from './personal'
import type { PersonalField } from './record'

const anyQuotas = { namespace: null, find: null, ...firstPage }
let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
const create = async (name: string) => (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name, ...plainNamespace, title: name })

test('the numbers of both streams have no hole and no double, however many write at once', async () => {
  await Promise.all(Array.from({ length: 24 }, (_, at) => (at % 3 ? create(`n-${at}`) : create('n-1').then(() => (at % 2 ? doorFor(world.stranger).then((door) => door.quotas.list({ tenant: world.a, ...anyQuotas })).catch(() => null) : null)))))
  await Promise.all([numberAll(), numberAll()])
  for (const stream of ['deed', 'access'] as const) {
    const records = await recordsOf(world.a, stream)
    expect(records.length).toBeGreaterThan(1)
    expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_, at) => BigInt(at + 1)))
    for (const { bytes, leaf, entry, sequence } of records) expect([leafHash(bytes), entry.metadata.sequence, entry.metadata.tenant]).toEqual([leaf, `${sequence}`, world.a])
  }
})

test('a deed whose record cannot be written does not happen, and neither does a read that must be recorded', async () => {
  const owner = await connectAs('owner')
  const before = (await recordsOf(world.a, 'deed')).length
  await owner.query('REVOKE INSERT ON record FROM bailiwick_engine')
  await owner.query('REVOKE INSERT ON access_inbox FROM bailiwick_auditor')
  try {
    await expect(create('unrecorded')).rejects.toThrow()
    await expect((await doorFor(world.admin)).audit.list({ tenant: world.a, stream: 'deed', ...firstPage })).rejects.toThrow()
  } finally {
    await owner.query('GRANT INSERT ON record TO bailiwick_engine')
    await owner.query('GRANT INSERT (tenant_id, body) ON access_inbox TO bailiwick_auditor')
    await owner.end()
  }
  expect(await namespacesOf(world.admin, world.a)).not.toContain('unrecorded')
  expect(await recordsOf(world.a, 'deed')).toHaveLength(before)
})

test('reading the record is recorded', async () => {
  const mine = async () => (await recordsOf(world.a, 'access')).filter(({ entry }) => entry.actor.userId === world.auditor.id && entry.action.resource === 'audit').length
  await numberAll()
  const before = await mine()
  const page = await (await doorFor(world.auditor)).audit.list({ tenant: world.a, stream: 'deed', ...firstPage })
  expect(page.rows[0]).toMatchObject({ outcome: 'done', what: 'namespaces.create', who: world.admin.id })
  await numberAll()
  expect(await mine()).toBe(before + 1)
})

test('a page of the record goes on where the last one ended', async () => {
  const door = await doorFor(world.auditor)
  for (let at = 0; at < 40; at++) await create(`page-${at}`)
  const first = await door.audit.list({ tenant: world.a, stream: 'deed', ...firstPage })
  const second = await door.audit.list({ tenant: world.a, stream: 'deed', after: first.next, before: null })
  expect([first.rows.length, first.previous]).toEqual([50, null])
  expect(Number(second.rows[0]?.sequence)).toBe(Number(first.rows.at(-1)?.sequence) - 1)
})

test('personal fields are ciphertext in the table; with the tenant’s key they open, with its destruction they are gone and every leaf stays valid', async () => {
  const [record] = await recordsOf(world.a, 'deed')
  if (!record) throw new Error('there is a deed')
  const { actor } = record.entry
  expect(record.bytes.toString()).not.toContain(world.admin.email)
  const openAs = (tenant: string, field: PersonalField) => inScope('engine', { tenant }, async (sql) => openPersonal((await dataKeyOf(sql, tenant)) ?? Buffer.alloc(32), tenant, field, actor.username as never))
  expect(await openAs(world.a, 'username')).toBe(world.admin.email)
  await expect(openAs(world.a, 'sourceIP')).rejects.toThrow()
  await expect(openAs(world.b, 'username')).rejects.toThrow()

  await inScope('engine', { tenant: world.a }, (sql) => sql.dataKey.update({ where: { tenantId: world.a }, data: { wrapped: null, destroyedAt: new Date() } }))
  await expect(openAs(world.a, 'username')).rejects.toThrow()
  for (const { bytes, leaf } of await recordsOf(world.a, 'deed')) expect(leafHash(bytes)).toEqual(leaf)
})

test('what happens about an erased tenant is still recorded, without personal fields, and keeps nobody waiting', async () => {
  await (await doorFor(world.stranger)).quotas.list({ tenant: world.a, ...anyQuotas }).catch(() => null)
  await numberAll()
  expect((await recordsOf(world.a, 'access')).at(-1)?.entry).toMatchObject({ outcome: 'denied', actor: { userId: world.stranger.id, username: null, sourceIP: null, userAgent: null } })
})

/** An event as the product notes one, with something else in the place of what it says of its own. */
function noted(context: string): string {
  const { tenant: _, ...body } = thresholdEntry({ verb: 'note', resource: 'audit', outcome: 'done', reason: null, source: { address: '192.0.2.1', userAgent: 'test', reference: 'of-the-test' } })
  return JSON.stringify(body).replace('"context":null', `"context":${context}`)
}
test('a malformed event is recorded as one, and keeps nobody waiting; nor does one that nests without end, or is longer than a record may be', async () => {
  const web = await connectAs('web')
  const nests = (deep: number) => noted(`${'['.repeat(deep)}${']'.repeat(deep)}`)
  const bodies = ['{}', '[]', '"x"', '{"__proto__": {"a": 1}}', '{"level": 1e400}', `{"level": "${'x'.repeat(9999)}"}`, nests(100), nests(5_000), noted(`"${'x'.repeat(600_000)}"`), noted('{"number":1e400}')]
  for (const body of bodies) await web.query('INSERT INTO access_inbox (tenant_id, body) VALUES ($1, $2)', [world.b, body])
  await web.query('INSERT INTO access_inbox (tenant_id, body) VALUES ($1, $2)', [world.b, noted('"the last"')])
  await web.end()
  await numberAll()
  const all = (await recordsOf(world.b, 'access')).map(({ entry }) => entry)
  expect(all.filter(({ reason }) => reason === 'malformed_event')).toHaveLength(bodies.length)
  expect(all.at(-1)?.context).toBe('the last')
})
test.each([['at', "'infinity'"], ['at', "'2020-01-15'"], ['id', '1']])('whoever notes an event does not say its %s', async (column, value) => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    await expect(sql.query(`INSERT INTO access_inbox (tenant_id, body, ${column}) VALUES ($1, '{}', ${value})`, [world.b])).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})

test('no column of the database holds a password, a session token, a code’s secret or a personal field of the record in the clear', async () => {
  const fresh = await makeWorld()
  const input = { tenant: fresh.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
  const stepUp = await shown(fresh.admin, 'quotas.change', input)
  await (await doorFor(fresh.admin, { stepUp })).quotas.change(input)
  await numberAll()
  const owner = await connectAs('owner')
  await owner.query('BEGIN')
  const { rows: tables } = await owner.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'")
  for (const { relname } of tables) await owner.query(`ALTER TABLE ${relname} NO FORCE ROW LEVEL SECURITY`)
  const secrets = ['correct horse battery', fresh.admin.token, stepUp, 'GEZDGNBVGY3TQOJQ']
  const found: string[] = []
  for (const { relname } of tables) {
    const { rows } = await owner.query(`SELECT t::text || coalesce(${relname === 'record' ? "convert_from(t.bytes, 'UTF8')" : "''"}, '') AS line FROM ${relname} t`)
    for (const { line } of rows) {
      for (const secret of secrets) if (line.includes(secret) || line.includes(Buffer.from(secret).toString('hex'))) found.push(`${relname}: ${secret}`)
      if (relname === 'record' && line.includes(fresh.admin.email)) found.push('record: an e-mail')
    }
  }
  await owner.query('ROLLBACK')
  await owner.end()
  expect(tables.length).toBeGreaterThan(15)
  expect(found).toEqual([])
})

test('an event about a tenant that does not exist is the platform’s to see', async () => {
  const ghost = `ghost-${randomUUID().slice(0, 8)}`
  await (await doorFor(world.stranger)).quotas.list({ tenant: ghost, ...anyQuotas }).catch(() => null)
  await numberAll()
  expect((await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === world.stranger.id && entry.reason === 'not_found').length).toBeGreaterThan(0)
})
