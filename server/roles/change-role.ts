import { z } from 'zod'
import { Handle, Title, Uuid, Version } from '~/server/api/inputs'
import { type Action, isAction, specOf, type WriteAction } from '~/server/authorization/actions'
import type { TenantWriter } from '~/server/database/deed'
import { endHeld } from '~/server/members/held'
import { decideChange, decideCreate, decideEnd, listOf, readsAs, type RoleWish } from './decide-role'
import { roleShown } from './role'

const Actions = z.array(z.string().max(64).refine((name): name is Action => isAction(name), 'is the name of an action')).min(1).max(200)
export const CreateRole = z.strictObject({ tenant: Handle, title: Title, actions: Actions })
export const ChangeRole = z.strictObject({ tenant: Handle, role: Uuid, title: Title, actions: Actions, version: Version })
export const EndRole = z.strictObject({ tenant: Handle, role: Uuid })

type Writer = Pick<TenantWriter<WriteAction>, 'rows' | 'tenant'>
const wishOf = ({ title, actions }: { title: string; actions: readonly string[] }): RoleWish =>
  ({ title, actions: actions.filter(isAction), writes: (action) => specOf(action).effect === 'write' })
const frozen = async ({ rows, tenant }: Writer) => (await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })).frozenAt !== null
const taken = async ({ rows, tenant }: Writer, title: string, but: string | null) =>
  (await rows.customRoleVersion.findMany({ where: { tenantId: tenant, validTo: null, ...(but === null ? {} : { roleId: { not: but } }) }, select: { title: true } })).some((one) => readsAs(one.title) === readsAs(title))
const currentOf = ({ rows, tenant }: Writer, role: string) => rows.customRoleVersion.findFirst({ where: { roleId: role, tenantId: tenant, validTo: null } })

export async function createRole(tx: TenantWriter<'roles.create'>, input: z.infer<typeof CreateRole>) {
  const wish = wishOf(input)
  const roles = await tx.rows.customRoleVersion.count({ where: { tenantId: tx.tenant, validTo: null } })
  const decision = decideCreate({ tenantFrozen: await frozen(tx), titleTaken: await taken(tx, wish.title, null), roles }, wish)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { id } = await tx.rows.customRole.create({ data: { tenantId: tx.tenant }, select: { id: true } })
  const made = roleShown(await tx.rows.customRoleVersion.create({
    data: { roleId: id, tenantId: tx.tenant, version: 1n, title: wish.title, actions: listOf(wish.actions), validFrom: tx.now, setBy: tx.actor.personId },
  }))
  return tx.record({ before: null, after: made }, made)
}

/** Whoever holds it may do what it is now from their next request on: what a role may do is looked up every time. */
export async function changeRole(tx: TenantWriter<'roles.change'>, { role, version, ...input }: z.infer<typeof ChangeRole>) {
  const wish = wishOf(input)
  const current = await currentOf(tx, role)
  const state = { tenantFrozen: await frozen(tx), titleTaken: await taken(tx, wish.title, role), current: current && { ...current, version: String(current.version) } }
  const decision = decideChange(state, { ...wish, version })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!current) throw new Error('a role that is not there was changed')
  await tx.rows.customRoleVersion.updateMany({ where: { roleId: role, validTo: null }, data: { validTo: tx.now } })
  const made = roleShown(await tx.rows.customRoleVersion.create({
    data: { roleId: role, tenantId: tx.tenant, version: current.version + 1n, title: wish.title, actions: listOf(wish.actions), validFrom: tx.now, setBy: tx.actor.personId },
  }))
  return tx.record({ before: roleShown(current), after: made }, made)
}

/** It ends with everybody's holding it. */
export async function endCustomRole(tx: TenantWriter<'roles.end'>, { role }: z.infer<typeof EndRole>) {
  const current = await currentOf(tx, role)
  const decision = decideEnd({ tenantFrozen: await frozen(tx), current: current && { ...current, version: String(current.version) } })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!current) throw new Error('a role that is not there was ended')
  await tx.rows.customRoleVersion.updateMany({ where: { roleId: role, validTo: null }, data: { validTo: tx.now } })
  const people = await endHeld(tx.rows, { customRole: role }, tx.now)
  return tx.record({ before: roleShown(current), after: { role, people } }, { role, ended: people.length })
}
