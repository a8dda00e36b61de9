import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { atMoment } from '~/components/ui/keep-moment'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Panel } from '~/components/ui/panel'
import { Properties, type Property } from '~/components/ui/properties'
import { BeforeAfter } from './before-after'
import { readOutcome } from './read-outcome'
import { VerifyHere } from './verify-here'
import type { Proof } from './verify-record'
import { Who } from './who'

/** What a record says, as far as it is shown: its bytes are below, whole. */
export type Said = {
  auditId: string; timestamp: string; level: string; outcome: string; reason: string | null; request: unknown; response: unknown; context: { before?: unknown; after?: unknown } | null
  actor: { userId: string | null; serviceAccount: string | null; groups: string[]; sessionId: string | null; factorId: string | null; onBehalfOf: string | null }
  action: { verb: string; resource: string; namespace: string | null; name: string | null }
  metadata: { tenant: string; stream: string; sequence: string; engineVersion: string; policyVersion: string | null; reference: string; region: string | null }
}
/** `tenant` is whose pages its reader has, to look at them as of the record. */
type Props = { tenant: string | null; proof: Proof; logKey: string; names: Readonly<Record<string, string>>; closeTo: string; hrefOf: (query: string) => string; /** How its personal fields are opened. */ opening: React.ReactNode; /** How it is pinned to an investigation, for whoever may. */ pinning: React.ReactNode }

const nearMs = 5 * 60_000
const text = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Where it is to be seen what was there then: the thing itself, and what decided. */
const placesThen = (tenant: string, { resource, namespace, name }: Said['action']): [says: string, path: string][] => [
  ...(resource === 'allocations' && name !== null && isUuid.test(name) ? [['The allocation', paths.allocation(tenant, name)] as [string, string]] : []),
  ...(namespace === null ? [] : [[`Namespace ${namespace}`, paths.namespace(tenant, namespace)] as [string, string]]),
  ['Quotas', paths.quotas(tenant)], ['Allocations', paths.allocations(tenant)], ['Members', paths.members(tenant)], ['Policies', paths.policies(tenant)],
]
const looked = (says: string, href: string) => <li key={says}><Link href={href}>{says}</Link></li>

/** One record, read from the record itself: what happened, what it changed, what belongs to it, and whether it is what was sealed. */
export function RecordPanel({ tenant, proof, logKey, names, closeTo, hrefOf, opening, pinning }: Props) {
  const said = JSON.parse(proof.record) as Said
  const { action, actor, metadata } = said
  const what = `${action.resource}.${action.verb}`
  const { tone, says } = readOutcome({ what, outcome: said.outcome, reason: said.reason })
  const on = [action.namespace, action.name].filter((part) => part !== null).join(' / ')
  const who = actor.userId ?? actor.serviceAccount
  const at = Date.parse(said.timestamp)
  const near = `since:${new Date(at - nearMs).toISOString()} until:${new Date(at + nearMs).toISOString()}`
  const facts: (Property | null)[] = [
    { says: 'When', value: <Exact at={said.timestamp} /> }, { says: 'Who', value: <Who id={who} names={names} />, ...(who === null ? {} : { copy: who }) },
    actor.groups.length === 0 ? null : { says: 'As', value: actor.groups.join(', ') }, actor.onBehalfOf === null ? null : { says: 'By', value: <span className="name">{actor.onBehalfOf}</span> },
    actor.factorId === null ? null : { says: 'Second factor', value: <span className="name">{actor.factorId}</span> }, actor.sessionId === null ? null : { says: 'Session', value: <span className="name">{actor.sessionId}</span> },
    { says: 'Whose', value: <span className="name">{metadata.tenant}</span> }, { says: 'Stream', value: `${metadata.stream}, number ${metadata.sequence}` }, { says: 'Level', value: said.level },
    metadata.policyVersion === null ? null : { says: 'Policies', value: <span className="name">{metadata.policyVersion}</span> }, { says: 'Engine', value: metadata.engineVersion },
    { says: 'Reference', value: <span className="name">{metadata.reference}</span>, copy: metadata.reference }, { says: 'Record', value: <span className="name">{said.auditId}</span>, copy: said.auditId },
  ]
  const bodies = [['What was asked', said.request], ['What was answered', said.response], ['Around it', said.context]] as const
  return (
    <Panel id="record" title={on === '' ? what : `${what} of ${on}`} closeTo={closeTo}>
      <p><Badge tone={tone}>{says}</Badge></p>
      <p className="text-dense"><Who id={who} names={names} /> {actor.groups.length > 0 && `(${actor.groups.join(', ')}) `}{said.outcome === 'done' ? 'did' : 'tried'} <span className="name">{what}</span>{on !== '' && <> of <span className="name">{on}</span></>}.</p>
      <BeforeAfter before={text(said.context?.before)} after={text(said.context?.after)} />
      <section aria-label="Who it was" className="grid gap-2">{opening}</section>
      <section aria-label="Proof" className="grid gap-2"><h3 className="font-medium text-strong">Proof</h3><VerifyHere proof={proof} logKey={logKey} /></section>
      {pinning !== null && <section aria-label="Investigations" className="grid gap-2">{pinning}</section>}
      <section aria-label="Beside it" className="grid gap-1">
        <h3 className="font-medium text-strong">Beside it</h3>
        <ul className="grid gap-1 text-dense">
          {metadata.reference !== '' && looked('What belongs together with it', hrefOf(`reference:${metadata.reference} since:90d`))}
          {who !== null && looked('The same actor, five minutes around', hrefOf(`actor:${who} ${near}`))}
          {looked('The same object, five minutes around', hrefOf([`resource:${action.resource}`, ...(action.namespace === null ? [] : [`namespace:${action.namespace}`]), ...(action.name === null ? [] : [`name:${action.name}`]), near].join(' ')))}
        </ul>
      </section>
      {tenant !== null && (
        <section aria-label="As of this moment" className="grid gap-1">
          <h3 className="font-medium text-strong">As of this moment</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-dense">{placesThen(tenant, action).map(([of, path]) => looked(of, atMoment(path, '', said.timestamp)))}</ul>
        </section>
      )}
      <Properties items={facts.filter((fact) => fact !== null)} />
      {bodies.map(([title, body]) => body === null || body === undefined ? null : <Folded key={title} title={title} body={JSON.stringify(body, null, 2)} />)}
      <Folded title="The bytes that were hashed" body={proof.record} />
    </Panel>
  )
}

function Folded({ title, body }: { title: string; body: string }) {
  return (
    <details className="grid gap-1 text-dense">
      <summary className="quiet-motion -ml-2 inline-flex min-h-7 w-fit cursor-default items-center rounded-control px-2 text-accent hover:bg-hover">{title}</summary>
      <pre tabIndex={0} className="name max-h-80 overflow-auto rounded-control border border-line bg-sunken p-2 break-all whitespace-pre-wrap">{body}</pre>
    </details>
  )
}
