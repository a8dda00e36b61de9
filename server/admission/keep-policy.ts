import type { PlatformWriter } from '~/server/database/deed'
import { heldAt } from '~/server/members/held'
import type { Json } from '~/server/shared/canonical'

type Writer = Pick<PlatformWriter<'policies.changeOnPlatform'>, 'rows' | 'now' | 'actor'>
type Next = { readonly version: bigint; /** From now on, unless it is to hold later. */ readonly from?: Date }
/** The next version of what is said, and the ones before are kept as they were: what holds does so until then, and what was to come instead never will. */
export async function keepPolicy({ rows, now, actor }: Writer, tenant: string | null, { kind, body }: { readonly kind: string; readonly body: unknown }, before: { readonly body: unknown } | null, { version, from = now }: Next) {
  const toCome = await rows.policy.findFirst({ where: { tenantId: tenant, kind, validFrom: { gt: now }, validTo: null }, select: { id: true, validFrom: true } })
  if (toCome) await rows.policy.updateMany({ where: { id: toCome.id }, data: { validTo: toCome.validFrom } })
  await rows.policy.updateMany({ where: { tenantId: tenant, kind, ...heldAt(now) }, data: { validTo: from } })
  await rows.policy.create({ data: { tenantId: tenant, kind, version, body: body as never, validFrom: from, setBy: actor.personId } })
  return { change: { before: (before?.body ?? null) as Json, after: body as Json }, value: { kind, version: String(version), since: from.toISOString(), isLater: from > now } }
}
