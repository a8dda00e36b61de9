import type { QueuePlace } from '~/server/database/lane-queue'
import { Mirror } from './placement/mirror'
import { PlacesSeen } from './placement/places-seen'

/** Who found no node is remembered of so many. */
const waitsForNodesMost = 20_000

/** What a process knows between its batches, to be quicker by: all of it is a guess, and one that forgets looks again. What is only supposed has its own, so that nobody takes it for what is. */
export class Known {
  readonly places = new PlacesSeen()
  /** Of an organisation with more tenants waiting than are looked at, where to look next. */
  readonly lookedAt = new Map<string, QueuePlace>()
  #waitsForNodes = new Map<string, number>()
  constructor(readonly mirror: Mirror) {}

  /** Who waits found no node when so much had been given back. */
  foundNoNode(id: string): void {
    if (this.#waitsForNodes.size >= waitsForNodesMost) this.#waitsForNodes.clear()
    this.#waitsForNodes.set(id, this.mirror.gains)
  }
  /** Nothing was given back since it found none. */
  findsNoNode(id: string): boolean { return this.#waitsForNodes.get(id) === this.mirror.gains }
}
export const known = new Known(new Mirror())
