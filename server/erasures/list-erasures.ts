import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import { dataKeyDays, dueAt } from '~/server/keys/decide-renewal'
import { masterNow } from '~/server/keys/master'
import { type ErasureStanding, standingOf } from './decide-erasure'
import { shown } from './erasure'

/** `names` are those of the people in it, as far as its reader may know them; `certificate` is the signed note, once the log has the deed. */
export type ErasureShown = ReturnType<typeof shown> & { standing: ErasureStanding; names: Record<string, string>; certificate: string | null }
const newest = { by: [['askedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListErasures = z.strictObject({ tenant: Handle, ...Paged })
/** `of` is one tenant, and null all of them. */
export const ListErasuresOnPlatform = z.strictObject({ of: Handle.nullable(), ...Paged })

async function list({ rows }: Pick<PlatformReader, 'rows'>, tenant: string | null, asked: { after: string | null; before: string | null }): Promise<Page<ErasureShown>> {
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.erasure.findMany({ where: { AND: [tenant === null ? {} : { tenantId: tenant }, where] }, ...part }))
  const ids = [...new Set(found.flatMap(({ askedBy, signedBy, takenBackBy }) => [askedBy, signedBy, takenBackBy].filter((person) => person !== null)))]
  const people = ids.length === 0 ? [] : await rows.person.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  const names = Object.fromEntries(people.map(({ id, name }) => [id, name]))
  const now = new Date()
  return { rows: found.map((row) => ({ ...shown(row), standing: standingOf(row, now), names, certificate: row.note })), ...ends }
}
export const listErasures = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListErasures>) => list(db, tenant, asked)
export const listErasuresOnPlatform = (db: PlatformReader, { of, ...asked }: z.infer<typeof ListErasuresOnPlatform>) => list(db, of, asked)

/** Since when a place has a key, since when it is as it is, when the engine renews it, whether it is wrapped by the master key of now, and since when it is gone. The keys themselves nobody is shown. */
export type KeyShown = { place: string; madeAt: string; wrappedAt: string | null; renewsAt: string | null; byNow: boolean; destroyedAt: string | null }
/** Since when the master key of now is in use; null while no engine has said. */
type KeysShown = Page<KeyShown> & { masterSince: string | null }
const byPlace = { by: [['tenantId', 'handle']], way: 'asc' } as const satisfies Order
export const ListKeys = z.strictObject({ ...Paged })

export async function listKeys({ rows }: PlatformReader, asked: z.infer<typeof ListKeys>): Promise<KeysShown> {
  const master = await masterNow(rows)
  const { rows: found, ...ends } = await pageOf(byPlace, asked, ({ where, ...part }) => rows.dataKey.findMany({ where, ...part, select: { tenantId: true, createdAt: true, wrappedAt: true, wrappedBy: true, destroyedAt: true } }))
  return {
    rows: found.map(({ tenantId, createdAt, wrappedAt, wrappedBy, destroyedAt }) => ({
      place: tenantId, madeAt: createdAt.toISOString(), wrappedAt: destroyedAt === null ? wrappedAt.toISOString() : null,
      renewsAt: destroyedAt === null ? dueAt(wrappedAt, dataKeyDays).toISOString() : null, byNow: destroyedAt === null && wrappedBy === master?.name, destroyedAt: destroyedAt?.toISOString() ?? null,
    })),
    masterSince: master?.since.toISOString() ?? null, ...ends,
  }
}
