import { z } from 'zod'
import { Handle, Resource } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { TenantReader } from '~/server/database/read'

export const ListHistory = z.strictObject({ tenant: Handle, namespace: Handle, resource: Resource })
/** `setBy` is a name, or null where nobody set it or the reader may not know who did. */
export type QuotaVersion = { version: string; limit: string; from: string; to: string | null; setBy: string | null }
const versionsMost = 200

/** What the limit was, and since when: the newest first, two hundred of them. */
export async function listHistory(db: TenantReader, { namespace, resource }: z.infer<typeof ListHistory>): Promise<QuotaVersion[]> {
  const account = await db.rows.account.findFirst({ where: { kind: 'namespace', namespaceId: namespace }, select: { id: true } })
  if (!account) throw new Denied('not_found')
  const versions = await db.rows.quota.findMany({ where: { accountId: account.id, resource }, orderBy: { version: 'desc' }, take: versionsMost })
  const setters = await db.rows.person.findMany({ where: { id: { in: versions.flatMap(({ setBy }) => setBy ?? []) } }, select: { id: true, name: true } })
  const names = new Map(setters.map(({ id, name }) => [id, name]))
  return versions.map(({ version, nominal, validFrom, validTo, setBy }) => ({
    version: version.toString(), limit: nominal.toString(), from: validFrom.toISOString(), to: validTo?.toISOString() ?? null, setBy: (setBy && names.get(setBy)) ?? null,
  }))
}
