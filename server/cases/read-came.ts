/** The decisions of others by which they found no room or lost a place, in their order and a few at a time: however many there are, no more than some are looked at. */
import type { Policy } from '~/server/admission/facts'
import { decide } from '~/server/admission/decide'
import { wayTo } from '~/server/admission/held'
import { keptOf } from '~/server/admission/kept'
import type { Transaction } from '~/server/database/client'
import type { CreateFacts } from '~/server/allocations/create-allocation'
import type { Came, Kept } from './decide-harm'

/** Of one case so many are looked at; where there are more, it cost at least what these come to. */
const cameMost = 500
const cameAtOnce = 50
export type Span = { readonly tenant: string; readonly organisation: string; readonly tenants: readonly string[]; readonly from: Date; readonly to: Date }

type Row = {
  id: string; tenant: string; organisation: string; namespace: string; allocation: string | null; at: Date; facts: string; policies: string; outcome: string; began: Date | null; gone: Date | null
  by: string | null; byAllocation: string | null; lost: string | null; account: string | null; resources: string[] | null; used: bigint[] | null; name: string | null
}
type Key = { readonly at: Date; readonly id: string }

/** One page after another, until there are no more, or as many as are looked at. Answers whether there would have been more. */
export async function eachCame(sql: Transaction, span: Span, tell: (came: Came) => void): Promise<{ isPart: boolean }> {
  const policies = new Map<string, Policy | null>()
  let after: Key | null = null
  for (let seen = 0; ; ) {
    const rows: Row[] = await pageOf(sql, span, after)
    for (const row of rows) {
      if (seen++ >= cameMost) return { isPart: true }
      tell(await cameOf(sql, row, policies, span))
    }
    const last = rows.at(-1)
    if (!last || rows.length < cameAtOnce) return { isPart: false }
    after = { at: last.at, id: last.id }
  }
}

/** Of one’s own organisation whatever found no room; of others what found no node, which may be the same. What lost its place is told by whose wish took it; a step of a case is nobody’s wish. */
const pageOf = (sql: Transaction, { tenant, organisation, tenants, from, to }: Span, after: Key | null) => sql.$queryRaw<Row[]>`
  WITH came AS (
    (SELECT id, at FROM decision WHERE reason IN ('waits_for_room', 'quota_exceeded_above', 'others_wait', 'no_node_fits') AND action = 'allocations.create' AND at >= ${after?.at ?? from} AND at < ${to} AND (at, id) > (${after?.at ?? from}, ${after?.id ?? nobody}::uuid)
      AND tenant_id <> ${tenant} AND (organisation_id = ${organisation} OR reason IN ('waits_for_room', 'no_node_fits')) ORDER BY at, id LIMIT ${cameAtOnce})
    UNION ALL (SELECT id, at FROM decision WHERE action = 'allocations.preempt' AND verdict = 'admit' AND at >= ${after?.at ?? from} AND at < ${to} AND (at, id) > (${after?.at ?? from}, ${after?.id ?? nobody}::uuid)
      AND tenant_id <> ${tenant} AND organisation_id = ${organisation}
      AND NOT EXISTS (SELECT FROM case_part p JOIN case_step s ON s.id = p.step_id WHERE p.allocation_id = decision.allocation_id AND s.kind = 'preempt' AND s.effective_at <= decision.at AND p.settled_at >= decision.at) ORDER BY at, id LIMIT ${cameAtOnce})
    ORDER BY at, id LIMIT ${cameAtOnce})
  SELECT d.id::text, d.tenant_id AS tenant, d.organisation_id AS organisation, d.namespace_id AS namespace, d.allocation_id::text AS allocation, d.at, n.began, n.gone, b.id::text AS by, b.allocation_id::text AS "byAllocation",
    CASE WHEN d.action = 'allocations.preempt' THEN d.facts END AS lost, coalesce(b.facts, d.facts) AS facts, coalesce(b.policies, d.policies) AS policies, coalesce(b.outcome, d.outcome) AS outcome, a.account_id AS account, d.resources, d.used, a.name
  FROM came JOIN decision d USING (id, at) LEFT JOIN allocation a ON a.id = d.allocation_id
    LEFT JOIN LATERAL (SELECT min(n.at) FILTER (WHERE n.action = 'allocations.start' AND n.verdict = 'admit') AS began, min(n.at) FILTER (WHERE NOT (n.action = 'allocations.start' AND n.verdict = 'admit')) AS gone
      FROM decision n WHERE n.allocation_id = d.allocation_id AND n.at >= d.at AND n.id <> d.id AND (n.at, n.id) > (d.at, d.id) AND (n.verdict = 'admit' OR n.action = 'allocations.start')) AS n ON d.allocation_id IS NOT NULL
    LEFT JOIN LATERAL (SELECT p.id, p.allocation_id, p.facts, p.policies, p.outcome FROM decision p WHERE p.tenant_id = ANY (${tenants}) AND p.at = d.at AND p.action IN ('allocations.create', 'allocations.start') AND p.verdict = 'admit'
      AND p.outcome LIKE '%"victims":[%' || d.allocation_id::text || '%' ORDER BY p.id LIMIT 1) AS b ON d.action = 'allocations.preempt'
  ORDER BY d.at, d.id`
const nobody = '00000000-0000-0000-0000-000000000000'

async function cameOf(sql: Transaction, row: Row, policies: Map<string, Policy | null>, span: Span): Promise<Came> {
  const { id: decision, tenant, namespace, allocation, at, lost, by, byAllocation, account, resources, used, began, gone } = row
  const kept = lost !== null && by === null ? null : await keptIn(sql, row, policies)
  const name = lost === null ? (kept?.wish.name ?? row.name ?? '') : (row.name ?? '')
  const came = { decision, tenant, namespace, name, allocation, at: at.getTime(), kept }
  if (lost !== null) {
    const share = { allocation, tenant, path: wayTo(account ?? ''), used: Object.fromEntries((resources ?? []).map((resource, n) => [resource, -(used?.[n] ?? 0n)])), held: {}, placement: null, nodes: [] }
    return { ...came, began: began?.getTime() ?? null, gone: gone?.getTime() ?? null, waiting: null, pushed: { by: by ?? '', byAllocation, share, endsAt: endIn(lost) } }
  }
  const again = allocation === null && kept ? await askedAgain(sql, row, name) : began
  return { ...came, began: again?.getTime() ?? null, gone: gone?.getTime() ?? null, waiting: kept && kept.state.ahead.length > 0 && row.organisation === span.organisation ? await waitingThen(sql, row, span) : null, pushed: null }
}

/** Only what comes to the same bytes again was decided as it is decided now. */
async function keptIn(sql: Transaction, { facts, policies: digest, outcome }: Row, policies: Map<string, Policy | null>): Promise<Kept> {
  if (!policies.has(digest)) {
    const set = await sql.policySet.findUnique({ where: { digest }, select: { body: true } })
    policies.set(digest, set && (JSON.parse(set.body) as Policy))
  }
  const policy = policies.get(digest)
  if (!policy) return null
  try {
    const { state, wish, now } = JSON.parse(facts) as CreateFacts
    return keptOf(decide(state, wish, policy, now)) === outcome ? { state, wish, now, policy } : null
  } catch {
    // What another version wrote down this one may not be able to read.
    return null
  }
}
const endIn = (facts: string): number | null => {
  const { living } = JSON.parse(facts) as { living?: { endsAt: string | null } }
  return living?.endsAt ? Date.parse(living.endsAt) : null
}

const askedMostHours = 720
/** What was refused and asked for again under the same name: when it was given. */
async function askedAgain(sql: Transaction, { tenant, namespace, at }: Row, name: string): Promise<Date | null> {
  const [row] = await sql.$queryRaw<{ at: Date | null }[]>`SELECT min(admitted_at) AS at FROM allocation WHERE tenant_id = ${tenant} AND namespace_id = ${namespace} AND name = ${name} AND asked_at > ${at} AND asked_at < ${at}::timestamptz + make_interval(hours => ${askedMostHours}::int)`
  return row?.at ?? null
}

/** More than these, and it is not known who waited. */
const waitingMost = 64
/** Whoever had asked by then, was not given it yet, could wait, and was not promised room by what was last decided about it: what is promised stands ahead of nobody. */
async function waitingThen(sql: Transaction, { allocation, at }: Row, { tenants }: Span): Promise<readonly string[] | null> {
  const rows = await sql.$queryRaw<{ id: string }[]>`SELECT id::text FROM allocation a WHERE tenant_id = ANY (${tenants}) AND asked_at <= ${at} AND asked_at > ${at}::timestamptz - make_interval(hours => ${2 * askedMostHours}::int) AND wish IS NOT NULL
    AND (admitted_at IS NULL OR admitted_at > ${at}) AND (ended_at IS NULL OR ended_at > ${at}) AND id::text IS DISTINCT FROM ${allocation}
    AND NOT EXISTS (SELECT FROM (SELECT d.held FROM decision d WHERE d.allocation_id = a.id AND d.at <= ${at} AND d.verdict <> 'refuse' ORDER BY d.at DESC, d.id DESC LIMIT 1) AS last, unnest(last.held) AS promised WHERE promised > 0) LIMIT ${waitingMost + 1}`
  return rows.length > waitingMost ? null : rows.map(({ id }) => id)
}
