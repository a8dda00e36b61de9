import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { beginNothingMore, giveBackLeases, lookUnderLease, takeLease, underLease, writeUnderLease } from '~/server/database/lease'
import { inScope } from '~/server/database/scope'
import { expireSessions } from '~/server/sessions/expire-sessions'
import { metricsText } from '~/server/logs/metrics'
import { lockOfTest } from '~/server/testing/loops-that-wait'
import { numberAll, recordsOf } from '~/server/testing/records'
import { statementsIn } from '~/server/testing/statements'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, makeWorld, signInAs, type World } from '~/server/testing/world'
import { type Loop, loops, runOnce, startLoops } from './loops'
import { startLoopsAside } from './loops-aside'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

/** Another process's hold on a lease: as a row, for so many seconds from now. */
async function heldElsewhere(name: string, seconds: number): Promise<void> {
  const engine = await connectAs('engine')
  await engine.query("INSERT INTO lease (name, holder, expires_at) VALUES ($1, gen_random_uuid(), clock_timestamp() + make_interval(secs => $2)) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at", [name, seconds])
  await engine.end()
}
const name = (what: string) => `${what}-${world.mark}`

test('of many who want a lease one has it, and keeps it', async () => {
  await heldElsewhere(name('theirs'), 60)
  expect(await takeLease(name('theirs'), 60)).toBe(false)
  expect(await Promise.all(Array.from({ length: 20 }, () => takeLease(name('ours'), 60)))).toEqual(Array(20).fill(true))
})
test('a holder that was killed holds nothing once its lease has lapsed', async () => {
  await heldElsewhere(name('killed'), -1)
  expect(await takeLease(name('killed'), 60)).toBe(true)
})
test.each([['ahead of', 3_600_000], ['behind', -3_600_000]])('whose clock is an hour %s the database’s takes no lease, and what was another’s stays', async (says, off) => {
  vi.useFakeTimers({ now: Date.now() + off, toFake: ['Date'] })
  expect(await takeLease(name(says), 60).finally(() => vi.useRealTimers())).toBe(false)
  expect(await takeLease(name(says), 60)).toBe(true)
})
test('work under a lease that was lost meanwhile is not done', async () => {
  expect(await takeLease(name('slept'), 60)).toBe(true)
  expect(await underLease(name('slept'), {}, async () => 'done')).toBe('done')
  await heldElsewhere(name('slept'), 60)
  expect(await underLease(name('slept'), {}, async () => 'done')).toBeNull()
})
test('nobody takes a lease from under work that is being done', async () => {
  const order: string[] = []
  await takeLease(name('busy'), 60)
  const work = underLease(name('busy'), {}, async (sql) => {
    const [{ pid } = { pid: 0 }] = await sql.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const takingOver = heldElsewhere(name('busy'), 60).then(() => order.push('somebody took over'))
    await untilWaitedFor(pid)
    order.push('the work ended')
    return { takingOver }
  })
  await (await work)?.takingOver
  expect(order).toEqual(['the work ended', 'somebody took over'])
})
test('whoever only looks holds up nobody and can write nothing; where the lease was lost, it is told nothing', async () => {
  await takeLease(name('looks'), 60)
  const looked = await lookUnderLease(name('looks'), { loop: 'watch' }, async (sql) => {
    const [said] = await sql.$queryRaw<{ loop: string; writes: string | null }[]>`SELECT current_setting('app.loop') AS loop, pg_current_xact_id_if_assigned()::text AS writes`
    await heldElsewhere(name('looks'), 60)
    return said
  })
  expect(looked).toEqual({ loop: 'watch', writes: null })
  expect(await lookUnderLease(name('looks'), {}, async () => 'looked')).toBeNull()
  await takeLease(name('writes'), 60)
  await expect(lookUnderLease(name('writes'), {}, (sql) => sql.$executeRaw`DELETE FROM lease WHERE name = ${name('writes')}`)).rejects.toThrow(/25006|read-only/)
})
test('leases are given back at an orderly end', async () => {
  await takeLease(name('back'), 60)
  await giveBackLeases()
  const engine = await connectAs('engine')
  expect((await engine.query('SELECT 1 FROM lease WHERE name = $1', [name('back')])).rowCount).toBe(0)
  await engine.end()
})
test('a loop that fails is tried again and harms no other; stopping waits for what runs', async () => {
  let failed = 0
  let [begun, ran] = [0, 0]
  const all: Loop[] = [
    { name: name('fails'), everyMs: 5, leaseSeconds: 5, run: async () => { failed++; throw new Error('no') } },
    { name: name('runs'), everyMs: 5, leaseSeconds: 5, run: async () => { begun++; await new Promise((wait) => setTimeout(wait, 20)); ran++ } },
  ]
  const stop = startLoops(all)
  await expect.poll(() => failed > 1 && ran > 2, { timeout: 10_000 }).toBe(true)
  await stop()
  expect(ran).toBe(begun)
  // In the time of these turns the others would have had theirs.
  const [failedThen, ranThen] = [failed, ran]
  let later = 0
  const stopLater = startLoops([{ name: name('later'), everyMs: 30, leaseSeconds: 5, run: async () => { later++ } }])
  await expect.poll(() => later > 5, { timeout: 10_000 }).toBe(true)
  await stopLater()
  expect([failed, ran]).toEqual([failedThen, ranThen])
})
test('what runs when the end is asked for stops at its next step; what was done outside by then is written', async () => {
  let [begun, steps] = [0, 0]
  const long = async (lease: string) => {
    begun++
    while ((await underLease(lease, {}, async () => ++steps)) !== null) if (steps > 5_000) return
  }
  const stop = startLoops([{ name: name('long'), everyMs: 1, leaseSeconds: 60, run: long }])
  await expect.poll(() => steps > 3, { timeout: 10_000 }).toBe(true)
  await stop()
  expect([begun, steps < 5_000]).toEqual([1, true])
  expect(await takeLease(name('sends'), 60)).toBe(true)
  beginNothingMore()
  expect([await lookUnderLease(name('sends'), {}, async () => 'looked'), await underLease(name('sends'), {}, async () => 'begun'), await writeUnderLease(name('sends'), {}, async () => 'written'), await takeLease(name('sends'), 60)]).toEqual([null, null, 'written', false])
  await giveBackLeases()
})
test('however many loops hold connections, whoever asks finds one; what came of each is counted here, and what is under way is done before they end', async () => {
  const [owner, engine] = [await connectAs('owner'), await connectAs('engine')]
  await owner.query('SELECT pg_advisory_lock($1)', [lockOfTest])
  const held = async () => (await engine.query("SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND objid = $1 AND NOT granted AND application_name = 'bailiwick-engine-loops'", [lockOfTest])).rowCount
  const stop = startLoopsAside(new URL('../testing/loops-that-wait.worker.mjs', import.meta.url))
  await expect.poll(held, { timeout: 20_000 }).toBe(10)
  expect(await inScope('engine', { loop: 'watch' }, async (sql) => (await sql.$queryRaw<{ one: number }[]>`SELECT 1 AS one`)[0]?.one)).toBe(1)
  const stopped = stop()
  await owner.query('SELECT pg_advisory_unlock($1)', [lockOfTest])
  await stopped
  expect((await metricsText()).match(/^bailiwick_loop_runs_total\{loop="waits-\d+",outcome="ran"\} 1$/gm)).toHaveLength(12)
  expect((await engine.query("SELECT 1 FROM lease WHERE name LIKE 'waits-%'")).rowCount).toBe(0)
  await Promise.all([owner.end(), engine.end()])
})
test('of more sessions than are looked at at once none is left open', async () => {
  const idle = await world.person('idle-in-many-browsers', ['developer', world.a, null])
  const open = () => inScope('engine', { person: idle.id }, ({ session }) => session.count({ where: { personId: idle.id, endedAt: null } }))
  const inUse = await open()
  const { sessionId } = await signInAs(idle.id, new Date(Date.now() - 2 * 3_600_000))
  await inScope('engine', { person: idle.id }, (sql) => sql.$executeRaw`INSERT INTO session SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'token_hash', sha256(n::text::bytea || s.token_hash)))).*
    FROM session AS s, generate_series(1, 600) AS n WHERE s.id = ${sessionId}::uuid`)
  expect(await open()).toBe(inUse + 601)
  const asked = await statementsIn(async () => expect(await runOnce({ name: name('expire'), everyMs: 1, leaseSeconds: 60, run: expireSessions })).toBe('ran'))
  expect(await open()).toBe(inUse)
  // Of all of a look at once, not of each: thousands end in the same minute where everybody goes home.
  expect(asked.length).toBeLessThan(60)
})
test('sessions that time has ended are closed with their reason and recorded once; the others stay open', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const developer = await world.person('idle-developer', ['developer', world.a, null])
  const approver = await world.person('idle-approver', ['approver', world.a, null])
  const hour = 60
  const opened = await Promise.all([
    ['usual, 59 minutes', developer, 59], ['usual, 61 minutes', developer, 61], ['usual, 25 hours', developer, 25 * hour], ['powers, 16 minutes', approver, 16], ['powers, 61 minutes', approver, 61],
  ].map(async ([says, person, minutes]) => ({ says, ...(await signInAs((person as typeof developer).id, ago(minutes as number))) })))
  const expire = loops.find((loop) => loop.name === 'expire-sessions') as Loop
  expect(expire.run).toBe(expireSessions)
  expect(await runOnce(expire)).toBe('ran')
  expect(await runOnce(expire)).toBe('ran')
  const engine = await connectAs('engine')
  await engine.query("BEGIN; SELECT set_config('app.loop', 'expire', true)")
  const { rows } = await engine.query('SELECT id, ended_because FROM session WHERE id = ANY ($1)', [opened.map(({ sessionId }) => sessionId)])
  await engine.end()
  expect(Object.fromEntries(opened.map(({ says, sessionId }) => [says, rows.find(({ id }) => id === sessionId)?.ended_because]))).toEqual({
    'usual, 59 minutes': null, 'usual, 61 minutes': 'idle', 'usual, 25 hours': 'too_old', 'powers, 16 minutes': null, 'powers, 61 minutes': 'idle',
  })
  await numberAll()
  const ids = new Set(opened.map(({ sessionId }) => sessionId))
  expect((await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.verb === 'expire' && ids.has(entry.actor.sessionId ?? ''))).toHaveLength(3)
})
