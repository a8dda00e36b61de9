/** What a case is about: which allocations, and from when until when that was seen. It is kept, because what is used again is seen no more. */
import { wayTo } from '~/server/admission/held'
import type { Placement } from '~/server/admission/placement/decide-placement'
import type { ShrinkFacts } from '~/server/allocations/shrink-allocation'
import type { Transaction } from '~/server/database/client'
import type { NodeRow } from '~/server/placement/decide-node'
import type { Given } from './decide-harm'
import { spareOf } from './decide-spare'
import type { CaseKind } from './rule'

/** A case about more than these is known to have cost at least what they did. */
export const heldMost = 100
export type OpenCase = { readonly id: string; readonly tenant: string; readonly kind: CaseKind; readonly seenAt: Date }
/** What is told by these says what its tenant held; of the others nobody knows what could have been given back. */
export const reckoned: readonly CaseKind[] = ['allocations.burst', 'allocations.flood', 'allocations.inflation', 'allocations.mining', 'allocations.squatting']

/** What a signal says unreadably says nothing. */
export async function keepHeld(sql: Transaction, { id, tenant, kind, seenAt }: OpenCase): Promise<void> {
  if (kind === 'allocations.burst') {
    // From when it had borrowed for as long as anything may. What it borrowed before that was its right.
    await sql.$executeRaw`INSERT INTO case_held AS held (case_id, allocation_id, since, until)
      SELECT ${id}::uuid, a.id, greatest(a.admitted_at, s.late), least(a.ended_at, ${seenAt}::timestamptz)
      FROM (SELECT at, (body ->> 'since')::timestamptz + make_interval(hours => (body ->> 'windowHours')::int) AS late FROM signal WHERE case_id = ${id}::uuid AND pg_input_is_valid(body ->> 'since', 'timestamptz') AND pg_input_is_valid(body ->> 'windowHours', 'int') ORDER BY at DESC, id DESC LIMIT 1) AS s
        JOIN allocation a ON a.tenant_id = ${tenant} AND a.burst AND a.admitted_at < ${seenAt}::timestamptz AND (a.ended_at IS NULL OR a.ended_at > s.late)
      WHERE least(a.ended_at, ${seenAt}::timestamptz) > greatest(a.admitted_at, s.late) ORDER BY a.admitted_at, a.id LIMIT ${heldMost}
      ON CONFLICT (case_id, allocation_id, since) DO UPDATE SET until = greatest(held.until, excluded.until)`
  } else if (kind === 'allocations.flood') {
    await sql.$executeRaw`INSERT INTO case_held AS held (case_id, allocation_id, since, until)
      SELECT DISTINCT ${id}::uuid, a.id, a.asked_at, greatest(a.asked_at, least(a.admitted_at, a.ended_at, ${seenAt}::timestamptz))
      FROM (SELECT at, body FROM signal WHERE case_id = ${id}::uuid ORDER BY at, id LIMIT ${heldMost}) AS s
        JOIN allocation a ON a.tenant_id = ${tenant} AND a.namespace_id = s.body ->> 'namespace' AND a.asked_by::text = s.body ->> 'person' AND a.asked_at > s.at - interval '1 hour' AND a.asked_at <= s.at
      ORDER BY a.asked_at, a.id LIMIT ${heldMost}
      ON CONFLICT (case_id, allocation_id, since) DO UPDATE SET until = greatest(held.until, excluded.until)`
  } else {
    // What is still watched since then was seen until its last look; what is not, when it was told of.
    await sql.$executeRaw`INSERT INTO case_held AS held (case_id, allocation_id, since, until)
      SELECT ${id}::uuid, s.allocation, s.since, greatest(s.since, s.at, u.seen_at, m.seen_at)
      FROM (SELECT DISTINCT ON (allocation, since) (body ->> 'allocation')::uuid AS allocation, (body ->> 'since')::timestamptz(3) AS since, at FROM signal WHERE case_id = ${id}::uuid AND pg_input_is_valid(body ->> 'allocation', 'uuid') AND pg_input_is_valid(body ->> 'since', 'timestamptz') ORDER BY allocation, since, at LIMIT ${heldMost}) AS s
        JOIN allocation a ON a.id = s.allocation AND a.tenant_id = ${tenant}
        LEFT JOIN use_watch u ON u.allocation_id = s.allocation AND CASE WHEN ${kind} = 'allocations.squatting' THEN u.idle_since WHEN ${kind} = 'allocations.inflation' THEN u.low_since END = s.since
        LEFT JOIN steady_watch m ON m.allocation_id = s.allocation AND ${kind} = 'allocations.mining' AND m.since = s.since
      ON CONFLICT (case_id, allocation_id, since) DO UPDATE SET until = greatest(held.until, excluded.until)`
  }
}

type Row = { allocation: string; account: string; since: Date; until: Date; pods: number; resources: string[]; amounts: bigint[]; placement: Placement | null; placed: string | null; promised: bigint[] | null; shrunk: string | null }
/** Nothing is held for longer than it was there, or as large. What is promised is held as it was promised; what waited took no room. */
export async function heldIn(sql: Transaction, { id, tenant, kind }: OpenCase): Promise<Given[]> {
  const rows = await sql.$queryRaw<Row[]>`SELECT h.allocation_id::text AS allocation, a.account_id AS account, h.since, least(h.until, a.ended_at, s.at) AS until, a.pods, a.resources, a.amounts, a.placement, p.facts AS placed, w.held AS promised, s.facts AS shrunk
    FROM case_held h JOIN allocation a ON a.id = h.allocation_id
      LEFT JOIN LATERAL (SELECT d.facts FROM decision d WHERE d.allocation_id = a.id AND d.at = a.admitted_at AND d.verdict = 'admit' AND a.placement IS NOT NULL AND d.action <> 'allocations.run' ORDER BY d.id LIMIT 1) AS p ON true
      LEFT JOIN LATERAL (SELECT d.held FROM decision d WHERE d.allocation_id = a.id AND d.at = a.asked_at AND d.verdict = 'hold' ORDER BY d.id LIMIT 1) AS w ON true
      LEFT JOIN LATERAL (SELECT d.at, d.facts FROM decision d WHERE d.allocation_id = a.id AND d.action = 'allocations.shrink' AND d.verdict = 'admit' AND 0 > ANY (d.used) AND d.at > h.since ORDER BY d.at, d.id LIMIT 1) AS s ON true
    WHERE h.case_id = ${id}::uuid AND h.until > h.since ORDER BY h.since, h.allocation_id LIMIT ${heldMost + 1}`
  return rows.map(({ allocation, account, since, until, pods, resources, amounts: given, placement: place, placed, promised, shrunk }) => {
    const { amounts, placement } = shrunk === null ? { amounts: given, placement: place } : largerIn(shrunk, resources)
    const of = (list: readonly bigint[]) => Object.fromEntries(resources.map((resource, at) => [resource, list[at] ?? 0n]))
    const isPending = kind === 'allocations.flood'
    const held: Given = {
      allocation, tenant, path: wayTo(account), used: isPending ? {} : of(amounts), held: isPending ? of(promised ?? []) : {}, placement: isPending ? null : placement, nodes: isPending ? [] : nodesIn(placed),
      from: since.getTime(), to: until.getTime(), waits: isPending && !(promised ?? []).some((amount) => amount > 0n),
    }
    return kind === 'allocations.inflation' ? spareOf(held, pods) : held
  })
}

/** As it was before it was made smaller. */
function largerIn(facts: string, resources: readonly string[]): { amounts: bigint[]; placement: Placement | null } {
  const { living, placement } = JSON.parse(facts) as Pick<ShrinkFacts, 'living' | 'placement'>
  return { amounts: resources.map((resource) => BigInt(living.amounts[resource] ?? 0)), placement }
}

/** The nodes that were looked at when it was placed, as they were. */
function nodesIn(facts: string | null): readonly NodeRow[] {
  const { state } = (facts === null ? {} : JSON.parse(facts)) as { state?: { fleet?: { rows?: readonly NodeRow[] }; aside?: { nodes?: readonly NodeRow[] } } }
  return [...(state?.fleet?.rows ?? []), ...(state?.aside?.nodes ?? [])]
}
