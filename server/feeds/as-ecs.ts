/**
 * A record in the words of the Elastic Common Schema, version 9.4.0. Nothing personal is in the clear, as in OCSF. What the schema has no word for stands under our own name, and bodies there as text: each of
 * their fields would become one of the receiver's index.
 */
import type { StoredEntry } from '~/server/audit/record'
import type { Json } from '~/server/shared/canonical'
import { type Event, classify } from './classify'
import { nameOf, namedIn, type Told, told } from './told'

const schemaVersion = '9.4.0'
type Sorted = { readonly category: readonly string[]; readonly type: readonly string[] }
const apiType = { create: 'creation', read: 'access', update: 'change', delete: 'deletion' } as const

function ecsClass(event: Event): Sorted {
  switch (event.class) {
    case 'api': return { category: ['api'], type: [apiType[event.activity]] }
    case 'account': return { category: ['iam'], type: ['user', 'change'] }
    case 'logon': return { category: ['authentication'], type: ['start'] }
    case 'logoff': return { category: ['authentication', 'session'], type: ['end'] }
    case 'proof': return { category: ['authentication'], type: ['info'] }
    case 'session': return { category: ['iam', 'session'], type: ['admin', 'start'] }
    case 'grant': case 'revoke': return { category: ['iam'], type: ['admin', 'change'] }
  }
}
const text = (body: Json): string | null => (body === null ? null : JSON.stringify(body))

export function asEcs(entry: StoredEntry): Told {
  const { actor, action, metadata } = entry
  const event = classify(action)
  const { category, type } = ecsClass(event)
  const target = event.class === 'grant' || event.class === 'revoke' || event.class === 'account' ? namedIn(entry, 'person') : null
  return told({
    '@timestamp': entry.timestamp, ecs: { version: schemaVersion }, message: `${nameOf(entry)}: ${entry.outcome}`,
    event: told({
      kind: 'event', category, type: event.class === 'api' && entry.outcome === 'denied' ? [...type, 'denied'] : type, action: nameOf(entry), outcome: entry.outcome === 'done' ? 'success' : 'failure', reason: entry.reason,
      id: entry.auditId, sequence: Number(metadata.sequence), module: 'bailiwick', dataset: 'bailiwick.audit', provider: 'bailiwick',
    }),
    organization: { id: metadata.tenant }, service: { name: 'bailiwick', version: metadata.engineVersion, environment: metadata.environment }, trace: { id: metadata.reference },
    user: told({ id: actor.userId, hash: actor.username?.hash, roles: actor.groups, target: told({ id: target }) }),
    bailiwick: told({
      stream: metadata.stream, level: entry.level, outcome: entry.outcome, resource: action.resource, name: action.name, namespace: action.namespace, cluster: metadata.cluster, region: metadata.region, policies: metadata.policyVersion,
      service_account: actor.serviceAccount, session: actor.sessionId, factor: actor.factorId, on_behalf_of: actor.onBehalfOf, source_hash: actor.sourceIP?.hash, user_agent_hash: actor.userAgent?.hash,
      request: text(entry.request), response: text(entry.response), context: text(entry.context),
    }),
  })
}
