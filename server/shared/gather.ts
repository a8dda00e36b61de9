type Asked<V> = { readonly answer: Promise<V | undefined>; readonly settle: (found: V | undefined) => void; readonly fail: (fault: unknown) => void }
function makeAsked<V>(): Asked<V> {
  let [settle, fail]: [Asked<V>['settle'], Asked<V>['fail']] = [() => undefined, () => undefined]
  const answer = new Promise<V | undefined>((resolve, reject) => { [settle, fail] = [resolve, reject] })
  return { answer, settle, fail }
}

/** What is asked one by one is found together: whoever asks while one question is under way is answered by the next, which is about all of them. Of many, so many at a time. */
export class Gather<V> {
  #waiting = new Map<string, Asked<V>>()
  #isUnderWay = false
  constructor(private readonly find: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>, private readonly most: number) {}

  /** Undefined is that there is none. */
  ask(key: string): Promise<V | undefined> {
    const asked = this.#waiting.get(key) ?? makeAsked<V>()
    this.#waiting.set(key, asked)
    if (!this.#isUnderWay) void this.#answerAll()
    return asked.answer
  }

  async #answerAll(): Promise<void> {
    this.#isUnderWay = true
    // Those who ask in the same breath are of the first question, too.
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      const now = [...this.#waiting].slice(0, this.most)
      for (const [key] of now) this.#waiting.delete(key)
      try {
        const found = await this.find(now.map(([key]) => key))
        for (const [key, { settle }] of now) settle(found.get(key))
      } catch (fault) {
        for (const [, { fail }] of now) fail(fault)
      }
    }
    this.#isUnderWay = false
  }
}
