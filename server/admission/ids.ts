import { randomUUID } from 'node:crypto'

/**
 * Version 7 of the UUID, as PostgreSQL makes it: milliseconds, then the part of one, then a counter, then chance. Ids of one moment stand in the order in which they were
 * made, and those of a later moment after them, so that history read by its keys is in the order in which it happened.
 */
export class Ids {
  readonly #moment: string
  #made = 0
  /** The moment as the database says it, to the microsecond. */
  constructor(now: string) {
    const part = Math.floor((Number(now.slice(23, 26)) * 4096) / 1000)
    this.#moment = `${Date.parse(`${now.slice(0, 23)}Z`).toString(16).padStart(12, '0')}7${part.toString(16).padStart(3, '0')}`
  }

  next(): string {
    if (this.#made >= 0x4000) throw new Error('a batch makes fewer ids than this')
    const text = `${this.#moment}${(0x8000 + this.#made++).toString(16)}${randomUUID().slice(24)}`
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
  }
}
