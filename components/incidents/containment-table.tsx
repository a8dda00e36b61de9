import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { ContainmentShown } from '~/server/incidents/list-incidents'
import { ContainmentMenu, type ContainmentReasons } from './containment-menu'
import { containmentWords, sayEffect } from './incident-words'

type Props = { incident: string; containments: readonly ContainmentShown[]; isClosed: boolean; /** What the record says of it, for whoever may read that. */ recordOf: ((thing: ContainmentShown) => string) | null; whyNot: (one: ContainmentShown) => ContainmentReasons }
/** What is contained, what was, and what stays. */
export function ContainmentTable({ incident, containments, isClosed, recordOf, whyNot }: Props) {
  return (
    <Table label="Contained">
      <Head columns={['What', 'State', 'Effect', 'Since', 'By', ...(recordOf === null ? [] : ['Record']), { says: 'Actions', hidden: true }]} />
      <tbody>
        {containments.map((one) => {
          const { containment, kind, of, name, thing, doneAt, doneBy, liftedAt, liftedBy, keptFor, keptBy } = one
          return (
            <Row key={containment}>
              <Name plain>{name}</Name>
              <Cell>{liftedAt !== null ? <Badge tone="ok">Lifted</Badge> : <Badge tone={kind === 'revoke' ? 'neutral' : 'notice'}>{containmentWords[kind].done}</Badge>}</Cell>
              <Cell wide>{sayEffect(one)}.{liftedAt !== null ? <> Lifted by {liftedBy}, <Exact at={liftedAt} />.</> : keptFor !== null && <> Kept by {keptBy}: {keptFor}</>}</Cell>
              <Cell><Exact at={doneAt} /></Cell>
              <Cell>{doneBy}</Cell>
              {recordOf !== null && <Cell><Link href={recordOf(one)}>Since it began<span className="sr-only">, of {of} {name}</span></Link></Cell>}
              <Cell figure>{!isClosed && liftedAt === null && kind !== 'revoke' && <ContainmentMenu incident={incident} containment={containment} kind={kind} thing={thing} name={name} whyNot={whyNot(one)} />}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
