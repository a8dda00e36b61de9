/** Records by the million, as they come: few tenants have most of them, most are done, and each says what a real one says. Written by the owner, in SQL; what is found of them is made by the projector. */
import { randomUUID } from 'node:crypto'
import { appendRecords } from '~/server/audit/append'
import { thresholdEntry } from '~/server/audit/entry'
import { inScope } from '~/server/database/scope'
import { connectAs } from '~/server/testing/world'

const tenants = Array.from({ length: 200 }, (_, at) => ({ name: `bench-${at + 1}`, weight: 1 / (at + 1) }))
const whole = tenants.reduce((sum, { weight }) => sum + weight, 0)
export const busiest = 'bench-1'
export const rowsOf = (tenant: string, of: number): number => Math.floor((of * (tenants.find(({ name }) => name === tenant)?.weight ?? 0)) / whole)
const days = 364

let start: Date | null = null
/** Until there are so many. The first of a tenant's are a year old and the last of this hour, however many there are, so that more of them are denser, not older. */
export async function load(size: number): Promise<void> {
  start ??= new Date(Date.now() - days * 86_400_000)
  const sql = await connectAs('owner')
  await sql.query("SET timezone = 'UTC'; SET synchronous_commit = off; SELECT make_record_partition((now() - n * interval '1 month')::date) FROM generate_series(0, 13) AS n")
  await sql.query('ALTER TABLE record NO FORCE ROW LEVEL SECURITY; ALTER TABLE access_head NO FORCE ROW LEVEL SECURITY; ALTER TABLE record_projected NO FORCE ROW LEVEL SECURITY')
  await sql.query("DELETE FROM record WHERE tenant_id LIKE ANY ('{bench-%,writer-%}')")
  await sql.query("SET app.loop = 'project'; TRUNCATE record_line, record_tally, record_projected")
  const left = [...tenants]
  const others = await Promise.all([connectAs('owner'), connectAs('owner')])
  await Promise.all(others.map(async (one) => {
    await one.query("SET timezone = 'UTC'; SET synchronous_commit = off")
    for (let next = left.shift(); next; next = left.shift()) await one.query(insert, [next.name, rowsOf(next.name, size), start, days * 86_400])
    await one.end()
  }))
  await sql.query("INSERT INTO access_head (tenant_id, sequence) SELECT t, n FROM unnest($1::text[], $2::bigint[]) AS w (t, n) WHERE n > 0 ON CONFLICT (tenant_id) DO UPDATE SET sequence = excluded.sequence", [tenants.map(({ name }) => name), tenants.map(({ name }) => rowsOf(name, size))])
  await sql.query('ALTER TABLE record FORCE ROW LEVEL SECURITY; ALTER TABLE access_head FORCE ROW LEVEL SECURITY; ALTER TABLE record_projected FORCE ROW LEVEL SECURITY')
  await sql.query('VACUUM ANALYZE record')
  await sql.end()
}
const insert = `
  WITH n AS (SELECT n, hashint8extended(n, 1) AS h, $3::timestamptz + make_interval(secs => n::float8 / $2::float8 * $4::float8) AS at FROM generate_series(1, $2::int) AS n),
  v AS (SELECT n, at, abs(h % 1000003) AS h, (ARRAY['quotas.change','quotas.list','requests.approve','requests.read','namespaces.create','allocations.create','allocations.release','allocations.preempt','members.grant','members.list','audit.search','signIn.withPasskey','tokens.make','policies.change','tenants.read','sessions.end'])[1 + abs(h % 16)] AS what,
    CASE WHEN h % 100 < -96 OR h % 100 > 96 THEN 'denied' WHEN h % 100 > 90 THEN 'refused' ELSE 'done' END AS outcome FROM n),
  t AS (SELECT n, at, convert_to(format(
    '{"action":{"apiGroup":"bailiwick","apiVersion":"v1","name":"name-%s","namespace":"space-%s","resource":"%s","verb":"%s"},"actor":{"factorId":null,"groups":["developer"],"onBehalfOf":null,"serviceAccount":null,"sessionId":null,"sourceIP":null,"userAgent":null,"userId":"00000000-0000-7000-8000-%s","username":null},"auditId":"audit-%s","context":{"after":{"model":"model-%s"},"before":null},"level":"Request","metadata":{"cluster":null,"engineVersion":"0.1.0","environment":"production","policyVersion":null,"reference":"%s-0000-7000-8000-000000000000","region":null,"sequence":"%s","stream":"access","tenant":"%s"},"outcome":"%s","reason":%s,"request":{"resource":"nvidia.com/gpu","limit":"8"},"response":null,"timestamp":"%s"}',
    h % 5000, h % 20, split_part(what, '.', 1), split_part(what, '.', 2), lpad((h % 50)::text, 12, '0'), md5($1::text || n)::uuid, h % 2000, lpad((n / 4)::text, 8, '0'), n, $1::text, outcome,
    CASE WHEN outcome = 'done' THEN 'null' WHEN h % 997 = 0 THEN '"admin_access"' ELSE '"forbidden"' END, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), 'UTF8') AS bytes FROM v)
  INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) SELECT $1, 'access', n, at, bytes, sha256('\\x00'::bytea || bytes) FROM t`

/** Has them made searchable; how many a second. What finds them is built when they are there, as it is where a database is restored: by the million that takes a third of the time. */
export async function projected(): Promise<number | null> {
  const sql = await connectAs('owner')
  const { rows: indexes } = await sql.query<{ name: string; made: string }>("SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS made FROM pg_index WHERE indrelid = 'record_line'::regclass AND NOT indisunique")
  for (const { name } of indexes) await sql.query(`DROP INDEX ${name}`)
  const { rows: parts } = await sql.query<{ name: string }>("SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('record'::regclass, 'record_line'::regclass)")
  for (const { name } of parts) await sql.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`)
  const began = performance.now()
  let made = 0
  for (;;) {
    const some = await inScope('engine', { loop: 'project' }, (engine) => engine.$queryRaw<{ many: number }[]>`SELECT project_records(20000) AS many`)
    made += some[0]?.many ?? 0
    if (!some[0]?.many) break
  }
  const seconds = (performance.now() - began) / 1000
  await sql.query("SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 2")
  for (const { made: again } of indexes) await sql.query(again)
  await sql.query('VACUUM ANALYZE record_line')
  await sql.query('VACUUM ANALYZE record_tally')
  await sql.end()
  return made === 0 ? null : made / seconds
}

const [writers, atOnce] = [8, 25]
const source = { address: '192.0.2.1', userAgent: 'bench', reference: randomUUID() }
/** So many writers, each with a stream of its own or several on one, one batch after another, and no more a second than `most`; how many records a second there were, while `beside` was done again and again. */
export async function append(seconds: number, beside: () => Promise<unknown>, { most = Number.POSITIVE_INFINITY, many = writers, streams = writers }: { readonly most?: number; readonly many?: number; readonly streams?: number } = {}): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let written = 0
  const early = () => (written / most) * 1000 - (performance.now() - began)
  const batch = (tenant: string) => inScope('engine', { tenant, loop: 'number' }, async (sql) => {
    const [head] = await sql.$queryRaw<{ sequence: bigint }[]>`INSERT INTO access_head AS head (tenant_id, sequence) VALUES (${tenant}, ${atOnce}) ON CONFLICT (tenant_id) DO UPDATE SET sequence = head.sequence + ${atOnce} RETURNING sequence`
    const first = (head?.sequence ?? 0n) - BigInt(atOnce) + 1n
    const { tenant: _, ...entry } = thresholdEntry({ verb: 'change', resource: 'quotas', outcome: 'done', reason: null, source })
    await appendRecords(sql, null, Array.from({ length: atOnce }, (_each, at) => ({ entry, place: { tenant, stream: 'access' as const, sequence: first + BigInt(at), auditId: `audit-${randomUUID()}`, timestamp: new Date().toISOString() } })))
    written += atOnce
  })
  let isOver = false
  const others = (async () => { while (!isOver) await beside().then(() => new Promise((wait) => setTimeout(wait, 250))) })()
  await Promise.all(Array.from({ length: many }, async (_, at) => { while (performance.now() < until) {
    if (early() > 0) await new Promise((wait) => setTimeout(wait, early()))
    else await batch(`writer-${at % streams}`)
  } }))
  isOver = true
  await others
  return written / seconds
}
