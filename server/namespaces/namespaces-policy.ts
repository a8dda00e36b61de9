import { z } from 'zod'
import type { ReadRows } from '~/server/database/rows'

/** What a tenant asks of its namespaces: with what their names begin, if with anything. */
export const NamespacesPolicy = z.strictObject({ prefix: z.string().max(32).regex(/^[a-z][a-z0-9-]*-$/, 'is lower-case letters, digits and hyphens, beginning with a letter and ending with a hyphen').nullable() })
export const defaultNamespacesPolicy: z.infer<typeof NamespacesPolicy> = { prefix: null }

export async function prefixOf(rows: Pick<ReadRows, 'policy'>, tenant: string): Promise<string | null> {
  const row = await rows.policy.findFirst({ where: { kind: 'namespaces', tenantId: tenant, validTo: null }, select: { body: true } })
  return row ? NamespacesPolicy.parse(row.body).prefix : defaultNamespacesPolicy.prefix
}
