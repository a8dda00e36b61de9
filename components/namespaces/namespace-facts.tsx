import { isolationWord } from '~/components/tenants/isolation-words'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { NamespaceRead } from '~/server/namespaces/list-namespaces'
import type { IsolationLevel } from '~/server/tenants/isolation'
import { NamespaceState } from './namespace-state'
import { environmentWords, podSecurityWords } from './namespace-words'

/** What it is. What it does not say for itself is as it is around it, and says so. */
export function NamespaceFacts({ namespace, tenantIsolation }: { namespace: NamespaceRead; tenantIsolation: IsolationLevel }) {
  const { name, state, stateSince, environment, costCentre, owner, people, isolation, podSecurity, labels, createdAt } = namespace
  return (
    <Properties
      items={[
        { says: 'Name', value: <span className="name">{name}</span>, copy: name },
        { says: 'State', value: <NamespaceState state={state} since={stateSince} /> },
        { says: 'Environment', value: environmentWords[environment] },
        { says: 'Cost centre', value: costCentre === null ? 'None: each allocation says its own' : <span className="name">{costCentre}</span> },
        { says: 'Owner', value: owner === null ? 'Nobody yet' : (people[owner] ?? 'Somebody who is no longer here') },
        { says: 'Isolation', value: isolation === null ? `As the tenant: ${isolationWord(tenantIsolation)}` : isolationWord(isolation) },
        { says: 'Pod security', value: podSecurity === null ? 'As the platform asks of everybody' : podSecurityWords[podSecurity] },
        ...(Object.keys(labels).length === 0 ? [] : [{ says: 'Labels', value: <span className="name">{Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(', ')}</span> }]),
        { says: 'Created', value: <Exact at={createdAt} /> },
      ]}
    />
  )
}
