/**
 * Most of what a short statement costs is to plan it, because what row security asks is planned with it. What is asked again and again is given a name, by which each connection
 * keeps it, and is planned a few times instead of each time; where that would be worse for what was given this time, the database plans it anew all the same. A plan is kept in the
 * memory of each connection, so that few texts have a name: those that are first to be asked often.
 */
export class Statements {
  readonly #names = new Map<string, string>()
  readonly #times = new Map<string, number>()
  constructor(readonly often = 5, readonly namedMost = 250, readonly countedMost = 2_000) {}

  /** Empty where it has none. The same text has the same name on every connection, and no two texts have one. */
  nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= this.namedMost) return ''
    const times = (this.#times.get(text) ?? 0) + 1
    if (times >= this.often) return this.#name(text)
    // Of texts that come once each there is no end.
    if (this.#times.size >= this.countedMost) this.#times.clear()
    this.#times.set(text, times)
    return ''
  }

  #name(text: string): string {
    const name = `asked ${this.#names.size}`
    this.#names.set(text, name)
    this.#times.delete(text)
    return name
  }
}
