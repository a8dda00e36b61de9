/** What it takes to check what somebody shows: their rows, the count of their tries, and the key that their secrets are kept under. */
import type { NoticeKind } from '~/server/identity/notice'
import { dataKeyOf } from '~/server/keys/data-key'
import type { Json } from '~/server/shared/canonical'
import type { Transaction } from './client'
import { holdPeople } from './open-session'
import type { WriteRows } from './rows'
import { type Scope, say } from './scope'
import { delegatedTo } from './threshold'
import { type TryCount, triesIn } from './tries'
import type { SignalKind } from '~/server/signals/signal'

/** Of a sign-in nobody knows yet whose it is. A step-up's says what it is for. */
export type Challenge =
  | { purpose: 'sign_in'; value: Buffer }
  | { purpose: 'passkey'; value: Buffer; person: string }
  | { purpose: 'step_up'; value: Buffer; person: string; session: string; about?: Json }

export type Proving = {
  readonly rows: WriteRows
  readonly now: Date
  readonly tries: TryCount
  /** The tenant key's sibling for people: what encrypts their factors. */
  platformKey(): Promise<Buffer>
  /** What is to be signed: good until `expiresAt`, for one taker. */
  putChallenge(challenge: Challenge & { expiresAt: Date }): Promise<void>
  /** Gone with the asking, whatever becomes of it; null if there was none, or it was another's, or late. */
  takeChallenge(challenge: Challenge): Promise<{ about: Json } | null>
  /** The secret of a code generator that somebody is adding, as ciphertext: one at a time. */
  putSecret(person: string, sealed: Buffer, expiresAt: Date): Promise<void>
  findSecret(person: string): Promise<Uint8Array | null>
  dropSecret(person: string): Promise<void>
  /** Nobody opens a session of theirs until this is over, and whoever just does is waited for; nor does anybody else who holds them: before anything of theirs is ended, or counted to make one more. Since when: whoever was waited for has written of before, and may have begun after this one. */
  holdPerson(person: string): Promise<Date>
  /** The same of several, in one order, so that no two wait for each other. */
  holdPeople(people: readonly string[]): Promise<void>
  /** For whom somebody decides at a moment, and what those hold. */
  delegatedTo(person: string, moment: Date): Promise<{ role: string; tenant: string | null; namespace: null }[]>
  /** Says to whoever watches over the platform that something looks wrong. */
  raise(kind: SignalKind, body: { [name: string]: string }): Promise<void>
  /** Tells somebody, wherever they are signed in, until they say that they know. */
  tell(person: string, kind: NoticeKind, body: { [name: string]: string | null }): Promise<void>
}
export function provingIn(sql: Transaction, scope: Scope, now: Date): Proving {
  return {
    rows: sql, now, tries: triesIn(sql, now),
    holdPerson: async (person) => {
      const [held] = await holdPeople(sql, [person])
      return held?.since ?? now
    },
    holdPeople: async (people) => { await holdPeople(sql, people) },
    delegatedTo: async (person, moment) => (await delegatedTo(sql, person, moment)).map(({ role, tenant }) => ({ role, tenant, namespace: null })),
    platformKey: async () => {
      await say(sql, { ...scope, tenant: 'platform' })
      const key = await dataKeyOf(sql, 'platform')
      await say(sql, scope)
      if (!key) throw new Error('the data key of the platform was destroyed')
      return key
    },
    putChallenge: async ({ purpose, value, expiresAt, ...of }) => {
      const [person, session, about] = ['person' in of ? of.person : null, 'session' in of ? of.session : null, 'about' in of ? (of.about ?? null) : null]
      await sql.$executeRaw`INSERT INTO challenge (id, purpose, value, person_id, session_id, about, expires_at)
        VALUES (gen_random_uuid(), ${purpose}, ${value}, ${person}::uuid, ${session}::uuid, ${about === null ? null : JSON.stringify(about)}::jsonb, ${expiresAt})`
    },
    takeChallenge: async ({ purpose, value, ...of }) => {
      const [person, session] = ['person' in of ? of.person : null, 'session' in of ? of.session : null]
      const [taken] = await sql.$queryRaw<{ about: Json; expires_at: Date; ours: boolean }[]>`DELETE FROM challenge WHERE value = ${value} RETURNING about, expires_at,
        purpose = ${purpose} AND person_id IS NOT DISTINCT FROM ${person}::uuid AND session_id IS NOT DISTINCT FROM ${session}::uuid AS ours`
      return taken?.ours && taken.expires_at > now ? { about: taken.about } : null
    },
    putSecret: async (person, sealed, expiresAt) => {
      await sql.$executeRaw`DELETE FROM challenge WHERE purpose = 'code' AND person_id = ${person}::uuid`
      await sql.$executeRaw`INSERT INTO challenge (id, purpose, person_id, secret, expires_at) VALUES (gen_random_uuid(), 'code', ${person}::uuid, ${sealed}, ${expiresAt})`
    },
    findSecret: async (person) => (await sql.challenge.findFirst({ where: { purpose: 'code', personId: person, expiresAt: { gt: now } }, select: { secret: true } }))?.secret ?? null,
    dropSecret: async (person) => void (await sql.$executeRaw`DELETE FROM challenge WHERE purpose = 'code' AND person_id = ${person}::uuid`),
    raise: async (kind, body) => void (await sql.signal.createMany({ data: [{ kind, body, at: now }] })),
    // Whoever writes it may be somebody else, and may not read it.
    tell: async (person, kind, body) => void (await sql.notice.createMany({ data: [{ personId: person, kind, body, at: now }] })),
  }
}
