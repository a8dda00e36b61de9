import { keyedHash, open, seal } from '~/server/keys/seal'
import type { PersonalField, Sealed, SealPersonal } from './record'

const about = (tenant: string, auditId: string, field: PersonalField) => `record|actor.${field}|${auditId}|${tenant}`

/** The same people do many things: whose hash was made under a key that is in use is not made again. */
const hashes = new WeakMap<Buffer, Map<string, string>>()
const hashesMost = 4_096
function hashOf(dataKey: Buffer, field: PersonalField, plain: string): string {
  const known = hashes.get(dataKey) ?? new Map<string, string>()
  hashes.set(dataKey, known)
  const made = known.get(`${field} ${plain}`) ?? keyedHash(dataKey, field, plain).toString('base64url')
  if (known.size < hashesMost) known.set(`${field} ${plain}`, made)
  return made
}

export const sealFor = (dataKey: Buffer | null, tenant: string, auditId: string): SealPersonal => (field, plain) => dataKey && {
  sealed: seal(dataKey, about(tenant, auditId, field), Buffer.from(plain)).toString('base64url'),
  hash: hashOf(dataKey, field, plain),
}

export const openPersonal = (dataKey: Buffer, tenant: string, auditId: string, field: PersonalField, kept: Sealed): string =>
  open(dataKey, about(tenant, auditId, field), Buffer.from(kept.sealed, 'base64url')).toString()
