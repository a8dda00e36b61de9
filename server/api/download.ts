/** What is taken out as a file: made while it is read, so that whoever reads slowly is waited for and whoever leaves is forgotten. A link leads to it, so a no is a sentence. */
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPCError } from '@trpc/server'
import { Denied } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import { log } from '~/server/logs/log'
import { forward } from './forward'
import { type Asking, createCaller, noOf } from './procedure'
import { api } from './router'

/** By one person, in whatever sessions, of one tenant, and in this process: each holds a part of an export, and asks the database for the next. */
const most = { ofPerson: 2, ofTenant: 4, inAll: 8 }
const longestMs = 600_000
/** Whether they still may is asked so often while bits are read. */
const askAgainMs = 1_000

type Place = { readonly person: string; tenant: string | null }
/** The process holds this module in each of Next's bundles; its places are the same for all of them. */
const here = globalThis as { [key: symbol]: Set<Place> | undefined }
const places = Symbol.for('bailiwick.downloads')
const going = (): Set<Place> => {
  here[places] ??= new Set()
  return here[places]
}
const tooMany = (bound: number, like: (place: Place) => boolean): boolean => [...going()].filter(like).length > bound

/** A place that somebody has while they take something out, until they leave it or its longest time is over. */
export class Taking {
  #place: Place | null = null
  #hasLeft = false
  #over = new AbortController()
  #late: NodeJS.Timeout | undefined
  #stillMay: () => Promise<void> = async () => undefined
  #askedAt = Date.now()

  /** Before anything is awaited, so that however many come at once, no more are let in. */
  enter(person: string): void {
    if (this.#place || this.#hasLeft) return
    this.#place = { person, tenant: null }
    going().add(this.#place)
    if (tooMany(most.inAll, () => true) || tooMany(most.ofPerson, (other) => other.person === person)) this.#turnAway()
    this.#late = setTimeout(() => this.#end(), longestMs)
    this.#late.unref()
  }
  /** Of which tenant, once it is theirs to ask. */
  of(tenant: string): void {
    if (!this.#place) return
    this.#place.tenant = tenant
    if (tooMany(most.ofTenant, (other) => other.tenant === tenant)) this.#turnAway()
  }
  asks(stillMay: () => Promise<void>): void { this.#stillMay = stillMay }

  async stillMay(): Promise<void> {
    if (Date.now() - this.#askedAt < askAgainMs) return
    this.#askedAt = Date.now()
    await this.#stillMay()
  }
  get over(): AbortSignal { return this.#over.signal }

  leave(): void {
    this.#hasLeft = true
    this.#giveBack()
  }
  #giveBack(): void {
    clearTimeout(this.#late)
    if (this.#place) going().delete(this.#place)
    this.#place = null
  }
  #turnAway(): never {
    this.#giveBack()
    throw new Denied('too_many_requests')
  }
  #end(): void {
    this.leave()
    this.#over.abort(new Error('it took longer than anything may'))
  }
}

const makeCaller = createCaller(api)
export type Door = ReturnType<typeof makeCaller>
/** The door for somebody who takes something out, in however many reads: with the first of them they take a place, and what is answered with gives it back. Who is nobody has none. */
export function doorFor(asking: Asking, asOf: string | null = null): { door: Door; taking: Taking } {
  const taking = new Taking()
  const pace = { asker: async () => { if (asking.actor) taking.enter(asking.actor.personId) }, tenant: async (tenant: string) => taking.of(tenant) }
  const door = makeCaller({ ...asking, execute: forward, keep: (kept) => { if (Object.keys(kept).length > 0) throw new Error('a file keeps nothing') }, stepUp: null, idempotencyKey: null, pace, goesOn: (stillMay) => taking.asks(stillMay), ...(asOf === null ? {} : { asOf }) })
  return { door, taking }
}

/** Each field once, as the address says it: a field that is there twice is the door's to refuse. */
export const saidIn = (params: URLSearchParams): Record<string, string | string[] | null> =>
  Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name).length === 1 ? params.get(name) : params.getAll(name)]))

export const fileOf = (text: ReadableStream<Uint8Array>, type: string, name: string): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'content-disposition': `attachment; filename="${name}"` } })

/** A file has no fields to mark: each is named, with what is wrong with it. */
const saidOf = ({ denial, about }: NonNullable<ReturnType<typeof noOf>>): string =>
  about.length === 0 ? `${denials[denial].says} ${denials[denial].fix}` : [denials[denial].says, ...about.map(({ field, says }) => (field === '' ? says : `${field}: ${says}`))].join('\n')
export function refusedAs(thrown: unknown, reference: string): Response {
  const no = noOf(thrown)
  const status = thrown instanceof TRPCError ? getHTTPStatusCodeFromError(thrown) : 500
  const says = no ? saidOf(no) : `Something went wrong. Reference: ${reference}`
  return new Response(`${says}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...(status === 429 ? { 'retry-after': '1' } : {}) } })
}

/**
 * One bit at a time, when it is asked for, and while whoever asks still may. What goes wrong in the middle, or takes longer than anything may, ends the answer without its end, so
 * that nobody takes it for whole.
 */
export function streamOf(text: AsyncGenerator<string>, taking: Taking, reference: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let isWanted = true
  const endEarly = (to: ReadableStreamDefaultController<Uint8Array>, because: unknown) => {
    taking.leave()
    log.error('an export ended early', { reference, fault: String(because) })
    to.error(because)
    void text.return(undefined).catch(() => undefined)
  }
  return new ReadableStream({
    start(to) { taking.over.addEventListener('abort', () => endEarly(to, taking.over.reason), { once: true }) },
    async pull(to) {
      try {
        await taking.stillMay()
        const { value, done } = await text.next()
        if (taking.over.aborted || !isWanted) return
        if (!done) return to.enqueue(bytes.encode(value))
        taking.leave()
        to.close()
      } catch (thrown) {
        if (!taking.over.aborted) endEarly(to, thrown)
      }
    },
    async cancel() {
      isWanted = false
      taking.leave()
      await text.return(undefined)
    },
  }, { highWaterMark: 1 })
}
