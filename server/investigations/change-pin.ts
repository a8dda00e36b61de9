/** What belongs to an investigation, and what is noted in it. What was written is never changed: it is followed by something else. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle, Prose, Uuid, Version } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideNote, decidePin, decideUnpin } from './decide-investigation'
import { enter, standingOf } from './hold-investigation'
import { recordName } from './investigation'

const last = String(2n ** 63n - 1n)
/** As text, as it came: it is looked at whatever else is wrong with it. */
const RecordNumber = Version.refine((text) => text.length < last.length || text <= last, 'is the number of a record')
/** Whose record it is stands here under another word than `tenant`: the deed is one on the platform, and nobody in the tenant is told of it. */
export const PinRecord = z.strictObject({ investigation: Uuid, place: Handle, stream: z.enum(['deed', 'access']), sequence: RecordNumber, why: Prose })
export const UnpinRecord = z.strictObject({ investigation: Uuid, pinned: Uuid, reason: Prose })
/** Beside one of its records, or about all of it. What is called a pin elsewhere is `pinned` where it is sent: the record keeps nothing that is called as a secret is. */
export const NoteInvestigation = z.strictObject({ investigation: Uuid, pinned: Uuid.nullable(), note: Prose })

const answer = (pinned: string, repeats: boolean) => ({ pinned, repeats })

export async function pinRecord(tx: PlatformWriter<'investigations.pin'>, { investigation, place, stream, sequence, why }: z.infer<typeof PinRecord>) {
  const { rows, now, actor } = tx
  const of = { investigationId: investigation }
  const there = await rows.investigationPin.findFirst({ where: { ...of, place, stream, sequence: BigInt(sequence), unpinnedAt: null }, select: { id: true, why: true } })
  const recordAt = await tx.recordedAt(place, stream, BigInt(sequence))
  const [pins, entries] = [await rows.investigationPin.count({ where: { ...of, unpinnedAt: null } }), await rows.investigationEntry.count({ where: of })]
  const isOwn = place === 'platform' && stream === 'deed' && (await rows.investigationEntry.count({ where: { ...of, sequence: BigInt(sequence) } })) > 0
  const decision = decidePin(await standingOf(tx, investigation), { isThere: recordAt !== null, isOwn, pinnedWhy: there?.why ?? null, pins, entries }, why)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const record = recordName({ place, stream, sequence })
  if (there) return tx.record({ before: { investigation, record }, after: { investigation, record } }, answer(there.id, true))
  if (recordAt === null) throw new Error('a record that is not there was pinned')
  const id = randomUUID()
  await rows.investigationPin.create({ data: { id, ...of, place, stream, sequence: BigInt(sequence), recordAt, why, pinnedAt: now, pinnedBy: actor.personId }, select: { id: true } })
  const number = await enter(tx, investigation, 'pinned', { says: why, pin: id })
  return tx.record({ before: null, after: { investigation, number, record, why } }, answer(id, false))
}

/** That it was pinned, by whom and why stays. */
export async function unpinRecord(tx: PlatformWriter<'investigations.unpin'>, { investigation, pinned: pin, reason }: z.infer<typeof UnpinRecord>) {
  const { rows, now, actor } = tx
  const row = await rows.investigationPin.findFirst({ where: { id: pin, investigationId: investigation } })
  const decision = decideUnpin(await standingOf(tx, investigation), row && { isUnpinned: row.unpinnedAt !== null })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row) throw new Error('a pin that is not there was taken out')
  const record = recordName({ place: row.place, stream: row.stream, sequence: String(row.sequence) })
  if (decision.repeats) return tx.record({ before: { investigation, record }, after: { investigation, record } }, answer(pin, true))
  await rows.investigationPin.updateMany({ where: { id: pin, unpinnedAt: null }, data: { unpinnedAt: now, unpinnedBy: actor.personId } })
  const number = await enter(tx, investigation, 'unpinned', { says: reason, pin })
  return tx.record({ before: { investigation, record, why: row.why }, after: { investigation, number, record, reason } }, answer(pin, false))
}

export async function noteInvestigation(tx: PlatformWriter<'investigations.note'>, { investigation, pinned: pin, note }: z.infer<typeof NoteInvestigation>) {
  const { rows } = tx
  const beside = pin === null ? null : await rows.investigationPin.findFirst({ where: { id: pin, investigationId: investigation, unpinnedAt: null } })
  const entries = await rows.investigationEntry.count({ where: { investigationId: investigation } })
  const decision = decideNote(await standingOf(tx, investigation), { isBeside: pin !== null, isPinned: beside !== null, entries })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const record = beside && recordName({ place: beside.place, stream: beside.stream, sequence: String(beside.sequence) })
  const number = await enter(tx, investigation, 'noted', { says: note, ...(beside ? { pin: beside.id } : {}) })
  return tx.record({ before: null, after: { investigation, number, record, note } }, { investigation, number })
}
