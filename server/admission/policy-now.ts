import type { z } from 'zod'
import type { ReadRows } from '~/server/database/rows'

/** What the platform says of everybody now, with the row it stands in; where nobody has said anything it is as usual. */
export async function policyNow<T, U>(rows: Pick<ReadRows, 'policy'>, kind: string, { schema, usual }: { readonly schema: z.ZodType<T>; readonly usual: U }) {
  const row = await rows.policy.findFirst({ where: { kind, tenantId: null, validTo: null }, select: { id: true, version: true, body: true } })
  return { row, body: row ? schema.parse(row.body) : usual }
}
