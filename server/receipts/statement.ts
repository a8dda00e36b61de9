/** What is put together for somebody to sign: one statement, or the root of a tree of many. It is put together a second time when it is carried out, out of what is then, and must be the same. */
import { keyedHash } from '~/server/keys/seal'
import { secretKey } from '~/server/keys/secret'
import type { Json } from '~/server/shared/canonical'
import { batchOf } from './batch'

export type Agreed = { readonly request: string; readonly terms: Json; readonly termsDigest: string }
/** For which deed it is signed, and by whom, where and until when. */
type Ceremony = { readonly action: string; readonly inputDigest: string; readonly session: string; readonly nonce: string; readonly expiresAt: string }

export const agreementOf = ({ request, terms, termsDigest }: Agreed, approver: string) =>
  ({ decision: 'approve', request, version: String((terms as { version?: number }).version ?? 1), terms, termsDigest, approver }) as const

/** By request: in one order they are locked, and in the same one they are leaves. */
export const inOrder = <I extends { readonly request: string }>(items: readonly I[]): I[] => [...items].sort((one, other) => (one.request < other.request ? -1 : one.request > other.request ? 1 : 0))

type One = Agreed & Pick<Ceremony, 'action' | 'inputDigest'>
/**
 * Each is the statement that would be signed of it alone, with a nonce of its own: whoever holds one receipt of a batch is shown the digests of its neighbours, and finds
 * out by no guess what those were about. Nobody keeps these nonces: they follow from the batch's.
 */
export function togetherOf(all: readonly One[], approver: string, { session, nonce, expiresAt }: Pick<Ceremony, 'session' | 'nonce' | 'expiresAt'>) {
  const own = (request: string) => keyedHash(secretKey('MASTER_KEY_FILE'), 'nonce of one statement of many', `${nonce} ${request}`).subarray(0, 16).toString('base64url')
  const statements = inOrder(all).map(({ action, inputDigest, ...agreed }) => ({ ...agreementOf(agreed, approver), action, inputDigest, session, nonce: own(agreed.request), expiresAt }))
  const { root, pathOf } = batchOf(statements)
  return { about: { decision: 'approve', count: statements.length, root, approver } as const, itemOf: (index: number) => ({ statement: statements[index] ?? null, index, path: pathOf(index) }) }
}
