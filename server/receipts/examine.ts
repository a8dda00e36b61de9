import { parseAuthenticatorData, verifySignature } from '@simplewebauthn/server/helpers'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openSigned } from '~/server/audit/checkpoint'
import type { LogKey } from '~/server/keys/log-key'
import { leafHash } from '~/server/merkle/hash'
import { isIncluded } from '~/server/merkle/proof'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'
import { isInBatch } from './batch'
import type { Facts } from './decide-receipt'
import { type Enrolments, enrolmentsBy } from './enrolments'
import type { PasskeyShown, Receipt } from './receipt'

/** What whoever checks knows from elsewhere. */
export type Known = { readonly enrolments: Enrolments | null; readonly logKeys: readonly LogKey[] }

const json = (value: unknown) => value as Json
const isSame = (one: unknown, other: unknown) => canonicalBytes(json(one ?? null)).equals(canonicalBytes(json(other ?? null)))
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

/** Finds out what is true of a receipt: all the arithmetic, and nothing of what follows from it. */
export async function examine(receipt: Receipt, known: Known): Promise<Facts> {
  const { statement, assertion, batch } = receipt
  const enrolled = receipt.enrolment === undefined ? null : enrolmentsBy(receipt.enrolment, known.logKeys)
  const lists = [known.enrolments, enrolled].filter((list) => list !== null)
  // The address of the house may have changed since: a list speaks of its own time.
  const credential = assertion.kind === 'passkey' ? assertion.credential : null
  const stated = lists.find(({ all }) => all.some((one) => one.credential === credential)) ?? lists[0] ?? null
  const holder = stated?.all.find((one) => one.credential === credential)
  return {
    approver: statement.approver, expiresAt: statement.expiresAt,
    termsRight: statement.termsDigest === undefined ? null : digestOf(json(statement.terms)) === statement.termsDigest,
    batch: batch ? {
      count: batch.statement.count, inIt: isInBatch(json(statement), { ...batch, ...batch.statement }),
      sameDecision: batch.statement.decision === statement.decision && batch.statement.approver === statement.approver && batch.statement.expiresAt === statement.expiresAt,
    } : null,
    passkey: assertion.kind === 'passkey' ? await ofPasskey(assertion, batch?.statement ?? statement, stated?.rpId ?? null) : null,
    stated: stated && { origin: stated.origin },
    holder: holder && assertion.kind === 'passkey' ? { person: holder.person, sameKey: holder.publicKey === assertion.publicKey, since: holder.since, until: holder.until } : null,
    record: receipt.record === undefined ? null : ofRecord(receipt.record, receipt),
    log: inLog(receipt, known.logKeys),
  }
}

const unreadable = { isAssertion: false, challengeRight: false, siteRight: false, origin: '', userPresent: false, userVerified: false, signatureRight: false, counter: 0, backupEligible: false, backedUp: false }
const ClientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string().max(2048), crossOrigin: z.boolean().optional(), topOrigin: z.string().optional() })

async function ofPasskey({ clientDataJSON, authenticatorData, signature, publicKey }: PasskeyShown, signed: unknown, rpId: string | null): Promise<NonNullable<Facts['passkey']>> {
  const [client, authenticator] = [bytesOf(clientDataJSON), bytesOf(authenticatorData)]
  try {
    const { type, challenge, origin, crossOrigin, topOrigin } = ClientData.parse(JSON.parse(Buffer.from(client).toString('utf8')))
    const { rpIdHash, flags, counter } = parseAuthenticatorData(authenticator)
    return {
      isAssertion: type === 'webauthn.get' && crossOrigin !== true && topOrigin === undefined,
      challengeRight: challenge === digestOf(json(signed)),
      // Where nobody says what the site is called, it is called as its address is.
      siteRight: sha256(rpId ?? new URL(origin).hostname).equals(rpIdHash),
      origin, userPresent: flags.up, userVerified: flags.uv, counter, backupEligible: flags.be, backedUp: flags.bs,
      signatureRight: await isSigned(publicKey, signature, Buffer.concat([authenticator, sha256(client)])),
    }
  } catch {
    return unreadable
  }
}
async function isSigned(publicKey: string, signature: string, data: Uint8Array): Promise<boolean> {
  try {
    return await verifySignature({ credentialPublicKey: bytesOf(publicKey), signature: bytesOf(signature), data: new Uint8Array(data) })
  } catch {
    return false
  }
}

const Done = z.object({
  timestamp: z.iso.datetime(), outcome: z.literal('done'), actor: z.object({ userId: z.string() }), action: z.object({ resource: z.string(), verb: z.string() }),
  context: z.object({ factor: z.looseObject({ about: z.json(), item: z.json().optional() }) }),
})
/** Whether the record is that of this very confirmation: by whom, what, and with what was shown. */
function ofRecord(text: string, { statement, assertion, batch }: Receipt): Facts['record'] {
  try {
    const { timestamp, actor, action, context: { factor } } = Done.parse(JSON.parse(text))
    const isShown = Object.entries(assertion).every(([name, value]) => factor[name] === value)
    const isSigned = isSame(factor.about, batch?.statement ?? statement) && isSame(factor.item, batch && { statement, index: batch.index, path: batch.path })
    return { sameDeed: isShown && isSigned && actor.userId === statement.approver && `${action.resource}.${action.verb}` === statement.action, at: timestamp }
  } catch {
    return { sameDeed: false, at: statement.expiresAt }
  }
}

function inLog({ record, proof, checkpoint }: Receipt, keys: readonly LogKey[]): Facts['log'] {
  if (record === undefined || proof === undefined || checkpoint === undefined) return 'not_given'
  if (keys.length === 0) return 'no_key'
  const opened = openSigned(checkpoint, keys)
  if (!opened) return 'not_signed'
  const { index, size, path } = proof
  const isIn = size === opened.size && isIncluded({ leaf: leafHash(Buffer.from(record, 'utf8')), index, size, path: path.map((hash) => Buffer.from(hash, 'base64')), root: opened.root })
  return isIn ? 'in_it' : 'not_in_it'
}
