import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { type Gone, goneAddress, poolsMost } from '~/server/fleet/decide-gone-address'
import type { MapPool } from '~/server/fleet/fleet-map'
import { sayPool } from './say-fleet'

const way = 'inline-block min-h-6 content-center text-accent underline underline-offset-2 hover:text-accent-hover'

/** Every pool, and whether it is supposed gone; under them the nodes that are. Each press is an address of its own. */
export function GonePools({ pools, supposed }: { pools: readonly MapPool[]; supposed: Gone }) {
  const hrefOf = (gone: Gone) => goneAddress(paths.fleetWhatIf(), gone)
  const isFull = supposed.pools.length >= poolsMost
  return (
    <>
      <Table label="Pools">
        <Head columns={['Pool', 'Supposed', 'Where', 'What it is', 'Change']} />
        <tbody>
          {pools.map((of) => {
            const { pool, cluster, region } = of
            const isGone = supposed.pools.includes(pool)
            const rest = supposed.pools.filter((other) => other !== pool)
            return (
              <Row key={pool} current={isGone}>
                <Name href={paths.nodesOf(pool)}>{pool}</Name>
                <Cell>{isGone ? 'Gone' : 'There'}</Cell>
                <Cell><span className="name">{region} › {cluster}</span></Cell>
                <Cell>{sayPool(of)}</Cell>
                <Cell>{isGone || !isFull ? <Link stays href={hrefOf({ ...supposed, pools: isGone ? rest : [...rest, pool].sort() })} className={way}>{isGone ? `Suppose ${pool} there` : `Suppose ${pool} gone`}</Link> : `${poolsMost} at once at most`}</Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      {supposed.nodes.length > 0 && (
        <ul aria-label="Nodes supposed gone" className="flex flex-wrap gap-x-4 gap-y-1 text-dense">
          {supposed.nodes.map((node) => <li key={node}><span className="name">{node}</span> gone. <Link stays href={hrefOf({ ...supposed, nodes: supposed.nodes.filter((other) => other !== node) })} className={way}>Suppose {node} there</Link></li>)}
        </ul>
      )}
    </>
  )
}
