import type { z } from 'zod'
import type { ReadRows } from '~/server/database/rows'
import { heldAt } from '~/server/members/held'
import type { Json } from '~/server/shared/canonical'

/** A reader or a writer is one; a loop says what it reads and when. */
export type PoliciesAt = { readonly rows: Pick<ReadRows, 'policy'>; readonly now: Date }

/** What the platform says of everybody now, with the row it stands in; where nobody has said anything it is as usual. */
export async function policyNow<T, U>({ rows, now }: PoliciesAt, kind: string, { schema, usual }: { readonly schema: z.ZodType<T>; readonly usual: U }) {
  const row = await rows.policy.findFirst({ where: { kind, tenantId: null, ...heldAt(now) }, select: { version: true, body: true } })
  return { row, body: row ? schema.parse(row.body) : usual }
}
/** All that holds in a tenant now, said by the platform and by itself. */
export async function policiesNow({ rows, now }: PoliciesAt, tenant: string): Promise<{ tenant: string | null; kind: string; body: Json }[]> {
  const held = await rows.policy.findMany({ where: { AND: [heldAt(now), { OR: [{ tenantId: tenant }, { tenantId: null }] }] }, select: { tenantId: true, kind: true, body: true } })
  return held.map(({ tenantId, kind, body }) => ({ tenant: tenantId, kind, body: body as Json }))
}
