import { z } from 'zod'
import { type MonthWaits, monthWaits } from '~/server/audit/months/decide-month'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import { type MonthState, stateOfMonth } from './decide-retention'

/** `month` is as 2026-01. Of one that was taken away, `digest` is that of the file that it was written out to, in hexadecimal. */
export type MonthShown = {
  month: string; state: MonthState; waits: MonthWaits | null; records: string; bytes: string; sealed: boolean; compared: boolean; holds: number; keptUntil: string; lookedAt: string
  takenAt: string | null; file: string | null; digest: string | null
}
const newest = { by: [['month', 'moment']], way: 'desc' } as const satisfies Order
export const ListMonths = z.strictObject({ ...Paged })
const isWaits = (word: string): word is MonthWaits => (monthWaits as readonly string[]).includes(word)

/** As each was last looked at, which is once a minute while an engine runs. */
export async function listMonths({ rows, now }: PlatformReader, asked: z.infer<typeof ListMonths>): Promise<Page<MonthShown>> {
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.recordMonth.findMany({ where, ...part }))
  return {
    rows: found.map(({ month, records, bytes, sealed, compared, holds, keptUntil, waits, lookedAt, takenAt, file, digest }) => ({
      month: month.toISOString().slice(0, 7), state: stateOfMonth({ month, keptUntil, waits, takenAt }, now), waits: waits !== null && isWaits(waits) ? waits : null, records: String(records), bytes: String(bytes), sealed, compared, holds,
      keptUntil: keptUntil.toISOString(), lookedAt: lookedAt.toISOString(), takenAt: takenAt?.toISOString() ?? null, file, digest: digest && Buffer.from(digest).toString('hex'),
    })),
    ...ends,
  }
}
