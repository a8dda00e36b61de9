import { Badge } from '~/components/ui/badge'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { PartShown } from '~/server/cases/show-steps'
import { sayGpus, sayPart } from './step-words'

/** Exactly what a step names: each allocation, whose it is, how much of it, and what became of it. */
export function PartTable({ label, parts, now, hrefOf, isTaken = true }: { label: string; parts: readonly PartShown[]; now: Date; hrefOf: ((allocation: string) => string) | null; /** Before a step is taken nothing became of any. */ isTaken?: boolean }) {
  return (
    <Table label={label}>
      <Head columns={['Allocation', 'Namespace', 'Of', { says: 'GPUs', figure: true }, 'Unused since', ...(isTaken ? ['What becomes of it'] : [])]} />
      <tbody>
        {parts.map((part) => (
          <Row key={part.allocation}>
            {hrefOf === null ? <Name>{part.name}</Name> : <Name href={hrefOf(part.allocation)}>{part.name}</Name>}
            <Cell><span className="name">{part.namespace}</span></Cell>
            <Cell>{part.person ?? <Unknown why="They are not here any more." />}</Cell>
            <Cell figure>{sayGpus(part)}</Cell>
            <Cell><Ago at={part.idleSince} now={now} /></Cell>
            {isTaken && <Cell><Badge tone={sayPart(part).tone}>{sayPart(part).says}</Badge></Cell>}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
