import { Who } from '~/components/audit/who'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { InvestigationShown } from '~/server/investigations/list-investigations'
import { stateOf } from './investigation-words'

export function InvestigationTable({ investigations, names }: { investigations: readonly InvestigationShown[]; names: Readonly<Record<string, string>> }) {
  return (
    <Table label="Investigations">
      <Head columns={['Investigation', 'State', 'Owner', { says: 'Records', figure: true }, { says: 'Opened', sorted: 'descending' }, 'By']} />
      <tbody>
        {investigations.map((one) => {
          const { says, tone } = stateOf(one)
          return (
            <Row key={one.investigation}>
              <Name plain href={paths.investigation(one.investigation)}>{one.title}</Name>
              <Cell><Badge tone={tone}>{says}</Badge></Cell>
              <Cell><Who id={one.owner} names={names} /></Cell>
              <Cell figure>{one.pins}</Cell>
              <Cell><Exact at={one.openedAt} /></Cell>
              <Cell><Who id={one.openedBy} names={names} /></Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
