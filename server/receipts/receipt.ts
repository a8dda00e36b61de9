/** What a receipt of an approval is, as a file. Whoever holds one can find out who signed what, without asking whoever made it. */
import { z } from 'zod'
import { type JsonRefusal, readStrictJson } from '~/server/admission/claims/strict-json'
import { Digest, Instant, Uuid, Version } from '~/server/api/inputs'
import { canonicalBytes, type Json } from '~/server/shared/canonical'

export const receiptFormat = 'bailiwick-receipt-1'

const Base64url = (most: number) => z.string().min(1).max(most).regex(/^[A-Za-z0-9_-]+$/, 'is base64url')
const Hash = z.string().length(44).regex(/^[A-Za-z0-9+/]{43}=$/, 'is a hash in base64')
const ActionName = z.string().max(64).regex(/^[A-Za-z]+\.[A-Za-z]+$/, 'is the name of an action')
const Place = z.int().min(0)
/** A path to the root of a tree: as long as the tree is high. */
const Path = z.array(Hash).max(53)
const Note = z.string().min(1).max(65_536)
const Decision = z.enum(['approve', 'deny'])

/**
 * What an approver agrees to: these terms of this request, in this session, for this deed. Its digest is the challenge that their passkey signs. The terms stand in it
 * whole; their version may stand in them, and their digest beside them. Who signs is the approver, whichever of the two names says it.
 */
export const Statement = z.strictObject({
  decision: Decision, request: Uuid, version: Version.optional(), terms: z.record(z.string().max(120), z.json()), termsDigest: Digest.optional(), approver: Uuid, person: Uuid.optional(),
  action: ActionName, inputDigest: Digest, session: Uuid, nonce: Base64url(64), expiresAt: Instant,
}).refine(({ approver, person }) => person === undefined || person === approver, 'names two people as the one who signs')
export type Statement = z.infer<typeof Statement>

/** What is signed for many statements at once: how many they are, and the root of the tree in which each of them is a leaf. */
export const BatchStatement = z.strictObject({
  decision: Decision, count: z.int().min(1).max(1_000), root: Hash, approver: Uuid, nonce: Base64url(64), expiresAt: Instant,
  action: ActionName.optional(), inputDigest: Digest.optional(), session: Uuid.optional(), person: Uuid.optional(),
})
export type BatchStatement = z.infer<typeof BatchStatement>

const Passkey = z.strictObject({
  kind: z.literal('passkey'), credential: Base64url(1400), publicKey: Base64url(2800), clientDataJSON: Base64url(4096), authenticatorData: Base64url(4096), signature: Base64url(2048),
})
/** Of a code generator there is nothing to check: what it showed, anybody who knows its secret could show. */
const CodeShown = z.strictObject({ kind: z.literal('code'), factor: Uuid, step: z.string().max(20).regex(/^\d+$/) })
export type PasskeyShown = z.infer<typeof Passkey>

export const Receipt = z.strictObject({
  format: z.literal(receiptFormat),
  statement: Statement,
  assertion: z.discriminatedUnion('kind', [Passkey, CodeShown]),
  /** Whose passkey it is, as a signed note of the log's (`enrolments.ts`). */
  enrolment: Note.optional(),
  /** Where the statement is one of many that were signed at once. */
  batch: z.strictObject({ statement: BatchStatement, index: Place, path: Path }).optional(),
  /** The record of the deed, byte for byte, its place in the log, and what the log was then. */
  record: z.string().max(262_144).optional(),
  proof: z.strictObject({ index: Place, size: Place, path: Path }).optional(),
  checkpoint: Note.optional(),
})
export type Receipt = z.infer<typeof Receipt>

const receiptMost = 512 * 1024
const depthMost = 64
/** What two readers read differently, one of them takes for what was signed. */
const unread = {
  too_large: 'is longer than anything that holds receipts', not_unicode: 'is not text: it holds bytes or half a character that stand for none', too_deep: 'is nested too deep', duplicate_key: 'says something twice, and two readers may read it differently', not_json: 'is not JSON',
} as const satisfies Record<JsonRefusal, string>
export function readJson(text: string | Uint8Array, bytesMost: number): { json: unknown } | { problem: string } {
  const read = readStrictJson(text, { bytesMost, depthMost })
  return read.ok ? { json: read.value } : { problem: unread[read.refusal] }
}

/** A receipt, or the sentence that says why a text is none. What is not known here is refused: it would be shown to somebody as if it had been checked. */
export function readReceipt(text: string): { receipt: Receipt } | { problem: string } {
  const read = readJson(text, receiptMost)
  return 'problem' in read ? { problem: `It ${read.problem}.` } : checkReceipt(read.json)
}
export function checkReceipt(json: unknown): { receipt: Receipt } | { problem: string } {
  try {
    const read = Receipt.safeParse(json)
    // A name that an object has of itself is left out by the schema, and what is left out is not what was signed.
    if (read.success) return isWhole(read.data, json) ? { receipt: read.data } : { problem: 'It is no receipt: it holds a name that no receipt holds.' }
    const [first] = read.error.issues
    return { problem: `It is no receipt: ${[first?.path.map(String).join('.'), first?.message].filter(Boolean).join(': ')}.` }
  } catch {
    return { problem: 'It is no receipt: it is nested too deep, or holds half a character.' }
  }
}
const isWhole = (read: unknown, given: unknown) => canonicalBytes(read as Json).equals(canonicalBytes(given as Json))
