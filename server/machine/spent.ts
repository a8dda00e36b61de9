/**
 * Tokens that ask more than they may: their second is spent, or as much of theirs is under way as they may ask in a second. Whoever goes on is told so before anything that
 * they send is read or looked up, so that a flood costs its sender more than it costs the others.
 */
import { hashToken } from '~/server/identity/token'

const keptMost = 10_000

export class Spent {
  #until = new Map<string, number>()
  #underWay = new Map<string, number>()
  /** One more than that is let in: it is told no where that is recorded. */
  constructor(readonly perSecond: () => number) {}

  note(shown: string, until: number): void {
    if (this.#until.size >= keptMost) for (const [one, over] of this.#until) if (over <= Date.now()) this.#until.delete(one)
    if (this.#until.size < keptMost) this.#until.set(keyOf(shown), until)
  }

  /** Null for whoever is turned away; else what to call when they were answered. */
  enter(shown: string): (() => void) | null {
    if (shown === '') return () => undefined
    const key = keyOf(shown)
    const many = this.#underWay.get(key) ?? 0
    if (many > this.perSecond() || this.#isSpent(key)) return null
    this.#underWay.set(key, many + 1)
    return () => {
      const left = (this.#underWay.get(key) ?? 1) - 1
      if (left > 0) this.#underWay.set(key, left)
      else this.#underWay.delete(key)
    }
  }

  #isSpent(key: string): boolean {
    const until = this.#until.get(key)
    if (until === undefined) return false
    if (until <= Date.now()) this.#until.delete(key)
    return until > Date.now()
  }
}
/** A secret is nowhere kept as it is. */
const keyOf = (shown: string): string => hashToken(shown).toString('latin1')
