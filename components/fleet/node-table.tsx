import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { NodeShown } from '~/server/fleet/node'
import { gpus } from './say-fleet'

export function NodeState({ node: { cordonedAt, cordonedBecause, silent } }: { node: Pick<NodeShown, 'cordonedAt' | 'cordonedBecause' | 'silent'> }) {
  if (cordonedAt !== null || cordonedBecause !== null) return <Badge tone="notice">Cordoned</Badge>
  return silent ? <Badge tone="unknown">Not heard of</Badge> : <Badge tone="ok">Open</Badge>
}
export const inUse = ({ gpusFree }: Pick<NodeShown, 'gpusFree'>) => `${gpus(gpusFree.length * 1000 - gpusFree.reduce((sum, free) => sum + free, 0))} of ${gpusFree.length}`

export function NodeTable({ nodes, current, now }: { nodes: readonly NodeShown[]; current: string | null; now: Date }) {
  return (
    <Table label="Nodes">
      <Head columns={[{ says: 'Node', sorted: 'ascending' }, 'State', { says: 'GPUs in use', figure: true }, 'Model', 'Pool', 'Cluster', 'Region', 'Heard of']} />
      <tbody>
        {nodes.map((node) => (
          <Row key={node.node} current={node.node === current}>
            <Name href={paths.node(node.node)}>{node.node}</Name>
            <Cell><NodeState node={node} /></Cell>
            <Cell figure>{node.gpusFree.length > 0 && inUse(node)}</Cell>
            <Cell>{node.model}</Cell>
            <Cell><span className="name">{node.pool}</span></Cell>
            <Cell><span className="name">{node.cluster}</span></Cell>
            <Cell><span className="name">{node.region}</span></Cell>
            <Cell>{node.reportedAt === null ? <Unknown why="Its cluster has never said anything of it." /> : <Ago at={node.reportedAt} now={now} />}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
