/**
 * One command, one transaction: claim the key, spend the second factor, carry out, record, commit. Killed between any two lines, nothing has happened.
 *
 * A refusal undoes what was written since the savepoint and keeps what came before it: the nonce stays used, the factor stays spent, and the refusal is
 * recorded, all in the same commit.
 */
import { eachOf, type KindOf, type StepUpAction, specOf, type WriteAction } from '~/server/authorization/actions'
import { Denied } from '~/server/authorization/denied'
import type { Permit } from '~/server/authorization/permit'
import { accessEntry, actionOf, metadataOf, recordedActor } from '~/server/audit/entry'
import type { PersonalField, Sealed, Stream } from '~/server/audit/record'
import type { Actor } from '~/server/identity/actor'
import type { ShownFactor } from '~/server/identity/step-up'
import { dataKeyOf } from '~/server/keys/data-key'
import type { Appointment } from '~/server/requests/decide-appointed'
import type { Json } from '~/server/shared/canonical'
import { appendDone, atOnce, holdPlace, numberDeed } from './by-itself'
import type { Transaction } from './client'
import { tenantsConcerned } from './concerned'
import { type Kept, openSession, whileOpening } from './open-session'
import { type Proving, provingIn } from './proving'
import { noteAccess } from './note-access'
import { type OwnRecord, ownRecordsOf } from './own-records'
import { appointmentsOf, type PlatformReader, readerOf, type SelfReader, scopeOf, type TenantReader } from './read'
import type { WriteRows } from './rows'
import { inScope, type Scope, say } from './scope'
import { groundsOf } from './threshold'

/** A result whose effect is in the record, in this transaction. Made by `tx.record`, by nothing else. */
class Recorded<A extends WriteAction = WriteAction, T = unknown> {
  #written = true
  constructor(readonly action: A, readonly value: T) {}
}
/** An answer of no. Made by `tx.refuse`, or by `tx.refuseAndKeep` where what was written must stay, such as a counted wrong code. The record's reason may say more. */
class Refused<R extends string = string> {
  #refused = true
  constructor(readonly refusal: R, readonly keep: boolean, readonly reason: string = refusal, readonly about: About = []) {}
}
export type { Recorded, Refused }
/** What of many the answer is about, and why: for whoever asked. The record keeps the refusal alone. */
export type About = readonly { readonly field: string; readonly says: string }[]
export type Answer<T, R extends string> = { ok: true; value: T } | { ok: false; refusal: R; about?: About }

export type SealedActor = Readonly<Record<PersonalField, Sealed | null>> & { readonly auditId: string }

/** What changed, for the record: before and after of the thing itself. */
export type Change = { before: Json; after: Json }
type Writing<A extends WriteAction> = {
  readonly rows: WriteRows
  /** The database's clock at the start of the deed. */
  readonly now: Date
  /** What was shown for this deed, where it needed something. */
  readonly factor: ShownFactor | null
  /** The same sign-in goes on under a new token, with its powers awake: the browser gets it with the answer, and the old one is over. */
  renewSession(elevation?: string): Promise<void>
  /** The data key of the place the deed is in: what encrypts that place's own secrets. */
  placeKey(): Promise<Buffer>
  /** The same, of a place whose personal data may have been erased: null once it was. */
  keyUnlessErased(): Promise<Buffer | null>
  /** The personal fields of one of the place's records, as they are kept; null where it has no such record. */
  sealedOf(stream: Stream, sequence: bigint): Promise<SealedActor | null>
  /** When a record of whichever place is from; null where there is no such record. */
  recordedAt(place: string, stream: Stream, sequence: bigint): Promise<Date | null>
  /** By whose word those who could sign what was asked for then hold what makes them one of two: of a tenant's, or of the platform's own. */
  appointments(tenant: string | null, askedAt: Date): Promise<readonly Appointment[]>
  /** A feed that was just made goes on from here: what was recorded before is not for it. */
  beginFeed(feed: string): Promise<void>
  record<T extends Json>(change: Change, value: T): Promise<Recorded<A, T>>
  /** Where the deed is many at once: one of them, recorded as the deed that it would be alone. `item` is which of what was signed it is. */
  recordEach(one: { input: Json; change: Change; value: Json; item: Json }): Promise<void>
  refuse<R extends string>(refusal: R, about?: About): Refused<R>
}
/** Somebody who is here and not disabled, by their address, as far as it may be believed here that it is theirs (people_vouched). One that two people have names neither. */
type Finding = {
  /** On the platform also whoever a tenant of that organisation invited. */
  findPerson(email: string, organisation?: string): Promise<{ id: string; name: string } | null>
  /** The same for many at once. */
  findPeople(emails: readonly string[]): Promise<ReadonlyMap<string, string>>
}
export type TenantWriter<A extends WriteAction> = Omit<TenantReader, 'rows' | 'inCase'> & Writing<A> & Finding & Pick<Proving, 'tell'>
export type PlatformWriter<A extends WriteAction> = Omit<PlatformReader, 'rows' | 'inCase'> & Writing<A> & Finding & Pick<Proving, 'tell' | 'holdPerson' | 'holdPeople' | 'delegatedTo'>
export type SelfWriter<A extends WriteAction> = Omit<SelfReader, 'rows' | 'inCase'> & Writing<A> & Proving & {
  refuseAndKeep<R extends string>(refusal: R, reason?: string): Refused<R>
  /** For what outlives the session it is made in, before it is made: nobody ends that session until it is there, and who ends it because somebody was robbed ends this too. In one that is over nothing is made. */
  holdSession(): Promise<void>
  /** The digest of the deed a person means to do, after asking whether they may: who may not do it is never asked for a factor. */
  intend(action: StepUpAction, input: unknown): string
  /** What a request would do, for whoever is about to sign that they may see it. */
  termsOf(request: string): Promise<Json | null>
  /** What one did, wherever that was, the oldest first. */
  ownRecords(beyond: readonly [at: string, id: string] | null, most: number): Promise<OwnRecord[]>
}
type Writers<A extends WriteAction> = { tenant: TenantWriter<A>; platform: PlatformWriter<A>; self: SelfWriter<A> }
export type WriterOf<A extends WriteAction> = Writers<A>[KindOf<A>]

export type Claim = { nonce: string; idempotencyKey: string; action: WriteAction; inputDigest: string }
export type SpentStepUp = { factorId: string; factorSince: Date; evidence: Json }

export type Intend = (actor: Actor, action: StepUpAction, input: unknown) => string

export class Deed {
  #sql: Transaction
  #nonce: string | null = null
  #intend: Intend
  /** For the browser, when all is committed. */
  kept: Kept = {}
  constructor(sql: Transaction, readonly actor: Actor, intend: Intend) {
    this.#sql = sql
    this.#intend = intend
  }

  /** Null when this is new. The same key with the same input is answered as it was; a used nonce, or the key with another input or for something else, is not answered at all. */
  async claim({ nonce, idempotencyKey, action, inputDigest }: Claim): Promise<{ answer: Answer<unknown, string> } | null> {
    const personId = this.actor.personId
    // Whoever comes second with a key waits here until the first has committed, whatever it is that they do. What was decided by it no deed is.
    const made = await this.#sql.$executeRaw`INSERT INTO answered (nonce, person_id, idempotency_key, action, input_digest)
      SELECT ${nonce}::uuid, ${personId}::uuid, ${idempotencyKey}::uuid, ${action}, ${inputDigest} WHERE key_of_deed(${personId}::uuid, ${idempotencyKey}::uuid) ON CONFLICT DO NOTHING`
    if (made === 1) {
      this.#nonce = nonce
      return null
    }
    const earlier = await this.#sql.answered.findUnique({ where: { personId_idempotencyKey: { personId, idempotencyKey } } })
    if (!earlier) throw new Denied((await this.#isDecided(idempotencyKey)) ? 'idempotency_key_reused' : 'replayed')
    if (earlier.nonce === nonce || earlier.answer === null) throw new Denied('replayed')
    if (earlier.action !== action || earlier.inputDigest !== inputDigest) throw new Denied('idempotency_key_reused')
    return { answer: earlier.answer as Answer<unknown, string> }
  }

  async #isDecided(key: string): Promise<boolean> {
    const [found] = await this.#sql.$queryRaw<{ free: boolean }[]>`SELECT key_of_deed(${this.actor.personId}::uuid, ${key}::uuid) AS free`
    return found?.free === false
  }

  /** True for one caller, once, in time. */
  async takeStepUp(tokenHash: Buffer, action: WriteAction, inputDigest: string): Promise<SpentStepUp | null> {
    const [taken] = await this.#sql.stepUp.updateManyAndReturn({
      where: { tokenHash: new Uint8Array(tokenHash), sessionId: this.actor.sessionId, action, inputDigest, spentAt: null, expiresAt: { gt: new Date() } },
      data: { spentAt: new Date() }, select: { factorId: true, evidence: true, factor: { select: { createdAt: true, removedAt: true } } },
    })
    // Whoever showed it while it was removed has a step-up that the removal could not see.
    return taken && taken.factor.removedAt === null ? { factorId: taken.factorId, factorSince: taken.factor.createdAt, evidence: taken.evidence as Json } : null
  }

  async carryOut<A extends WriteAction, I, T, R extends string>(
    permit: Permit<A>, input: I, make: (tx: WriterOf<A>, input: I) => Promise<Recorded<A, T> | Refused<R>>,
  ): Promise<Answer<T, R>> {
    const sql = this.#sql
    await say(sql, deedScope(permit))
    // The row that numbers the deed is taken before anything else is, so that every deed of a tenant takes its locks in the same order.
    const now = specOf(permit.action).on === 'self' ? await clockOf(sql) : await holdPlace(sql, permit.tenant)
    if (!now) throw new Denied('not_found')
    await this.#standsAsItDid()
    await sql.$executeRaw`SAVEPOINT deed`
    const outcome = await make(this.#writer(permit, input, now) as unknown as WriterOf<A>, input)
    if (outcome instanceof Refused) {
      if (!outcome.keep) await sql.$executeRaw`ROLLBACK TO SAVEPOINT deed`
      await noteAccess(sql, accessEntry({ actor: permit.actor, action: permit.action, asked: input, outcome: 'refused', reason: outcome.reason, factor: permit.factor }))
    }
    const answer: Answer<T, R> = outcome instanceof Refused ? { ok: false, refusal: outcome.refusal, ...(outcome.about.length ? { about: outcome.about } : {}) } : { ok: true, value: outcome.value }
    if (specOf(permit.action).answer !== 'secret') {
      await say(sql, { person: permit.actor.personId })
      await sql.$executeRaw`UPDATE answered SET answer = ${JSON.stringify(answer)}::jsonb WHERE nonce = ${this.#nonce}::uuid`
    }
    return answer
  }

  /** Whoever waited may have lost meanwhile what they may do this by: a role, a session, themselves. Then nothing has happened, and they are asked who they are anew. */
  async #standsAsItDid(): Promise<void> {
    const { grounds } = this.actor
    if (grounds && (await groundsOf(this.#sql, grounds.tokenHash)) !== grounds.as) throw new Denied('grounds_changed')
  }

  async #renewSession(now: Date, elevation?: string): Promise<void> {
    const sql = this.#sql
    const { actor } = this
    await whileOpening(sql, actor.personId)
    const old = await sql.session.findUniqueOrThrow({ where: { id: actor.sessionId } })
    const { count } = await sql.session.updateMany({ where: { id: old.id, endedAt: null }, data: { endedAt: now, endedBecause: 'replaced' } })
    // Somebody ended it since it was looked up: then there is none to go on with.
    if (count !== 1) throw new Denied('not_signed_in')
    const { token } = await openSession(sql, {
      person: actor.personId, methods: actor.methods, source: actor.source, now, signedInAt: old.signedInAt,
      elevation: elevation ?? old.elevationId, provider: old.provider, providerSession: old.providerSession,
    })
    this.kept = { session: token }
  }

  #writer<A extends WriteAction>(permit: Permit<A>, input: unknown, now: Date) {
    const sql = this.#sql
    return {
      ...readerOf(permit, sql), ...provingIn(sql, deedScope(permit), now),
      rows: sql as WriteRows, factor: permit.factor,
      appointments: (tenant: string | null, askedAt: Date) => appointmentsOf(sql, tenant, askedAt),
      renewSession: (elevation?: string) => this.#renewSession(now, elevation),
      holdSession: async () => {
        const [open] = await sql.$queryRaw<unknown[]>`SELECT true AS open FROM session WHERE id = ${permit.actor.sessionId}::uuid AND ended_at IS NULL FOR SHARE`
        if (open === undefined) throw new Denied('not_signed_in')
      },
      placeKey: async () => {
        const key = await keyOfPlace(sql, permit)
        if (!key) throw new Error(`the data key of ${placeOf(permit)} was destroyed`)
        return key
      },
      keyUnlessErased: () => keyOfPlace(sql, permit),
      sealedOf: async (stream: Stream, sequence: bigint) => {
        const [found] = await inPlace(sql, permit, () => sql.$queryRaw<{ kept: SealedActor | null }[]>`SELECT sealed_of(${stream}, ${sequence}) AS kept`)
        return found?.kept ?? null
      },
      recordedAt: async (place: string, stream: Stream, sequence: bigint) => {
        const [found] = await sql.$queryRaw<{ at: Date | null }[]>`SELECT record_moment(${place}, ${stream}, ${sequence}) AS at`
        return found?.at ?? null
      },
      beginFeed: async (feed: string) => { await sql.$queryRaw`SELECT begin_feed(${feed}::uuid)` },
      refuse: <R extends string>(refusal: R, about: About = []) => new Refused(refusal, false, refusal, about),
      refuseAndKeep: <R extends string>(refusal: R, reason: string = refusal) => new Refused(refusal, true, reason),
      findPerson: async (email: string, organisation?: string) => {
        const found = await findVouched(sql, [email], organisation)
        return found.length === 1 ? (found[0] ?? null) : null
      },
      findPeople: async (emails: readonly string[]) => {
        const people = await findVouched(sql, emails)
        const times = new Map<string, number>()
        for (const { email } of people) times.set(email, (times.get(email) ?? 0) + 1)
        return new Map(people.filter(({ email }) => times.get(email) === 1).map(({ id, email }) => [email, id]))
      },
      termsOf: async (request: string) => {
        await say(sql, { ...deedScope(permit), request })
        const found = await sql.request.findUnique({ where: { id: request }, select: { termsBody: true } })
        await say(sql, deedScope(permit))
        return found ? (found.termsBody as Json) : null
      },
      ownRecords: (beyond: readonly [at: string, id: string] | null, most: number) => ownRecordsOf(sql, (place, work) => within(sql, permit, place, work), beyond, most),
      intend: (action: StepUpAction, wish: unknown) => this.#intend(permit.actor, action, wish),
      record: async <T extends Json>(change: Change, value: T) => {
        if (specOf(permit.action).on === 'self') {
          await noteAccess(sql, accessEntry({ actor: permit.actor, action: permit.action, asked: input, outcome: 'done', reason: null, factor: permit.factor }))
        } else {
          await appendDeed(sql, permit, input as Json, change, value)
          await noteConcerned(sql, permit, permit.action, input)
        }
        return new Recorded(permit.action, value)
      },
      recordEach: async ({ input: one, change, value, item }: { input: Json; change: Change; value: Json; item: Json }) => {
        const each = eachOf(permit.action)
        if (each === null) throw new Error(`${permit.action} is one deed, and not many`)
        await appendDeed(sql, permit, one, change, value, { each, item })
        await noteConcerned(sql, permit, each, one)
      },
    }
  }
}

async function clockOf(sql: Transaction): Promise<Date | null> {
  const [clock] = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return clock ? atOnce(sql, clock.now) : null
}

/** A deed of the platform on a tenant is done in that tenant, and stands in its record. */
const deedScope = (permit: Permit<WriteAction>): Scope =>
  ({ ...scopeOf(permit), ...(permit.tenant === null ? {} : { tenant: permit.tenant }), person: permit.actor.personId })

const placeOf = (permit: Permit<WriteAction>): string => permit.tenant ?? 'platform'
async function within<T>(sql: Transaction, permit: Permit<WriteAction>, tenant: string, work: () => Promise<T>): Promise<T> {
  await say(sql, { ...deedScope(permit), tenant })
  const made = await work()
  await say(sql, deedScope(permit))
  return made
}
const inPlace = <T>(sql: Transaction, permit: Permit<WriteAction>, work: () => Promise<T>): Promise<T> => within(sql, permit, placeOf(permit), work)
const keyOfPlace = (sql: Transaction, permit: Permit<WriteAction>) => inPlace(sql, permit, () => dataKeyOf(sql, placeOf(permit)))

async function appendDeed(sql: Transaction, permit: Permit<WriteAction>, input: Json, change: Change, value: Json, one: { each: WriteAction; item: Json } | null = null): Promise<void> {
  const action = one?.each ?? permit.action
  const tenant = permit.tenant ?? 'platform'
  const numbered = await numberDeed(sql, permit.tenant)
  const entry = {
    level: 'Metadata' as const, actor: recordedActor(permit.actor, permit.actor.source, permit.factor?.id ?? null), action: actionOf(action, input),
    outcome: 'done' as const, reason: null, request: null, response: null, context: { before: change.before, after: change.after, ...(permit.actor.breakGlass ? { breakGlass: permit.actor.breakGlass.id } : {}), ...(permit.factor ? { factor: one ? { ...(permit.factor.evidence as { [name: string]: Json }), item: one.item } : permit.factor.evidence } : {}) },
    metadata: metadataOf(permit.actor.source.reference),
  }
  const place = { tenant, stream: 'deed' as const, sequence: numbered.sequence, auditId: `audit-${numbered.id}`, timestamp: numbered.timestamp }
  await appendDone(sql, { entry, place }, { asked: input, answered: value })
}

/** What is done on the platform about something of a tenant's is numbered there, and stands in that tenant's record too. */
async function noteConcerned(sql: Transaction, permit: Permit<WriteAction>, action: WriteAction, input: unknown): Promise<void> {
  if (permit.tenant !== null) return
  for (const tenant of await tenantsConcerned(sql, action, input)) await noteAccess(sql, { ...accessEntry({ actor: permit.actor, action, asked: input, outcome: 'done', reason: null, factor: permit.factor }), tenant }, true)
}

export function inDeed<T>(actor: Actor, intend: Intend, work: (deed: Deed) => Promise<T>): Promise<T> {
  return inScope('engine', { person: actor.personId }, (sql) => work(new Deed(sql, actor, intend)))
}

const findVouched = (sql: Transaction, emails: readonly string[], organisation: string | null = null) =>
  sql.$queryRaw<{ id: string; email: string; name: string }[]>`SELECT id, email, name FROM people_vouched(${[...emails]}::text[], ${organisation}::text)`
