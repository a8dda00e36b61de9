import type { QueueLook } from '~/server/database/lane-queue'
import { Lately } from './lately'
import { Mirror } from './placement/mirror'
import { PlacesSeen } from './placement/places-seen'
import type { Want } from './placement/decide-placement'
import type { Pushing } from './priority/decide-aside'

/** Who found no node is remembered of so many. */
const waitsForNodesMost = 20_000
/** For no longer than this: where they may be, and whom they may push aside by now, becomes otherwise without anything being given back. */
const lookAgainMs = 30_000
/** And of so many organisations, what they had to look for. */
const givingMost = 1_000

/** What could give way to somebody: what of their own share is lent to others, what of it stands where they could be, and whom they may push aside. */
export type Giving = { readonly lent: boolean; readonly wantedBack: readonly Want[]; readonly pushing: readonly Pushing[] }

/** What a process knows between its batches, to be quicker by: all of it is a guess, and one that forgets looks again. What is only supposed has its own, so that nobody takes it for what is. */
export class Known {
  readonly places = new PlacesSeen()
  readonly lately = new Lately()
  /** Of an organisation in which somebody waits, where to look next. */
  readonly lookedAt = new Map<string, QueueLook>()
  /** What mattered of what could give way when an organisation was last decided about: the next batch looks for it at once. */
  readonly #giving = new Map<string, Giving>()
  #waitsForNodes = new Map<string, { readonly found: string; readonly at: number }>()
  constructor(readonly mirror: Mirror) {}

  givingOf(organisation: string): Giving | null { return this.#giving.get(organisation) ?? null }
  learnGiving(organisation: string, giving: Giving | null): void {
    if (this.#giving.size >= givingMost) this.#giving.clear()
    if (giving) this.#giving.set(organisation, giving)
    else this.#giving.delete(organisation)
  }

  /** Who waits found no place at this moment, when so much had been given back, and these regions were lost. */
  foundNoNode(id: string, lost: string, now: string): void {
    if (this.#waitsForNodes.size >= waitsForNodesMost) this.#waitsForNodes.clear()
    this.#waitsForNodes.set(id, { found: `${this.mirror.gains} ${lost}`, at: Date.parse(now) })
  }
  /** It found none just now, nothing was given back since, and the same regions are lost. */
  findsNoNode(id: string, lost: string, now: string): boolean {
    const last = this.#waitsForNodes.get(id)
    return last !== undefined && last.found === `${this.mirror.gains} ${lost}` && Date.parse(now) - last.at < lookAgainMs
  }
}
export const known = new Known(new Mirror())
