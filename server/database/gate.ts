/**
 * Where somebody is before they are anybody: what the engine does with an attempt to come in. It takes as many short transactions as it needs, so that no
 * connection waits for a slow password; and it ends in one of a few ways, each of which is in the record before it is answered.
 */
import type { ThresholdAction } from '~/server/authorization/actions'
import { thresholdEntry } from '~/server/audit/entry'
import type { Method, Source } from '~/server/identity/actor'
import type { NoticeKind } from '~/server/identity/notice'
import { hashToken, looksLikeToken, makeToken } from '~/server/identity/token'
import type { Json } from '~/server/shared/canonical'
import type { Transaction } from './client'
import { noteAccess } from './note-access'
import { holdPeople, type Kept, openSession, whileOpening } from './open-session'
import { type Proving, provingIn } from './proving'
import { inScope, type Scope } from './scope'

/** An end whose record is written. Made by the gate, by nothing else. */
class Passed<A extends ThresholdAction = ThresholdAction, T = unknown> {
  #noted = true
  constructor(readonly action: A, readonly value: T) {}
}
class Turned<R extends string = string> {
  #noted = true
  constructor(readonly refusal: R) {}
}
export type { Passed, Turned }

export type Way = 'password' | 'code' | 'passkey' | 'recovery' | 'provider' | 'invitation' | 'reset'
/** Someone who showed one thing and owes a second. */
export type Entering = { readonly id: string; readonly person: string; readonly email: string; readonly name: string; readonly way: Way; readonly method: Method; readonly provider: string | null; readonly providerSession: string | null }
/** The first thing that was shown, in the words of what the session then keeps. An invitation or a reset set the password that it stands for. */
const methodOf = (way: Way): Method => (way === 'invitation' || way === 'reset' ? 'password' : way)
type Provider = { readonly id: string; readonly session: string | null }
/** Why, in the record's words, and whom it concerns as far as that is known. Of somebody who is known the attempt is kept where they find it. */
type About = { readonly reason: string; readonly who?: { readonly person: string; readonly way: Way }; readonly username?: string; readonly factor?: string; readonly name?: string }
export const enteringMs = 10 * 60_000

export class Gate<A extends ThresholdAction = ThresholdAction> {
  readonly now = new Date()
  readonly #session: string | null
  readonly #entering: string | null
  /** For the browser, when all is done. */
  kept: Kept = {}

  constructor(readonly action: A, readonly source: Source, tokens: { session: string | null; entering: string | null }) {
    this.#session = tokens.session
    this.#entering = tokens.entering
  }

  step<T>(scope: Pick<Scope, 'person' | 'email' | 'tenant' | 'namespaces' | 'tokenHash' | 'credentialId' | 'platform' | 'provider' | 'issuer' | 'subject' | 'providerSession'>, work: (at: Proving) => Promise<T>): Promise<T> {
    return inScope('engine', scope, (sql) => work(provingIn(sql, scope, this.now)))
  }

  /** The same, one at a time of all who are coming in as this person: whoever comes second sees what the first one made. Null where theirs is over by then. */
  stepAlone<T>({ id, person }: Entering, work: (at: Proving) => Promise<T>): Promise<T | null> {
    return inScope('engine', { person }, async (sql) => {
      // Nor does anybody add or make something of theirs from within. Each who comes in has such a row, since before this began; they are taken in one order, so that nobody waits for somebody who waits for them.
      await holdPeople(sql, [person])
      const waiting = await sql.$queryRaw<{ id: string }[]>`SELECT id FROM sign_in WHERE person_id = ${person}::uuid AND outcome = 'waits' ORDER BY id FOR UPDATE`
      return waiting.some((one) => one.id === id) ? work(provingIn(sql, { person }, this.now)) : null
    })
  }

  /** Who showed a password lately and has not shown a second factor yet; null if nobody did, or not in time. */
  async entering(): Promise<Entering | null> {
    if (this.#entering === null || !looksLikeToken(this.#entering)) return null
    const tokenHash = hashToken(this.#entering)
    const found = await inScope('engine', { tokenHash }, (sql) =>
      sql.signIn.findUnique({ where: { tokenHash: new Uint8Array(tokenHash) }, include: { person: { select: { email: true, name: true, disabledAt: true } } } }))
    if (!found) return null
    const because = found.outcome !== 'waits' ? 'used_before' : found.person.disabledAt ? 'person_disabled' : this.now.getTime() - found.at.getTime() >= enteringMs ? 'too_old' : null
    const way = found.way as Way
    if (because === null) return { id: found.id, person: found.personId, email: found.person.email, name: found.person.name, way, method: methodOf(way), provider: found.provider, providerSession: found.providerSession }
    await inScope('engine', { person: found.personId }, (sql) =>
      this.#turn(sql, 'not_accepted', { reason: because, who: { person: found.personId, way }, username: found.person.email }))
    return null
  }

  /** Opens a session: the browser's earlier one, and the sign-in that waited, are over. Somebody who was disabled stays out, whatever they showed. */
  async admit<T extends Json>(value: T, as: { person: string; methods: readonly Method[]; way: Way; factor?: string; entering?: Entering; provider?: Provider; remark?: string }): Promise<Passed<A, T> | Turned<'not_accepted'>> {
    const { person, methods, way, factor, entering } = as
    const provider = as.provider ?? (entering?.provider ? { id: entering.provider, session: entering.providerSession } : null)
    const earlier = this.#session !== null && looksLikeToken(this.#session) ? hashToken(this.#session) : null
    return inScope('engine', { person, ...(earlier ? { tokenHash: earlier } : {}) }, async (sql) => {
      await whileOpening(sql, person)
      const { email, disabledAt } = await sql.person.findUniqueOrThrow({ where: { id: person }, select: { email: true, disabledAt: true } })
      // One sign-in opens one session, however often its last step is sent.
      const goesOn = entering === undefined || (await sql.signIn.updateMany({ where: { id: entering.id, outcome: 'waits' }, data: { outcome: 'done', endedAt: this.now, reason: null } })).count === 1
      if (disabledAt !== null || !goesOn) return this.#turn(sql, 'not_accepted', { reason: disabledAt ? 'person_disabled' : 'used_before', who: { person, way }, username: email })
      if (earlier) await sql.session.updateMany({ where: { tokenHash: new Uint8Array(earlier), endedAt: null }, data: { endedAt: this.now, endedBecause: 'replaced' } })
      // Removed since it was shown, it lets nobody in; and whoever removes it waits until this session is there to be ended. Sessions are held before factors, here and there.
      const isThere = factor === undefined || (await sql.$queryRaw<unknown[]>`SELECT true AS there FROM factor WHERE id = ${factor}::uuid AND removed_at IS NULL FOR SHARE`).length === 1
      if (!isThere) return this.#turn(sql, 'not_accepted', { reason: 'factor_removed', who: { person, way }, username: email })
      if (!entering) await sql.signIn.create({ data: { ...this.#from(person, way), provider: provider?.id ?? null, endedAt: this.now, outcome: 'done' }, select: { id: true } })
      const session = await openSession(sql, { person, methods, source: this.source, now: this.now, provider: provider?.id ?? null, providerSession: provider?.session ?? null })
      await this.#record(sql, 'done', { reason: as.remark ?? '', who: { person, way }, username: email, ...(factor ? { factor } : {}), ...(provider ? { name: provider.id } : {}) }, session.id)
      this.kept = { session: session.token, entering: null }
      return new Passed(this.action, value)
    })
  }

  /** Right so far, and not enough: the browser gets a token that is good for showing a second factor, and for nothing else. */
  async enter<T extends Json>(value: T, as: { person: string; way: Way; provider?: Provider; remark?: string }): Promise<Passed<A, T>> {
    return inScope('engine', { person: as.person }, (sql) => this.#enter(sql, value, as))
  }

  /** The same by a password, as it was when it was compared. It is held until this sign-in is there to be ended with it: whoever sets another waits for that, or has done so already. */
  async enterByPassword<T extends Json>(value: T, { person, passwordHash }: { person: string; passwordHash: string }): Promise<Passed<A, T> | Turned<'not_accepted'>> {
    return inScope('engine', { person }, async (sql) => {
      const [account] = await sql.$queryRaw<{ password_hash: string }[]>`SELECT password_hash FROM local_account WHERE person_id = ${person}::uuid FOR SHARE`
      const as = { person, way: 'password' } as const
      return account?.password_hash === passwordHash ? this.#enter(sql, value, as) : this.#turn(sql, 'not_accepted', { reason: 'password_changed', who: as })
    })
  }

  async #enter<T extends Json>(sql: Transaction, value: T, as: { person: string; way: Way; provider?: Provider; remark?: string }): Promise<Passed<A, T>> {
    const token = makeToken()
    const { email } = await sql.person.findUniqueOrThrow({ where: { id: as.person }, select: { email: true } })
    await sql.signIn.create({
      data: { ...this.#from(as.person, as.way), provider: as.provider?.id ?? null, providerSession: as.provider?.session ?? null, tokenHash: new Uint8Array(hashToken(token)), outcome: 'waits' },
      select: { id: true },
    })
    await this.#record(sql, 'done', { reason: as.remark ?? 'waits_for_second_factor', who: as, username: email, ...(as.provider ? { name: as.provider.id } : {}) })
    this.kept = { entering: token }
    return new Passed(this.action, value)
  }

  /** The record says why; the browser is told `refusal`, which is the same for many reasons. */
  turnAway<R extends string>(refusal: R, about: About): Promise<Turned<R>> {
    return inScope('engine', about.who ? { person: about.who.person } : {}, (sql) => this.#turn(sql, refusal, about))
  }

  /** Something was asked for, such as what to sign, and nothing about anybody is known or changed by it. */
  answer<T extends Json>(value: T): Passed<A, T> {
    return new Passed(this.action, value)
  }

  /** Of one sign-in that goes on going wrong, its owner is told once. */
  async tellOnce({ id, person }: Entering, kind: NoticeKind): Promise<void> {
    await this.step({ person }, async ({ rows, tell }) => {
      const { count } = await rows.signIn.updateMany({ where: { id, outcome: 'waits', reason: null }, data: { reason: kind } })
      if (count === 1) await tell(person, kind, { source: this.source.address })
    })
  }

  /** Nobody comes in by this, and it is in the record all the same. */
  async note<T extends Json>(value: T, about: Partial<About> = {}): Promise<Passed<A, T>> {
    await inScope('engine', about.who ? { person: about.who.person } : {}, (sql) => this.#record(sql, 'done', { reason: '', ...about }))
    return new Passed(this.action, value)
  }

  async #turn<R extends string>(sql: Transaction, refusal: R, about: About): Promise<Turned<R>> {
    await this.#record(sql, 'denied', about)
    if (about.who) {
      await sql.signIn.create({ data: { ...this.#from(about.who.person, about.who.way), outcome: 'denied', endedAt: this.now, reason: about.reason }, select: { id: true } })
    }
    return new Turned(refusal)
  }

  #from = (personId: string, way: Way) => ({ personId, way, at: this.now, sourceAddress: this.source.address, userAgent: this.source.userAgent })

  async #record(sql: Transaction, outcome: 'done' | 'denied', { reason, who, name, username = null, factor = null }: Omit<About, 'username' | 'factor'> & { username?: string | null; factor?: string | null }, sessionId: string | null = null) {
    const [resource = '', verb = ''] = this.action.split('.')
    const actor = { userId: who?.person ?? null, username, sessionId, factorId: factor }
    await noteAccess(sql, thresholdEntry({ verb, resource, outcome, reason: reason || null, source: this.source, actor, ...(name === undefined ? {} : { name }) }))
  }
}
