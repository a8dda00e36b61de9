import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { decideChange, decideEnd } from '~/server/outbox/webhook/decide-receiver'
import { renewSecret } from '~/server/outbox/webhook/receiver-key'
import { sealedAs } from './create-feed'
import { decidePause, decideRotate } from './decide-feed'

export const OneFeed = z.strictObject({ tenant: Handle, feed: Uuid })
export const OneOnPlatform = z.strictObject({ feed: Uuid })
type InTenant = z.infer<typeof OneFeed>
type OnPlatform = z.infer<typeof OneOnPlatform>
type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'placeKey'>

const frozen = async ({ rows }: Writer, tenantId: string | null) => tenantId !== null && (await rows.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { frozenAt: true } })).frozenAt !== null
const find = ({ rows }: Writer, tenantId: string | null, id: string) => rows.feed.findFirst({ where: { id, tenantId }, select: { endedAt: true } })
const said = (feed: string, state: string) => ({ before: { feed }, after: { feed, state } })

/** Sent by the loop that follows the record, and what became of it stands with the feed. Asked again while it waits, it is one. */
async function test(tx: Writer, tenantId: string | null, id: string) {
  const refusal = decideChange(await frozen(tx, tenantId), await find(tx, tenantId, id))
  if (refusal === null) await tx.rows.feed.updateMany({ where: { id, tenantId, endedAt: null }, data: { testAskedAt: tx.now, testedAt: null, testFailure: null, testStatus: null } })
  return refusal
}
export async function testFeed(tx: TenantWriter<'feeds.test'>, { feed }: InTenant) {
  const refusal = await test(tx, tx.tenant, feed)
  return refusal ? tx.refuse(refusal) : tx.record({ before: null, after: null }, { feed })
}
export async function testOnPlatform(tx: PlatformWriter<'feeds.testOnPlatform'>, { feed }: OnPlatform) {
  const refusal = await test(tx, null, feed)
  return refusal ? tx.refuse(refusal) : tx.record({ before: null, after: null }, { feed })
}

/** For a day its receiver may go by the key of before. The new one is shown once. */
async function rotate(tx: Writer, tenantId: string | null, id: string) {
  const found = await tx.rows.feed.findFirst({ where: { id, tenantId }, select: { endedAt: true, way: true, secret: true } })
  const refusal = decideRotate(await frozen(tx, tenantId), found)
  if (refusal || !found?.secret) return { refusal: refusal ?? 'not_found' as const }
  const { secret, earlierUntil, data } = renewSecret(await tx.placeKey(), sealedAs.secret(id), found.secret, tx.now)
  await tx.rows.feed.updateMany({ where: { id, tenantId, endedAt: null }, data })
  return { made: { feed: id, secret, earlierUntil: earlierUntil.toISOString() }, after: { feed: id, earlierUntil: earlierUntil.toISOString() } }
}
export async function rotateFeed(tx: TenantWriter<'feeds.rotate'>, { feed }: InTenant) {
  const done = await rotate(tx, tx.tenant, feed)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: { feed }, after: done.after }, done.made)
}
export async function rotateOnPlatform(tx: PlatformWriter<'feeds.rotateOnPlatform'>, { feed }: OnPlatform) {
  const done = await rotate(tx, null, feed)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: { feed }, after: done.after }, done.made)
}

async function pause(tx: Writer, tenantId: string | null, id: string) {
  const refusal = decidePause(await find(tx, tenantId, id))
  if (refusal === null) await tx.rows.feed.updateMany({ where: { id, tenantId, endedAt: null, pausedAt: null }, data: { pausedAt: tx.now } })
  return refusal
}
export async function pauseFeed(tx: TenantWriter<'feeds.pause'>, { feed }: InTenant) {
  const refusal = await pause(tx, tx.tenant, feed)
  return refusal ? tx.refuse(refusal) : tx.record(said(feed, 'paused'), { feed })
}
export async function pauseOnPlatform(tx: PlatformWriter<'feeds.pauseOnPlatform'>, { feed }: OnPlatform) {
  const refusal = await pause(tx, null, feed)
  return refusal ? tx.refuse(refusal) : tx.record(said(feed, 'paused'), { feed })
}

/** It goes on where its receiver was, whether it was paused or given up. */
async function resume(tx: Writer, tenantId: string | null, id: string) {
  const refusal = decideChange(await frozen(tx, tenantId), await find(tx, tenantId, id))
  if (refusal === null) await tx.rows.feed.updateMany({ where: { id, tenantId, endedAt: null }, data: { pausedAt: null, givenUpAt: null, tries: 0, failure: null, status: null, failingSince: null, nextAt: tx.now } })
  return refusal
}
export async function resumeFeed(tx: TenantWriter<'feeds.resume'>, { feed }: InTenant) {
  const refusal = await resume(tx, tx.tenant, feed)
  return refusal ? tx.refuse(refusal) : tx.record(said(feed, 'follows'), { feed })
}
export async function resumeOnPlatform(tx: PlatformWriter<'feeds.resumeOnPlatform'>, { feed }: OnPlatform) {
  const refusal = await resume(tx, null, feed)
  return refusal ? tx.refuse(refusal) : tx.record(said(feed, 'follows'), { feed })
}

async function end(tx: Writer, tenantId: string | null, id: string) {
  const refusal = decideEnd(await find(tx, tenantId, id))
  if (refusal === null) await tx.rows.feed.updateMany({ where: { id, tenantId, endedAt: null }, data: { endedAt: tx.now } })
  return refusal
}
export async function endFeed(tx: TenantWriter<'feeds.end'>, { feed }: InTenant) {
  const refusal = await end(tx, tx.tenant, feed)
  return refusal ? tx.refuse(refusal) : tx.record({ before: { feed }, after: null }, { feed })
}
export async function endOnPlatform(tx: PlatformWriter<'feeds.endOnPlatform'>, { feed }: OnPlatform) {
  const refusal = await end(tx, null, feed)
  return refusal ? tx.refuse(refusal) : tx.record({ before: { feed }, after: null }, { feed })
}
