/** A yes to many at once is a yes to each of them, said as it is said to one: by the same decisions, one by one, or to none. */
import { z } from 'zod'
import { Digest, Handle, Uuid } from '~/server/api/inputs'
import { eachOf, type StepUpAction } from '~/server/authorization/actions'
import type { About, PlatformWriter, TenantWriter } from '~/server/database/deed'
import { BatchStatement } from '~/server/receipts/receipt'
import { inOrder, togetherOf } from '~/server/receipts/statement'
import { digestOf, type Json } from '~/server/shared/canonical'
import { type Judge, judgeYes, type Sayable, sayYes, type Voting } from './answer-request'
import type { ApproveRefusal } from './decide-request'
import { type AloneRefusal, decideTogether, togetherMost } from './decide-together'
import { type KindRefusal, kindOf } from './kinds'
import { type RequestStanding, togetherNow } from './request'
import { requestRefusals } from './request.refusals'

const Items = z.array(z.strictObject({ request: Uuid, terms: Digest })).min(1).max(togetherMost)
  .refine((items) => new Set(items.map(({ request }) => request.toLowerCase())).size === items.length, 'names each request once')
export const ApproveTogether = z.strictObject({ items: Items })
export const ApproveTogetherInTenant = z.strictObject({ tenant: Handle, items: Items })

type Item = z.infer<typeof Items>[number]
/** What stands in the way of one that was signed is told with it, once somebody has tried to do it. */
type SignedOne = RequestStanding & { undone: { refusal: string; says: string | null } | null }
type Signed = { signed: SignedOne[] }
type Outcome = { readonly impossible: About } | { readonly change: { before: Json; after: Json }; readonly value: Signed }
type Many = Voting & Pick<PlatformWriter<'requests.approveTogether'>, 'recordEach'>

/** All of them stand still before any is answered, in one order whoever signs: two who sign some of the same wait for one another, and neither waits for ever. */
async function approveMany(tx: Many, each: StepUpAction | null, tenant: string | null, items: readonly Item[]): Promise<Outcome> {
  if (each === null) throw new Error('many are many of something')
  const devicesMost = await togetherNow(tx)
  const judge: Judge<ApproveRefusal | AloneRefusal> = (request, by, held) => decideTogether(request, by, held && kindOf(held.request.kind).stake(held.request.payload, held.request.termsBody), devicesMost)
  const judged: { item: Item; yes: Sayable }[] = []
  const impossible: { field: string; says: string }[] = []
  for (const item of inOrder(items)) {
    const yes = await judgeYes(tx, tenant, item, judge)
    if (yes.ok) judged.push({ item, yes })
    else impossible.push({ field: item.request, says: saysOf(yes.refusal) })
  }
  if (impossible.length > 0) return { impossible }

  const { evidence, itemOf } = signedBy(tx, judged.map(({ item, yes: { held: { request } } }) => ({ request: item.request, terms: request.termsBody as Json, termsDigest: item.terms, action: each, inputDigest: digestOf(inputOf(tenant, item)) })))
  const signed: SignedOne[] = []
  for (const [at, { item, yes }] of judged.entries()) {
    // What was said before is done by whoever says it again, and not among others.
    const { change, value } = await sayYes(tx, { ...yes, finishes: !yes.done }, { ...evidence, item: itemOf(at) })
    if (!yes.done) await tx.recordEach({ input: inputOf(tenant, item), change, value, item: itemOf(at) })
    signed.push({ ...value, undone: null })
  }
  return { change: { before: null, after: { requests: signed.map(({ request }) => request) } }, value: { signed } }
}
const saysOf = (refusal: ApproveRefusal | AloneRefusal | KindRefusal) => requestRefusals[refusal].says
const inputOf = (tenant: string | null, item: Item) => (tenant === null ? item : { tenant, ...item })

/** What was signed is the root of the tree of what is done, leaf by leaf: it is put together again out of the rows that now stand still. */
function signedBy({ factor, actor }: Voting, agreed: Parameters<typeof togetherOf>[0]) {
  const evidence = (factor?.evidence ?? {}) as { readonly [name: string]: Json }
  const { session, nonce, expiresAt, ...about } = BatchStatement.parse(evidence.about)
  if (session !== actor.sessionId) throw new Error('many were signed in another session')
  const together = togetherOf(agreed, actor.personId, { session, nonce, expiresAt })
  const { root, count, approver, decision } = together.about
  if (about.root !== root || about.count !== count || about.approver !== approver || about.decision !== decision) throw new Error('what was signed is not what would be done')
  return { evidence, itemOf: together.itemOf }
}

export async function approveTogether(tx: PlatformWriter<'requests.approveTogether'>, { items }: z.infer<typeof ApproveTogether>) {
  const outcome = await approveMany(tx, eachOf('requests.approveTogether'), null, items)
  return 'impossible' in outcome ? tx.refuse('not_together', outcome.impossible) : tx.record(outcome.change, outcome.value)
}
export async function approveTogetherInTenant(tx: TenantWriter<'requests.approveTogetherInTenant'>, { items }: z.infer<typeof ApproveTogetherInTenant>) {
  const outcome = await approveMany(tx, eachOf('requests.approveTogetherInTenant'), tx.tenant, items)
  return 'impossible' in outcome ? tx.refuse('not_together', outcome.impossible) : tx.record(outcome.change, outcome.value)
}
