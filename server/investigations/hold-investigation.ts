import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { heldAt } from '~/server/members/held'
import type { Standing } from './decide-investigation'
import type { EntryKind } from './investigation'

export type Writing = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor'>

/** Who may read everybody's record, and so may have an investigation. Whoever is kept out keeps their roles, and reads nothing. */
export async function mayRead({ rows, now }: Pick<Writing, 'rows' | 'now'>, person: string): Promise<boolean> {
  return (await rows.roleBinding.count({ where: { tenantId: null, personId: person, role: 'auditor', person: { disabledAt: null }, ...heldAt(now) } })) > 0
}

/** How it stands. The row that numbers the deeds of the platform is held since the deed began, so nobody does anything else in it until this deed is over. */
export async function standingOf(tx: Pick<Writing, 'rows' | 'now'>, investigation: string): Promise<Standing> {
  const row = await tx.rows.investigation.findUnique({ where: { id: investigation }, select: { ownerId: true, closedAt: true } })
  return row && { isClosed: row.closedAt !== null, owner: row.ownerId, ownerMay: await mayRead(tx, row.ownerId) }
}

type What = { readonly says: string; readonly pin?: string; readonly to?: string }
/** What was done, with its number in the investigation and the number under which this very deed stands in the record. The answer is the first of the two. */
export async function enter({ rows, now, actor }: Writing, investigation: string, kind: EntryKind, { says, pin, to }: What): Promise<number> {
  const { deedSequence } = await rows.account.findFirstOrThrow({ where: { kind: 'platform' }, select: { deedSequence: true } })
  const number = 1 + (await rows.investigationEntry.count({ where: { investigationId: investigation } }))
  await rows.investigationEntry.create({
    data: { investigationId: investigation, number, kind, says, pinId: pin ?? null, toId: to ?? null, sequence: deedSequence + 1n, at: now, byId: actor.personId }, select: { number: true },
  })
  return number
}
