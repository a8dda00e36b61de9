import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { enqueue } from '~/server/outbox/enqueue'
import { sealedAs } from '~/server/outbox/webhook/deliver-webhook'
import { renewSecret } from '~/server/outbox/webhook/receiver-key'
import { decideChange, decideEnd } from '~/server/outbox/webhook/decide-receiver'
import { decideRetry } from './decide-webhook'

export const OneWebhook = z.strictObject({ tenant: Handle, webhook: Uuid })
export const OneOnPlatform = z.strictObject({ webhook: Uuid })
export const OneMessage = z.strictObject({ tenant: Handle, message: Uuid })
export const MessageOnPlatform = z.strictObject({ message: Uuid })
type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'placeKey'>

const frozen = async ({ rows }: Writer, tenantId: string | null) => tenantId !== null && (await rows.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { frozenAt: true } })).frozenAt !== null
const find = ({ rows }: Writer, tenantId: string | null, id: string) => rows.webhook.findFirst({ where: { id, tenantId } })

async function rotate(tx: Writer, tenantId: string | null, id: string) {
  const found = await find(tx, tenantId, id)
  const refusal = decideChange(await frozen(tx, tenantId), found)
  if (refusal || !found) return { refusal: refusal ?? 'not_found' as const }
  const { secret, earlierUntil, data } = renewSecret(await tx.placeKey(), sealedAs.secret(id), found.secret, tx.now)
  await tx.rows.webhook.updateMany({ where: { id, endedAt: null }, data })
  return { made: { webhook: id, secret, earlierUntil: earlierUntil.toISOString() }, after: { webhook: id, earlierUntil: earlierUntil.toISOString() } }
}
export async function rotateWebhook(tx: TenantWriter<'webhooks.rotate'>, { webhook }: z.infer<typeof OneWebhook>) {
  const done = await rotate(tx, tx.tenant, webhook)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: { webhook }, after: done.after }, done.made)
}
export async function rotateOnPlatform(tx: PlatformWriter<'webhooks.rotateOnPlatform'>, { webhook }: z.infer<typeof OneOnPlatform>) {
  const done = await rotate(tx, null, webhook)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: { webhook }, after: done.after }, done.made)
}

async function end(tx: Writer, tenantId: string | null, id: string) {
  const refusal = decideEnd(await find(tx, tenantId, id))
  if (refusal === null) await tx.rows.webhook.updateMany({ where: { id, tenantId, endedAt: null }, data: { endedAt: tx.now } })
  return refusal
}
export async function endWebhook(tx: TenantWriter<'webhooks.end'>, { webhook }: z.infer<typeof OneWebhook>) {
  const refusal = await end(tx, tx.tenant, webhook)
  return refusal ? tx.refuse(refusal) : tx.record({ before: { webhook }, after: null }, { webhook })
}
export async function endOnPlatform(tx: PlatformWriter<'webhooks.endOnPlatform'>, { webhook }: z.infer<typeof OneOnPlatform>) {
  const refusal = await end(tx, null, webhook)
  return refusal ? tx.refuse(refusal) : tx.record({ before: { webhook }, after: null }, { webhook })
}

/** Goes the way that everything goes: what becomes of it is in the history. While one is on its way there is no other: it is tried now. Whoever asks without end makes neither this house nor a receiver work for each. */
async function test(tx: Writer, tenantId: string | null, id: string) {
  const refusal = decideChange(await frozen(tx, tenantId), await find(tx, tenantId, id))
  if (refusal !== null) return refusal
  const { count } = await tx.rows.outbox.updateMany({ where: { webhookId: id, kind: 'test', endedAt: null }, data: { nextAt: tx.now } })
  if (count === 0) await enqueue(tx.rows, [{ channel: 'webhook', tenant: tenantId, webhook: id, kind: 'test', body: {}, once: `test ${id} ${tx.now.toISOString()}` }])
  return refusal
}
export async function testWebhook(tx: TenantWriter<'webhooks.test'>, { webhook }: z.infer<typeof OneWebhook>) {
  const refusal = await test(tx, tx.tenant, webhook)
  return refusal ? tx.refuse(refusal) : tx.record({ before: null, after: null }, { webhook })
}
export async function testOnPlatform(tx: PlatformWriter<'webhooks.testOnPlatform'>, { webhook }: z.infer<typeof OneOnPlatform>) {
  const refusal = await test(tx, null, webhook)
  return refusal ? tx.refuse(refusal) : tx.record({ before: null, after: null }, { webhook })
}

/** The same message, under the same id: a receiver that had it after all has it once. */
async function retry(tx: Writer, tenantId: string | null, message: string) {
  const found = await tx.rows.outbox.findFirst({ where: { id: message, tenantId, channel: 'webhook' }, select: { webhookId: true, outcome: true } })
  const refusal = decideRetry(await frozen(tx, tenantId), found?.webhookId ? await find(tx, tenantId, found.webhookId) : null, found?.outcome)
  if (refusal === null) await tx.rows.outbox.updateMany({ where: { id: message, tenantId, endedAt: { not: null } }, data: { endedAt: null, outcome: null, attempts: 0, nextAt: tx.now } })
  return refusal
}
export async function retryMessage(tx: TenantWriter<'webhooks.retry'>, { message }: z.infer<typeof OneMessage>) {
  const refusal = await retry(tx, tx.tenant, message)
  return refusal ? tx.refuse(refusal) : tx.record({ before: null, after: null }, { message })
}
export async function retryOnPlatform(tx: PlatformWriter<'webhooks.retryOnPlatform'>, { message }: z.infer<typeof MessageOnPlatform>) {
  const refusal = await retry(tx, null, message)
  return refusal ? tx.refuse(refusal) : tx.record({ before: null, after: null }, { message })
}
