/** Receipts as they are made of real confirmations: a passkey in software signs, a log takes the record in, and the log's key signs the checkpoint and the list of enrolments. */
import { randomBytes, randomUUID } from 'node:crypto'
import { signCheckpoint } from '~/server/audit/checkpoint'
import { assert, type PasskeyKey, publicKeyOf } from '~/server/demo/authenticator'
import { noteKey } from '~/server/keys/note'
import { publicHalf } from '~/server/keys/signing'
import { append, emptyFrontier, rootOf } from '~/server/merkle/frontier'
import { leafHash } from '~/server/merkle/hash'
import { inclusionPath } from '~/server/merkle/proof'
import { batchOf } from '~/server/receipts/batch'
import { type Enrolment, type Enrolments, signEnrolments } from '~/server/receipts/enrolments'
import { type BatchStatement, type Receipt, receiptFormat, type Statement } from '~/server/receipts/receipt'
import { canonicalBytes, digestOf, type Json } from '~/server/shared/canonical'

export const house = { origin: 'https://bailiwick.example.test', rpId: 'bailiwick.example.test' }
export const [madeAt, expiresAt, doneAt, enrolledAt] = ['2026-11-20T12:00:00.000Z', '2026-11-20T10:02:00.000Z', '2026-11-20T10:01:00.123456Z', '2026-11-01T00:00:00.000Z']

export type Approver = { person: string; credential: string; key: PasskeyKey; publicKey: string }
export async function makeApprover(): Promise<Approver> {
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const { kty = '', crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', made.privateKey)
  const key = { kty, crv, x, y, d }
  return { person: randomUUID(), credential: randomBytes(16).toString('base64url'), key, publicKey: Buffer.from(publicKeyOf(key)).toString('base64url') }
}

export function makeLog() {
  const signKey = randomBytes(32)
  const key = noteKey(`log.example.test/${randomBytes(4).toString('hex')}`, publicHalf(signKey))
  const enrolments = (all: readonly Enrolment[], of: Partial<Enrolments> = {}) => signEnrolments({ ...house, madeAt, all, ...of }, key, signKey)
  /** The log that holds these records among others, and each one's proof. */
  const seal = (records: readonly string[], before = 5, after = 6) => {
    const others = (count: number) => Array.from({ length: count }, () => randomUUID())
    const all = [...others(before), ...records, ...others(after)]
    const tree = treeOf(all)
    return { checkpoint: signCheckpoint({ log: key.name, size: all.length, root: Buffer.from(tree.root, 'base64') }, signKey), proofOf: (at: number) => ({ index: before + at, size: all.length, path: tree.pathOf(before + at) }) }
  }
  return { signKey, key, enrolments, seal }
}
function treeOf(texts: readonly string[]) {
  const { frontier, made } = append(emptyFrontier, texts.map((text) => leafHash(Buffer.from(text))))
  const nodes = new Map(made.map(({ level, index, hash }) => [`${level} ${index}`, hash]))
  return { root: rootOf(frontier).toString('base64'), pathOf: (index: number) => inclusionPath(index, texts.length, ({ level, index: at }) => nodes.get(`${level} ${at}`) ?? Buffer.alloc(0)).map((hash) => hash.toString('base64')) }
}

export const enrolmentOf = ({ person, credential, publicKey }: Approver, of: Partial<Enrolment> = {}): Enrolment => ({ person, credential, publicKey, since: enrolledAt, until: null, ...of })
export function statementOf(approver: Approver, of: Partial<Statement> = {}): Statement {
  const terms = of.terms ?? { amounts: { 'nvidia.com/gpu': '16' }, endsAt: '2026-11-27T14:00:00.000Z', region: 'eu-west-1', victims: [], policyVersion: '42' }
  return {
    decision: 'approve', request: randomUUID(), version: '3', terms, termsDigest: digestOf(terms as Json), approver: approver.person, action: 'requests.approve',
    inputDigest: digestOf({ any: 'input' }), session: randomUUID(), nonce: randomBytes(16).toString('base64url'), expiresAt, ...of,
  }
}

type Said = Partial<Parameters<typeof assert>[1]>
export async function shownFor(approver: Approver, about: unknown, said: Said = {}): Promise<Extract<Receipt['assertion'], { kind: 'passkey' }>> {
  const { response } = await assert({ challenge: digestOf(about as Json), rpId: house.rpId }, { key: approver.key, credentialId: approver.credential, origin: house.origin, rpId: house.rpId, ...said })
  return { kind: 'passkey', credential: approver.credential, publicKey: approver.publicKey, clientDataJSON: response.clientDataJSON, authenticatorData: response.authenticatorData, signature: response.signature }
}

/** The record of the deed as the door writes it, as far as a receipt looks at it. */
export function recordFor({ statement, assertion, batch }: Pick<Receipt, 'statement' | 'assertion' | 'batch'>, of: { timestamp?: string } = {}): string {
  const [resource = '', verb = ''] = statement.action.split('.')
  const factor = { factor: randomUUID(), ...assertion, about: batch?.statement ?? statement, ...(batch ? { item: { statement, index: batch.index, path: batch.path } } : {}) }
  return canonicalBytes({ timestamp: doneAt, outcome: 'done', actor: { userId: statement.approver }, action: { resource, verb }, context: { before: null, after: null, factor }, ...of } as unknown as Json).toString()
}

export async function receiptFor(approver: Approver, log: ReturnType<typeof makeLog>, of: { statement?: Statement; said?: Said; timestamp?: string } = {}): Promise<Receipt> {
  const statement = of.statement ?? statementOf(approver)
  const assertion = await shownFor(approver, statement, of.said)
  const record = recordFor({ statement, assertion }, of.timestamp ? { timestamp: of.timestamp } : {})
  const { checkpoint, proofOf } = log.seal([record])
  return { format: receiptFormat, statement, assertion, record, proof: proofOf(0), checkpoint }
}

/** Many at once: one signature over the root, a receipt for each. */
export async function receiptsFor(approver: Approver, log: ReturnType<typeof makeLog>, count: number, of: Partial<BatchStatement> = {}): Promise<Receipt[]> {
  const statements = Array.from({ length: count }, () => statementOf(approver))
  const tree = batchOf(statements as unknown as Json[])
  const about: BatchStatement = { decision: 'approve', count, root: tree.root, approver: approver.person, nonce: randomBytes(16).toString('base64url'), expiresAt, ...of }
  const assertion = await shownFor(approver, about)
  const parts = statements.map((statement, index) => ({ statement, assertion, batch: { statement: about, index, path: tree.pathOf(index) } }))
  const records = parts.map((part) => recordFor(part))
  const { checkpoint, proofOf } = log.seal(records)
  return parts.map((part, at) => ({ format: receiptFormat, ...part, record: records[at] ?? '', proof: proofOf(at), checkpoint }))
}
