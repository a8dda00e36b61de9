import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { rebuildLines } from '~/server/audit/rebuild-lines'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, sourceOfTest, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'opened', ...plainNamespace, title: 'Opened' })
})
afterAll(closeDatabase)
const reason = 'The tenant asked us who it was.'
const first = async () => {
  const [record] = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.name === 'opened')
  if (!record) throw new Error('it is recorded')
  return record
}
const last = async (tenant = world.a) => (await recordsOf(tenant, 'deed')).at(-1)
const open = async (field: 'username' | 'sourceIP' | 'userAgent', sequence: string) => (await doorFor(world.auditor)).personal.open({ tenant: world.a, stream: 'deed', sequence, field, reason })

test('whoever reads the record has one field of one record opened, with a reason; that they did is a deed, and the value is not in it', async () => {
  const record = await first()
  const sequence = String(record.sequence)
  expect(await open('username', sequence)).toEqual({ ok: true, value: { field: 'username', value: world.admin.email } })
  const deed = await last()
  expect(deed?.entry).toMatchObject({
    outcome: 'done', actor: { userId: world.auditor.id }, action: { resource: 'personal', verb: 'open' }, context: { before: null, after: { record: record.entry.auditId, field: 'username', reason } },
  })
  expect(deed?.bytes.toString()).not.toContain(world.admin.email)
  expect(await open('sourceIP', sequence)).toEqual({ ok: true, value: { field: 'sourceIP', value: sourceOfTest().address } })
  expect(await (await doorFor(world.platformAuditor)).personal.openOnPlatform({ tenant: world.a, stream: 'deed', sequence, field: 'userAgent', reason })).toEqual({ ok: true, value: { field: 'userAgent', value: 'vitest' } })
  expect((await last())?.entry.actor.userId).toBe(world.platformAuditor.id)
})
test('what was opened is in no answer that is kept, and in no other table', async () => {
  const sequence = String((await first()).sequence)
  await open('sourceIP', sequence)
  const { rows } = await loading(async (sql) => {
    await sql.query("SELECT set_config('app.keyed', 'on', true)")
    return sql.query("SELECT count(*)::int > 0 AS any, count(answer)::int AS kept FROM answered WHERE action LIKE 'personal.open%'")
  })
  expect(rows).toEqual([{ any: true, kept: 0 }])
})
test('without a reason it is not opened; nor by whoever operates, nor by who is small, nor another tenant’s', async () => {
  const wish = { tenant: world.a, stream: 'deed', sequence: String((await first()).sequence), field: 'username', reason } as const
  const before = (await recordsOf(world.a, 'deed')).length
  await expect((await doorFor(world.auditor)).personal.open({ ...wish, reason: '' })).rejects.toThrow('reason')
  await expect((await doorFor(world.auditor)).personal.open({ ...wish, reason: '   ' })).rejects.toThrow('reason')
  await expect((await doorFor(world.developer)).personal.open(wish)).rejects.toThrow('forbidden')
  await expect((await doorFor(world.stranger)).personal.open(wish)).rejects.toThrow('not_found')
  await expect((await doorFor(world.platformAdmin)).personal.openOnPlatform(wish)).rejects.toThrow('forbidden')
  await expect((await doorFor(world.platformAuditor)).personal.open(wish)).rejects.toThrow('forbidden')
  expect(await recordsOf(world.a, 'deed')).toHaveLength(before)
  expect(await (await doorFor(world.auditor)).personal.open({ ...wish, sequence: '999999' })).toEqual({ ok: false, refusal: 'record_unknown' })
})
test('what cannot be recorded is not opened', async () => {
  const sequence = String((await first()).sequence)
  const owner = await connectAs('owner')
  await owner.query('REVOKE INSERT ON record FROM bailiwick_engine')
  try {
    await expect(open('username', sequence)).rejects.toThrow()
  } finally {
    await owner.query('GRANT INSERT ON record TO bailiwick_engine')
    await owner.end()
  }
})
test('an engine that works for one place is given nothing of another’s record, and nothing of it but what is sealed', async () => {
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  const sealed = async (tenant: string, reach = '*') => {
    await engine.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', $2, true)", [tenant, reach])
    return (await engine.query('SELECT sealed_of($1, $2) AS kept', ['deed', '1'])).rows[0].kept
  }
  expect(Object.keys(await sealed(world.a)).sort()).toEqual(['auditId', 'sourceIP', 'userAgent', 'username'])
  expect([await sealed(world.b), await sealed(''), await sealed(world.a, 'red')]).toEqual([null, null, null])
  await expect(engine.query('SELECT FROM record')).rejects.toMatchObject({ code: '42501' })
  await engine.end()
})

const found = async (query: string) => (await (await doorFor(world.auditor)).audit.search({ tenant: world.a, query, actors: null, ...firstPage })).rows.map(({ name, verb }) => name ?? verb)
async function hash(field: 'username' | 'sourceIP', plain: string, tenant: string = world.a, by = world.auditor) {
  const answer = await (await doorFor(by)).personal.conceal({ tenant, field, plain })
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.hash
}
test('a name and an address are found by their keyed hash, however they are written, and after the lines were made anew', async () => {
  await numberAll()
  await projectAll()
  const [name, address] = [await hash('username', world.admin.email.toUpperCase()), await hash('sourceIP', sourceOfTest().address.toUpperCase().replace('::', ':0:0::'))]
  expect(await found(`username:${name} verb:create`)).toEqual(['opened'])
  expect(await found(`ip:${address} verb:create`)).toEqual(['opened'])
  expect(await found(`username:${await hash('username', 'nobody@example.test')}`)).toEqual([])
  await rebuildLines(() => undefined)
  expect(await found(`username:${name} verb:create`)).toEqual(['opened'])
})
test('what is looked for is in no record; in another tenant it is another hash', async () => {
  await hash('username', 'canary-looked-for@example.test')
  expect((await last())?.entry).toMatchObject({ action: { resource: 'personal', verb: 'conceal' }, context: { after: { field: 'username' } } })
  expect((await last())?.bytes.toString()).not.toContain('canary-looked-for')
  expect(await hash('username', world.admin.email, world.b, world.stranger)).not.toBe(await hash('username', world.admin.email))
  const { wrong } = await (await doorFor(world.auditor)).audit.search({ tenant: world.a, query: `username:${world.admin.email}`, actors: null, ...firstPage })
  expect(wrong.map(({ text }) => text)).toEqual([`username:${world.admin.email}`])
})
