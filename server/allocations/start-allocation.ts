import { decide, type Decision, unseen } from '~/server/admission/decide'
import type { Decider } from '~/server/admission/decider'
import type { Asker, Wish } from '~/server/admission/facts'
import { nothingMoved } from '~/server/ledger/account'
import type { Json } from '~/server/shared/canonical'
import type { AdmissionReason } from './allocation.refusals'
import { type CreateFacts, factsFor } from './create-allocation'
import { askingFor } from './asking'
import type { AllocationState } from './decide-life'

type Started = { allocation: string; state: AllocationState }
type StartFacts = CreateFacts & { readonly allocation: string; readonly since: string | null }

/** The turn of one that waits: its own wish, of who asked as they were then, decided again; how many others wait was asked when it came. What is refused for anything but room is over; what needs a yes by now asks for it. */
export const startAllocation: Decider<{ tenant: string; allocation: string }, StartFacts, Decision, Started, AdmissionReason> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  // Its nodes are looked for when its turn has come; where there are none, or there is a disaster where it would be, it goes on waiting, and nothing is written.
  again: ({ trace, effects }) => trace.some(({ check, outcome, reason }) => (check === 'placement' && outcome !== 'passes' && reason !== 'not_on_nodes') || (check === 'residency' && outcome === 'holds' && effects.approver === null)),
  facts(seen) {
    const row = seen.allocation
    if (!row?.wish) throw new Error('what does not wait has no turn')
    const { wish, asker } = JSON.parse(row.wish) as { wish: Wish; asker: Asker }
    const { state, now } = factsFor({ ...seen, asker, nameTaken: false, pending: 0 }, wish)
    return { state: { ...state, approved: row.approved_by !== null }, wish, now, allocation: row.id, since: row.waiting_since }
  },
  decide: ({ state, wish, now }, policy) => decide(state, wish, policy, now),
  ...unseen,
  settle({ allocation, since, now, wish, state: { tenant } }, { verdict, reason, effects }) {
    const state = verdict === 'admit' ? 'admitted' : verdict === 'refuse' ? 'refused' : effects.approver === null ? 'waiting' : 'held'
    const resources = Object.keys(effects.amounts).sort()
    const size = { resources, amounts: resources.map((resource) => effects.amounts[resource] ?? '0'), devices: effects.devices }
    const change = {
      admit: { state, ...size, waiting_since: null, held_until: null, admitted_at: now, ends_at: effects.endsAt, burst: effects.burst, region: effects.placement?.region ?? null, placement: effects.placement as unknown as Json },
      hold: state === 'waiting' ? null : { state, ...size, waiting_since: effects.waits ? since : null, held_until: effects.heldUntil },
      refuse: { state, waiting_since: null, ended_at: now },
    }[verdict]
    return {
      verdict, reason, amounts: effects.amounts, posting: verdict === 'refuse' ? nothingMoved : effects.posting, make: null, change, victims: effects.victims, asks: askingFor(wish, tenant, effects, reason),
      effect: { before: { state: 'waiting' }, after: { state, amounts: effects.amounts } }, answer: () => ({ ok: true, value: { allocation, state } }),
    }
  },
}
