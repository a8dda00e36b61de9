import { z } from 'zod'
import { Handle, Prose, Version } from '~/server/api/inputs'
import { hashOf, openPersonal } from '~/server/audit/personal'
import { personalFields } from '~/server/audit/record'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { concealed, decideConceal, decideOpen } from './decide-personal'

const which = { stream: z.enum(['deed', 'access']), sequence: Version, field: z.enum(personalFields), reason: Prose }
export const OpenPersonal = z.strictObject({ tenant: Handle, ...which })
/** Null is what belongs to no tenant. */
export const OpenPersonalOnPlatform = z.strictObject({ tenant: Handle.nullable(), ...which })

const typed = { field: z.enum(concealed), plain: z.string().min(1).max(254).refine((text) => !/[\s\p{Cc}\p{Cs}]/u.test(text), 'is one word') }
export const ConcealPersonal = z.strictObject({ tenant: Handle, ...typed })
export const ConcealPersonalOnPlatform = z.strictObject({ tenant: Handle.nullable(), ...typed })

type Own = 'personal.open' | 'personal.openOnPlatform' | 'personal.conceal' | 'personal.concealOnPlatform'
type Looking = Pick<TenantWriter<Own>, 'sealedOf' | 'keyUnlessErased'>

/** One field of one record. What was opened, of which record and why is in this transaction; the value is in none of it, and leaves when that is committed. */
async function openOne(tx: Looking, { stream, sequence, field, tenant, reason }: z.infer<typeof OpenPersonalOnPlatform>) {
  const found = await tx.sealedOf(stream, BigInt(sequence))
  const key = await tx.keyUnlessErased()
  const kept = found?.[field] ?? null
  const decision = decideOpen({ found: found !== null, erased: key === null, kept: kept !== null })
  if (!decision.ok) return decision
  if (!found || !key || !kept) throw new Error('what is not there was opened')
  return { ok: true, opened: { record: found.auditId, field, reason }, value: { field, value: openPersonal(key, tenant ?? 'platform', field, kept) } } as const
}
export async function openInTenant(tx: TenantWriter<'personal.open'>, asked: z.infer<typeof OpenPersonal>) {
  const made = await openOne(tx, asked)
  return made.ok ? tx.record({ before: null, after: made.opened }, made.value) : tx.refuse(made.refusal)
}
export async function openOnPlatform(tx: PlatformWriter<'personal.openOnPlatform'>, asked: z.infer<typeof OpenPersonalOnPlatform>) {
  const made = await openOne(tx, asked)
  return made.ok ? tx.record({ before: null, after: made.opened }, made.value) : tx.refuse(made.refusal)
}

/** By what a name or an address is found in the record. That somebody looked for one is recorded, and what they looked for is not. */
async function concealOne(tx: Looking, { field, plain }: z.infer<typeof ConcealPersonalOnPlatform>) {
  const key = await tx.keyUnlessErased()
  const decision = decideConceal({ erased: key === null })
  if (!decision.ok) return decision
  if (!key) throw new Error('nothing is concealed without a key')
  return { ok: true, concealed: { field }, hash: hashOf(key, field, plain) } as const
}
export async function concealInTenant(tx: TenantWriter<'personal.conceal'>, asked: z.infer<typeof ConcealPersonal>) {
  const made = await concealOne(tx, asked)
  return made.ok ? tx.record({ before: null, after: made.concealed }, { hash: made.hash }) : tx.refuse(made.refusal)
}
export async function concealOnPlatform(tx: PlatformWriter<'personal.concealOnPlatform'>, asked: z.infer<typeof ConcealPersonalOnPlatform>) {
  const made = await concealOne(tx, asked)
  return made.ok ? tx.record({ before: null, after: made.concealed }, { hash: made.hash }) : tx.refuse(made.refusal)
}
