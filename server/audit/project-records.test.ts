import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, makeWorld, type World } from '~/server/testing/world'
import { projectSome } from './project-records'
import { rebuildLines } from './rebuild-lines'
import { plainNamespace } from '~/server/testing/plain-namespace'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

let made = 0
const createNamed = async (name: string, title = 'Ada Lovelace') => (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name, ...plainNamespace, title })
const create = () => createNamed(`line-${++made}`)
const asAuditor = <T>(tenant: string, work: (query: (statement: string) => Promise<Record<string, unknown>[]>) => Promise<T>): Promise<T> => connectAs('auditor').then(async (sql) => {
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [tenant])
    return await work(async (statement) => (await sql.query(statement)).rows)
  } finally {
    await sql.end()
  }
})
const linesOf = (tenant: string) => asAuditor(tenant, (query) => query("SELECT stream, sequence::int, 'audit-' || id AS audit, actor, verb, resource, name, namespace, outcome, reason, level, reference, words::text FROM record_line ORDER BY stream, sequence"))
const talliesOf = (tenant: string, span = 'hour') => asAuditor(tenant, (query) => query(`SELECT since, resource, verb, outcome, count::int FROM record_tally WHERE span = '${span}' ORDER BY 1, 2, 3, 4`))
async function fill(): Promise<void> {
  await create()
  await createNamed(`line-${made}`, 'Ada Byron')
  await (await doorFor(world.auditor)).audit.list({ tenant: world.a, stream: 'deed', after: null, before: null })
  await numberAll()
}

test('each record of both streams has one line, which says what the record says, however many project at once', async () => {
  await fill()
  await Promise.all([projectAll(), ...Array.from({ length: 4 }, () => inScope('engine', { loop: 'project' }, projectSome))])
  await projectAll()
  const records = [...await recordsOf(world.a, 'access'), ...await recordsOf(world.a, 'deed')].map(({ entry }) => entry)
  const lines = await linesOf(world.a)
  expect([...new Set(records.map(({ metadata }) => metadata.stream))]).toEqual(['access', 'deed'])
  expect(lines.map(({ words: _, ...line }) => line)).toEqual(records.map((entry) => ({
    stream: entry.metadata.stream, sequence: Number(entry.metadata.sequence), audit: entry.auditId, actor: entry.actor.userId, verb: entry.action.verb, resource: entry.action.resource,
    name: entry.action.name, namespace: entry.action.namespace, outcome: entry.outcome, reason: entry.reason, level: entry.level, reference: entry.metadata.reference,
  })))
})
test('what is personal is in no line: no address, and no prose that somebody wrote', async () => {
  const all = JSON.stringify(await linesOf(world.a))
  expect(all).toContain(`'line'`)
  expect(all.toLowerCase()).not.toMatch(/lovelace|byron|example\.test|@|vitest/)
})
test.each(['hour', 'day'])('the tallies of each %s count each line once', async (span) => {
  const lines = await linesOf(world.a)
  const tallies = await talliesOf(world.a, span)
  const sum = (some: Record<string, unknown>[]) => some.reduce((whole, { count }) => whole + Number(count), 0)
  expect([sum(tallies.filter(({ resource }) => resource === '*')), sum(tallies.filter(({ resource }) => resource !== '*'))]).toEqual([lines.length, lines.length])
  expect(sum(tallies.filter(({ verb, resource, outcome }) => verb === 'create' && resource === 'namespaces' && outcome === 'refused'))).toBe(lines.filter(({ verb, outcome }) => verb === 'create' && outcome === 'refused').length)
})
test('made anew from the record it is what it was, and what is recorded meanwhile is there once', async () => {
  const [lines, tallies] = [await linesOf(world.a), await talliesOf(world.a)]
  const working = Array.from({ length: 6 }, () => create())
  const told: number[] = []
  await rebuildLines((so) => told.push(so))
  await Promise.all(working)
  await projectAll()
  expect((await linesOf(world.a)).filter(({ audit }) => lines.some((line) => line.audit === audit))).toEqual(lines)
  expect(await linesOf(world.a)).toHaveLength(lines.length + 6)
  expect((await talliesOf(world.a)).length).toBeGreaterThanOrEqual(tallies.length)
  expect(told.at(-1)).toBeGreaterThanOrEqual(lines.length)
})
test('a record that somebody spoilt keeps none of the others from being found, and neither does one that is gone', async () => {
  const before = (await linesOf(world.a)).length
  for (let at = 0; at < 4; at++) await create()
  const records = await recordsOf(world.a, 'deed')
  const [, spoilt, gone] = records.slice(-4)
  const owner = await connectAs('owner')
  await owner.query('ALTER TABLE record NO FORCE ROW LEVEL SECURITY')
  try {
    await owner.query("UPDATE record SET bytes = '\\x00ff'::bytea, leaf = sha256('\\x0000ff'::bytea) WHERE tenant_id = $1 AND stream = 'deed' AND sequence = $2", [world.a, `${spoilt?.sequence}`])
    await owner.query("DELETE FROM record WHERE tenant_id = $1 AND stream = 'deed' AND sequence = $2", [world.a, `${gone?.sequence}`])
  } finally {
    await owner.query('ALTER TABLE record FORCE ROW LEVEL SECURITY')
  }
  await projectAll()
  // Others compare the record with what was sealed of it: it is put back as it was.
  await owner.query('ALTER TABLE record NO FORCE ROW LEVEL SECURITY')
  await owner.query("DELETE FROM record WHERE tenant_id = $1 AND stream = 'deed' AND sequence = $2", [world.a, `${spoilt?.sequence}`])
  for (const one of [spoilt, gone]) await owner.query("INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) VALUES ($1, 'deed', $2, $3, $4, $5)", [world.a, `${one?.sequence}`, one?.entry.timestamp, one?.bytes, one?.leaf])
  await owner.query('ALTER TABLE record FORCE ROW LEVEL SECURITY')
  await owner.end()
  const lines = await linesOf(world.a)
  expect(lines).toHaveLength(before + 3)
  expect(lines.find(({ stream, sequence }) => stream === 'deed' && sequence === Number(spoilt?.sequence))).toMatchObject({ verb: 'unreadable', resource: 'record', outcome: 'fault' })
})
test('what comes after a hole that is longer than one look goes is found', async () => {
  await projectAll()
  for (let at = 0; at < 7; at++) await create()
  const [, ...records] = (await recordsOf(world.a, 'deed')).slice(-7)
  const [gone, last] = [records.slice(0, 5), records.slice(5)]
  const owner = await connectAs('owner')
  await owner.query('ALTER TABLE record NO FORCE ROW LEVEL SECURITY')
  try {
    await owner.query("DELETE FROM record WHERE tenant_id = $1 AND stream = 'deed' AND sequence = ANY ($2)", [world.a, gone.map(({ sequence }) => `${sequence}`)])
    for (let look = 0; look < 6; look++) await inScope('engine', { loop: 'project' }, (sql) => sql.$queryRaw`SELECT project_records(2)`)
  } finally {
    for (const one of gone) await owner.query("INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) VALUES ($1, 'deed', $2, $3, $4, $5)", [world.a, `${one.sequence}`, one.entry.timestamp, one.bytes, one.leaf])
    await owner.query('ALTER TABLE record FORCE ROW LEVEL SECURITY')
    await owner.end()
  }
  expect((await linesOf(world.a)).filter(({ stream, sequence }) => stream === 'deed' && last.some((one) => Number(one.sequence) === sequence))).toHaveLength(1)
})
test('how much waits to be found, and since when, is said of the places that whoever asks may search', async () => {
  const waiting = (tenant: string) => asAuditor(tenant, (query) => query('SELECT waiting::int, since FROM lines_waiting()'))
  await projectAll()
  expect(await waiting(world.a)).toEqual([{ waiting: 0, since: null }])
  await create()
  expect(await waiting(world.a)).toEqual([{ waiting: 1, since: expect.any(Date) }])
  expect(await waiting(world.b)).toEqual([{ waiting: 0, since: null }])
})
