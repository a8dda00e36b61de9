/** Looks, four times an hour, at who answers whom: of four weeks. Two who let each other through, where others could have, are told of once a week. */
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { answeredDaysLeast, answerEachOther, type EachOther } from './decide-each-other'

const [weekMs, lookedBackMs] = [7 * 24 * 3_600_000, 28 * 24 * 3_600_000]
type Found = EachOther & { readonly place: string; readonly one: string; readonly other: string }

export async function watchYeses(lease: string, now: Date = new Date()): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => {
    const found = await sql.$queryRaw<Found[]>`SELECT place, one::text, other::text, days_of_one AS "daysOfOne", days_of_other AS "daysOfOther", others FROM answered_each_other(${new Date(now.getTime() - lookedBackMs)}, ${answeredDaysLeast}::int)`
    for (const { place, one, other, ...each } of found) {
      if (answerEachOther(each)) await raiseOnce(sql, 'authorization.answer_each_other', `${place} ${one} ${other} ${Math.floor(now.getTime() / weekMs)}`, { ...(place === 'platform' ? {} : { tenant: place }), people: [one, other], days: Math.min(each.daysOfOne, each.daysOfOther) })
    }
  })
}
