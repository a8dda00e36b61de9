/** The fleet's rows for the copy of it that is searched: all of them, and then what has changed. */
import type { Node } from '~/server/placement/fleet'
import { inScope } from './scope'

/** As a row says it, and whether it was not heard of in time. */
export type FleetRow = Node & { readonly silent: boolean }
/** Silent is as good as cordoned, but in a world that is played. */
export const nodeOf = ({ silent, ...node }: FleetRow, heedsSilence: boolean): Node => ({ ...node, cordoned: node.cordoned || (heedsSilence && silent) })

export type Look = {
  /** The oldest transaction that had not ended: whatever it or a later one changes is read by the next look. */
  readonly horizon: string
  readonly changed: readonly FleetRow[]
  /** Of all nodes, those that were not heard of in time. */
  readonly silent: readonly string[]
}
/** What has changed since the horizon of the last look, or all of it. Of clusters with a scheduler of their own the nodes are not ours to choose. */
export async function lookAtFleet(since: string | null): Promise<Look> {
  const [found] = await inScope('engine', { loop: 'fleet' }, (sql) => sql.$queryRaw<Look[]>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
    (SELECT coalesce(json_agg(node_as_placed(n, p, c) ORDER BY n.id), '[]') FROM node n JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id
      WHERE c.kind = 'simulated' AND n.changed_by >= coalesce(${since}::text, '0')::xid8) AS changed,
    (SELECT coalesce(json_agg(id), '[]') FROM node WHERE reported_at IS NULL OR reported_at < clock_timestamp() - interval '30 seconds') AS silent`)
  if (!found) throw new Error('a query without a FROM gives one row')
  return found
}
