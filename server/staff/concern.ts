/**
 * What people of the platform do that is about one tenant, and by what they name it. All of it stands in that tenant's own record, where its admins read it; a new action does not compile until
 * it says whether it is. What is about none is about all of them, as a list is, about the platform itself, or about people.
 */
import { type Action, isAction, type KindOf } from '~/server/authorization/actions'
import { namedIn } from '~/server/audit/entry'

type PlatformAction = { [A in Action]: KindOf<A> extends 'platform' ? A : never }[Action]
export type Subject = 'tenant' | 'case' | 'request' | 'requests' | 'review'

export const concerns = {
  'audit.exportOnPlatform': null, 'audit.facetsOnPlatform': null, 'audit.listPlatform': null, 'audit.newerOnPlatform': null, 'audit.proveOnPlatform': 'tenant', 'audit.searchOnPlatform': null,
  // Whom a break-glass names is told of it by the break-glass itself, and may end it.
  'breakGlass.begin': null, 'breakGlass.list': null, 'breakGlass.sign': null, 'breakGlass.stop': null,
  'cases.ask': 'tenant', 'cases.burst': 'tenant', 'cases.close': 'case', 'cases.list': null, 'cases.notify': 'tenant', 'cases.preempt': 'tenant', 'cases.read': 'case', 'cases.reclaim': 'tenant', 'cases.shrink': 'tenant', 'cases.rules': null, 'cases.sign': 'tenant', 'cases.suspend': 'tenant', 'cases.undo': 'tenant',
  'clusters.list': null, 'controls.export': null, 'controls.list': null, 'controls.read': null, 'delegations.beginOnPlatform': null, 'delegations.endOnPlatform': null, 'delegations.listOnPlatform': null,
  'elevations.ask': null, 'elevations.begin': null, 'elevations.end': null, 'elevations.list': null,
  'erasures.askOnPlatform': 'tenant', 'erasures.keys': null, 'erasures.listOnPlatform': null, 'erasures.signOnPlatform': 'tenant', 'erasures.takeBackOnPlatform': 'tenant',
  'feeds.createOnPlatform': null, 'feeds.endOnPlatform': null, 'feeds.listOnPlatform': null, 'feeds.pauseOnPlatform': null, 'feeds.resumeOnPlatform': null, 'feeds.rotateOnPlatform': null, 'feeds.testOnPlatform': null,
  'fleet.cordon': null, 'fleet.map': null, 'fleet.node': null, 'fleet.nodes': null, 'fleet.suppose': null, 'fleet.uncordon': null,
  // Whom the law's hold is about does not learn of it here.
  'holds.lift': null, 'holds.list': null, 'holds.place': null,
  'incidents.close': null, 'incidents.cordon': null, 'incidents.freeze': 'tenant', 'incidents.keep': null, 'incidents.list': null, 'incidents.lock': null, 'incidents.note': null, 'incidents.open': null,
  'incidents.read': null, 'incidents.revoke': null, 'incidents.revokeInTenant': 'tenant', 'incidents.tell': null, 'incidents.thaw': 'tenant', 'incidents.tick': null, 'incidents.uncordon': null, 'incidents.unlock': null,
  // Whom an investigation is about does not learn of it here. That somebody of the platform opened a record of theirs, from which it is pinned, stands in their own record already.
  'investigations.change': null, 'investigations.close': null, 'investigations.export': null, 'investigations.hand': null, 'investigations.list': null, 'investigations.note': null, 'investigations.open': null, 'investigations.pin': null, 'investigations.read': null, 'investigations.reopen': null,
  'investigations.unpin': null,
  'invitations.listOnPlatform': null, 'invitations.makeOnPlatform': null, 'invitations.withdrawOnPlatform': null, 'levels.recent': null, 'organisations.create': null, 'organisations.list': null, 'organisations.read': null,
  'people.disable': null, 'people.enable': null, 'people.endSessions': null, 'people.list': null, 'people.name': null, 'people.reset': null,
  'personal.concealOnPlatform': 'tenant', 'personal.openOnPlatform': 'tenant',
  'policies.changeInTenant': 'tenant', 'policies.changeOnPlatform': null, 'policies.importRuleOnPlatform': null, 'policies.listOnPlatform': null, 'policies.readInTenant': 'tenant', 'policies.readOnPlatform': null, 'receipts.enrolments': null, 'reconciliation.list': null, 'regions.add': null,
  // What is worked out for whoever decides a request is on the page that reads it.
  'requests.approve': 'request', 'requests.approveTogether': 'request', 'requests.ask': 'request', 'requests.countWaiting': null, 'requests.list': null, 'requests.offer': null, 'requests.read': 'request', 'requests.readTogether': 'requests',
  'requests.receipt': 'request', 'requests.recuse': 'request', 'requests.refuse': 'request', 'requests.renew': null, 'requests.sheet': null,
  'residency.acknowledge': 'tenant', 'residency.askDisaster': null, 'residency.askFailover': 'tenant', 'residency.contain': 'tenant', 'residency.disasters': null, 'residency.endDisaster': null, 'residency.endException': 'tenant', 'residency.endFailover': 'tenant', 'residency.except': 'tenant', 'residency.list': null, 'residency.matrix': null, 'residency.signDisaster': null, 'residency.signFailover': 'tenant', 'residency.tryOut': 'tenant', 'residency.violations': null,
  'retention.list': null, 'reviews.answerInTenant': 'tenant', 'reviews.answerOnPlatform': null, 'reviews.beginOnPlatform': null, 'reviews.listOnPlatform': null, 'reviews.readOnPlatform': 'review',
  'security.due': null, 'security.figures': null, 'security.letIn': null, 'security.shutOuts': null, 'signals.list': null, 'staff.end': null, 'staff.grant': null, 'staff.list': null,
  'tenants.changeCompliance': 'tenant', 'tenants.freeze': 'tenant', 'tenants.list': null, 'tenants.readOnPlatform': 'tenant', 'tenants.request': null, 'tenants.summarise': null, 'tenants.thaw': 'tenant', 'tenants.watchPlatform': null,
  'webhooks.createOnPlatform': null, 'webhooks.endOnPlatform': null, 'webhooks.historyOnPlatform': null, 'webhooks.listOnPlatform': null, 'webhooks.retryOnPlatform': null, 'webhooks.rotateOnPlatform': null, 'webhooks.testOnPlatform': null,
} as const satisfies Readonly<Record<PlatformAction, Subject | null>>

export type StaffAction = { [A in PlatformAction]: (typeof concerns)[A] extends null ? never : A }[PlatformAction]
export const subjectOf = (action: Action): Subject | null => (Object.hasOwn(concerns, action) ? concerns[action as PlatformAction] : null)
export const isStaffAction = (name: string): name is StaffAction => isAction(name) && subjectOf(name) !== null
export const staffActions = Object.keys(concerns).filter(isStaffAction)

/** What was named, by what it is named by: a tenant, or what belongs to one. */
export function idsIn(subject: Subject, asked: unknown): string[] {
  if (subject !== 'requests') return [namedIn(asked, subject) ?? []].flat()
  const { requests } = asked as { readonly requests?: unknown }
  return Array.isArray(requests) ? requests.filter((id) => typeof id === 'string') : []
}
