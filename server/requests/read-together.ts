import { z } from 'zod'
import { platformPolicies } from '~/server/admission/policy'
import { policyNow } from '~/server/admission/policy-now'
import { Handle, Uuid } from '~/server/api/inputs'
import type { PlatformReader, Reading, TenantReader } from '~/server/database/read'
import { type Cost, decideCost, modelsPriced, type Prices } from '~/server/prices/decide-cost'
import type { Json } from '~/server/shared/canonical'
import { isIsolationLevel } from '~/server/tenants/isolation'
import { decideAppointed } from './decide-appointed'
import type { ApproveRefusal } from './decide-request'
import { type AloneRefusal, decideTogether, togetherMost } from './decide-together'
import { answerableOf, kindOf } from './kinds'
import { answeringOf, togetherNow } from './request'
import { type RequestShown, showRequests } from './show-requests'

const requests = z.array(Uuid).min(1).max(togetherMost)
export const ReadTogether = z.strictObject({ requests })
export const ReadTogetherInTenant = z.strictObject({ tenant: Handle, requests })

/** One of those that were marked, with what would be signed of it; `whyNot` keeps it from being one of many. */
export type OneOfMany = RequestShown & { termsBody: { [name: string]: Json }; devices: string; cost: Cost | null; whyNot: ApproveRefusal | AloneRefusal | null }
/** In the order in which they were marked; those that are not there, or not the reader's to see, are only counted. */
export type Together = { requests: OneOfMany[]; missing: number; devicesMost: number }

async function readMany({ rows, now, actor, modelsGiven, requestAppointments }: Pick<Reading, 'rows' | 'now' | 'actor' | 'modelsGiven' | 'requestAppointments'>, tenant: string | null, ids: readonly string[]): Promise<Together> {
  const found = await rows.request.findMany({ where: { id: { in: [...ids] }, ...(tenant === null ? {} : { tenantId: tenant }) }, include: { words: { where: { kind: { in: ['yes', 'recusal'] } }, orderBy: [{ at: 'asc' }, { id: 'asc' }] } } })
  const [devicesMost, prices, shown] = [await togetherNow({ rows, now }), (await policyNow({ rows, now }, 'prices', platformPolicies.prices)).body, await showRequests(rows, found)]
  const [by, appointments] = [answeringOf(actor, tenant), await requestAppointments(found.map(({ id }) => id))]
  const costs = new Map<string, Cost | null>()
  for (const { id, termsBody } of found) costs.set(id, await costOfTerms(prices, termsBody, modelsGiven))
  const byId = new Map(found.map((row, at) => [row.id, { row, shown: shown[at] }]))
  const marked = [...new Set(ids.map((id) => id.toLowerCase()))]
  return {
    devicesMost, missing: marked.filter((id) => !byId.has(id)).length,
    requests: marked.flatMap((id) => {
      const one = byId.get(id)
      if (!one?.shown) return []
      const { row: { words, ...request }, shown: common } = one
      const stake = kindOf(request.kind).stake(request.payload, request.termsBody)
      const of = answerableOf(request, words, new Date())
      const decision = decideTogether(of, { ...by, terms: request.terms, factor: 'passkey', appointed: decideAppointed(of, by, appointments.get(request.id) ?? []) }, stake, devicesMost)
      return [{ ...common, termsBody: request.termsBody as { [name: string]: Json }, devices: String(stake?.devices ?? 0n), cost: stake && (costs.get(id) ?? null), whyNot: !decision.ok ? decision.refusal : decision.done ? 'already_decided' as const : null }]
    }),
  }
}
const Priced = z.object({ tenant: z.string(), regions: z.array(z.string()), amounts: z.record(z.string(), z.string()), models: z.array(z.string()), isolation: z.number(), hours: z.number() })
/** By the prices of now, as the sheet of one says it; where any model would do, from the least of those that could be given to the most. */
async function costOfTerms(prices: Prices | null, terms: unknown, modelsGiven: Reading['modelsGiven']): Promise<Cost | null> {
  const { data } = Priced.safeParse(terms)
  if (!data || !isIsolationLevel(data.isolation)) return null
  const { tenant, regions, models: named, isolation, amounts, hours } = data
  const could = named.length > 0 || prices === null ? [] : await modelsGiven(tenant, regions, isolation)
  return decideCost(prices, { amounts, models: modelsPriced({ named, could }), isolation, hours })
}

export const readTogether = (db: PlatformReader, { requests: ids }: z.infer<typeof ReadTogether>): Promise<Together> => readMany(db, null, ids)
export const readTogetherInTenant = (db: TenantReader, { requests: ids }: z.infer<typeof ReadTogetherInTenant>): Promise<Together> => readMany(db, db.tenant, ids)
