import type { Method, Source } from '~/server/identity/actor'
import { hashToken, makeToken, newSessionId, sealSession } from '~/server/identity/token'
import { secretKey } from '~/server/keys/secret'
import type { Transaction } from './client'

/** What the browser is to keep from now on: a session, or the token of a sign-in that waits for its second factor. Null takes it away. */
export type Kept = { readonly session?: string; readonly entering?: string | null }

/** Held by whoever opens a session of somebody's, until it is there: before anything is looked at that says whether they may. */
export const whileOpening = (sql: Transaction, person: string) => sql.$queryRaw`SELECT hold_person(${person}::uuid, false)::text`
/** Held by whoever ends sessions of somebody's, before anything else of theirs: one that is just being opened is there by then to be ended, and none is opened until this is over. So whoever counts what one person has, to make one more, does so alone. Of each since when: what somebody did who was waited for is of before. */
export const holdPeople = (sql: Transaction, people: readonly string[]) => sql.$queryRaw<{ since: Date }[]>`SELECT hold_person(id, true)::text, clock_timestamp() AS since FROM (SELECT DISTINCT id FROM unnest(${[...people]}::uuid[]) AS p (id) ORDER BY id) AS each`

type NewSession = {
  person: string; methods: readonly Method[]; source: Source; now: Date
  /** Of the sign-in that this session goes on from, if it is not one of its own: a new token does not make a day longer. */
  signedInAt?: Date; elevation?: string | null; provider?: string | null; providerSession?: string | null
}
/** The engine alone can: the web has neither the key nor the grant. The transaction must be the person's. */
export async function openSession(sql: Transaction, { person, methods, source, now: asked, signedInAt = asked, elevation = null, provider = null, providerSession = null }: NewSession) {
  const token = makeToken()
  // The database's clock and this process's need not agree to the millisecond.
  const now = asked > signedInAt ? asked : signedInAt
  const row = { id: newSessionId(), personId: person, tokenHash: hashToken(token), methods: [...methods], signedInAt, powersSince: now, elevationId: elevation }
  const seal = sealSession(secretKey('SESSION_SIGN_KEY_FILE'), row)
  await sql.session.create({
    data: {
      ...row, tokenHash: new Uint8Array(row.tokenHash), seal: new Uint8Array(seal), lastSeenAt: now, powersSeenAt: now, provider, providerSession,
      sourceAddress: source.address, userAgent: source.userAgent,
    },
    select: { id: true },
  })
  return { id: row.id, token }
}
