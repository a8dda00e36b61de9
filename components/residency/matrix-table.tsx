import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { Cell as CellOf } from '~/server/residency/decide-cells'
import type { MatrixRow, RegionColumn } from '~/server/residency/read-matrix'
import { sayGpus, sayPolicy, sayWorks, stayStateWords } from './residency-words'
import { StayState } from './stay-state'

/** Tenants by regions: whether each may be there, and how much of it is. What is in a cell leads to the placements behind it, for whoever may see those. */
export function MatrixTable({ rows, regions, hrefOf }: { rows: readonly MatrixRow[]; regions: readonly RegionColumn[]; hrefOf: ((tenant: string, region: string) => string) | null }) {
  return (
    <Table label="Residency">
      <Head columns={[{ says: 'Tenant', sorted: 'ascending' }, ...regions.map(({ region }) => region), 'Judged by']} />
      <tbody>
        {rows.map(({ tenant, cells, policy }) => (
          <Row key={tenant}>
            <Name href={paths.platformTenant(tenant)}>{tenant}</Name>
            {cells.map((cell) => <Cell key={cell.region}><Used cell={cell} href={hrefOf?.(tenant, cell.region) ?? null} of={`${tenant} in ${cell.region}`} /></Cell>)}
            <Cell><Link href={paths.platformResidencyOf(tenant)} aria-label={`Residency policy of ${tenant}: ${sayPolicy(policy)}`} className="underline">{sayPolicy(policy)}</Link></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** Whether it may be there, and under it what is. */
export function Used({ cell: { state, works, gpuMilli, prohibited, unknown, excepted, failover, lostUntil }, href, of }: { cell: CellOf; href: string | null; of: string }) {
  const { says, tone } = stayStateWords[state]
  return (
    <div className="grid justify-items-start gap-0.5 py-1">
      <Badge tone={state === 'prohibited' && works + unknown === 0 ? 'neutral' : tone}>{says}</Badge>
      {failover !== null && <Badge tone="notice">{`for a disaster in ${failover}`}</Badge>}
      {lostUntil !== null && <Badge tone="danger">disaster: nothing new begins</Badge>}
      {works > 0 && (href === null ? <span>{sayWorks(works)}, {sayGpus(gpuMilli)}</span> : <Link href={href} aria-label={`Placements of ${of}: ${sayWorks(works)}, ${sayGpus(gpuMilli)}`} className="inline-block min-h-6 content-center text-accent underline underline-offset-2 hover:text-accent-hover">{sayWorks(works)}, {sayGpus(gpuMilli)}</Link>)}
      <Wrong cell={{ prohibited, excepted }} />
      {unknown > 0 && (href === null ? <Badge tone="unknown">{`${unknown} unknown`}</Badge> : <Link href={href} aria-label={`Placements of ${of}: ${sayWorks(unknown)} of which nobody knows where`}><Badge tone="unknown">{`${unknown} unknown`}</Badge></Link>)}
    </div>
  )
}
/** Of what is there: what may not be, and what is left by an exception. */
const Wrong = ({ cell: { prohibited, excepted } }: { cell: Pick<CellOf, 'prohibited' | 'excepted'> }) => (
  <>
    {prohibited > 0 && <Badge tone="danger">{`${prohibited} may not be here`}</Badge>}
    {excepted > 0 && <Badge tone="notice">{`${excepted} by an exception`}</Badge>}
  </>
)

/** A tenant's own row, a region a line. */
export function RegionsOfTenant({ row, regions, hrefOf }: { row: MatrixRow; regions: readonly RegionColumn[]; hrefOf: (region: string) => string }) {
  return (
    <Table label="Regions">
      <Head columns={[{ says: 'Region', sorted: 'ascending' }, 'Where', 'May be there', 'Runs there now']} />
      <tbody>
        {row.cells.map(({ region, state, reason, failover, lostUntil, works, gpuMilli, prohibited, unknown, excepted }) => {
          const known = regions.find((one) => one.region === region)
          return (
            <Row key={region}>
              <Name {...(works + unknown > 0 ? { href: hrefOf(region) } : {})}>{region}</Name>
              <Cell>{known && `${known.title}, ${known.country}`}</Cell>
              <Cell><div className="grid justify-items-start gap-0.5"><StayState state={state} reason={reason} failover={failover} isEmpty={works + unknown === 0} />{lostUntil !== null && <span>There is a disaster: nothing new begins until <Exact at={lostUntil} />.</span>}</div></Cell>
              <Cell wide><div className="grid justify-items-start gap-0.5 py-1">{works > 0 && <span>{sayWorks(works)}, {sayGpus(gpuMilli)}</span>}<Wrong cell={{ prohibited, excepted }} />{unknown > 0 && <Badge tone="unknown">{`${unknown} unknown`}</Badge>}</div></Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
