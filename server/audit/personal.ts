import { keyedHash, open, seal } from '~/server/keys/seal'
import type { PersonalField, Sealed, SealPersonal } from './record'

const about = (tenant: string, auditId: string, field: PersonalField) => `record|actor.${field}|${auditId}|${tenant}`

export const sealFor = (dataKey: Buffer | null, tenant: string, auditId: string): SealPersonal => (field, plain) => dataKey && {
  sealed: seal(dataKey, about(tenant, auditId, field), Buffer.from(plain)).toString('base64url'),
  hash: keyedHash(dataKey, field, plain).toString('base64url'),
}

export const openPersonal = (dataKey: Buffer, tenant: string, auditId: string, field: PersonalField, kept: Sealed): string =>
  open(dataKey, about(tenant, auditId, field), Buffer.from(kept.sealed, 'base64url')).toString()
