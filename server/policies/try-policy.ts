import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { policyFrom, tenantPolicies } from '~/server/admission/policy'
import { policiesNow } from '~/server/admission/policy-now'
import type { CreateFacts } from '~/server/allocations/create-allocation'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { type Compared, compareUnder, decideTrial, type Trial } from './decide-trial'
import { findWishes } from './find-wishes'

/** The latest so many wishes, or as many of them as there is time for; others are answered in between. */
const [triedMost, togetherMost, triedMs] = [500, 10, 1_500]
const trying = <K extends keyof typeof tenantPolicies>(kind: K) => z.strictObject({ tenant: Handle, kind: z.literal(kind), body: tenantPolicies[kind].schema })
/** What a tenant says of itself and wishes are decided by. */
export const TryPolicy = z.discriminatedUnion('kind', [trying('rules'), trying('profiles'), trying('by-rule')])

export async function tryPolicy(db: TenantReader, { kind, body }: z.infer<typeof TryPolicy>): Promise<Trial> {
  const held = await policiesNow(db, db.tenant)
  const draft = [...held.filter((row) => row.tenant === null || row.kind !== kind), { tenant: db.tenant, kind, body: body as Json }]
  const past = await findWishes(db, triedMost)
  const [policy, other] = [policyFrom(held), policyFrom(draft)]
  const compared: Compared[] = []
  for (const until = performance.now() + triedMs; compared.length < past.length && performance.now() < until; await setImmediate()) {
    compared.push(...past.slice(compared.length, compared.length + togetherMost).map(({ allocationId, at, facts }) =>
      compareUnder({ allocation: allocationId, at: at.toISOString(), facts: JSON.parse(facts) as CreateFacts }, policy, other)))
  }
  return decideTrial(compared)
}
