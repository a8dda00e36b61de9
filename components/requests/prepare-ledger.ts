import { amountsOf, fieldsOf, listOf, textOf } from '~/components/allocations/saw'
import type { Line } from '~/server/admission/facts'

/** One resource of one account on the way: what is taken of how much, now and after a yes. Figures are null where they are not the reader's to know, which leaves whether it fits. */
export type LedgerLine = { level: string; account: string; resource: string; fits: boolean; figures: { before: string; after: string; hard: string; nominal: string; /** Its ceiling now, where that becomes another. */ hardNow?: string } | null }

/** By the line of the check of quota, which looked at every account without this promise: what is used, promised to others, and seen without an explanation is taken before it. */
export function prepareLedger(trace: readonly Line[]): LedgerLine[] {
  const { requested, fits } = fieldsOf(trace.find(({ check }) => check === 'quota')?.saw)
  const asked = new Map(amountsOf(requested))
  return listOf(fits).flatMap((one) => {
    const { level, account, resource, fits: is, figures } = fieldsOf(one)
    const { nominal, hard, used, held, unexplained = '0' } = Object.fromEntries(amountsOf(figures))
    const more = asked.get(textOf(resource)) ?? '0'
    if (more === '0') return []
    const known = nominal === undefined || hard === undefined || used === undefined || held === undefined ? null : { nominal, hard, before: BigInt(used) + BigInt(held) + BigInt(unexplained) }
    return [{
      level: textOf(level), account: textOf(account).replace(/^platform\//, ''), resource: textOf(resource), fits: is === true,
      figures: known && { before: String(known.before), after: String(known.before + BigInt(more)), hard: known.hard, nominal: known.nominal },
    }]
  })
}
