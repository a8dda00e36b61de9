/** Guarantee: a month of the record leaves the database when it is past retention, held by nobody, sealed, compared and written out where it can be read back, and not before, whoever asks; and whoever takes it without that is found. */
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { takeLease, underLease } from '~/server/database/lease'
import { logKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { writeOldMonth, writeOldRecords } from '~/server/testing/old-month'
import { asOwner } from '~/server/testing/owner'
import { compareAll, projectAll, recordsOf, sealAll } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import { makeMonths } from './make-months'
import { takeMonths } from './take-months'
import { monthsTaken } from './taken'
import { verifyMonths } from './verify-months'
import { fileOf, writeMonth } from './write-month'

let [world, directory] = [{} as World, '']
beforeAll(async () => { world = await makeWorld() })
beforeEach(() => { directory = mkdtempSync(`${tmpdir()}/months-`) })
afterEach(() => {
  delete process.env.MONTHS_DIRECTORY
  rmSync(directory, { recursive: true })
})
afterAll(closeDatabase)

/** All of it, once; what was found in these streams. */
async function compare(...of: string[]): Promise<string[]> {
  return (await compareAll()).filter(({ tenant }) => of.includes(tenant ?? '')).map(({ kind, sequence }) => `${kind} ${sequence}`)
}
const made = { month: 0 }
/** A month that nobody else has, of a tenant that was not there before, sealed, searchable and compared. */
async function oldMonth(many = 5): Promise<{ month: string; tenant: string }> {
  const at = made.month++
  const [month, tenant] = [`${2021 + Math.floor(at / 12)}-${String(1 + (at % 12)).padStart(2, '0')}`, `old-${at}-${world.mark}`]
  await writeOldMonth(tenant, month, 1, many)
  await sealAll()
  await projectAll()
  await compare()
  return { month, tenant }
}
async function take(withDirectory = true): Promise<string | null> {
  if (withDirectory) process.env.MONTHS_DIRECTORY = directory
  await takeLease('take-months', 60)
  return takeMonths('take-months')
}
const monthNow = async (month: string) => loading(async (sql) => {
  await sql.query("SET LOCAL app.loop = 'months'")
  return (await sql.query("SELECT waits, records::int, taken_at, file, encode(digest, 'hex') AS digest, to_regclass('public.record_' || to_char(month, 'YYYY_MM')) IS NOT NULL AS stands FROM record_month WHERE month = $1", [`${month}-01`])).rows[0]
})
/** As the engine's own role, which is what somebody has who took the engine over. */
async function asEngine(...statements: [string, unknown[]][]): Promise<void> {
  const engine = await connectAs('engine')
  try {
    await engine.query("BEGIN; SET LOCAL app.loop = 'months'; SET LOCAL app.platform = 'on'")
    for (const [statement, values] of statements) await engine.query(statement, values)
    await engine.query('COMMIT')
  } finally {
    await engine.end()
  }
}
const taking = (month: string, records: number): [string, unknown[]] => ["SELECT take_record_month($1::date, $2, 'x', decode(repeat('00', 32), 'hex'), 'x')", [`${month}-01`, records]]

test('how many records a month has is told by the tallies of its own days: none is read for another', async () => {
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loop', 'project', true)")
  await sql.query("INSERT INTO record_tally (tenant_id, span, since, resource, verb, outcome, count) SELECT $1 || '-' || t, 'day', date_trunc('day', now()) - make_interval(days => d), '*', '*', 'done', 1 FROM generate_series(1, 100) t, generate_series(0, 99) d", [world.mark])
  // How a table is read depends on how large it was when somebody last counted it.
  await sql.query('ANALYZE record_tally')
  const read = async () => Number((await sql.query("SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'record_tally'")).rows[0].read)
  const before = await read()
  await sql.query('SELECT FROM months_standing()')
  const after = await read()
  await sql.end()
  expect(after - before).toBeLessThan(10_000)
})
test('a month past retention is written out, read back and let go, its file proves itself, and the record is whole without it', async () => {
  const { month, tenant } = await oldMonth(700)
  expect([await take(false), await monthNow(month)]).toEqual([null, expect.objectContaining({ waits: 'no_directory', records: 700, stands: true })])
  const feed = await loading(async (sql) => (await sql.query("INSERT INTO feed (id, title, way, format, host, address, made_by, made_at, paused_at) VALUES (gen_random_uuid(), 'x', 'syslog', 'ocsf', 'x.example', repeat('x', 40)::bytea, $1, now(), now()) RETURNING id", [world.platformAdmin.id])).rows[0].id as string)
  expect([await take(), await monthNow(month)]).toEqual([month, expect.objectContaining({ waits: null, records: 700, stands: false, file: fileOf(month), taken_at: expect.any(Date) })])
  // Whoever follows the record goes on behind it.
  expect(await loading(async (sql) => {
    await sql.query('UPDATE feed SET ended_at = now() WHERE id = $1', [feed])
    return (await sql.query('SELECT sequence::int FROM feed_place WHERE feed_id = $1 AND tenant_id = $2', [feed, tenant])).rows
  })).toEqual([{ sequence: 700 }])
  expect(readdirSync(directory)).toEqual([fileOf(month)])
  expect([await compare(tenant, ''), await recordsOf(tenant, 'access')]).toEqual([[], []])
  const path = `${directory}/${fileOf(month)}`
  expect(await verifyMonths([path, '--log', noteKeyText(logKey())])).toMatchObject({ code: 0, lines: expect.arrayContaining([`${path}: VALID`, '  ✓ It is whole: 700 records.']) })
  const said = (await recordsOf('platform', 'deed')).map(({ entry }) => entry).find(({ action, context }) => action.resource === 'retention' && JSON.stringify(context).includes(`"${month}"`))
  const { digest } = await monthNow(month)
  expect([said?.action.verb, said?.context]).toEqual(['takeAway', { before: null, after: { month, records: 700, file: fileOf(month), digest: Buffer.from(digest, 'hex').toString('base64url') } }])
  // What is searched by went with it, and is not missed when it is made again.
  const left = await loading(async (sql) => {
    await sql.query("SET LOCAL app.loop = 'project'")
    return (await sql.query('SELECT (SELECT count(*)::int FROM record_line WHERE tenant_id = $1) AS lines, (SELECT count(*)::int FROM record_tally WHERE tenant_id = $1) AS tallies', [tenant])).rows[0]
  })
  expect(left).toEqual({ lines: 0, tallies: 0 })
}, 120_000)

test('a month in which nothing was recorded goes like every other, and leaves a file and a signed line that say so', async () => {
  const month = '2020-12'
  await asOwner((sql) => sql.query('SELECT make_record_partition($1::date)', [`${month}-01`]))
  await sealAll()
  await compare()
  expect([await take(false), await monthNow(month)]).toEqual([null, expect.objectContaining({ waits: 'no_directory', records: 0, stands: true })])
  await expect(asEngine(taking(month, 1))).rejects.toMatchObject({ constraint: 'month_written_out' })
  expect([await take(), await monthNow(month)]).toEqual([month, expect.objectContaining({ waits: null, records: 0, stands: false, file: fileOf(month), taken_at: expect.any(Date) })])
  const path = `${directory}/${fileOf(month)}`
  expect(await verifyMonths([path, '--log', noteKeyText(logKey())])).toMatchObject({ code: 0, lines: expect.arrayContaining([`${path}: VALID`, '  ✓ It is whole: 0 records.']) })
  expect(await underLease('take-months', { loop: 'months' }, (sql) => monthsTaken(sql, [], [logKey()]))).toContain(month)
  expect(await compare('')).toEqual([])
  // Who adds a record to it says another number than was signed.
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [lines[0], JSON.stringify({ record: '{}' }), ...lines.slice(1)].join('\n'))
  expect((await verifyMonths([path, '--log', noteKeyText(logKey())])).code).toBe(1)
})

test('a file that anybody changed since says so: a record, the order, the end, or who vouches for it', async () => {
  const { month } = await oldMonth(3)
  expect(await take()).toBe(month)
  const path = `${directory}/${fileOf(month)}`
  const whole = readFileSync(path, 'utf8')
  const lines = whole.split('\n')
  const verdict = async (text: string) => { writeFileSync(path, text); return (await verifyMonths([path, '--log', noteKeyText(logKey())])).code }
  expect(await verdict(whole)).toBe(0)
  for (const changed of [whole.replace('"outcome\\":\\"done', '"outcome\\":\\"fault'), [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'), lines.slice(0, -2).join('\n'), lines.filter((_, at) => at !== 2).join('\n'), whole.replace(month, '2020-01')]) expect(await verdict(changed)).toBe(1)
  expect((await verifyMonths([path])).code).toBe(1)
})

test('the engine’s own role takes no young month, none that is held, none that is not sealed or compared, and none of which it says another number', async () => {
  const thisMonth = new Date().toISOString().slice(0, 7)
  await expect(asEngine(taking(thisMonth, 1))).rejects.toMatchObject({ constraint: 'month_past_retention' })
  // Not even where the platform would say less than a year.
  const shorter: [string, unknown[]] = ["INSERT INTO policy (id, kind, version, body, valid_from, set_by) VALUES (gen_random_uuid(), 'retention', 99, $1, now(), $2)", ['{"days": 364, "reason": "x"}', world.platformAdmin.id]]
  await expect(asEngine(shorter)).rejects.toMatchObject({ constraint: 'policy_retention' })
  const { month, tenant } = await oldMonth(4)
  await expect(asEngine(taking(month, 3))).rejects.toMatchObject({ constraint: 'month_written_out' })
  for (const statement of [`DROP TABLE record_${month.replace('-', '_')}`, `ALTER TABLE record DETACH PARTITION record_${month.replace('-', '_')}`, `TRUNCATE record_${month.replace('-', '_')}`, `UPDATE record_month SET taken_at = now() WHERE month = '${month}-01'`, "INSERT INTO record_taken VALUES ('x', 'deed', 1, 1, now())"])
    await expect(asEngine([statement, []])).rejects.toMatchObject({ code: '42501' })
  await writeOldMonth(tenant, month, 5, 1)
  await expect(asEngine(taking(month, 5))).rejects.toMatchObject({ constraint: 'month_sealed' })
  await sealAll()
  await expect(asEngine(taking(month, 5))).rejects.toMatchObject({ constraint: 'month_compared' })
  await compare()
  await loading((sql) => sql.query("UPDATE tenant SET created_at = '2020-01-01' WHERE id = $1", [world.a]))
  const placed = await (await doorFor(world.platformAdmin)).holds.place({ of: world.a, matter: `Held ${world.mark}`, reason: 'A court asked for it.' })
  await expect(asEngine(taking(month, 5))).rejects.toMatchObject({ constraint: 'month_not_held' })
  expect([await take(), (await monthNow(month)).waits]).toEqual([null, 'held'])
  const wish = { hold: placed.ok ? placed.value.hold : '', reason: 'It is settled.' }
  expect(await (await doorFor(world.platformApprover, { stepUp: await shown(world.platformApprover, 'holds.lift', wish) })).holds.lift(wish)).toMatchObject({ ok: true })
  await projectAll()
  expect(await take()).toBe(month)
}, 120_000)

test('who owns the database and takes a month out is found, whatever they write down about it', async () => {
  const { month, tenant } = await oldMonth(3)
  await asOwner(async (sql) => {
    await sql.query(`CREATE TEMP TABLE kept_month AS SELECT * FROM record WHERE tenant_id = '${tenant}'; ALTER TABLE record_month NO FORCE ROW LEVEL SECURITY; ALTER TABLE record_taken NO FORCE ROW LEVEL SECURITY`)
    try {
      await sql.query('DELETE FROM record WHERE tenant_id = $1', [tenant])
      await sql.query("INSERT INTO record_month VALUES ($1, 3, 0, true, true, 0, now() - interval '1 year', NULL, now(), now(), 'x', decode(repeat('00', 32), 'hex'), (SELECT note FROM record_month WHERE note IS NOT NULL LIMIT 1)) ON CONFLICT (month) DO UPDATE SET taken_at = excluded.taken_at, file = 'x', digest = excluded.digest, note = excluded.note", [`${month}-01`])
      await sql.query("INSERT INTO record_taken VALUES ($1, 'access', 1, 3, $2)", [tenant, `${month}-01`])
      expect(await compare(tenant)).toEqual(['truncated 1'])
    } finally {
      await sql.query('DELETE FROM record_taken WHERE place = $1', [tenant])
      await sql.query('DELETE FROM record_month WHERE month = $1', [`${month}-01`])
      await sql.query('INSERT INTO record SELECT * FROM kept_month; DROP TABLE kept_month; ALTER TABLE record_month FORCE ROW LEVEL SECURITY; ALTER TABLE record_taken FORCE ROW LEVEL SECURITY')
    }
  })
  expect(await compare(tenant)).toEqual([])
  expect(await take()).toBe(month)
}, 120_000)

/** As a restore of an earlier database leaves it: the month's records as they were, in a part of their own; with or without what was written down of its being taken. */
async function restoring(month: string, tenant: string, work: (putBack: (how: 'part' | 'all') => Promise<unknown>) => Promise<void>): Promise<void> {
  const part = `record_${month.replace('-', '_')}`
  await asOwner(async (sql) => {
    await sql.query(`CREATE TEMP TABLE kept_month AS SELECT * FROM record WHERE tenant_id = '${tenant}'`)
    await work(async (how) => {
      if (how === 'all') await sql.query(`ALTER TABLE record_month NO FORCE ROW LEVEL SECURITY; ALTER TABLE record_taken NO FORCE ROW LEVEL SECURITY; DELETE FROM record_taken WHERE month = '${month}-01'; DELETE FROM record_month WHERE month = '${month}-01'; ALTER TABLE record_month FORCE ROW LEVEL SECURITY; ALTER TABLE record_taken FORCE ROW LEVEL SECURITY`)
      await sql.query(`ALTER TABLE record NO FORCE ROW LEVEL SECURITY; CREATE TABLE ${part} PARTITION OF record FOR VALUES FROM ('${month}-01') TO ('${month}-01'::date + interval '1 month'); ALTER TABLE ${part} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; INSERT INTO record SELECT * FROM kept_month`)
    })
    await sql.query('DROP TABLE kept_month')
  })
}
const returned = async () => (await (await doorFor(world.platformAuditor)).audit.log({})).check?.returned
const deedsOf = async (month: string) => (await recordsOf('platform', 'deed')).map(({ entry }) => entry).filter(({ action, context }) => action.resource === 'retention' && JSON.stringify(context).includes(`"${month}"`)).map(({ reason }) => reason)

test('a month that was taken and stands again, as after a restore, is called by its name and no tampering, is compared all the same, and goes again', async () => {
  const { month, tenant } = await oldMonth(5)
  await restoring(month, tenant, async (putBack) => {
    expect(await take()).toBe(month)
    expect([await compare(tenant), await returned()]).toEqual([[], []])
    const file = readFileSync(`${directory}/${fileOf(month)}`)
    await putBack('part')
    expect([await compare(tenant), await returned(), (await monthNow(month)).stands]).toEqual([[], [month], true])
    expect(await asOwner(async (sql) => (await sql.query("SELECT body FROM signal WHERE kind = 'record.month_returned' AND body ->> 'month' = $1", [month])).rows)).toEqual([{ body: { month } }])
    // What was changed in it while it was away is what it ever is.
    await asOwner((sql) => sql.query("UPDATE record SET bytes = bytes || '\\x20', leaf = sha256('\\x00' || bytes || '\\x20') WHERE tenant_id = $1 AND sequence = 2", [tenant]))
    expect([await compare(tenant), await take()]).toEqual([['edited 2'], null])
    await asOwner((sql) => sql.query("UPDATE record SET bytes = substring(bytes FOR length(bytes) - 1), leaf = sha256('\\x00' || substring(bytes FOR length(bytes) - 1)) WHERE tenant_id = $1 AND sequence = 2", [tenant]))
    expect([await compare(tenant), await take()]).toEqual([[], month])
    expect(readFileSync(`${directory}/${fileOf(month)}`)).toEqual(file)
    expect([await compare(tenant), await returned(), await monthNow(month), await deedsOf(month)]).toEqual([[], [], expect.objectContaining({ stands: false, records: 5 }), ['past_retention', 'written_before']])
  })
}, 120_000)

test('a database of before a month was taken is found whole, takes it again, and leaves the file that there is as it is; less than that file has does not replace it', async () => {
  const { month, tenant } = await oldMonth(5)
  await restoring(month, tenant, async (putBack) => {
    expect(await take()).toBe(month)
    const { digest } = await monthNow(month)
    const file = readFileSync(`${directory}/${fileOf(month)}`)
    await putBack('all')
    expect([await compare(tenant), await returned()]).toEqual([[], []])
    await asOwner(async (sql) => {
      await sql.query(`CREATE TEMP TABLE kept_last AS SELECT * FROM record WHERE tenant_id = '${tenant}' AND sequence = 5; DELETE FROM record WHERE tenant_id = '${tenant}' AND sequence = 5`)
      expect([await take(), (await monthNow(month)).waits]).toEqual([null, 'differs'])
      await sql.query('INSERT INTO record SELECT * FROM kept_last')
    })
    expect([await take(), (await monthNow(month)).digest, readFileSync(`${directory}/${fileOf(month)}`)]).toEqual([month, digest, file])
    expect([await compare(tenant), await deedsOf(month)]).toEqual([[], ['past_retention', 'written_before']])
  })
}, 120_000)

test('killed while it was written, or before it was let go, a month stands, and goes the next time', async () => {
  const { month } = await oldMonth(3)
  writeFileSync(`${directory}/.${fileOf(month)}.part`, '{"format"')
  await takeLease('take-months', 60)
  expect(await writeMonth('take-months', month, directory)).toMatchObject({ records: 3 })
  expect((await monthNow(month))?.stands ?? true).toBe(true)
  appendFileSync(`${directory}/${fileOf(month)}`, 'what somebody wrote behind it')
  expect([await take(), (await monthNow(month)).stands]).toEqual([month, false])
  expect((await verifyMonths([`${directory}/${fileOf(month)}`, '--log', noteKeyText(logKey())])).code).toBe(0)
  expect(await take()).toBe(null)
})

test('a directory that cannot be written to takes nothing, and that is said', async () => {
  const { month } = await oldMonth(3)
  mkdirSync(`${directory}/.${fileOf(month)}.part`)
  expect([await take(), await monthNow(month)]).toEqual([null, expect.objectContaining({ waits: 'not_written', stands: true })])
  rmSync(`${directory}/.${fileOf(month)}.part`, { recursive: true })
  expect(await take()).toBe(month)
})

test('nothing fails for want of a month: what comes while none was made is kept, and moves into its month', async () => {
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1)).toISOString().slice(0, 7)
  const [tenant, part] = [`late-${world.mark}`, `record_${month.replace('-', '_')}`]
  const there = () => asOwner(async (sql) => (await sql.query('SELECT tableoid::regclass::text AS stands FROM record WHERE tenant_id = $1', [tenant])).rows.map(({ stands }) => stands as string))
  await asOwner((sql) => sql.query(`DROP TABLE IF EXISTS ${part}; DROP TABLE IF EXISTS ${part.replace('record_', 'record_line_')}`))
  await writeOldRecords(tenant, month, 1, 1)
  await projectAll()
  expect(await there()).toEqual(['record_rest'])
  await takeLease('make-months', 60)
  await makeMonths('make-months')
  expect(await there()).toEqual([part])
  await sealAll()
  expect([await compare(tenant), await recordsOf(tenant, 'access')]).toEqual([[], [expect.anything()]])
}, 60_000)

test('where the next months cannot be made, whoever works on the platform is told', async () => {
  const told = async () => {
    const web = await connectAs('web')
    try {
      await web.query("BEGIN; SET LOCAL app.platform = 'on'")
      return (await web.query("SELECT body FROM signal WHERE kind = 'record.few_months'")).rows
    } finally {
      await web.end()
    }
  }
  expect(await told()).toEqual([])
  await asOwner(async (sql) => {
    const { rows } = await sql.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND relispartition AND relname ~ '^record_(line_)?20' AND to_date(right(relname, 7), 'YYYY_MM') > date_trunc('month', now()) + interval '1 month'")
    await sql.query(rows.map(({ relname }) => `DROP TABLE ${relname}`).join(';'))
    await sql.query('BEGIN; LOCK TABLE record_rest IN ACCESS SHARE MODE')
    await takeLease('make-months', 60)
    await expect(makeMonths('make-months')).rejects.toThrow()
    await sql.query('COMMIT')
  })
  expect(await told()).toEqual([{ body: { ahead: 1 } }])
  await makeMonths('make-months')
  const ahead = async () => { const engine = await connectAs('engine'); try { return (await engine.query('SELECT months_ahead() AS ahead')).rows[0].ahead } finally { await engine.end() } }
  expect(await ahead()).toBe(3)
}, 60_000)

test('the platform says for how long, with a second factor and why, and never less than a year', async () => {
  const say = async (body: { days: number; reason: string }, version: string | null) => { const wish = { kind: 'retention', version, body } as const; return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeOnPlatform', wish) })).policies.changeOnPlatform(wish) }
  await expect(say({ days: 364, reason: 'Shorter.' }, null)).rejects.toThrow()
  await expect(say({ days: 3_651, reason: 'Longer.' }, null)).rejects.toThrow()
  const current = (await (await doorFor(world.platformAdmin)).policies.readOnPlatform({ kind: 'retention' })) as { version: string | null }
  expect(await say({ days: 3_650, reason: 'A regulator asks for ten years.' }, current.version)).toMatchObject({ ok: true })
  const { month } = await oldMonth(2)
  expect([await take(), (await monthNow(month)).waits]).toEqual([null, null])
  await expect(asEngine(taking(month, 2))).rejects.toMatchObject({ constraint: 'month_past_retention' })
  const after = (await (await doorFor(world.platformAdmin)).policies.readOnPlatform({ kind: 'retention' })) as { version: string | null }
  expect(await say({ days: 365, reason: 'It was for a test.' }, after.version)).toMatchObject({ ok: true })
  expect(await take()).toBe(month)
}, 60_000)
