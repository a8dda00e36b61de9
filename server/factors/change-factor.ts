import { z } from 'zod'
import { Code, Uuid } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'
import { addCodeOf, addPasskeyOf, beginCodeOf, beginPasskeyOf, Label, makeRecoveryCodesOf, type NewFactor } from '~/server/identity/new-factor'
import { Attestation } from '~/server/identity/passkey'
import { decideRemove } from './decide-remove'

export const AddPasskey = z.strictObject({ label: Label, attestation: Attestation })
export const AddCode = z.strictObject({ label: Label, code: Code })
export const RenameFactor = z.strictObject({ factor: Uuid, label: Label })
export const RemoveFactor = z.strictObject({ factor: Uuid })

const nothing = { before: null, after: null }
const whose = ({ actor }: Pick<SelfWriter<'factors.addCode'>, 'actor'>) => ({ id: actor.personId, email: actor.email, name: actor.name })

/** One at a time of each person's, in whichever of their windows: whoever counts their factors counts the one that was just added, and whoever makes their recovery codes new finds those that were just made. */
async function holdAlone(tx: Pick<SelfWriter<'factors.addCode'>, 'personId' | 'holdPerson' | 'holdSession'>): Promise<void> {
  await tx.holdPerson(tx.personId)
  await tx.holdSession()
}

export const beginPasskey = async (tx: SelfWriter<'factors.beginPasskey'>) => tx.record(nothing, await beginPasskeyOf(tx, whose(tx)))
export const beginCode = async (tx: SelfWriter<'factors.beginCode'>) => tx.record(nothing, await beginCodeOf(tx, whose(tx)))
export async function addPasskey(tx: SelfWriter<'factors.addPasskey'>, { label, attestation }: z.infer<typeof AddPasskey>) {
  await holdAlone(tx)
  return added(tx, label, 'passkey', await addPasskeyOf(tx, whose(tx), label, attestation))
}
export async function addCode(tx: SelfWriter<'factors.addCode'>, { label, code }: z.infer<typeof AddCode>) {
  await holdAlone(tx)
  return added(tx, label, 'code', await addCodeOf(tx, whose(tx), label, code))
}

/** A wrong code stays counted. Whoever it is for is told wherever they are signed in: it may have been somebody else. */
async function added<A extends 'factors.addPasskey' | 'factors.addCode'>(tx: SelfWriter<A>, label: string, kind: string, made: NewFactor) {
  if (!made.ok) return tx.refuseAndKeep(made.refusal, made.reason)
  await tx.tell(tx.personId, 'factor_added', { label, kind, source: tx.actor.source.address })
  return tx.record(nothing, { factor: made.factor })
}

export async function renameFactor(tx: SelfWriter<'factors.rename'>, { factor, label }: z.infer<typeof RenameFactor>) {
  const { count } = await tx.rows.factor.updateMany({ where: { id: factor, personId: tx.personId, removedAt: null }, data: { label } })
  return count === 1 ? tx.record(nothing, { factor, label }) : tx.refuse('not_found')
}

/** Felt at once: what was shown with it and not spent yet is worth nothing either. */
export async function removeFactor(tx: SelfWriter<'factors.remove'>, { factor: id }: z.infer<typeof RemoveFactor>) {
  // Both wait for whoever removes another at this moment, the second by writing what is there already: two do not each leave the other's as the last.
  await tx.rows.stepUp.updateMany({ where: { factorId: id, spentAt: null }, data: { spentAt: tx.now } })
  await tx.rows.factor.updateMany({ where: { personId: tx.personId, removedAt: null }, data: { removedAt: null } })
  const found = await tx.rows.factor.findFirst({ where: { id, personId: tx.personId }, select: { label: true, kind: true, removedAt: true } })
  const others = await tx.rows.factor.count({ where: { personId: tx.personId, removedAt: null, id: { not: id } } })
  const decision = decideRemove(found && { removed: found.removedAt !== null }, others)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await tx.rows.factor.updateMany({ where: { id, removedAt: null }, data: { removedAt: tx.now } })
  await tx.tell(tx.personId, 'factor_removed', { label: found?.label ?? null, kind: found?.kind ?? null, source: tx.actor.source.address })
  return tx.record(nothing, { factor: id })
}

export async function makeRecoveryCodes(tx: SelfWriter<'factors.makeRecoveryCodes'>) {
  await holdAlone(tx)
  const codes = await makeRecoveryCodesOf(tx, tx.personId)
  await tx.tell(tx.personId, 'recovery_codes_made', { source: tx.actor.source.address })
  return tx.record(nothing, { codes })
}
