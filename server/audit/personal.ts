import ipaddr from 'ipaddr.js'
import { keyedHash, open, seal } from '~/server/keys/seal'
import type { PersonalField, Sealed, SealPersonal } from './record'

const about = (tenant: string, field: PersonalField) => `record|actor.${field}|${tenant}`

/** However it is written: an address of somebody by its letters, one of a network by its bytes. */
const oneWay = (field: PersonalField, plain: string): string => (field === 'sourceIP' && ipaddr.isValid(plain) ? ipaddr.process(plain).toNormalizedString() : plain.normalize('NFC').toLowerCase())
/** By which a value is found in the record, under the key of one place: in another it is another, and without the key nobody makes it. */
export const hashOf = (dataKey: Buffer, field: PersonalField, plain: string): string => keyedHash(dataKey, field, oneWay(field, plain)).toString('base64url')

/**
 * The same people do many things: what was sealed under a key that is in use is not sealed again. Equal values look equal by their hash already, and that a value
 * stands in the record it was written for is what the record's own hash says.
 */
const sealedUnder = new WeakMap<Buffer, Map<string, Sealed>>()
const sealedMost = 4_096

export const sealFor = (dataKey: Buffer | null, tenant: string): SealPersonal => (field, plain) => {
  if (dataKey === null) return null
  const known = sealedUnder.get(dataKey) ?? new Map<string, Sealed>()
  sealedUnder.set(dataKey, known)
  const name = `${field} ${tenant} ${plain}`
  const made = known.get(name) ?? { sealed: seal(dataKey, about(tenant, field), Buffer.from(plain)).toString('base64url'), hash: hashOf(dataKey, field, plain) }
  if (known.size < sealedMost) known.set(name, made)
  return made
}

export const openPersonal = (dataKey: Buffer, tenant: string, field: PersonalField, kept: Sealed): string => open(dataKey, about(tenant, field), Buffer.from(kept.sealed, 'base64url')).toString()
