import type { z } from 'zod'
import { policyNow } from '~/server/admission/policy-now'
import { platformPolicies } from '~/server/admission/policy'
import { Denied } from '~/server/authorization/denied'
import type { TenantReader } from '~/server/database/read'
import { shutNamespaces } from '~/server/namespaces/shut'
import { type AccountStanding, type Begins, decideBegins, standingColumns } from './decide-begins'
import type { QuotaRefusal } from './decide-quota-change'
import { decideTogether } from './decide-together'
import { type Draft, type Line, loadDraft, wishesOf } from './draft'

/** One line: what it is, what it would be and what of that at once, what is wrong with it if anything is, and the least and the most that would pass. Null is not there. */
export type LinePreviewed = { namespace: string; resource: string; from: string | null; to: string; atOnce: string | null; used: string; held: string; version: string | null; refusal: QuotaRefusal | null; least: string; most: string }
export type TogetherPreviewed = {
  lines: LinePreviewed[]
  /** What the tenant has not given yet, before and after, of each resource that is in the draft. */
  left: { resource: string; before: string; after: string }[]
  /** Those who wait in these namespaces and can have a turn; null where nothing would be done. */
  waiting: Begins[] | null
}
/** So many of those who wait in the tenant are looked at. */
const waitingMost = 200

/** What a draft would come to, by the decision that carries it out, and nothing is written. */
export async function previewTogether(db: TenantReader, { tenant, lines }: z.infer<typeof Draft>): Promise<TogetherPreviewed> {
  const draft = await loadDraft(db, tenant, lines)
  if (!draft) throw new Denied('not_found')
  const decision = decideTogether(draft.state, wishesOf(lines))
  return {
    lines: lines.map(({ namespace, resource, limit }, at) => {
      const [quota, decided] = [draft.quotas[at], decision.lines[at]]
      return {
        namespace, resource, from: quota ? `${quota.limit}` : null, to: limit, atOnce: decided?.ok ? `${decided.limit}` : null, used: `${quota?.used ?? 0n}`, held: `${quota?.held ?? 0n}`, version: quota ? `${quota.version}` : null,
        refusal: decided && !decided.ok ? decided.refusal : null, least: `${decided?.least ?? 0n}`, most: `${decided?.most ?? 0n}`,
      }
    }),
    left: [...decision.left].filter(([resource]) => draft.parent.resources.includes(resource)).map(([resource, after]) => ({ resource, before: `${draft.state.unshared.get(resource) ?? 0n}`, after: `${after}` })),
    waiting: decision.refusal === null ? await waitingFor(db, lines.filter(({ lowers }) => (lowers?.at ?? null) === null)) : null,
  }
}

async function waitingFor({ rows, now, tenant }: TenantReader, lines: readonly Line[]): Promise<Begins[]> {
  const { suspendedUntil } = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { suspendedUntil: true } })
  if (suspendedUntil !== null && suspendedUntil > now) return []
  const namespaces = new Set(lines.map(({ namespace }) => namespace))
  const waiting = await rows.allocation.findMany({
    where: { tenantId: tenant, state: 'waiting', waitingSince: { not: null }, endedAt: null, namespaceId: { notIn: await shutNamespaces(rows) } }, orderBy: [{ priority: 'desc' }, { askedAt: 'asc' }, { id: 'asc' }], take: waitingMost,
    select: { id: true, name: true, namespaceId: true, accountId: true, priority: true, askedAt: true, resources: true, amounts: true },
  })
  if (!waiting.some(({ namespaceId }) => namespaces.has(namespaceId))) return []
  const { body: { ageing } } = await policyNow({ rows, now }, 'admission', platformPolicies.admission)
  const accounts: AccountStanding[] = await rows.account.findMany({ where: { OR: [{ kind: 'tenant' }, { namespaceId: { in: [...new Set(waiting.map(({ namespaceId }) => namespaceId))] } }] }, select: standingColumns })
  return decideBegins({ waiting: waiting.map(({ askedAt, ...one }) => ({ ...one, askedAt: askedAt.toISOString() })), accounts, ageing, now: now.toISOString() }, lines.map(({ namespace, resource, limit }) => ({ namespace, resource, limit: BigInt(limit) })))
}
