import { Badge } from '~/components/ui/badge'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { PartShown } from '~/server/cases/show-steps'
import type { Taking } from '~/server/cases/step'
import { sayGpus, sayPart } from './step-words'

/** Exactly what a step names: each allocation, whose it is, how much of it, and what became of it. */
export function PartTable({ label, kind, parts, now, hrefOf, isTaken = true }: { label: string; kind: Taking; parts: readonly PartShown[]; now: Date; hrefOf: ((allocation: string) => string) | null; /** Before a step is taken nothing became of any. */ isTaken?: boolean }) {
  return (
    <Table label={label}>
      <Head columns={['Allocation', 'Namespace', 'Of', ...(kind === 'shrink' ? [{ says: 'Each pod', figure: true } as const] : []), { says: kind === 'shrink' ? 'Comes back' : 'GPUs', figure: true }, ...(kind === 'reclaim' ? ['Unused since'] : []), ...(isTaken ? ['What becomes of it'] : [])]} />
      <tbody>
        {parts.map((part) => (
          <Row key={part.allocation}>
            {hrefOf === null ? <Name>{part.name}</Name> : <Name href={hrefOf(part.allocation)}>{part.name}</Name>}
            <Cell><span className="name">{part.namespace}</span></Cell>
            <Cell>{part.person ?? <Unknown why="They are not here any more." />}</Cell>
            {kind === 'shrink' && <Cell figure>{`${part.gpusBefore} → ${part.gpus}`}</Cell>}
            <Cell figure>{sayGpus(part)}</Cell>
            {kind === 'reclaim' && <Cell>{part.idleSince === null ? <Unknown why="Nobody has looked." /> : <Ago at={part.idleSince} now={now} />}</Cell>}
            {isTaken && <Cell><Badge tone={sayPart(kind, part).tone}>{sayPart(kind, part).says}</Badge></Cell>}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
