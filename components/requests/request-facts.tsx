import { sayAmounts } from '~/components/allocations/amounts'
import { sayAsked } from '~/components/allocations/say-asked'
import { sayRange } from '~/components/allocations/cost-shown'
import { sayControl } from '~/components/policies/say-control'
import { PairObject } from '~/components/pairs/pair-object'
import { sayPorts } from '~/components/pairs/pair-words'
import { formatAmount } from '~/components/quotas/amount'
import { type Region, RegionNames } from '~/components/regions/region-names'
import { isolationWord, regimesIn, trustWord } from '~/components/tenants/isolation-words'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { sentence } from '~/components/ui/sentence'
import { Unknown } from '~/components/ui/unknown'
import { many } from '~/server/shared/many'
import { type RequestShown, sayHours } from './request'

/** Exactly what would be made: what is signed is the digest of this. */
export function RequestFacts({ request, known }: { request: RequestShown; known: readonly Region[] }) {
  const { organisation, subject, purpose, terms } = request
  if (request.kind === 'breakglass.review') return <ReviewAsked request={request} />
  if (request.kind === 'allocation.extend') return <ExtensionAsked request={request} />
  if (request.kind === 'role.elevate') return <ElevationAsked request={request} />
  if (request.kind === 'pair.allow') return <PairAsked request={request} />
  if (request.kind === 'policy.except') return <ExceptionAsked request={request} />
  if (request.kind === 'quota.raise') return <QuotaAsked request={request} />
  if (request.kind !== 'tenant.create') return <AllocationAsked request={request} />
  const { payload } = request
  return (
    <Properties
      items={[
        { says: 'Tenant', value: <><span className="name">{subject}</span> ({payload.title})</> },
        { says: 'Organisation', value: <span className="name">{organisation}</span> },
        { says: 'Isolation', value: isolationWord(payload.isolationLevel) },
        { says: 'Trust', value: trustWord(payload.trust) },
        { says: 'Regions', value: <RegionNames regions={payload.regions} known={known} /> },
        { says: 'Compliance', value: regimesIn(payload.compliance) },
        { says: 'First admin', value: payload.admin.name },
        { says: 'Capacity', value: 'None: it is given by another deed.' },
        { says: 'Purpose', value: purpose },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}

function ReviewAsked({ request: { terms, payload: { person, minutes, reason, tenants, askedAt } } }: { request: Extract<RequestShown, { kind: 'breakglass.review' }> }) {
  return (
    <Properties
      items={[
        { says: 'Who', value: person.name },
        { says: 'Asked', value: <Exact at={askedAt} /> },
        { says: 'For', value: `${many(minutes, 'minute')} at most` },
        { says: 'Tenants', value: tenants.length === 0 ? 'None' : <span className="name">{tenants.join(', ')}</span> },
        { says: 'Reason', value: reason },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}

function QuotaAsked({ request: { purpose, terms, payload: { organisation, tenant, resource, from, to, draft } } }: { request: Extract<RequestShown, { kind: 'quota.raise' }> }) {
  return (
    <Properties
      items={[
        { says: 'Tenant', value: <span className="name">{tenant}</span> },
        { says: 'Out of what is left of', value: <span className="name">{organisation}</span> },
        { says: 'Resource', value: <span className="name">{resource}</span> },
        { says: 'Quota', value: `${formatAmount(resource, from)} → ${formatAmount(resource, to)}` },
        ...(draft.length === 0 ? [] : [{ says: 'Meant for', value: <ul className="grid gap-0.5">{draft.map((line) => <li key={line.namespace}><span className="name">{line.namespace}</span> {formatAmount(resource, line.from)} → {formatAmount(resource, line.to)}</li>)}</ul> }]),
        { says: 'Purpose', value: purpose },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}

function PairAsked({ request: { tenant, requestedBy, purpose, terms, payload } }: { request: Extract<RequestShown, { kind: 'pair.allow' }> }) {
  const { from, to, ports, until, offers } = payload
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Properties
        items={[
          { says: 'Opens connections', value: <span className="name">{from.tenant}/{from.namespace}</span> },
          { says: 'Is connected to', value: <span className="name">{to.tenant}/{to.namespace}</span> },
          { says: 'Ports', value: sayPorts(ports) },
          { says: 'Until', value: <Exact at={until} /> },
          { says: 'Offered by', value: <>{requestedBy.name}, for <span className="name">{offers}</span></> },
          { says: 'Purpose', value: purpose },
          { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
        ]}
      />
      {tenant !== null && <PairObject tenant={tenant} payload={payload} />}
    </div>
  )
}

function ExceptionAsked({ request: { terms, payload: { tenant, namespace, control, until, owner, because } } }: { request: Extract<RequestShown, { kind: 'policy.except' }> }) {
  return (
    <Properties
      items={[
        { says: 'Namespace', value: <span className="name">{tenant}/{namespace}</span> },
        { says: 'Control', value: `${sentence(sayControl(control))}, of the pod security standards` },
        { says: 'Until', value: <Exact at={until} /> },
        { says: 'Who answers for it', value: owner },
        { says: 'Purpose', value: because },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}

function ElevationAsked({ request: { terms, payload: { person, hours, reason } } }: { request: Extract<RequestShown, { kind: 'role.elevate' }> }) {
  return (
    <Properties
      items={[
        { says: 'Who', value: person.name },
        { says: 'For', value: `${many(hours, 'hour')}, from when they begin` },
        { says: 'Reason', value: reason },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}

function ExtensionAsked({ request: { subject, purpose, terms, payload: { namespace, class: of, pods, models, amounts, from, endsAt, hours, cost } } }: { request: Extract<RequestShown, { kind: 'allocation.extend' }> }) {
  return (
    <Properties
      items={[
        { says: 'Allocation', value: <span className="name">{subject}</span> },
        { says: 'Namespace', value: <span className="name">{namespace}</span> },
        { says: 'Class', value: <span className="name">{of}</span> },
        { says: 'Pods', value: String(pods) },
        { says: 'It holds', value: `${sayAmounts(Object.entries(amounts))}${models.length === 0 ? '' : `, of ${models.join(' or ')}`}` },
        { says: 'Ends', value: from === null ? 'Never' : <Exact at={from} /> },
        { says: 'Would end', value: <><Exact at={endsAt} />, {sayHours(hours)} later</> },
        { says: 'Costs until then', value: cost === null ? <Unknown why="No prices are set for it." /> : `${cost.currency} ${sayRange(cost)}` },
        { says: 'Purpose', value: purpose },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}

function AllocationAsked({ request: { subject, purpose, terms, payload } }: { request: Extract<RequestShown, { kind: 'allocation.admit' }> }) {
  return (
    <Properties
      items={[
        { says: 'Allocation', value: <span className="name">{subject}</span> },
        { says: 'Namespace', value: <span className="name">{payload.namespace}</span> },
        { says: 'Class', value: <span className="name">{payload.class}</span> },
        { says: 'Pods', value: String(payload.pods) },
        { says: 'Each', value: sayAsked(payload.each) },
        { says: 'Hours', value: payload.hours === null ? 'As long as anything may' : String(payload.hours) },
        { says: 'Purpose', value: purpose },
        { says: 'Digest of the terms', value: <span className="name break-all">{terms}</span>, copy: terms },
      ]}
    />
  )
}
