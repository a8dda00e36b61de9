/**
 * How many requests a second somebody may make: all processes together, and whichever are started again meanwhile. What is left of the second stands in the database; a
 * process takes it from there in slices of a tenth and gives it out by itself, so that one request in ten, at most, asks the database, and none of a second that is spent.
 */
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Denied, DeniedAgain } from '~/server/authorization/denied'
import { type RateRole, rateStore, rateTable } from '~/server/database/rate-store'
import { type RateSettings, readRates } from '~/server/settings/settings'
import { isToCome } from './spent'

type Slice = { left: number; readonly until: number; readonly spent: boolean; told: boolean }
const slicesEach = 10
const keptMost = 10_000

export class Rate {
  #limiter: RateLimiterPostgres
  #slices = new Map<string, Slice>()
  #asking = new Map<string, Promise<void>>()
  readonly #size: number
  readonly #windowMs: number

  constructor(name: string, readonly perSecond: number, store: Pool, seconds = 1) {
    this.#windowMs = seconds * 1_000
    this.#size = Math.max(1, Math.floor(perSecond / slicesEach))
    const points = Math.ceil(perSecond / this.#size)
    this.#limiter = new RateLimiterPostgres({ storeClient: store, tableName: rateTable, tableCreated: true, keyPrefix: name, points, duration: seconds })
  }

  /** Takes one, or says no: the first no of a second is told to the record, the others are only counted. */
  async take(key: string): Promise<void> {
    for (;;) {
      const slice = this.#slices.get(key)
      if (slice && isToCome(slice.until, this.#windowMs)) {
        if (slice.left > 0) {
          slice.left--
          return
        }
        if (slice.spent) {
          if (slice.told) throw new DeniedAgain('too_many_requests')
          slice.told = true
          throw new Denied('too_many_requests')
        }
      }
      const asking = this.#asking.get(key) ?? this.#ask(key).finally(() => this.#asking.delete(key))
      this.#asking.set(key, asking)
      await asking
    }
  }

  /** When somebody who was told no may ask again. */
  spentUntil(key: string): number {
    const slice = this.#slices.get(key)
    return slice?.spent ? slice.until : 0
  }

  async #ask(key: string): Promise<void> {
    if (this.#slices.size > keptMost) for (const [old, { until }] of this.#slices) if (!isToCome(until, this.#windowMs)) this.#slices.delete(old)
    let { taken, spent } = await this.#consume(key)
    // No second lasts so long: a clock began it that is ahead of this one, or was set back since.
    if (spent && taken.msBeforeNext > 2 * this.#windowMs) {
      await this.#limiter.delete(key);
      ({ taken, spent } = await this.#consume(key))
    }
    // The last slice is what the others leave of it.
    const left = spent ? 0 : Math.min(this.#size, this.perSecond - (taken.consumedPoints - 1) * this.#size)
    this.#slices.set(key, { left, until: Date.now() + Math.min(Math.max(1, taken.msBeforeNext), this.#windowMs), spent, told: false })
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
  ({ tenant: new Rate('tenant', tenant, store), client: new Rate('client', client, store), page: new Rate('page', page, store), stranger: new Rate('stranger', stranger, store) })

const made = new Map<RateRole, Rates>()
/** This process's own, as its settings say. */
export function rates(role: RateRole): Rates {
  const known = made.get(role)
  if (known) return known
  const own = makeRates(readRates(process.env), rateStore(role))
  made.set(role, own)
  return own
}
