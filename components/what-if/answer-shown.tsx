import { gpuResource } from '~/components/allocations/read-wish'
import { sayBound } from '~/components/quotas/say-bound'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Answered, DemandAnswered, LimitAnswered } from '~/server/what-if/answer'
import type { DemandSupposed } from '~/server/what-if/supposition'
import { placeOf, sayChange, sayDemand, sayLimit, sayTold, sayTurn } from './say-answer'

/** What would become of each that is asked for, as it is and as it would be; and the limits on its way, with the one that binds. */
export function DemandsShown({ supposed, answered, normal }: { supposed: readonly DemandSupposed[]; answered: readonly DemandAnswered[]; normal: string }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {supposed.map((demand, at) => ({ demand, number: at + 1, ...(answered[at] ?? { before: null, after: null }) })).map(({ demand, number, before, after }) => {
        const [is, would] = [sayTold(before), sayTold(after)]
        return (
          <li key={number} className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-panel border border-line bg-panel p-3 text-dense">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <p className="font-medium text-strong">{sayDemand(demand, normal)}</p>
              <Badge tone={would.tone}>{would.says}</Badge>
              {is.says !== would.says && <span className="text-quiet">As it is: {is.says.toLowerCase()}</span>}
            </div>
            {after?.says && <p>{after.says}</p>}
            {after && after.levels.length > 0 && (
              <ul aria-label={`Limits on the way of demand ${number}`} className="grid gap-0.5 text-quiet">
                {after.levels.map((bound) => <li key={bound.level} className="flex flex-wrap items-center gap-x-2">{sayBound(bound, gpuResource)}{bound.binds && <Badge tone={bound.fits ? 'neutral' : 'danger'}>Binds</Badge>}</li>)}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Each limit before and after; and under them what is remarkable about those that are supposed. */
export function LimitsShown({ tenant, limits }: { tenant: string; limits: readonly LimitAnswered[] }) {
  const sum = (one: string, other: string) => `${BigInt(one) + BigInt(other)}`
  const remarks = limits.filter(({ supposed }) => supposed).map((limit) => ({ limit, says: sayLimit(limit) })).filter(({ says }) => says.length > 0)
  return (
    <>
      <Table label="Limits as they are and as they would be">
        <Head columns={['Limit of', { says: 'Limit', figure: true }, { says: 'Used and held', figure: true }, { says: 'Free', figure: true }]} />
        <tbody>
          {limits.map(({ namespace, resource, before, after }) => (
            <Row key={`${namespace} ${resource}`}>
              <Name>{placeOf(tenant, namespace)} <span className="font-normal text-quiet">{resource}</span></Name>
              <Cell figure>{sayChange(resource, before.limit, after.limit)}</Cell>
              <Cell figure>{sayChange(resource, sum(before.used, before.held), sum(after.used, after.held))}</Cell>
              <Cell figure>{sayChange(resource, before.free, after.free)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {remarks.length > 0 && (
        <ul aria-label="What to know of these limits" className="grid gap-2 text-dense">
          {remarks.map(({ limit: { namespace, resource, over }, says }) => (
            <li key={`${namespace} ${resource}`} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={over === '0' ? 'notice' : 'danger'}>{over === '0' ? 'Cannot be made so' : 'Over its limit'}</Badge>
              <span><span className="name">{resource}</span> of <span className="name">{placeOf(tenant, namespace)}</span>: {says.join(' ')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function WaitingShown({ tenant, waiting }: { tenant: string; waiting: Answered['waiting'] }) {
  return (
    <Table label="Requests that wait">
      <Head columns={['Request', 'Namespace', 'As it is', 'As it would be', 'Why']} />
      <tbody>
        {waiting.map(({ allocation, name, namespace, before, after }) => {
          const [is, would] = [sayTurn(before), sayTurn(after)]
          return (
            <Row key={allocation}>
              <Name href={paths.allocation(tenant, allocation)}>{name}</Name>
              <Cell><span className="name">{namespace}</span></Cell>
              <Cell><Badge tone={is.tone}>{is.says}</Badge></Cell>
              <Cell><Badge tone={would.tone}>{would.says}</Badge></Cell>
              <Cell wide>{would.why}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

/** What would have to leave the GPUs that are gone, and what would give way to others. */
export function MovedShown({ tenant, displaced, givesWay }: { tenant: string } & Pick<Answered, 'displaced' | 'givesWay'>) {
  return (
    <Table label="Allocations that would move or end">
      <Head columns={['Allocation', 'Namespace', 'As it would be']} />
      <tbody>
        {displaced.map(({ allocation, name, namespace, finds }) => (
          <Row key={allocation}>
            <Name href={paths.allocation(tenant, allocation)}>{name}</Name>
            <Cell><span className="name">{namespace}</span></Cell>
            <Cell wide><Badge tone={finds ? 'ok' : 'danger'}>{finds ? 'Finds other GPUs' : 'Finds no other GPUs'}</Badge></Cell>
          </Row>
        ))}
        {givesWay.map(({ allocation, name, namespace }) => (
          <Row key={`way ${allocation}`}>
            <Name href={paths.allocation(tenant, allocation)}>{name}</Name>
            <Cell><span className="name">{namespace}</span></Cell>
            <Cell wide><Badge tone="danger">Gives its place to others</Badge></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
