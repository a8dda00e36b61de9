import { paths } from '~/components/shell/paths'
import { Ago, Ahead } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { AllocationShown } from '~/server/allocations/allocation'
import { AllocationMarks } from './allocation-marks'
import { AllocationState } from './allocation-state'
import { gpusIn, isGpu, sayAmounts } from './amounts'

export function AllocationTable({ tenant, allocations, now }: { tenant: string; allocations: readonly AllocationShown[]; now: Date }) {
  return (
    <Table label="Allocations">
      <Head columns={['Name', 'State', { says: 'GPUs', figure: true }, 'Other amounts', 'Namespace', 'Class', { says: 'Asked', sorted: 'descending' }, 'Ends']} />
      <tbody>
        {allocations.map((allocation) => {
          const { allocation: id, name, namespace, state, amounts, askedAt, endsAt, endedAt } = allocation
          return (
            <Row key={id}>
              <Name href={paths.allocation(tenant, id)}>{name}</Name>
              <Cell><AllocationState state={state} /></Cell>
              <Cell figure>{gpusIn(amounts.map(({ resource, amount }) => [resource, amount]))}</Cell>
              <Cell>{sayAmounts(amounts.flatMap(({ resource, amount }) => (isGpu(resource) ? [] : [[resource, amount] as const])))}</Cell>
              <Cell><span className="name">{namespace}</span></Cell>
              <Cell><span className="inline-flex items-center gap-2">{allocation.class}<AllocationMarks allocation={allocation} /></span></Cell>
              <Cell><Ago at={askedAt} now={now} /></Cell>
              <Cell>{endedAt === null ? endsAt !== null && <Ahead at={endsAt} now={now} /> : <>Ended <Ago at={endedAt} now={now} /></>}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
