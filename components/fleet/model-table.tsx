import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { FleetMap } from '~/server/fleet/fleet-map'
import { figure } from '~/server/shared/figure'
import { gpus, percent } from './say-fleet'

const none = 'Nothing was placed in the last 28 days, so nobody knows what usually comes.'
/** How much there is of each model, and what of what is free the next to come could not use. */
export function ModelTable({ models, shapes }: Pick<FleetMap, 'models' | 'shapes'>) {
  return (
    <>
      <Table label="GPUs by model">
        <Head columns={[{ says: 'Model', sorted: 'ascending' }, { says: 'GPUs', figure: true }, { says: 'In use', figure: true }, { says: 'Free', figure: true }, { says: 'Free, closed', figure: true }, { says: 'Lost', figure: true }, { says: 'Fit of 1', figure: true }, { says: 'of 2', figure: true }, { says: 'of 4', figure: true }, { says: 'of 8', figure: true }]} />
        <tbody>
          {models.map(({ model, gpus: all, free, cordoned, lost, fit }) => (
            <Row key={model}>
              <Name plain>{model}</Name>
              <Cell figure>{gpus(all)}</Cell><Cell figure>{gpus(all - free - cordoned)}</Cell><Cell figure>{gpus(free)}</Cell><Cell figure>{gpus(cordoned)}</Cell>
              <Cell figure>{shapes === 0 ? <Unknown why={none} /> : `${gpus(lost)} (${percent(lost, free)})`}</Cell>
              {fit.map(({ gpus: size, times }) => <Cell key={size} figure>{figure(times)}</Cell>)}
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="text-dense">
        <strong className="font-medium">Lost</strong> is fragmentation: what of the free GPUs of each node the next to come could not use there, on the average of the newest thousand shapes that were placed in the last 28 days. For a shape that a node has no room for, or too
        few cores, it is all that is free on it. <strong className="font-medium">Fit of 4</strong> is how many wishes for four whole GPUs on one node there is room for at once. What is free on nodes that are cordoned or not heard of is closed, and counted in neither.
      </p>
    </>
  )
}
