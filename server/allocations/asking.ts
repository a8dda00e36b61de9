import type { Effects } from '~/server/admission/decide-effects'
import type { State, Wish } from '~/server/admission/facts'
import type { Asking } from '~/server/database/lane-requests'
import { rolesIn } from '~/server/requests/decide-rule'
import { digestOf, type Json } from '~/server/shared/canonical'
import { decideTerms } from './decide-terms'

/** What somebody is asked about a wish that is held: its terms as the policies of now have them, and by which rule they answer. */
export function askingFor(wish: Wish, tenant: State['tenant'], effects: Effects, reason: string | null): ((allocation: string, policies: string) => Asking) | undefined {
  const { rule, heldUntil, byRule } = effects
  if (!rule || !heldUntil) return undefined
  return (allocation, policies) => {
    const terms = { kind: 'allocation.admit', version: 1, ...decideTerms(allocation, wish, tenant, effects, policies) } as unknown as Json
    const { name, class: of, pods, each, models, region, hours } = wish
    return {
      kind: 'allocation.admit', level: effects.approver ?? 'tenant', subject: name, rule: rule as unknown as Json, asked_roles: rolesIn(rule), purpose: wish.purpose, deadline: heldUntil, by_rule: byRule ? 'due' : null, terms, digest: digestOf(terms),
      payload: { tenant: wish.tenant, namespace: wish.namespace, allocation, name, class: of, pods, each, models: [...models], region, hours, reason: reason ?? '' },
    }
  }
}
