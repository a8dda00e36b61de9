import { z } from 'zod'
import type { SelfWriter } from '~/server/database/deed'
import type { SelfReader } from '~/server/database/read'
import { mailWishes, type Preference, usualPreference } from './preference'

/** `hour` is in UTC. */
export const PreferMail = z.strictObject({ mail: z.enum(mailWishes), hour: z.int().min(0).max(23) })

export async function readPreference(db: SelfReader): Promise<Preference> {
  const found = await db.rows.mailPreference.findUnique({ where: { personId: db.personId }, select: { mail: true, hour: true } })
  return found ? { mail: found.mail as Preference['mail'], hour: found.hour } : usualPreference
}
export async function preferMail(tx: SelfWriter<'notices.prefer'>, wish: z.infer<typeof PreferMail>) {
  const data = { ...wish, changedAt: tx.now }
  await tx.rows.mailPreference.upsert({ where: { personId: tx.personId }, create: { personId: tx.personId, ...data }, update: data, select: { personId: true } })
  return tx.record({ before: null, after: null }, wish)
}
