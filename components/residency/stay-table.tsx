import { paths } from '~/components/shell/paths'
import { FileLink } from '~/components/ui/file-link'
import { Ago } from '~/components/ui/moment'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { Unknown } from '~/components/ui/unknown'
import type { StayShown } from '~/server/residency/list-stays'
import { sayGpus, sayPolicy } from './residency-words'
import { StayState } from './stay-state'

/** Where work runs, each with the version that it was judged by, and under it by what its node says. To whoever runs the platform it is a tenant's, and no more. */
export function StayTable({ stays, now, proofOf }: { stays: readonly StayShown[]; now: Date; proofOf: ((stay: StayShown) => string | null) | null }) {
  return (
    <Table label="Placements">
      <Head columns={[proofOf === null ? 'Tenant' : 'Work', 'State', 'Where', { says: 'GPUs', figure: true }, { says: 'Here since', sorted: 'descending' }]} />
      <tbody>
        {stays.map((stay) => (
          <Row key={stay.stay}>
            {proofOf === null ? <Name href={paths.platformTenant(stay.tenant)}>{stay.tenant}</Name> : <Name {...(stay.name === null || stay.allocation === null ? {} : { href: paths.allocation(stay.tenant, stay.allocation) })}>{stay.name ?? 'Nothing that was granted'}</Name>}
            <Cell><Lines><StayState state={stay.state} reason={stay.reason} failover={stay.failover} /><span className="text-quiet">by {stay.policy === null ? sayPolicy(null) : `${sayPolicy(stay.policy)} of its policy`}</span></Lines></Cell>
            <Cell wide><span className="grid justify-items-start gap-0.5 py-0.5">{stay.region === null ? <Unknown why={`The inventory has its cluster in ${stay.placed}. That its node stands there nobody can say.`} /> : <span className="name">{stay.region}</span>}<span className="name">{stay.node}</span><Evidence stay={stay} now={now} /></span></Cell>
            <Cell figure>{sayGpus(stay.gpuMilli).replace(/ .*/, '')}</Cell>
            <Cell><Lines><Ago at={stay.since} now={now} />{proofOf !== null && <ProofLink href={proofOf(stay)} name={stay.name ?? ''} />}</Lines></Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
/** What belongs together stands one under the other: side by side the last columns would be cut off on most screens. */
const Lines = ({ children }: { children: React.ReactNode }) => <span className="grid w-max max-w-48 justify-items-start gap-0.5 py-0.5 whitespace-normal wrap-anywhere">{children}</span>
/** What the node says of where it stands, and when it was heard of. */
function Evidence({ stay: { evidence, heardAt }, now }: { stay: StayShown; now: Date }) {
  const words = evidence === null ? [] : [evidence.region, evidence.residency, evidence.jurisdiction, evidence.providerId].filter((word) => word !== null)
  return <span className="text-quiet">{evidence === null || evidence.region === null ? 'says nothing of where it stands' : <>says <span className="name">{words.join(', ')}</span></>}, {heardAt === null ? 'never heard of' : <>heard of <Ago at={heardAt} now={now} /></>}</span>
}
const ProofLink = ({ href, name }: { href: string | null; name: string }) => href !== null && <FileLink href={href} aria-label={`Proof of where ${name} was`}>Proof</FileLink>
