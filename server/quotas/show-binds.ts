import { z } from 'zod'
import type { Showing } from '~/server/admission/decider'
import { AmountText, Handle, Resource } from '~/server/api/inputs'
import type { AccountFacts } from '~/server/ledger/account'
import { decideFit, type Fit } from '~/server/ledger/decide-fit'
import { type Bound, decideBinds } from './decide-binds'

/** What somebody would ask for, of what class, and where. */
export const WhatBinds = z.strictObject({ tenant: Handle, namespace: Handle, class: Handle, resource: Resource, amount: AmountText })
type WhatBinds = z.infer<typeof WhatBinds>
type Facts = { readonly accounts: readonly AccountFacts[]; readonly ahead: readonly string[]; readonly wanted: Readonly<Record<string, string>> }

/** By the walk that decides whether a wish fits, over the same accounts, with who comes first. Nothing is written. */
export const whatBinds: Showing<WhatBinds, Facts, { readonly fits: readonly Fit[] }, { levels: Bound[] }> = {
  seeks: ({ tenant, namespace, class: of }) => ({ tenant, namespace, class: of, name: 'asked' }),
  facts: (seen, { resource, amount }) => ({ accounts: seen.accounts([resource]), ahead: seen.ahead, wanted: { [resource]: amount } }),
  decide: ({ accounts, ahead, wanted }) => decideFit(accounts, wanted, new Set(ahead)),
  shows: (_facts, { fits }, _policy, reach) => ({ levels: decideBinds(fits, reach) }),
}
