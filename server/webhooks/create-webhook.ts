import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle, Title, unprintable } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { seal } from '~/server/keys/seal'
import { decideTarget } from '~/server/outbox/webhook/decide-target'
import { sealedAs } from '~/server/outbox/webhook/deliver-webhook'
import { makeSecret } from '~/server/outbox/webhook/sign'
import { readInside } from '~/server/settings/outside'
import { decideCreate } from '~/server/outbox/webhook/decide-receiver'
import { formats, webhookKinds, webhooksMost } from './webhook'

const wished = { title: Title, address: z.string().min(1).max(2_048).refine((text) => !/\s/.test(text) && !unprintable.test(text), 'has no spaces and no control characters'), format: z.enum(formats), kinds: z.array(z.enum(webhookKinds)).min(1).max(webhookKinds.length) }
export const CreateWebhook = z.strictObject({ tenant: Handle, ...wished })
export const CreateOnPlatform = z.strictObject(wished)
type Wish = z.infer<typeof CreateOnPlatform>
type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor' | 'placeKey'>

/** The key is shown once. The record has the host, and not what is behind it: an address may be a secret of its own. */
async function create({ rows, now, actor, placeKey }: Writer, tenantId: string | null, { title, address, format, kinds }: Wish) {
  const target = decideTarget(address, readInside(process.env))
  const tenantFrozen = tenantId !== null && (await rows.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { frozenAt: true } })).frozenAt !== null
  const refusal = decideCreate({ tenantFrozen, live: await rows.webhook.count({ where: { tenantId, endedAt: null } }) }, target, webhooksMost)
  if (refusal) return { refusal }
  if (!target.ok) throw new Error('what is not refused has a target')
  const [id, secret, key, host] = [randomUUID(), makeSecret(), await placeKey(), target.url.host]
  const sealed = (about: string, text: string) => new Uint8Array(seal(key, about, Buffer.from(text)))
  const shown = { title, host, format, kinds: [...new Set(kinds)].sort() }
  await rows.webhook.create({ data: { id, tenantId, ...shown, address: sealed(sealedAs.address(id), target.url.href), secret: sealed(sealedAs.secret(id), secret), madeBy: actor.personId, madeAt: now }, select: { id: true } })
  return { made: { webhook: id, secret }, after: { webhook: id, ...shown } }
}
export async function createWebhook(tx: TenantWriter<'webhooks.create'>, wish: z.infer<typeof CreateWebhook>) {
  const done = await create(tx, tx.tenant, wish)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: null, after: done.after }, done.made)
}
export async function createOnPlatform(tx: PlatformWriter<'webhooks.createOnPlatform'>, wish: Wish) {
  const done = await create(tx, null, wish)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: null, after: done.after }, done.made)
}
