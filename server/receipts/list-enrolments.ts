import { underLease } from '~/server/database/lease'
import type { ReaderOf } from '~/server/database/read'
import { factorPlace } from '~/server/identity/factor-place'
import { site } from '~/server/identity/passkey'
import { dataKeyOf } from '~/server/keys/data-key'
import { logKey, logSignKey } from '~/server/keys/log-key'
import { open } from '~/server/keys/seal'
import { log } from '~/server/logs/log'
import { canonicalBytes } from '~/server/shared/canonical'
import { openEnrolments, signEnrolments } from './enrolments'

/** Signs the list of whose passkeys there are and were, where it is another than the one that was signed. Of a passkey that was removed it says until when. */
export async function listEnrolments(lease: string): Promise<boolean> {
  return (await underLease(lease, { loop: 'seal', tenant: 'platform' }, async (sql) => {
    const key = await dataKeyOf(sql, 'platform')
    if (!key) throw new Error('the data key of the platform was destroyed')
    const factors = await sql.factor.findMany({ where: { kind: 'passkey' }, orderBy: { id: 'asc' }, select: { id: true, personId: true, credentialId: true, secret: true, createdAt: true, removedAt: true } })
    const all = factors.flatMap(({ id, personId, credentialId, secret, createdAt, removedAt }) => {
      const publicKey = publicKeyOf(key, id, secret)
      return credentialId && publicKey ? [{ person: personId, credential: Buffer.from(credentialId).toString('base64url'), publicKey, since: createdAt.toISOString(), until: removedAt?.toISOString() ?? null }] : []
    })
    const signed = await sql.enrolmentList.findUnique({ where: { id: 1 } })
    const known = signed && openEnrolments(signed.note, logKey())
    const now = new Date()
    if (known && canonicalBytes({ ...site(), all }).equals(canonicalBytes({ origin: known.origin, rpId: known.rpId, all: known.all }))) return false
    const note = signEnrolments({ ...site(), madeAt: now.toISOString(), all }, logKey(), logSignKey())
    await sql.enrolmentList.upsert({ where: { id: 1 }, create: { id: 1, note, at: now }, update: { note, at: now } })
    return true
  })) ?? false
}

/** What was put in another's place opens for nobody: nobody signs in with it, it is not vouched for, and it keeps no other off the list. */
function publicKeyOf(key: Buffer, factor: string, secret: Uint8Array): string | null {
  try {
    return open(key, factorPlace(factor), secret).toString('base64url')
  } catch {
    log.error('a passkey cannot be opened, and is on no list', { factor })
    return null
  }
}

/** When the list was signed, null while no engine has made one; and its text for whoever takes it out, for a stranger to check receipts by. Of a large house it is megabytes, which no page needs. */
export const readEnrolments = async ({ rows, further }: ReaderOf<'receipts.enrolments'>): Promise<{ at: string | null; text: () => AsyncGenerator<string> }> => {
  const list = await rows.enrolmentList.findUnique({ where: { id: 1 }, select: { at: true } })
  const text = async function* () {
    yield (await further(({ rows: again }) => again.enrolmentList.findUnique({ where: { id: 1 }, select: { note: true } })))?.note ?? ''
  }
  return { at: list?.at.toISOString() ?? null, text }
}
