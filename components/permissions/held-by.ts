import { roleWord, whoMay } from '~/components/shell/why-not'
import type { Action } from '~/server/authorization/actions'
import { composedGives } from '~/server/authorization/compose'

type Held = { at: 'platform' | 'tenant'; role: string; verdict: string }
export type Permission = { action: string; on: string; effect: 'read' | 'write'; factor: 'any' | 'settled' | null; recorded: boolean; held: readonly Held[] }

/** Who has a permission, in words. A namespace admin has some in their own namespaces alone. */
export function heldBy({ on, held }: Pick<Permission, 'on' | 'held'>): string {
  if (on === 'threshold') return 'Anybody, before they are signed in'
  if (on === 'self') return 'Everybody, for themselves'
  const having = (verdict: string) => held.filter((each) => each.at === on && each.verdict === verdict).map(({ role }) => role)
  const [all, some] = [having('yes'), having('reach')]
  const said = [all.length ? whoMay(all) : '', some.length ? `${whoMay(some)} in their namespaces` : ''].filter(Boolean).join('; ')
  return said === '' ? 'Nobody' : `${said.charAt(0).toUpperCase()}${said.slice(1)}${on === 'platform' && all.some((role) => role !== 'platform_admin') ? ' of the platform' : ''}`
}

/** Every word by which somebody may look for it. */
export const wordsOf = (permission: Permission & { composed: string }): string =>
  [permission.action, heldBy(permission), permission.composed, permission.effect, permission.factor ? 'second factor' : '', permission.recorded ? 'recorded' : '', ...permission.held.filter(({ verdict }) => verdict === 'yes').map(({ role }) => roleWord(role))].join(' ').toLowerCase()

const namesMost = 4
const and = (said: readonly string[]): string => (said.length < 2 ? said.join('') : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`)

/** A role that a tenant composed: held in all of it, or in one namespace. */
export type Composed = { tenant: string; title: string; actions: readonly string[]; namespace: string | null }
/** Which of the roles that tenants composed have it, too: "In aurora also “Keeper”" */
export function composedBy(action: Action, roles: readonly Composed[]): string {
  const having = roles.filter(({ actions, namespace }) => composedGives(actions, action, namespace))
  return [...new Set(having.map(({ tenant }) => tenant))].map((tenant) => {
    const titles = [...new Set(having.filter((role) => role.tenant === tenant).map(({ title }) => `“${title}”`))]
    return `In ${tenant} also ${titles.length > namesMost ? `${titles.length} roles of its own` : and(titles)}`
  }).join('; ')
}

/** "You, in aurora and borealis" */
export function yours(on: string, tenants: readonly string[]): string {
  if (on !== 'tenant') return 'You'
  if (tenants.length > namesMost) return `You, in ${tenants.length} tenants`
  return `You, in ${and(tenants)}`
}
