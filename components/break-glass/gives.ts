import type { Action } from '~/server/authorization/actions'

/** What it gives, in words, action by action; whatever it comes to give without a word here fails the test beside. */
export const givesWords: Partial<Readonly<Record<Action, string>>> = {
  'tenants.freeze': 'Freeze the tenants that are named: what they have stays, and nothing is added',
  'tenants.thaw': 'Thaw them again',
  'fleet.cordon': 'Cordon nodes: nothing more is placed on them',
  'fleet.uncordon': 'Let work onto them again',
  'people.disable': 'Keep a person out',
  'people.endSessions': 'End a person’s sessions',
  'clusters.list': 'See the clusters', 'fleet.nodes': 'See the nodes', 'people.list': 'See who is here', 'reconciliation.list': 'See what runs that nobody granted', 'staff.list': 'See who works on the platform',
}
