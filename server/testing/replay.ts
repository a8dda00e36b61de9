import type { Decider } from '~/server/admission/decider'
import type { OwnDeed } from '~/server/admission/item'
import type { Policy, State } from '~/server/admission/facts'
import { keptOf } from '~/server/admission/kept'
import { expireAllocation, failAllocation, preemptAllocation, reclaimAllocation, releaseAllocation, runAllocation } from '~/server/allocations/change-allocation'
import { answerAllocation } from '~/server/allocations/answer-allocation'
import { answerExtension } from '~/server/allocations/answer-extension'
import { giveBackAllocation } from '~/server/allocations/give-back'
import { growBackAllocation } from '~/server/allocations/grow-back'
import { shrinkAllocation } from '~/server/allocations/shrink-allocation'
import { startAllocation } from '~/server/allocations/start-allocation'
import { correctAccount } from '~/server/reconciliation/correct-account'
import { commandOf } from '~/server/api/router'
import { connectAs, type World } from './world'

/** What the engine decides by itself, and by what. */
export const ownDeeds: Record<OwnDeed, unknown> = { 'allocations.answer': answerAllocation, 'allocations.answerExtension': answerExtension, 'allocations.expire': expireAllocation, 'allocations.fail': failAllocation, 'allocations.giveBack': giveBackAllocation, 'allocations.growBack': growBackAllocation, 'allocations.preempt': preemptAllocation, 'allocations.reclaim': reclaimAllocation, 'allocations.release': releaseAllocation, 'allocations.run': runAllocation, 'allocations.shrink': shrinkAllocation, 'allocations.start': startAllocation, 'reconciliation.correct': correctAccount }

type Facts = { readonly state?: Partial<State> }
/** Decides every decision of a world again, from its facts under its policies, and tells which did not come to the same bytes. None is a fault of the test's. `see` is shown the facts of each. */
export async function replayed({ organisation, a, b }: World, see: (facts: Facts) => void = () => undefined): Promise<string[]> {
  const sql = await connectAs('engine')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [organisation, [a, b].join(',')])
    const { rows } = await sql.query('SELECT d.id, action, facts, outcome, p.body FROM decision d JOIN policy_set p ON p.digest = d.policies')
    if (rows.length === 0) throw new Error('nothing was decided')
    for (const { facts } of rows) see(JSON.parse(facts) as Facts)
    return rows.filter(({ action, facts, outcome, body }) => keptOf(deciderOf(action).decide(JSON.parse(facts) as never, JSON.parse(body) as Policy)) !== outcome).map(({ id, action }) => `${action} ${id}`)
  } finally {
    await sql.end()
  }
}

function deciderOf(action: string): Decider<never, never, unknown> {
  const declared = action in ownDeeds ? { decider: ownDeeds[action as OwnDeed] } : commandOf(action)
  if (!declared || !('decider' in declared)) throw new Error(`${action} is decided by nobody`)
  return declared.decider as Decider<never, never, unknown>
}
