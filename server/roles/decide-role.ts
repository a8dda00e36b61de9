import type { Action } from '~/server/authorization/actions'
import { always, audits, canBeComposed } from '~/server/authorization/compose'

/** So many roles of its own a tenant may have; more are a list that nobody can read. */
export const rolesMost = 50

export type RoleWish = { title: string; actions: readonly Action[]; writes: (action: Action) => boolean }
type ComposeRefusal = 'not_composable' | 'operates_and_audits'

/** What can be put together: out of what the tenant's admins may do, nothing that hands out power, and nobody operates and audits. */
function decideActions({ actions, writes }: RoleWish): ComposeRefusal | null {
  if (!actions.every(canBeComposed)) return 'not_composable'
  return actions.some(audits) && actions.some((action) => writes(action) && !audits(action)) ? 'operates_and_audits' : null
}
/** A list as it is kept: sorted, each once, and without what every role has anyway. */
export const listOf = (actions: readonly Action[]): Action[] => [...new Set(actions)].filter((action) => !always.includes(action)).sort()

/** What a title is taken for by who reads it: in other large letters, in another form of the same characters or with what nobody sees between them it is the same one. */
export const readsAs = (title: string): string => title.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/\s+/gu, ' ').trim().toLowerCase()

export type CreateRefusal = 'tenant_frozen' | ComposeRefusal | 'title_taken' | 'too_many_roles'
export type CreateState = { tenantFrozen: boolean; titleTaken: boolean; roles: number }
export function decideCreate({ tenantFrozen, titleTaken, roles }: CreateState, wish: RoleWish): { ok: true } | { ok: false; refusal: CreateRefusal } {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  const impossible = decideActions(wish)
  if (impossible !== null) return { ok: false, refusal: impossible }
  if (titleTaken) return { ok: false, refusal: 'title_taken' }
  return roles >= rolesMost ? { ok: false, refusal: 'too_many_roles' } : { ok: true }
}

export type Current = { version: string; title: string; actions: readonly string[] }
export type ChangeRefusal = 'not_found' | 'tenant_frozen' | 'changed_meanwhile' | ComposeRefusal | 'title_taken' | 'no_change'
export type ChangeState = { tenantFrozen: boolean; titleTaken: boolean; current: Current | null }
export function decideChange({ tenantFrozen, titleTaken, current }: ChangeState, { version, ...wish }: RoleWish & { version: string }): { ok: true } | { ok: false; refusal: ChangeRefusal } {
  if (current === null) return { ok: false, refusal: 'not_found' }
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (current.version !== version) return { ok: false, refusal: 'changed_meanwhile' }
  const impossible = decideActions(wish)
  if (impossible !== null) return { ok: false, refusal: impossible }
  if (titleTaken) return { ok: false, refusal: 'title_taken' }
  return current.title === wish.title && current.actions.join() === listOf(wish.actions).join() ? { ok: false, refusal: 'no_change' } : { ok: true }
}

export type EndRefusal = 'not_found' | 'tenant_frozen'
export function decideEnd({ tenantFrozen, current }: Pick<ChangeState, 'tenantFrozen' | 'current'>): { ok: true } | { ok: false; refusal: EndRefusal } {
  if (current === null) return { ok: false, refusal: 'not_found' }
  return tenantFrozen ? { ok: false, refusal: 'tenant_frozen' } : { ok: true }
}
