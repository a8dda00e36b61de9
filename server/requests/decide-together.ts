import { type AnswerDecision, type Answerable, type ApproveRefusal, type Approving, decideApproval } from './decide-request'

/** So many are signed with one tap at most: as many as somebody can still look at. */
export const togetherMost = 50
/** What whoever says yes puts at stake: how many devices are given, how much that runs is stopped for it, and whether it is a part of what would have been large if it had been asked for at once. */
export type Stake = { readonly devices: bigint; readonly stops: number; readonly isPart: boolean }
export type AloneRefusal = 'kind_alone' | 'devices_alone' | 'part_alone' | 'stops_alone'

/** Why a request is signed by itself, or not at all; null where it may be signed with others. A kind that does not say what is at stake in it is always signed by itself. */
export function decideAlone(stake: Stake | null, devicesMost: number): AloneRefusal | null {
  if (stake === null) return 'kind_alone'
  if (stake.stops > 0) return 'stops_alone'
  if (stake.isPart) return 'part_alone'
  return stake.devices > BigInt(devicesMost) ? 'devices_alone' : null
}

/** One of many: whatever would stand in the way of a yes by itself does, and then whatever keeps it from being one of many. A code signs nothing, so it does not sign a tree. */
export function decideTogether(request: Answerable | null, by: Approving, stake: Stake | null, devicesMost: number): AnswerDecision<ApproveRefusal | AloneRefusal> {
  const decision = decideApproval(request, by)
  if (!decision.ok || decision.done) return decision
  const alone = decideAlone(stake, devicesMost)
  if (alone !== null) return { ok: false, refusal: alone }
  return by.factor === 'passkey' ? decision : { ok: false, refusal: 'passkey_required' }
}
