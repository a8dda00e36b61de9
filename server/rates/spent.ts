/**
 * Tokens that ask more than they may: their second is spent, or as much of theirs is under way as they may ask in a second. Whoever goes on is told so before anything that
 * they send is read or looked up, and whoever goes on even then is told so in the second after it, one here and one there, so that a flood costs its sender more than it
 * costs the others. In that second as much of theirs is under way as is answered in a fiftieth of one: what they may ask does not come all at its beginning, before
 * everybody else's.
 */
import { hashToken } from '~/server/identity/token'

const keptMost = 10_000
/** Where nobody knows yet when their second is over. */
const secondMs = 1_000
/** Two of a hundred under way are a hundred a second, where each is answered in a fiftieth of it. */
const calmPart = 50
/** Its multiples, less what is whole of them, lie evenly in a second, however many there are. */
const evenly = (Math.sqrt(5) - 1) / 2

/** Whether a moment is still to come that is at most so far off: one that is further was said before this clock was set back, and nobody waits for it until it has caught up. */
export function isToCome(at: number, withinMs: number): boolean {
  const ms = at - Date.now()
  return ms > 0 && ms <= withinMs
}

/** Until when somebody is told no, or shut out for longer than a second; and what is done where they flood. */
export type No = { readonly until: number; readonly shutOut: Date | null; readonly floods: () => void }
/** Who is let in says when they were answered; who is turned away waits so long for that. */
export type Entered = { readonly leave: () => void } | { readonly waitMs: number; readonly shutOut: Date | null }

/** How often, until their second is over; and until when whoever went on even then floods. */
type Turned = { times: number; readonly until: number; calmAt: number }

export class Spent {
  #noes = new Map<string, No>()
  #underWay = new Map<string, number>()
  /** How often each was turned away in a second. */
  #turned = new Map<string, Turned>()
  /** One more than that is let in: it is told no where that is recorded. */
  constructor(readonly perSecond: () => number) {}

  note(shown: string, no: No): void {
    if (this.#noes.size >= keptMost) for (const [one, { until }] of this.#noes) if (!isToCome(until, secondMs)) this.#noes.delete(one)
    if (this.#noes.size < keptMost) this.#noes.set(keyOf(shown), no)
  }

  enter(shown: string): Entered {
    if (shown === '') return { leave: () => undefined }
    const key = keyOf(shown)
    const many = this.#underWay.get(key) ?? 0
    const no = this.#noOf(key)
    if (no || (this.#floods(key) ? many >= Math.max(1, this.perSecond() / calmPart) : many > this.perSecond())) {
      const waitMs = this.#turnAway(key, no?.until ?? Date.now() + secondMs)
      // Who is let in one at a time need not spend a second any more to flood.
      if (waitMs > 0) this.#noes.get(key)?.floods()
      return { waitMs, shutOut: no?.shutOut ?? this.#shutOut(key) }
    }
    this.#underWay.set(key, many + 1)
    return {
      leave: () => {
        const left = (this.#underWay.get(key) ?? 1) - 1
        if (left > 0) this.#underWay.set(key, left)
        else this.#underWay.delete(key)
      },
    }
  }

  #noOf(key: string): No | null {
    const no = this.#noes.get(key)
    return no && isToCome(no.until, secondMs) ? no : null
  }
  /** While it is looked for whether somebody was let in, the others are told what was so a moment ago. */
  #shutOut(key: string): Date | null {
    const shutOut = this.#noes.get(key)?.shutOut ?? null
    return shutOut && shutOut.getTime() > Date.now() ? shutOut : null
  }

  /** As often as somebody may ask in a second they are told no at once: whoever keeps to that has a client that waits. Those who flood are not told all in one moment. */
  #turnAway(key: string, until: number): number {
    const now = Date.now()
    const before = this.#turned.get(key)
    const turned = before && isToCome(before.until, secondMs) ? before : { times: 0, until, calmAt: before?.calmAt ?? 0 }
    if (turned !== before && this.#turned.size >= keptMost) for (const [one, over] of this.#turned) if (!isToCome(over.until, secondMs) && !isToCome(over.calmAt, 2 * secondMs)) this.#turned.delete(one)
    if (turned === before || this.#turned.size < keptMost) this.#turned.set(key, turned)
    turned.times++
    if (!this.#floods(key)) {
      if (turned.times <= this.perSecond()) return 0
      turned.times = 1
    }
    turned.calmAt = turned.until + secondMs
    return turned.until - now + Math.floor(secondMs * ((turned.times * evenly) % 1))
  }

  #floods(key: string): boolean { return isToCome(this.#turned.get(key)?.calmAt ?? 0, 2 * secondMs) }
}
/** A secret is nowhere kept as it is. */
const keyOf = (shown: string): string => hashToken(shown).toString('latin1')
