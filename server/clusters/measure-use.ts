import { underLease } from '~/server/database/lease'
import { slotOf } from './slot'
import { takeSample } from './take-sample'

/** A week of the highest of each hour and of the days of an allocation is what is asked for, and of a place a month: of its days to be drawn, and of its hours to be billed. */
const kept = { hours: 8 * 24, days: 8, spanDays: 40 }

/**
 * Looks at everything once in a slot of ten minutes, and never twice: what is found stands for all of it. A slot in which nobody looked stays unknown. Answers whether it looked.
 */
export async function measureUse(lease: string, now: Date = new Date()): Promise<boolean> {
  return (await underLease(lease, { loop: 'fleet' }, async (sql) => {
    const at = slotOf(now)
    if ((await sql.$executeRaw`INSERT INTO use_slot (at) VALUES (${at}) ON CONFLICT DO NOTHING`) === 0) return false
    await takeSample(sql, at, now)
    await sql.$executeRaw`DELETE FROM use_day WHERE day < (now() AT TIME ZONE 'UTC')::date - ${kept.days}::int`
    await sql.$executeRaw`DELETE FROM pod_use WHERE day < (now() AT TIME ZONE 'UTC')::date - ${kept.days}::int`
    await sql.$executeRaw`DELETE FROM use_peak WHERE hour < now() - make_interval(hours => ${kept.hours})`
    await sql.$executeRaw`DELETE FROM use_span WHERE span IN ('hour', 'day') AND since < now() - make_interval(days => ${kept.spanDays})`
    await sql.$executeRaw`DELETE FROM use_slot WHERE at < now() - make_interval(days => ${kept.spanDays})`
    return true
  })) ?? false
}
