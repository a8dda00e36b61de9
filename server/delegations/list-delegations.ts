import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, TenantReader } from '~/server/database/read'

export type DelegationShown = { delegation: string; giver: { person: string; name: string }; delegate: { person: string; name: string }; reason: string; beganAt: string; until: string; endedAt: string | null }
const newest = { by: [['beganAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListDelegations = z.strictObject({ tenant: Handle, ...Paged })
export const ListDelegationsOnPlatform = z.strictObject({ ...Paged })

async function list({ rows }: Pick<PlatformReader, 'rows'>, tenant: string | null, asked: z.infer<typeof ListDelegationsOnPlatform>): Promise<Page<DelegationShown>> {
  const names = { select: { id: true, name: true } } as const
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.delegation.findMany({ where: { AND: [{ tenantId: tenant }, where] }, ...part, include: { giver: names, delegate: names } }))
  return {
    rows: found.map(({ id, giver, delegate, reason, beganAt, until, endedAt }) => ({
      delegation: id, giver: { person: giver.id, name: giver.name }, delegate: { person: delegate.id, name: delegate.name }, reason, beganAt: beganAt.toISOString(), until: until.toISOString(), endedAt: endedAt?.toISOString() ?? null,
    })),
    ...ends,
  }
}
/** Who decides for whom here, as of now and before. */
export const listDelegations = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListDelegations>) => list(db, tenant, asked)
export const listDelegationsOnPlatform = (db: PlatformReader, asked: z.infer<typeof ListDelegationsOnPlatform>) => list(db, null, asked)
