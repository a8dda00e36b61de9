import type { Spent } from '~/server/prices/decide-spent'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { money } from './use-words'

const words: Readonly<Record<string, { says: string; unit: string }>> = { 'nvidia.com/gpu-milli': { says: 'GPU', unit: 'GPU hour' }, cpu: { says: 'CPU', unit: 'core hour' }, memory: { says: 'Memory', unit: 'GiB hour' } }

/** How the cost was reckoned, line by line, so that whoever reads it can do it again. */
export function SpentShown({ spent }: { spent: Spent | null }) {
  if (spent === null) return <p>No prices are set, so what was charged costs nothing that anybody could say. A platform admin sets them.</p>
  const { currency, lines, isolation: { level, factor }, total, unpriced } = spent
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>What was charged costs, whether it was used or not, at the prices of now: hours × price{level > 1 && <>, × {factor} for isolation level {level}</>}. A sample every ten minutes stands for these ten minutes.</p>
      {lines.length > 0 && (
        <Table label="How the cost is reckoned">
          <Head columns={['What', { says: 'Hours', figure: true }, { says: `${currency} an hour`, figure: true }, { says: currency, figure: true }]} />
          <tbody>
            {lines.map(({ resource, model, hours, price, cost }) => (
              <Row key={`${resource} ${model}`}><Name plain>{words[resource]?.says ?? resource}{model !== null && ` ${model}`}</Name><Cell figure>{money(hours)} {words[resource]?.unit}s</Cell><Cell figure>{price}</Cell><Cell figure>{money(cost)}</Cell></Row>
            ))}
            {level > 1 && <Row><Name plain>Isolation level {level}</Name><Cell /><Cell figure>× {factor}</Cell><Cell /></Row>}
            <Row><Name plain>In all, rounded once</Name><Cell /><Cell /><Cell figure><strong className="font-medium text-strong">{money(total)}</strong></Cell></Row>
          </tbody>
        </Table>
      )}
      {unpriced.length > 0 && <p>Without {unpriced.map((resource) => words[resource]?.says ?? resource).join(', ')}: no price is set.</p>}
    </div>
  )
}
