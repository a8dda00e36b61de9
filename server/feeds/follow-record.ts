/**
 * Gives each feed's receiver what was recorded since, in order. A batch is read, then sent, and how far the receiver is moves when it has taken it. Whoever is killed in between has moved nothing: what was
 * sent is sent again. So everything is given at least once, and a receiver that keeps the records' ids has each once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease, writeUnderLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { log } from '~/server/logs/log'
import { composeLine, decideBatch, type Line, lineOf } from './compose-batch'
import { decideAgain } from './decide-again'
import type { Failure, Sent } from './feed'
import { type Given, testEntry } from './read-entry'
import { type How, type Opened, openFeed, sendBatch } from './send-batch'

const recordsAtOnce = 200
/** In all, and of one tenant, so that receivers that do not answer keep no other tenant's waiting. */
const [feedsAtOnce, ofTenant] = [20, 5]
/** For so long a feed is given one batch after another before it waits for its turn again. */
const turnMs = 10_000
/** A turn waits so long for those that it began, and begins others where they are done. Whose takes longer goes on beside the next, and is begun by none meanwhile. */
const patienceMs = 1_000
const scope = { loop: 'feed' } as const
const noKey: Sent = { failure: 'no_key', status: null }
type Due = { readonly feed: string; readonly tenant: string | null; readonly test: boolean; readonly behind: boolean }
type Row = { tenant: string; stream: string; sequence: bigint; at: Date; bytes: Uint8Array }

/** What is being followed here, by its feed. */
const underWay = new Map<string, { readonly tenant: string | null; readonly end: Promise<void> }>()
/** When nothing is being given any more: for whoever ends in order, while the lease is still theirs, so that no receiver is given again what it has taken. */
export async function feedsAtRest(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(({ end }) => end))
}

/** How many were begun. */
export async function followRecord(lease: string, how: How = {}): Promise<number> {
  const goesOn = new Set(underWay.keys())
  const due = (await lookUnderLease(lease, scope, (sql) => sql.$queryRaw<Due[]>`SELECT feed_id::text AS feed, tenant_id AS tenant, test, behind FROM feeds_due()`)) ?? []
  const waiting = due.filter(({ feed }) => !goesOn.has(feed))
  const [began, until] = [waiting.length, Date.now() + patienceMs]
  const mayBegin = ({ tenant }: Due) => underWay.size < feedsAtOnce && (tenant === null || [...underWay.values()].filter((one) => one.tenant === tenant).length < ofTenant)
  const beginNext = () => {
    for (let at = waiting.findIndex(mayBegin); at !== -1 && Date.now() < until; at = waiting.findIndex(mayBegin)) begin(waiting.splice(at, 1)[0] as Due)
  }
  const begin = (one: Due) => {
    const end = turn(lease, one, Date.now() + turnMs, how).catch((thrown: unknown) => surprise(lease, one, thrown))
      .catch((fault: unknown) => log.warn('what came of a feed could not be noted', { feed: one.feed, fault: String(fault) })).then(() => { underWay.delete(one.feed) }).then(beginNext)
    underWay.set(one.feed, { tenant: one.tenant, end })
  }
  beginNext()
  await Promise.race([mine(due), setTimeout(patienceMs)])
  return began - waiting.length
}
/** When all of these are done that are being followed, with those that were begun as others ended. */
async function mine(due: readonly Due[]): Promise<void> {
  for (;;) {
    const ends = due.flatMap(({ feed }) => underWay.get(feed)?.end ?? [])
    if (ends.length === 0) return
    await Promise.all(ends)
  }
}

async function turn(lease: string, { feed, tenant, test, behind }: Due, until: number, how: How): Promise<void> {
  const opened = await openFeed(lease, feed, tenant)
  if (opened === null) return
  if (test) await noteTest(lease, feed, opened === 'no_key' ? noKey : await tryOut(opened, how))
  if (opened === 'no_key') await noteFailure(lease, feed, tenant, noKey)
  if (opened === 'no_key' || !behind) return
  // What it took once after a cut it is given no more than, for the rest of the turn.
  for (let most = recordsAtOnce; ;) {
    const given = Date.now() <= until ? await nextOf(lease, feed) : []
    if (given.length === 0) return
    const batch = decideBatch(given.slice(0, most).map((one) => composeLine(one, opened.format, tenant === null ? 'all' : 'own')))
    const { sent, many } = await give(opened, batch, how)
    if (sent.failure !== null) return noteFailure(lease, feed, tenant, sent)
    await noteTaken(lease, feed, given.slice(0, many), sent)
    if (many < batch.length) most = many
  }
}
/** What is too large for its receiver is cut in half until it is taken, or is one record. However long that takes: a turn that ended in between would begin with all of it again. */
async function give(opened: Opened, batch: readonly Line[], how: How): Promise<{ sent: Sent; many: number }> {
  const sent = await sendBatch(opened, batch, how)
  if (sent.failure !== 'too_large' || batch.length < 2) return { sent, many: batch.length }
  return give(opened, batch.slice(0, Math.ceil(batch.length / 2)), how)
}
function tryOut(opened: Opened, how: How): Promise<Sent> {
  const now = new Date()
  return sendBatch(opened, [lineOf(testEntry(randomUUID(), opened.tenant ?? 'platform', now), opened.format, now)], how, true).catch((thrown: unknown) => {
    log.error('a feed could not be tried out', { feed: opened.id, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
    return { failure: 'fault', status: null }
  })
}
async function nextOf(lease: string, feed: string): Promise<Given[]> {
  const rows = await underLease(lease, scope, (sql) => sql.$queryRaw<Row[]>`SELECT tenant_id AS tenant, stream, sequence, at, bytes FROM feed_records(${feed}::uuid, ${recordsAtOnce}::int)`)
  return (rows ?? []).map((row) => ({ ...row, bytes: Buffer.from(row.bytes) }))
}

/** How far it is moves with what is told of it, and never back. */
async function noteTaken(lease: string, feed: string, given: readonly Given[], { status }: Sent): Promise<void> {
  const ends = new Map(given.map((one) => [`${one.tenant} ${one.stream}`, one]))
  await writeUnderLease(lease, scope, async (sql) => {
    await sql.$executeRaw`INSERT INTO feed_place AS place (feed_id, tenant_id, stream, sequence)
      SELECT ${feed}::uuid, t, s, q FROM unnest(${[...ends.values()].map(({ tenant }) => tenant)}::text[], ${[...ends.values()].map(({ stream }) => stream)}::text[], ${[...ends.values()].map(({ sequence }) => sequence.toString())}::bigint[]) AS taken (t, s, q)
      ON CONFLICT (feed_id, tenant_id, stream) DO UPDATE SET sequence = greatest(place.sequence, excluded.sequence)`
    await sql.$executeRaw`UPDATE feed SET taken = taken + ${given.length}, taken_at = clock_timestamp(), tries = 0, failure = NULL, failing_since = NULL, status = ${status}, next_at = clock_timestamp() WHERE id = ${feed}::uuid`
  })
}
async function noteFailure(lease: string, feed: string, tenant: string | null, { failure, status }: Sent): Promise<void> {
  if (failure === null) return
  await writeUnderLease(lease, scope, async (sql) => {
    const [row] = await sql.$queryRaw<{ tries: number; failed: number; way: string }[]>`UPDATE feed SET tries = tries + 1, failure = ${failure}, status = ${status}, failing_since = coalesce(failing_since, clock_timestamp())
      WHERE id = ${feed}::uuid RETURNING tries, extract(epoch FROM clock_timestamp() - failing_since)::float8 * 1000 AS failed, way`
    if (!row) return
    const again = decideAgain({ failure, tries: row.tries, failedForMs: row.failed, dice: Math.random() })
    if (again.again) await sql.$executeRaw`UPDATE feed SET next_at = clock_timestamp() + make_interval(secs => ${again.pauseMs / 1000}) WHERE id = ${feed}::uuid`
    else await giveUp(sql, feed, { tenant, channel: row.way, reason: failure })
  })
}
/** A feed that goes on again and is given up again is told of again. */
async function giveUp(sql: Transaction, feed: string, about: { tenant: string | null; channel: string; reason: Failure }): Promise<void> {
  const [given] = await sql.$queryRaw<{ since: Date }[]>`UPDATE feed SET given_up_at = clock_timestamp() WHERE id = ${feed}::uuid AND given_up_at IS NULL AND ended_at IS NULL RETURNING failing_since AS since`
  if (given) await raiseOnce(sql, 'feed.given_up', `${feed} ${given.since.toISOString()}`, { feed, ...about })
}
const noteTest = (lease: string, feed: string, { failure, status }: Sent) =>
  writeUnderLease(lease, scope, (sql) => sql.$executeRaw`UPDATE feed SET tested_at = clock_timestamp(), test_failure = ${failure}, test_status = ${status} WHERE id = ${feed}::uuid AND tested_at IS NULL`)

async function surprise(lease: string, { feed, tenant }: Due, thrown: unknown): Promise<void> {
  log.error('a feed could not be followed', { feed, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
  await noteFailure(lease, feed, tenant, { failure: 'fault', status: null })
}
