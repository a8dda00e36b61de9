import { paths } from '~/components/shell/paths'
import { thresholdEntry } from '~/server/audit/entry'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { noteAccess } from '~/server/database/note-access'
import { adminsOf } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { eachAlone } from '~/server/shared/alone'
import { decidePairTelling, type PairMark, pairStateAt } from './decide-pair'
import { labelOf, pairRecorded, type PairRow } from './pair'

const atOnce = 50
const dayMs = 24 * 3_600_000
/** What happened longer ago than that is news to nobody. */
const newsMs = 7 * dayMs
const days: Readonly<Record<string, string>> = { week: '7', day: '1' }
const verbs: Readonly<Record<string, string>> = { in_force: 'allow', refused: 'refuse', lapsed: 'lapse', ended: 'end' }

/** Says to the admins of whichever side did not do it what became of a pair, and to those of both that it ends. It stands in that side's record, too: the deed stands in the other's. */
export async function tellOfPairs(lease: string): Promise<number> {
  const told = await eachAlone((await lookUnderLease(lease, { loop: 'pairs' }, findNews)) ?? [], (pair) => tellOf(lease, pair))
  return told.reduce((sum, some) => sum + some, 0)
}
async function tellOf(lease: string, pair: PairRow): Promise<number> {
  const { due, tell: marks } = decidePairTelling(pair, new Date())
  for (const mark of marks) {
    const tenants = whom(pair, mark)
    // With the last who is told it is written down; said again it is the same notice, so what a process did not get to is told to nobody twice.
    for (const tenant of tenants) {
      await underLease(lease, { loop: 'pairs', tenant, namespaces: '*' }, async (sql) => {
        await tellIn(sql, tenant, pair, mark)
        if (tenant === tenants.at(-1)) await markTold(sql, pair, [mark])
      })
    }
  }
  await underLease(lease, { loop: 'pairs' }, async (sql) => markTold(sql, pair, due.filter((mark) => !marks.includes(mark))))
  return marks.length
}
const markTold = ({ pair }: Transaction, { id }: PairRow, marks: readonly PairMark[]) => (marks.length === 0 ? null : pair.updateMany({ where: { id }, data: { told: { push: [...marks] } } }))

/** Whose deed it was knows of it. */
function whom({ tenantId, otherTenant, endedIn }: PairRow, mark: PairMark): string[] {
  if (mark === 'decided') return [tenantId]
  return mark === 'ended' ? [endedIn === tenantId ? otherTenant : tenantId] : [tenantId, otherTenant]
}

async function findNews({ pair }: Transaction): Promise<PairRow[]> {
  const now = new Date()
  const [since, toldNot] = [new Date(now.getTime() - newsMs), (mark: PairMark) => ({ NOT: { told: { has: mark } } })]
  const lasts = { answer: 'yes', endedAt: null }
  return pair.findMany({
    where: {
      OR: [
        { answeredAt: { gt: since }, ...toldNot('decided') }, { answer: null, endedAt: null, lapsesAt: { lte: now, gt: since }, ...toldNot('decided') },
        { answer: 'yes', endedAt: { gt: since }, NOT: [{ endedBecause: 'replaced' }, { told: { has: 'ended' } }] },
        { ...lasts, until: { gt: now, lte: new Date(now.getTime() + 7 * dayMs) }, ...toldNot('week') }, { ...lasts, until: { gt: now, lte: new Date(now.getTime() + dayMs) }, ...toldNot('day') },
      ],
    },
    orderBy: [{ offeredAt: 'asc' }, { id: 'asc' }], take: atOnce,
  })
}

async function tellIn(sql: Transaction, tenant: string, pair: PairRow, mark: PairMark): Promise<void> {
  const now = new Date()
  const state = mark === 'decided' && pair.answer === 'yes' ? 'in_force' : pairStateAt(pair, now)
  const [kind, body] = mark === 'decided' ? (['pair_decided', { state }] as const) : mark === 'ended' ? (['pair_ended', { by: pair.endedIn, state: pair.endedBecause }] as const) : (['pair_ends', { days: days[mark] ?? null }] as const)
  await tell(sql, await adminsOf(sql, tenant, now), kind, { label: labelOf(pair), ...body }, paths.pairs(tenant), { needs: { action: 'pairs.list', tenant }, once: `${pair.id} ${mark}` })
  if (mark === 'week' || mark === 'day') return
  const entry = thresholdEntry({ verb: verbs[state] ?? state, resource: 'pairs', name: pair.id, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: pair.id } })
  await noteAccess(sql, { ...entry, tenant, context: { ...pairRecorded(pair, now), state, reason: pair.reason } })
}
