import { z } from 'zod'
import type { PlatformReader } from '~/server/database/read'
import { dataKeyDays, dueAt, masterDays } from '~/server/keys/decide-renewal'
import { masterNow } from '~/server/keys/master'

export const ListDue = z.strictObject({})
export type DueKind = 'erasure' | 'month' | 'review' | 'master_key' | 'data_key' | 'wrapping'
/** `of` is the tenant, the month, or null what is the platform's own. */
export type Due = { kind: DueKind; of: string | null; at: string; isLate: boolean }
/** `masterSince` is since when the master key of now is in use; null while no engine has said. */
type DueRead = { until: string; due: Due[]; more: boolean; masterSince: string | null; oldKeys: number; keys: number }

const dayMs = 24 * 3_600_000
const [aheadDays, eachMost] = [90, 50]

/** What falls due in the coming quarter of a year, and what is late: of each kind the first so many. */
export async function listDue({ rows, now }: PlatformReader, _: z.infer<typeof ListDue>): Promise<DueRead> {
  const until = new Date(now.getTime() + aheadDays * dayMs)
  const most = { take: eachMost + 1 }
  const erasures = await rows.erasure.findMany({ where: { dueAt: { lte: until }, takenBackAt: null, erasedAt: null }, orderBy: { dueAt: 'asc' }, select: { tenantId: true, dueAt: true }, ...most })
  const months = await rows.recordMonth.findMany({ where: { keptUntil: { lte: until }, takenAt: null }, orderBy: { month: 'asc' }, select: { month: true, keptUntil: true }, ...most })
  const reviews = await rows.review.findMany({ where: { deadline: { lte: until }, closedAt: null }, orderBy: { deadline: 'asc' }, select: { tenantId: true, deadline: true }, ...most })
  const master = await masterNow(rows)
  const keys = await rows.dataKey.count({ where: { destroyedAt: null } })
  const oldKeys = master ? await rows.dataKey.count({ where: { destroyedAt: null, wrappedBy: { not: master.name } } }) : 0
  const renewal = master && dueAt(master.since, masterDays)
  const oldest = await rows.dataKey.findFirst({ where: { destroyedAt: null }, orderBy: { wrappedAt: 'asc' }, select: { wrappedAt: true } })
  const firstKey = oldest && dueAt(oldest.wrappedAt, dataKeyDays)
  const found: { kind: DueKind; of: string | null; at: Date }[] = [
    ...erasures.slice(0, eachMost).flatMap(({ tenantId, dueAt }) => (dueAt === null ? [] : [{ kind: 'erasure' as const, of: tenantId, at: dueAt }])),
    ...months.slice(0, eachMost).map(({ month, keptUntil }) => ({ kind: 'month' as const, of: month.toISOString().slice(0, 7), at: keptUntil })),
    ...reviews.slice(0, eachMost).map(({ tenantId, deadline }) => ({ kind: 'review' as const, of: tenantId, at: deadline })),
    ...(renewal && renewal <= until ? [{ kind: 'master_key' as const, of: null, at: renewal }] : []),
    ...(firstKey && firstKey <= until ? [{ kind: 'data_key' as const, of: null, at: firstKey }] : []),
    ...(oldKeys > 0 ? [{ kind: 'wrapping' as const, of: null, at: master?.since ?? now }] : []),
  ]
  return {
    until: until.toISOString(), due: found.sort((one, other) => one.at.getTime() - other.at.getTime()).map(({ at, ...due }) => ({ ...due, at: at.toISOString(), isLate: at <= now })),
    more: [erasures, months, reviews].some(({ length }) => length > eachMost), masterSince: master?.since.toISOString() ?? null, oldKeys, keys,
  }
}
