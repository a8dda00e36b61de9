import { roleWord } from '~/components/shell/why-not'
import { grantableRoles, type GrantableRole, isHeldHere } from '~/server/members/decide-member'

/** What every form here asks: where, which role, until the end of which day. */
export const empty = { namespace: '', role: 'developer', until: '' }
export const labels = { namespace: 'Where', role: 'Role', until: 'Ends' }
export const concerns = { namespace_unknown: 'namespace', role_not_here: 'role', until_not_possible: 'until' } as const
type Wish = { namespace: string; role: string; until: string }

/** The last second of that day, in UTC. */
export const inputOf = ({ namespace, role, until }: Wish) => ({ namespace: namespace === '' ? null : namespace, role: role as GrantableRole, until: until === '' ? null : `${until}T23:59:59Z` })
export const rolesAt = (namespace: string): GrantableRole[] => grantableRoles.filter((role) => isHeldHere(role, namespace === '' ? null : namespace))
/** "developer of aurora/training" */
export const roleAt = (tenant: string, { namespace, role }: Wish): string => `${roleWord(role)} of ${namespace === '' ? tenant : `${tenant}/${namespace}`}`
export const lasts = ({ until }: Wish): string => (until === '' ? 'until somebody ends it' : `until the end of ${until}`)
