/** One press contains one thing, in one transaction, as whoever could do it otherwise would: by the same functions, with the same refusals. Pressed again, it is done already. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Email, Handle, Uuid } from '~/server/api/inputs'
import type { About, Recorded, Refused, PlatformWriter } from '~/server/database/deed'
import { cordon } from '~/server/fleet/change-cordon'
import { NodeId } from '~/server/fleet/node'
import { endTokensOf } from '~/server/identity/opened'
import { heldAt } from '~/server/members/held'
import { keepOut } from '~/server/people/change-person'
import { freeze } from '~/server/tenants/freeze-tenant'
import { enter, holdIncident, type Writing } from './hold-incident'
import type { HeldRefusal } from './incident.refusals'
import type { ContainmentKind, ThingKind } from './incident'

/** `person` says which, of several who have that address. */
export const OnPersonByEmail = z.strictObject({ incident: Uuid, email: Email, person: Uuid.optional() })
export const InTenant = z.strictObject({ incident: Uuid, tenant: Handle })
export const OnNodes = z.strictObject({ incident: Uuid, of: z.enum(['node', 'pool']), name: NodeId })

/** So many who have one address are named. */
const sharedMost = 16
/** What somebody is told who is let in again. Which incident it was is not theirs to know. */
const toldReason = 'A security incident was looked into.'
/** Why a node is cordoned: by its id, so that whoever lifts it knows their own. */
export const reasonOf = (incident: string): string => `Incident ${incident}`

type ContainAction = 'incidents.lock' | 'incidents.freeze' | 'incidents.revoke' | 'incidents.revokeInTenant' | 'incidents.cordon'
type What = { incident: string; kind: ContainmentKind; of: ThingKind; thing: string; tenant: string | null }
type Did<R extends string> = { ok: true; sessions?: number; tokens?: number; nodes?: string[] } | { ok: false; refusal: R }
type Contained = { containment: string; repeats: boolean; sessions: number; tokens: number }

async function contain<A extends ContainAction, R extends string>(tx: PlatformWriter<A>, { incident, kind, of, thing, tenant }: What, act: () => Promise<Did<R>>): Promise<Recorded<A, Contained> | Refused<R | HeldRefusal>> {
  const { rows, now, actor } = tx
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  // Tokens may have been made since: revoking is done anew each time.
  const there = kind === 'revoke' ? null : await rows.containment.findFirst({ where: { incidentId: incident, kind, of, thing, liftedAt: null }, select: { id: true, nodes: true } })
  const did = await act()
  if (there && isDoneAlready(did)) return tx.record({ before: { incident, of, thing }, after: { incident, of, thing } }, { containment: there.id, repeats: true, sessions: 0, tokens: 0 })
  if (!did.ok) return tx.refuse(did.refusal)
  // Somebody let it go elsewhere: what was contained then is over, and this is another.
  if (there) await rows.containment.updateMany({ where: { id: there.id, liftedAt: null }, data: { liftedAt: now, liftedBy: actor.personId } })
  const { sessions = 0, tokens = 0 } = did
  const nodes = [...new Set([...(there?.nodes ?? []), ...(did.nodes ?? [])])]
  const id = randomUUID()
  await rows.containment.create({ data: { id, incidentId: incident, kind, of, thing, nodes, sessions, tokens, doneAt: now, doneBy: actor.personId }, select: { id: true } })
  await enter(tx, incident, tenant, kind, { thing })
  return tx.record({ before: { incident, of, thing, contained: false }, after: { incident, of, thing, contained: true, sessions, tokens, nodes } }, { containment: id, repeats: false, sessions, tokens })
}

const already: ReadonlySet<string> = new Set(['already_disabled', 'already_frozen', 'cordoned_already'])
const isDoneAlready = (did: Did<string>): boolean => (did.ok ? did.nodes?.length === 0 : already.has(did.refusal))

/** Whoever is locked already is found, too. Of several who have one address each is named, with what they hold, so that the one that is meant can be told from the others. */
async function personOf({ rows, now }: Pick<Writing, 'rows' | 'now'>, { email, person }: z.infer<typeof OnPersonByEmail>): Promise<{ ok: true; person: string } | { ok: false; refusal: 'person_unknown' | 'person_shared'; about?: About }> {
  const found = await rows.person.findMany({ where: { email, ...(person === undefined ? {} : { id: person }) }, select: { id: true, name: true, disabledAt: true }, orderBy: [{ name: 'asc' }, { id: 'asc' }], take: sharedMost })
  const [only, ...others] = found
  if (!only) return { ok: false, refusal: 'person_unknown' }
  if (others.length === 0) return { ok: true, person: only.id }
  const held = await rows.roleBinding.findMany({ where: { personId: { in: found.map(({ id }) => id) }, ...heldAt(now) }, select: { personId: true, role: true, tenantId: true }, orderBy: [{ tenantId: 'asc' }, { role: 'asc' }] })
  const holds = (id: string) => [...new Set(held.flatMap(({ personId, role, tenantId }) => (personId === id ? [`${role} ${tenantId === null ? 'on the platform' : `in ${tenantId}`}`] : [])))].slice(0, 8)
  return { ok: false, refusal: 'person_shared', about: found.map(({ id, name, disabledAt }) => ({ field: id, says: [name, ...(holds(id).length > 0 ? holds(id) : ['no role']), ...(disabledAt === null ? [] : ['disabled'])].join(', ') })) }
}

/** They cannot sign in, and each of their sessions and tokens has ended. */
export async function lock(tx: PlatformWriter<'incidents.lock'>, wish: z.infer<typeof OnPersonByEmail>) {
  const named = await personOf(tx, wish)
  if (!named.ok) return tx.refuse(named.refusal, named.about)
  const [{ incident }, { person }] = [wish, named]
  return contain(tx, { incident, kind: 'lock', of: 'person', thing: person, tenant: null }, () => keepOut(tx, person, toldReason))
}

export const freezeFor = (tx: PlatformWriter<'incidents.freeze'>, { incident, tenant }: z.infer<typeof InTenant>) =>
  contain(tx, { incident, kind: 'freeze', of: 'tenant', thing: tenant, tenant }, async () => {
    const frozen = await freeze(tx, tenant)
    return frozen.ok ? { ok: true } : frozen
  })

export async function revoke(tx: PlatformWriter<'incidents.revoke'>, wish: z.infer<typeof OnPersonByEmail>) {
  const named = await personOf(tx, wish)
  if (!named.ok) return tx.refuse(named.refusal, named.about)
  const [{ incident }, { person }] = [wish, named]
  return contain(tx, { incident, kind: 'revoke', of: 'person', thing: person, tenant: null }, async () => ({ ok: true, tokens: await endTokensOf(tx, [person]) }))
}
/** Of everybody who holds a role in it now, wherever else they hold one: a token works wherever its owner does. */
export const revokeInTenant = (tx: PlatformWriter<'incidents.revokeInTenant'>, { incident, tenant }: z.infer<typeof InTenant>) =>
  contain(tx, { incident, kind: 'revoke', of: 'tenant', thing: tenant, tenant }, async () => {
    const held = await tx.rows.roleBinding.findMany({ where: { tenantId: tenant, ...heldAt(tx.now) }, select: { personId: true }, distinct: ['personId'] })
    return { ok: true, tokens: await endTokensOf(tx, held.map(({ personId }) => personId)) }
  })

/** One by one and by id, as everybody takes nodes: so no two wait for one another. Of a pool, those that are cordoned already stay as they are, for the reason that they have. */
export const cordonFor = (tx: PlatformWriter<'incidents.cordon'>, { incident, of, name }: z.infer<typeof OnNodes>) =>
  contain(tx, { incident, kind: 'cordon', of, thing: name, tenant: null }, async () => {
    if (of === 'node') {
      const done = await cordon(tx, name, reasonOf(incident))
      return done.ok ? { ok: true, nodes: [name] } : done
    }
    const found = await tx.rows.node.findMany({ where: { poolId: name }, select: { id: true }, orderBy: { id: 'asc' } })
    if (found.length === 0) return { ok: false, refusal: 'pool_unknown' }
    const nodes: string[] = []
    for (const { id } of found) if ((await cordon(tx, id, reasonOf(incident))).ok) nodes.push(id)
    return { ok: true, nodes }
  })
