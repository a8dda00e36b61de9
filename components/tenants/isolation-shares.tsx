import { Meter } from '~/components/ui/meter'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { isolation } from '~/server/tenants/isolation'
import type { Summary } from '~/server/tenants/summarise-tenants'
import { isolationWord } from './isolation-words'

/** How many tenants stand at each level, beside what the level means. */
export function IsolationShares({ levels }: Pick<Summary, 'levels'>) {
  const all = levels.reduce((sum, { tenants }) => sum + tenants, 0)
  return (
    <Table label="Tenants by isolation">
      <Head columns={['Level', { says: 'Tenants', figure: true }, 'Share', 'What is shared', 'Cost']} />
      <tbody>
        {levels.map(({ level, tenants }) => (
          <Row key={level}>
            <Name plain>{isolationWord(level)}</Name><Cell figure>{tenants}</Cell>
            <Cell><span className="block w-32"><Meter taken={all === 0 ? 0 : (tenants / all) * 100} promised={0} tone="usual" /></span></Cell>
            <Cell>{isolation[level].shares}</Cell><Cell>{isolation[level].cost.says}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
