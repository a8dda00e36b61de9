import { z } from 'zod'
import type { Decider } from '~/server/admission/decider'
import { AmountText, Handle, named, Resource } from '~/server/api/inputs'
import { amountMax } from '~/server/shared/amount'
import { type AccountFacts, nothingMoved } from '~/server/ledger/account'

const CorrectAccount = z.strictObject({ tenant: Handle, namespace: Handle, unexplained: named(Resource, AmountText) })
type CorrectFacts = { readonly accounts: readonly AccountFacts[]; readonly unexplained: Readonly<Record<string, string>>; readonly now: string }
type Correction = { readonly before: Readonly<Record<string, string>>; readonly after: Readonly<Record<string, string>>; readonly moves: Readonly<Record<string, string>> }

/**
 * What was seen in a namespace beyond any grant is to stand in its account: so much, not so much more, and therefore to say it again moves nothing. Everything above moves
 * by what the namespace does. Of what there is no quota, nothing can stand anywhere.
 */
export function decideCorrection({ accounts, unexplained }: CorrectFacts): Correction {
  const standing = accounts.find(({ level }) => level === 'namespace')?.standing ?? {}
  const known = Object.keys(unexplained).filter((resource) => Object.hasOwn(standing, resource)).sort()
  const of = (amountOf: (resource: string) => string) => Object.fromEntries(known.map((resource) => [resource, amountOf(resource)]))
  const stands = (resource: string) => standing[resource]?.[4] ?? '0'
  // No more than every account on the way can hold: what a cluster says has no bound that adds up.
  const becomes = (resource: string) => accounts.reduce((least, { standing: at }) => {
    const [, , used = '0', held = '0', beyond = '0'] = at[resource] ?? []
    const most = amountMax - BigInt(used) - BigInt(held) - BigInt(beyond) + BigInt(stands(resource))
    return least < most ? least : most
  }, BigInt(unexplained[resource] ?? '0'))
  return { before: of(stands), after: of((resource) => String(becomes(resource))), moves: of((resource) => String(becomes(resource) - BigInt(stands(resource)))) }
}

export const correctAccount: Decider<z.infer<typeof CorrectAccount>, CorrectFacts, Correction, { moved: boolean }, never> = {
  seeks: ({ tenant, namespace }) => ({ tenant, namespace, class: '', name: '' }),
  facts: (seen, { unexplained }) => ({ accounts: seen.accounts(Object.keys(unexplained)), unexplained, now: seen.now }),
  decide: decideCorrection,
  settle: (_facts, { before, after, moves }) => ({
    verdict: 'admit', reason: null, amounts: after, posting: nothingMoved, unexplained: moves, make: null, change: null, effect: { before: { unexplained: before }, after: { unexplained: after } },
    answer: () => ({ ok: true, value: { moved: Object.values(moves).some((amount) => amount !== '0') } }),
  }),
}
