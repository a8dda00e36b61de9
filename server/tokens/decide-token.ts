import type { ActionSpec } from '~/server/authorization/actions'

export const tokensMost = 20
export const longestDays = 90
/** A machine does not come in, confirm, or change who somebody is; those are a person's own. Nothing is watched either: it asks again. */
export const isForMachines = ({ on, effect, watches }: ActionSpec): boolean => on !== 'threshold' && !watches && (on !== 'self' || effect === 'read')

export type MakeRefusal = 'not_for_machines' | 'not_theirs' | 'too_many'
export type MakeDecision = { ok: true } | { ok: false; refusal: MakeRefusal }

/** `roles` are those that its owner holds anywhere: whether they reach a place is asked at each call, as it is then. */
export function decideToken(actions: readonly ActionSpec[], roles: readonly { role: string; tenant: string | null }[], open: number): MakeDecision {
  if (!actions.every(isForMachines)) return { ok: false, refusal: 'not_for_machines' }
  const holds = (spec: ActionSpec) => !('roles' in spec) || roles.some(({ role, tenant }) => (tenant === null) === (spec.on === 'platform') && (spec.roles as readonly string[]).includes(role))
  if (!actions.every(holds)) return { ok: false, refusal: 'not_theirs' }
  return open >= tokensMost ? { ok: false, refusal: 'too_many' } : { ok: true }
}
