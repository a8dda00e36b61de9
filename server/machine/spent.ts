/**
 * Tokens that ask more than they may: their second is spent, or as much of theirs is under way as they may ask in a second. Whoever goes on is told so before anything that
 * they send is read or looked up, and whoever goes on even then is told so when that second is over, so that a flood costs its sender more than it costs the others.
 */
import { hashToken } from '~/server/identity/token'

const keptMost = 10_000
/** Where nobody knows yet when their second is over. */
const secondMs = 1_000

/** Who is let in says when they were answered; who is turned away waits so long for that. */
export type Entered = { readonly leave: () => void } | { readonly waitMs: number }

export class Spent {
  #until = new Map<string, number>()
  #underWay = new Map<string, number>()
  /** How often each was turned away in a second. */
  #turned = new Map<string, { times: number; readonly until: number }>()
  /** One more than that is let in: it is told no where that is recorded. */
  constructor(readonly perSecond: () => number) {}

  note(shown: string, until: number): void {
    if (this.#until.size >= keptMost) for (const [one, over] of this.#until) if (over <= Date.now()) this.#until.delete(one)
    if (this.#until.size < keptMost) this.#until.set(keyOf(shown), until)
  }

  enter(shown: string): Entered {
    if (shown === '') return { leave: () => undefined }
    const key = keyOf(shown)
    const many = this.#underWay.get(key) ?? 0
    const until = this.#spentUntil(key)
    if (many > this.perSecond() || until !== null) return { waitMs: this.#turnAway(key, until ?? Date.now() + secondMs) }
    this.#underWay.set(key, many + 1)
    return {
      leave: () => {
        const left = (this.#underWay.get(key) ?? 1) - 1
        if (left > 0) this.#underWay.set(key, left)
        else this.#underWay.delete(key)
      },
    }
  }

  #spentUntil(key: string): number | null {
    const until = this.#until.get(key)
    if (until === undefined) return null
    if (until <= Date.now()) this.#until.delete(key)
    return until > Date.now() ? until : null
  }

  /** As often as somebody may ask in a second they are told no at once: whoever keeps to that has a client that waits. */
  #turnAway(key: string, until: number): number {
    const now = Date.now()
    const before = this.#turned.get(key)
    const turned = before && before.until > now ? before : { times: 0, until }
    if (turned !== before && this.#turned.size >= keptMost) for (const [one, over] of this.#turned) if (over.until <= now) this.#turned.delete(one)
    if (turned === before || this.#turned.size < keptMost) this.#turned.set(key, turned)
    return ++turned.times > this.perSecond() ? turned.until - now : 0
  }
}
/** A secret is nowhere kept as it is. */
const keyOf = (shown: string): string => hashToken(shown).toString('latin1')
