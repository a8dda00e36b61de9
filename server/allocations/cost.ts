import type { Decision } from '~/server/admission/decide'
import type { Policy, State, Wish } from '~/server/admission/facts'
import { known } from '~/server/admission/known'
import { modelsFor } from '~/server/admission/placement/seek'
import { type Cost, decideCost, modelsPriced } from '~/server/prices/decide-cost'
import { isIsolationLevel } from '~/server/tenants/isolation'

/** What it would cost, by the prices of now; null where nothing would be given, or none are set. */
export function costOf({ state, wish }: { readonly state: State; readonly wish: Wish }, { verdict, effects: { amounts, hours, regions } }: Decision, policy: Policy): Cost | null {
  const isolation = isIsolationLevel(state.tenant.isolationLevel) ? state.tenant.isolationLevel : 4
  const models = modelsPriced({ named: wish.models, could: modelsFor(known.mirror, { tenant: state.tenant.id, isolation, regions }) })
  return verdict === 'refuse' ? null : decideCost(policy.prices ?? null, { amounts, models, isolation, hours })
}
