/**
 * A record in the words of the Open Cybersecurity Schema Framework, version 1.8.0. Nothing personal is in the clear: who somebody is, is their opaque id; from where they came is a keyed hash, the same
 * for the same address of the same tenant.
 */
import type { StoredEntry } from '~/server/audit/record'
import { type Event, classify } from './classify'
import { nameOf, namedIn, type Told, told } from './told'

const schemaVersion = '1.8.0'
const [iam, application] = [3, 6]
type Classed = { readonly category: number; readonly class: number; readonly activity: number }
const other = 99
const apiActivity = { create: 1, read: 2, update: 3, delete: 4 } as const
const accountActivity = { enable: 2, password_change: 3, password_reset: 4, disable: 5, factor_on: 10, factor_off: 11, other } as const

export function ocsfClass(event: Event): Classed {
  switch (event.class) {
    case 'api': return { category: application, class: 6003, activity: apiActivity[event.activity] }
    case 'account': return { category: iam, class: 3001, activity: accountActivity[event.activity] }
    case 'logon': return { category: iam, class: 3002, activity: 1 }
    case 'logoff': return { category: iam, class: 3002, activity: 2 }
    case 'proof': return { category: iam, class: 3002, activity: other }
    case 'session': return { category: iam, class: 3003, activity: 1 }
    case 'grant': return { category: iam, class: 3005, activity: 1 }
    case 'revoke': return { category: iam, class: 3005, activity: 2 }
  }
}

const severities: Readonly<Record<string, number>> = { done: 1, refused: 2, denied: 3, fault: 4 }
const userTypes = { unknown: 0, user: 1, service: 4 } as const

/** Whoever nobody knows has a name all the same: the schema asks for one. */
function userOf(id: string | null, { groups, hash }: { groups: readonly string[]; hash: string | null }): Told {
  return told({ uid: id, name: id === null ? 'unknown' : null, uid_alt: hash, type_id: id === null ? userTypes.unknown : userTypes.user, groups: groups.map((name) => ({ name })) })
}
const actorOf = ({ actor }: StoredEntry): Told => told({
  user: actor.userId === null && actor.serviceAccount !== null ? { name: actor.serviceAccount, type_id: userTypes.service } : userOf(actor.userId, { groups: actor.groups, hash: actor.username?.hash ?? null }),
  session: actor.sessionId === null ? null : { uid: actor.sessionId }, app_name: actor.onBehalfOf,
})
const sourceOf = ({ actor }: StoredEntry): Told => (actor.sourceIP === null ? { name: actor.serviceAccount ?? 'unknown' } : { uid: actor.sourceIP.hash })

/** What a class must say beside what each says: whose account it is, and what they were given. */
function ofClass(entry: StoredEntry, event: Event): Told {
  const { actor, action, metadata } = entry
  const self = userOf(actor.userId, { groups: [], hash: actor.username?.hash ?? null })
  const person = namedIn(entry, 'person')
  const about = person === null ? userOf(null, { groups: [], hash: null }) : userOf(person, { groups: [], hash: null })
  const privileges = [namedIn(entry, 'role') ?? action.resource]
  switch (event.class) {
    case 'api': return {
      api: { operation: nameOf(entry), service: { name: 'bailiwick' }, version: action.apiVersion, group: { name: action.apiGroup }, request: { uid: metadata.reference } },
      resources: [told({ type: action.resource, name: action.name, namespace: action.namespace, region: metadata.region })],
    }
    case 'logon': case 'logoff': case 'proof': return { user: self, service: { name: 'bailiwick' }, is_remote: true }
    case 'session': return { user: self, privileges }
    case 'account': return { user: action.resource === 'people' ? about : self }
    case 'grant': case 'revoke': return { user: about, privileges }
  }
}

export function asOcsf(entry: StoredEntry): Told {
  const event = classify(entry.action)
  const { category, class: classUid, activity } = ocsfClass(event)
  const { metadata, action } = entry
  const isDone = entry.outcome === 'done'
  return told({
    category_uid: category, class_uid: classUid, activity_id: activity, type_uid: classUid * 100 + activity, severity_id: severities[entry.outcome] ?? 1,
    time: Date.parse(entry.timestamp), message: `${nameOf(entry)}: ${entry.outcome}`, status_id: isDone ? 1 : 2, status: isDone ? 'Success' : 'Failure', status_code: entry.outcome, status_detail: entry.reason,
    activity_name: activity === other ? action.verb : null,
    metadata: {
      version: schemaVersion, product: { name: 'Bailiwick', vendor_name: 'Bailiwick', version: metadata.engineVersion }, uid: entry.auditId, event_code: nameOf(entry), tenant_uid: metadata.tenant,
      log_name: metadata.stream, sequence: Number(metadata.sequence), correlation_uid: metadata.reference, original_time: entry.timestamp,
    },
    actor: actorOf(entry), src_endpoint: sourceOf(entry), ...ofClass(entry, event),
    unmapped: told({
      level: entry.level, resource: action.resource, name: action.name, namespace: action.namespace, cluster: metadata.cluster, region: metadata.region, environment: metadata.environment, policies: metadata.policyVersion,
      factor: entry.actor.factorId, user_agent_hash: entry.actor.userAgent?.hash, request: entry.request, response: entry.response, context: entry.context,
    }),
  })
}
