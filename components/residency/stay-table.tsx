import { paths } from '~/components/shell/paths'
import { FileLink } from '~/components/ui/file-link'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { StayShown } from '~/server/residency/list-stays'
import { sayGpus, sayPolicy } from './residency-words'
import { StayState } from './stay-state'

/** Where work runs, each with the version that it was judged by and what its node says of where it stands. To whoever runs the platform it is a tenant's, and no more. */
export function StayTable({ stays, now, proofOf }: { stays: readonly StayShown[]; now: Date; proofOf: ((stay: StayShown) => string | null) | null }) {
  return (
    <Table label="Placements">
      <Head columns={[proofOf === null ? 'Tenant' : 'Work', 'State', 'Where', { says: 'GPUs', figure: true }, 'Its node says', 'Heard of', { says: 'Here since', sorted: 'descending' }, ...(proofOf === null ? [] : ['Proof'])]} />
      <tbody>
        {stays.map((stay) => (
          <Row key={stay.stay}>
            {proofOf === null ? <Name href={paths.platformTenant(stay.tenant)}>{stay.tenant}</Name> : <Name {...(stay.name === null || stay.allocation === null ? {} : { href: paths.allocation(stay.tenant, stay.allocation) })}>{stay.name ?? 'Nothing that was granted'}</Name>}
            <Cell><Lines><StayState state={stay.state} reason={stay.reason} failover={stay.failover} /><span className="text-quiet">by {stay.policy === null ? sayPolicy(null) : `${sayPolicy(stay.policy)} of its policy`}</span></Lines></Cell>
            <Cell><Lines>{stay.region === null ? <Unknown why={`The inventory has its cluster in ${stay.placed}. That its node stands there nobody can say.`} /> : <span className="name">{stay.region}</span>}<span className="name text-quiet">{stay.node}</span></Lines></Cell>
            <Cell figure>{sayGpus(stay.gpuMilli).replace(/ .*/, '')}</Cell>
            <Cell wide>{stay.evidence === null || stay.evidence.region === null ? <Unknown why="Its node does not say where it stands." /> : <Evidence evidence={stay.evidence} />}</Cell>
            <Cell>{stay.heardAt === null ? <Unknown why="Its node has never been heard of." /> : <Ago at={stay.heardAt} now={now} />}</Cell>
            <Cell><Ago at={stay.since} now={now} /></Cell>
            {proofOf !== null && <Cell><ProofLink href={proofOf(stay)} name={stay.name ?? ''} /></Cell>}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
/** What belongs together stands one under the other: side by side the last columns would be cut off on most screens. */
const Lines = ({ children }: { children: React.ReactNode }) => <span className="grid w-max max-w-60 justify-items-start gap-0.5 py-0.5 whitespace-normal wrap-anywhere">{children}</span>
function Evidence({ evidence: { region, residency, jurisdiction, providerId } }: { evidence: NonNullable<StayShown['evidence']> }) {
  return <span className="grid"><span className="name">{[region, residency, jurisdiction].filter((word) => word !== null).join(', ')}</span>{providerId !== null && <span className="name text-quiet">{providerId}</span>}</span>
}
const ProofLink = ({ href, name }: { href: string | null; name: string }) => href !== null && <FileLink href={href} aria-label={`Proof of where ${name} was`}>Take out</FileLink>
