import type { Tone } from '~/components/ui/badge'
import type { StaffAction } from '~/server/staff/concern'

/** What somebody of the platform did, and what for, as far as the deed itself says. */
export const staffWords: Readonly<Record<StaffAction, { says: string; because: string }>> = {
  'audit.proveOnPlatform': { says: 'Proved a record', because: 'Whether the record is what was sealed' },
  'cases.ask': { says: 'Asked whether you need what you have', because: 'A case that you were told of' },
  'cases.close': { says: 'Closed a case', because: 'A case that you were told of' },
  'cases.notify': { says: 'Told you of a case', because: 'How you use what you have' },
  'cases.read': { says: 'Read a case of yours', because: 'A case that you were told of' },
  'cases.reclaim': { says: 'Began to reclaim what stands unused', because: 'A case that you were told of' },
  'cases.undo': { says: 'Undid a step', because: 'A case that you were told of' },
  'erasures.askOnPlatform': { says: 'Asked to erase what is personal here', because: 'What they wrote when they asked' },
  'erasures.signOnPlatform': { says: 'Signed that what is personal here is erased', because: 'An erasure that was asked for' },
  'erasures.takeBackOnPlatform': { says: 'Took an erasure back', because: 'An erasure that was asked for' },
  'incidents.freeze': { says: 'Froze the tenant', because: 'An incident' },
  'incidents.revokeInTenant': { says: 'Revoked tokens', because: 'An incident' },
  'incidents.thaw': { says: 'Lifted a freeze', because: 'An incident' },
  'personal.concealOnPlatform': { says: 'Searched the record for a person or an address', because: 'Who did what' },
  'personal.openOnPlatform': { says: 'Opened who it was in a record', because: 'The reason that they wrote, in the record' },
  'policies.changeInTenant': { says: 'Changed what the platform allows you', because: 'A policy of the platform' },
  'policies.readInTenant': { says: 'Read what the platform says of you', because: 'A policy of the platform' },
  'requests.approve': { says: 'Approved a request', because: 'A request of yours' },
  'requests.approveTogether': { says: 'Approved requests together', because: 'A request of yours' },
  'requests.ask': { says: 'Asked about a request', because: 'A request of yours' },
  'requests.read': { says: 'Read a request', because: 'A request of yours' },
  'requests.readTogether': { says: 'Read requests together', because: 'A request of yours' },
  'requests.receipt': { says: 'Read the receipt of a yes', because: 'A request of yours' },
  'requests.recuse': { says: 'Stepped back from a request', because: 'A request of yours' },
  'requests.refuse': { says: 'Refused a request', because: 'A request of yours' },
  'residency.acknowledge': { says: 'Said that they look at a violation', because: 'Where your work ran' },
  'residency.contain': { says: 'Cordoned the nodes of a violation', because: 'Where your work ran' },
  'residency.endException': { says: 'Ended an exception from your residency policy', because: 'Where your work ran' },
  'residency.except': { says: 'Left work where it may not be, until a day', because: 'Where your work ran' },
  'residency.tryOut': { says: 'Looked at what another residency policy would come to', because: 'A policy of the platform' },
  'reviews.answerInTenant': { says: 'Answered about your only admin', because: 'A review of who holds what' },
  'reviews.readOnPlatform': { says: 'Read a review', because: 'A review of who holds what' },
  'tenants.freeze': { says: 'Froze the tenant', because: 'A decision of the platform' },
  'tenants.readOnPlatform': { says: 'Looked at the tenant’s overview', because: 'Looking after the platform' },
  'tenants.thaw': { says: 'Lifted a freeze', because: 'A decision of the platform' },
}
export const staffOutcomes: Readonly<Record<string, { says: string; tone: Tone }>> = {
  done: { says: 'Done', tone: 'neutral' }, refused: { says: 'Refused', tone: 'notice' }, denied: { says: 'Not allowed', tone: 'notice' }, fault: { says: 'Failed', tone: 'danger' },
}
