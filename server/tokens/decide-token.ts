import { type Action, type ActionSpec, specOf } from '~/server/authorization/actions'
import { gives } from '~/server/authorization/compose'
import type { Binding } from '~/server/identity/actor'

export const tokensMost = 20
export const longestDays = 90
/** A machine does not come in, confirm, or change who somebody is; those are a person's own. Nothing is watched either: it asks again. */
export const isForMachines = ({ on, effect, watches }: ActionSpec): boolean => on !== 'threshold' && !watches && (on !== 'self' || effect === 'read')

export type MakeRefusal = 'not_for_machines' | 'not_theirs' | 'too_many'
export type MakeDecision = { ok: true } | { ok: false; refusal: MakeRefusal }

/** `held` is what its owner holds anywhere: whether they reach a place is asked at each call, as it is then. */
export function decideToken(actions: readonly Action[], held: readonly Binding[], open: number): MakeDecision {
  if (!actions.every((action) => isForMachines(specOf(action)))) return { ok: false, refusal: 'not_for_machines' }
  const holds = (action: Action) => {
    const spec = specOf(action)
    return !('roles' in spec) || held.some((binding) => (binding.tenant === null) === (spec.on === 'platform') && gives(binding, action, spec.roles))
  }
  if (!actions.every(holds)) return { ok: false, refusal: 'not_theirs' }
  return open >= tokensMost ? { ok: false, refusal: 'too_many' } : { ok: true }
}
