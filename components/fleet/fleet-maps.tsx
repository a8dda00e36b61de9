import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import type { FleetMap, MapPool } from '~/server/fleet/fleet-map'
import { MapLegend, PoolMap } from './pool-map'
import { sayPool } from './say-fleet'

const grouped = (pools: readonly MapPool[], of: (pool: MapPool) => string) => [...new Set(pools.map(of))].map((name) => ({ name, pools: pools.filter((pool) => of(pool) === name) }))

/** Region, cluster, pool: each with its words, and its nodes drawn under them. */
export function FleetMaps({ pools }: Pick<FleetMap, 'pools'>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MapLegend />
      {grouped(pools, ({ region }) => region).map(({ name: region, pools: inRegion }) => (
        <section key={region} aria-label={`Region ${region}`} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line bg-panel p-4">
          <h3 className="font-medium text-strong"><span className="name">{region}</span></h3>
          {grouped(inRegion, ({ cluster }) => cluster).map(({ name: cluster, pools: inCluster }) => (
            <div key={cluster} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3">
              <h4 className="text-dense text-plain">Cluster <span className="name text-strong">{cluster}</span></h4>
              <div className="flex flex-wrap gap-x-8 gap-y-3">
                {inCluster.map((pool) => (
                  <div key={pool.pool} className="grid max-w-full grid-cols-[minmax(0,1fr)] content-start gap-1.5">
                    <p className="text-dense">Pool <Link href={paths.nodesOf(pool.pool)}><span className="name">{pool.pool}</span></Link>{pool.owner !== null && <> of <span className="name">{pool.owner}</span> alone</>}, isolation level {pool.isolationLevel}: {sayPool(pool)}</p>
                    <PoolMap pool={pool} at={paths.node('')} />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
