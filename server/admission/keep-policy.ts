import type { PlatformWriter } from '~/server/database/deed'
import type { Json } from '~/server/shared/canonical'

type Writer = Pick<PlatformWriter<'policies.changeOnPlatform'>, 'rows' | 'now' | 'actor'>
/** The next version of what is said holds from now on, and the one before is kept as it was. */
export async function keepPolicy(tx: Writer, tenant: string | null, { kind, body }: { readonly kind: string; readonly body: unknown }, current: { readonly id: string; readonly body: unknown } | null, version: bigint) {
  if (current) await tx.rows.policy.updateMany({ where: { id: current.id, validTo: null }, data: { validTo: tx.now } })
  await tx.rows.policy.create({ data: { tenantId: tenant, kind, version, body: body as never, validFrom: tx.now, setBy: tx.actor.personId } })
  return { change: { before: (current?.body ?? null) as Json, after: body as Json }, value: { kind, version: String(version), since: tx.now.toISOString() } }
}
