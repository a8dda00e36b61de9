import type { Spent } from '~/server/prices/decide-spent'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import { money } from './use-words'

const words: Readonly<Record<string, { says: string; unit: string }>> = { 'nvidia.com/gpu-milli': { says: 'GPU', unit: 'GPU hour' }, cpu: { says: 'CPU', unit: 'core hour' }, memory: { says: 'Memory', unit: 'GiB hour' } }

const unitsOf = (resource: string) => (words[resource] ? ` ${words[resource].unit}s` : '')

/** How the cost was reckoned, line by line, so that whoever reads it can do it again. */
export function SpentShown({ spent }: { spent: Spent | null }) {
  if (spent === null) return <p>No prices are set, so what was charged costs nothing that anybody could say. A platform admin sets them.</p>
  const { currency, floor, lines, isolation: { level, factor }, total, unpriced } = spent
  const columns = floor === null ? ['Hours'] : ['Charged', 'Of it measured', 'Of that used', 'Billed']
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {floor === null
        ? <p>What was charged costs, whether it was used or not, at the prices of now: hours × price{level > 1 && <>, × {factor} for isolation level {level}</>}. A sample every ten minutes stands for these ten minutes.</p>
        : <p>What was used of what was charged costs, and never less than {floor} of it, at the prices of now: max(used, {floor} × charged) × price{level > 1 && <>, × {factor} for isolation level {level}</>}. What nobody measured is billed as it was charged. The larger is taken hour by hour, so that an idle night makes up for no busy day, and then added up.</p>}
      {lines.length > 0 && (
        <Table label="How the cost is reckoned">
          <Head columns={['What', ...columns.map((says) => ({ says, figure: true as const })), { says: `${currency} an hour`, figure: true }, { says: currency, figure: true }]} />
          <tbody>
            {lines.map(({ resource, model, charged, measured, used, billed, price, cost }) => (
              <Row key={`${resource} ${model}`}>
                <Name plain>{words[resource]?.says ?? resource}{model !== null && ` ${model}`}</Name>
                {floor !== null && <><Cell figure>{money(charged)}</Cell><Cell figure>{money(measured)}</Cell><Cell figure>{measured === '0' ? <Unknown why="No cluster said how much of it was used." /> : money(used)}</Cell></>}
                <Cell figure>{money(billed)}{unitsOf(resource)}</Cell><Cell figure>{price}</Cell><Cell figure>{money(cost)}</Cell>
              </Row>
            ))}
            {level > 1 && <Row><Name plain>Isolation level {level}</Name>{columns.map((says) => <Cell key={says} />)}<Cell figure>× {factor}</Cell><Cell /></Row>}
            <Row><Name plain>In all, rounded once</Name>{columns.map((says) => <Cell key={says} />)}<Cell /><Cell figure><strong className="font-medium text-strong">{money(total)}</strong></Cell></Row>
          </tbody>
        </Table>
      )}
      {unpriced.length > 0 && <p>Without {unpriced.map((resource) => words[resource]?.says ?? resource).join(', ')}: no price is set.</p>}
    </div>
  )
}
