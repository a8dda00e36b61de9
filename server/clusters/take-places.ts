/** Where nodes say that they stand, kept from when until when. A node does not move: one that says something else than before was relabelled by somebody, and that is told. */
import { thresholdEntry } from '~/server/audit/entry'
import type { Transaction } from '~/server/database/client'
import { noteAccess } from '~/server/database/note-access'
import { raise } from '~/server/database/raise'
import type { NodePlace, NodeReport } from './report'

type Kept = NodePlace & { readonly node: string; readonly since: Date }
const same = (one: NodePlace, other: NodePlace) => one.region === other.region && one.residency === other.residency && one.jurisdiction === other.jurisdiction && one.providerId === other.providerId
const nowhere: NodePlace = { region: null, residency: null, jurisdiction: null, providerId: null }

export async function takePlaces(sql: Transaction, cluster: string, reports: readonly NodeReport[]): Promise<void> {
  const kept = new Map((await sql.$queryRaw<Kept[]>`SELECT node_id AS node, since, region, residency, jurisdiction, provider_id AS "providerId" FROM node_place
    WHERE until IS NULL AND node_id = ANY (${reports.map(({ node }) => node)}::text[])`).map((place) => [place.node, place]))
  const changed = reports.flatMap(({ node, at, place }) => {
    const [before, after] = [kept.get(node), place ?? nowhere]
    return (before ? same(before, after) : place === null) ? [] : [{ node, at, before, after }]
  })
  if (changed.length === 0) return
  await sql.$executeRaw`UPDATE node_place p SET until = c.at::timestamptz FROM unnest(${changed.map(({ node }) => node)}::text[], ${changed.map(({ at }) => at)}::text[]) AS c (node, at) WHERE p.node_id = c.node AND p.until IS NULL`
  await sql.nodePlace.createMany({ data: changed.map(({ node, at, after }) => ({ nodeId: node, since: new Date(at), ...after })) })
  for (const { node, before, after } of changed) if (before) await tell(sql, cluster, node, before, after)
}

async function tell(sql: Transaction, cluster: string, node: string, { node: _, since: __, ...before }: Kept, after: NodePlace): Promise<void> {
  await raise(sql, 'node.relabelled', { cluster, node, before, after })
  const entry = thresholdEntry({ verb: 'relabel', resource: 'nodes', name: node, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: crypto.randomUUID() } })
  await noteAccess(sql, { ...entry, context: { before, after } })
}
