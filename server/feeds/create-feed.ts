import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle, Title, unprintable } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { seal } from '~/server/keys/seal'
import { makeSecret } from '~/server/outbox/webhook/sign'
import { readInside } from '~/server/settings/outside'
import { decideAddress } from './decide-address'
import { decideCreate } from '~/server/outbox/webhook/decide-receiver'
import { beginnings, feedsMost, formats, ways } from './feed'

/** Where in a feed's row each of these was sealed. */
export const sealedAs = { address: (id: string) => `feed|address|${id}`, secret: (id: string) => `feed|secret|${id}` } as const

const Address = z.string().min(1).max(2_048).refine((text) => !/\s/.test(text) && !unprintable.test(text), 'has no spaces and no control characters')
const wished = { title: Title, way: z.enum(ways), format: z.enum(formats), address: Address, from: z.enum(beginnings) }
export const CreateFeed = z.strictObject({ tenant: Handle, ...wished })
export const CreateOnPlatform = z.strictObject(wished)
type Wish = z.infer<typeof CreateOnPlatform>
type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor' | 'placeKey' | 'beginFeed'>

/** The key is shown once. The record has the host, and not what is behind it: an address may be a secret of its own. */
async function create({ rows, now, actor, placeKey, beginFeed }: Writer, tenantId: string | null, { title, way, format, address, from }: Wish) {
  const target = decideAddress(way, address, readInside(process.env))
  const tenantFrozen = tenantId !== null && (await rows.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { frozenAt: true } })).frozenAt !== null
  const refusal = decideCreate({ tenantFrozen, live: await rows.feed.count({ where: { tenantId, endedAt: null } }) }, target, feedsMost)
  if (refusal) return { refusal }
  if (!target.ok) throw new Error('what is not refused has a target')
  const [id, secret, key] = [randomUUID(), way === 'webhook' ? makeSecret() : null, await placeKey()]
  const sealed = (about: string, text: string) => new Uint8Array(seal(key, about, Buffer.from(text)))
  const shown = { title, way, format, host: target.url.host }
  await rows.feed.create({ data: { id, tenantId, ...shown, address: sealed(sealedAs.address(id), address), secret: secret === null ? null : sealed(sealedAs.secret(id), secret), madeBy: actor.personId, madeAt: now }, select: { id: true } })
  if (from === 'now') await beginFeed(id)
  return { made: { feed: id, secret }, after: { feed: id, ...shown, from } }
}
export async function createFeed(tx: TenantWriter<'feeds.create'>, wish: z.infer<typeof CreateFeed>) {
  const done = await create(tx, tx.tenant, wish)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: null, after: done.after }, done.made)
}
export async function createOnPlatform(tx: PlatformWriter<'feeds.createOnPlatform'>, wish: Wish) {
  const done = await create(tx, null, wish)
  return 'refusal' in done ? tx.refuse(done.refusal) : tx.record({ before: null, after: done.after }, done.made)
}
