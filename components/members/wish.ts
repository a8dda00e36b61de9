import { roleWord } from '~/components/shell/why-not'
import { untilIsPossible } from '~/server/members/decide-until'
import { grantableRoles, type GrantableRole, isHeldHere } from '~/server/members/decide-member'

/** What every form here asks: where, which role, until the end of which day. */
export const empty = { namespace: '', role: 'developer', until: '' }
export const labels = { namespace: 'Where', role: 'Role', until: 'Ends' }
export const concerns = { namespace_unknown: 'namespace', role_not_here: 'role', role_unknown: 'role', until_not_possible: 'until' } as const
type Wish = { namespace: string; role: string; until: string }

/** A role of the tenant's own, as a form tells it from the others. */
export type Custom = { role: string; title: string }
const mark = 'custom '
export const optionOf = ({ role }: Custom): string => `${mark}${role}`

/** What a provider is called; one that is not in the list any more, by its id. */
export type Provider = { id: string; title: string }
export const titleOf = (providers: readonly Provider[], provider: string): string => providers.find(({ id }) => id === provider)?.title ?? provider
export const noProvider = 'Nobody signs in by a provider here, so there is no group to give a role to.'

/** An end that can be none is told before anybody signs for it. */
export const endRefused = ({ until }: { readonly until: string }): 'until_not_possible' | null => (until === '' || untilIsPossible(new Date(momentOf(until) ?? ''), new Date()) ? null : 'until_not_possible')

/** The last second of that day, in UTC. */
export const momentOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59Z`)
export const placeOf = ({ namespace, until }: Pick<Wish, 'namespace' | 'until'>) => ({ namespace: namespace.trim() === '' ? null : namespace.trim(), until: momentOf(until) })
export const inputOf = ({ role, ...place }: Wish) => ({
  ...placeOf(place), ...(role.startsWith(mark) ? { role: 'custom' as const, customRole: role.slice(mark.length) } : { role: role as GrantableRole, customRole: null }),
})
export const rolesAt = (namespace: string): GrantableRole[] => grantableRoles.filter((role) => isHeldHere(role, namespace === '' ? null : namespace))
const wordOf = (role: string, own: readonly Custom[]): string => own.find((each) => optionOf(each) === role)?.title ?? roleWord(role)
/** "developer of aurora/training" */
export const roleAt = (tenant: string, { namespace, role }: Pick<Wish, 'namespace' | 'role'>, own: readonly Custom[] = []): string => `${wordOf(role, own)} of ${namespace === '' ? tenant : `${tenant}/${namespace}`}`
export const lasts = ({ until }: Pick<Wish, 'until'>): string => (until === '' ? 'until somebody ends it' : `until the end of ${until}`)
