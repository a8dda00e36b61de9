/** The fleet's rows for the copy of it that is searched: all of them, and then what has changed. */
import type { Node } from '~/server/placement/fleet'
import type { Wish } from '~/server/placement/typical'
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

type CameRow = { cpu: number; memory: number; gpus: number; gpuMilli: number; models: string[]; regions: string[] }
/** What was let in onto nodes last, so many of it, in the order in which it came: whoever asked, it is no more than a shape and where it may be. */
export async function lookAtWishes(most: number): Promise<Wish[]> {
  const rows = await inScope('engine', { loop: 'fleet' }, (sql) => sql.$queryRaw<CameRow[]>`SELECT (effects #>> '{placement,each,cpuMilli}')::float8 AS cpu, (effects #>> '{placement,each,memoryBytes}')::float8 AS memory,
      json_array_length(effects #> '{placement,pods,0,gpus}') AS gpus, (effects #>> '{placement,each,gpuMilli}')::int AS "gpuMilli", ARRAY(SELECT json_array_elements_text(models)) AS models, ARRAY(SELECT json_array_elements_text(effects -> 'regions')) AS regions
    FROM (SELECT id, outcome::json -> 'effects' AS effects, coalesce(facts::json #> '{wish,models}', '[]') AS models FROM decision WHERE action = 'allocations.create' AND allocation_id IS NOT NULL AND verdict = 'admit' ORDER BY id DESC LIMIT ${most}::int) AS made
    WHERE json_typeof(effects -> 'placement') = 'object' AND json_typeof(effects -> 'regions') = 'array' ORDER BY id`)
  return rows.map(({ cpu, memory, gpus, gpuMilli, models, regions }) => ({ shape: { cpuMilli: cpu, memoryBytes: memory, gpus, gpuMilli: gpus === 0 ? 0 : gpuMilli, models: gpus > 0 && models.length > 0 ? models.toSorted() : 'any', gpuMemoryBytes: 0 }, regions: regions.length > 0 ? regions : 'any' }))
}
