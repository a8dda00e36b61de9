/**
 * One question under way for each key. Whoever asks meanwhile is answered by the next one, which begins after they asked, together with everybody else who did: so
 * nobody is ever told what was true only before they asked, and a thousand who ask the same at once cost two questions.
 */
export class Flights<T> {
  #going = new Map<string, Promise<void>>()
  #next = new Map<string, Promise<T>>()

  ask(key: string, find: () => Promise<T>): Promise<T> {
    const next = this.#next.get(key)
    if (next) return next
    const before = this.#going.get(key)
    if (!before) return this.#begin(key, find)
    const after = before.then(() => {
      this.#next.delete(key)
      return this.#begin(key, find)
    })
    this.#next.set(key, after)
    return after
  }

  #begin(key: string, find: () => Promise<T>): Promise<T> {
    const flight = find()
    const over = flight.then(() => undefined, () => undefined)
    this.#going.set(key, over)
    void over.then(() => { if (this.#going.get(key) === over) this.#going.delete(key) })
    return flight
  }
}
