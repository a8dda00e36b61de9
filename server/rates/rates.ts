/**
 * How many requests a second somebody may make: all processes together, and whichever are started again meanwhile. What is left of the second stands in the database; a
 * process takes it from there in slices of a tenth and gives it out by itself, so that one request in ten, at most, asks the database, and none of a second that is spent.
 */
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Denied, DeniedAgain, ShutOut } from '~/server/authorization/denied'
import { type RateRole, rateStore, rateTable } from '~/server/database/rate-store'
import { log } from '~/server/logs/log'
import { type RateSettings, readRates } from '~/server/settings/settings'
import { Floods } from './floods'
import { isToCome, type No } from './spent'

/** `noes` is how often they were told no in it. */
type Slice = { left: number; readonly until: number; readonly spent: boolean; noes: number; readonly shutOut: Date | null }
const slicesEach = 10
const keptMost = 10_000
/** However many flood at once: a second that is not counted is no loss. */
const countingMost = 50

export class Rate {
  #limiter: RateLimiterPostgres
  #slices = new Map<string, Slice>()
  #asking = new Map<string, Promise<void>>()
  /** Whose flood is being counted. */
  #counting = new Set<string>()
  /** In which second whose flood was counted last. */
  #counted = new Map<string, number>()
  readonly #size: number
  readonly #windowMs: number

  constructor(name: string, readonly perSecond: number, store: Pool, seconds = 1, readonly floods: Floods | null = null) {
    this.#windowMs = seconds * 1_000
    this.#size = Math.max(1, Math.floor(perSecond / slicesEach))
    const points = Math.ceil(perSecond / this.#size)
    this.#limiter = new RateLimiterPostgres({ storeClient: store, tableName: rateTable, tableCreated: true, keyPrefix: name, points, duration: seconds })
  }

  /** Takes one, or says no: the first no of a second is told to the record, the others are only counted. Of who may flood it is counted, too, that they are told no more often than they may ask. */
  async take(key: string, mayFlood = false): Promise<void> {
    for (;;) {
      const slice = this.#slices.get(key)
      if (slice && isToCome(slice.until, this.#windowMs)) {
        if (slice.left > 0) {
          slice.left--
          return
        }
        if (slice.shutOut) throw new ShutOut(slice.shutOut)
        if (slice.spent) {
          slice.noes++
          if (mayFlood && slice.noes > this.perSecond) this.#noteFlood(key)
          if (slice.noes > 1) throw new DeniedAgain('too_many_requests')
          throw new Denied('too_many_requests')
        }
      }
      const asking = this.#asking.get(key) ?? this.#ask(key).finally(() => this.#asking.delete(key))
      this.#asking.set(key, asking)
      await asking
    }
  }

  /** For how long somebody is told no who was, and why; and what is to be done when they go on all the same. */
  no(key: string, mayFlood = false): No {
    const slice = this.#slices.get(key)
    return { until: slice?.spent ? slice.until : 0, shutOut: slice?.shutOut ?? null, floods: () => { if (mayFlood) this.#noteFlood(key) } }
  }

  /** Nobody waits for it to be counted. */
  #noteFlood(key: string): void {
    const second = Math.floor(Date.now() / 1_000)
    if (!this.floods || this.#counted.get(key) === second || this.#counting.has(key) || this.#counting.size >= countingMost || this.#slices.get(key)?.shutOut) return
    if (this.#counted.size >= keptMost) this.#counted.clear()
    this.#counted.set(key, second)
    this.#counting.add(key)
    void this.#countFlood(this.floods, key).catch((fault: unknown) => log.error('a second of a flood could not be counted', { fault: String(fault) })).finally(() => this.#counting.delete(key))
  }
  /** Who is shut out has no second that is not spent until it is over: so every process sees it where it looks for what is left of one. */
  async #countFlood(floods: Floods, key: string): Promise<void> {
    const until = await floods.count(key)
    if (!until) return
    await this.#limiter.block(key, Math.max(1, until.getTime() - Date.now()) / 1_000)
    this.#slices.set(key, this.#shutOut(until))
  }
  /** It is looked for again in a second: somebody may have been let in. */
  #shutOut(until: Date): Slice { return { left: 0, until: Math.min(until.getTime(), Date.now() + this.#windowMs), spent: true, noes: 0, shutOut: until } }

  async #ask(key: string): Promise<void> {
    if (this.#slices.size > keptMost) for (const [old, { until }] of this.#slices) if (!isToCome(until, this.#windowMs)) this.#slices.delete(old)
    let { taken, spent } = await this.#consume(key)
    // No second lasts so long: they are shut out, or a clock began it that is ahead of this one, or was set back since.
    const isLong = taken.msBeforeNext > 2 * this.#windowMs
    if (spent && (isLong || this.#slices.get(key)?.shutOut)) {
      const until = await this.floods?.until(key)
      if (until) return void this.#slices.set(key, this.#shutOut(until))
    }
    if (spent && isLong) {
      await this.#limiter.delete(key);
      ({ taken, spent } = await this.#consume(key))
    }
    // The last slice is what the others leave of it.
    const left = spent ? 0 : Math.min(this.#size, this.perSecond - (taken.consumedPoints - 1) * this.#size)
    this.#slices.set(key, { left, until: Date.now() + Math.min(Math.max(1, taken.msBeforeNext), this.#windowMs), spent, noes: 0, shutOut: null })
  }

  #consume(key: string): Promise<{ taken: RateLimiterRes; spent: boolean }> {
    return this.#limiter.consume(key).then((taken) => ({ taken, spent: false }), (no: unknown) => {
      if (no instanceof RateLimiterRes) return { taken: no, spent: true }
      throw no
    })
  }
}

type Rates = { readonly [K in keyof RateSettings]: Rate }
const makeRates = ({ tenant, client, page, stranger }: RateSettings, store: Pool): Rates =>
  ({
    tenant: new Rate('tenant', tenant, store), client: new Rate('client', client, store, 1, new Floods('token', store)), page: new Rate('page', page, store), stranger: new Rate('stranger', stranger, store, 1, new Floods('network', store)),
  })

const made = new Map<RateRole, Rates>()
/** This process's own, as its settings say. */
export function rates(role: RateRole): Rates {
  const known = made.get(role)
  if (known) return known
  const own = makeRates(readRates(process.env), rateStore(role))
  made.set(role, own)
  return own
}
