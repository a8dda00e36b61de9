/**
 * Who waits to hear that something was done, and in which place. One poller for all of them asks once a second, and only while anybody waits: whoever
 * does something does not announce it, because an announcement takes a lock that every commit would queue for. In the same second it is seen whose session is
 * over, whoever ended it and in whatever process.
 */
import { Denied } from '~/server/authorization/denied'
import { readHeads, readOver } from '~/server/database/heads'
import { log } from '~/server/logs/log'
import { countWatchers } from '~/server/logs/metrics'
import { watchersHere } from './watchers-here'

export type Bounds = { everyMs: number; checkMs: number; perSession: number; perPerson: number; perPlace: number; inAll: number }
/**
 * A browser holds one stream a window, and few of its windows are looked at; few people have more than three browsers; a thousand people looking at once are many for one process,
 * and however many look at one place, the others have half of it.
 */
const usual: Bounds = { everyMs: 1_000, checkMs: 30_000, perSession: 8, perPerson: 24, perPlace: 500, inAll: 1_000 }

/** What somebody is told: a number that grows, and nothing of what was done. */
export type Told = { sequence: string }
/** What a watcher has not heard yet. Only the last head counts, so that it never grows, however slowly somebody listens. */
type Unheard = { head?: bigint; check?: true; fault?: Error; end?: true }
type Watcher = { readonly place: string; readonly person: string; readonly session: Buffer; seen: bigint | null; tell: (news: Unheard) => void }
/** A session is known here by the hash of its token, as everywhere. */
/** What is asked once a second: how far places have come, and which sessions are over. */
type Look = { heads: (places: readonly string[]) => Promise<ReadonlyMap<string, bigint>>; over: (sessions: readonly Buffer[]) => Promise<readonly Buffer[]> }
type Asked = { place: string; person: string; session: Buffer; signal: AbortSignal | undefined; stillMay: () => Promise<void> }

export class Watchers {
  #all = new Set<Watcher>()
  #isPolling = false
  #wake: () => void = () => undefined
  constructor(readonly look: Look, readonly bounds: Bounds = usual, readonly counted: (watchers: number) => void = () => undefined) {}

  /** How far the place has come, then each time that it has come further, until they leave, may no longer, or the process stops. */
  watch({ place, person, session, signal, stillMay }: Asked): AsyncIterableIterator<Told, void> {
    // Before anything is awaited, so that however many come at once, no more are let in.
    if (!this.#hasRoom(place, person, session)) throw new Denied('too_many_watchers')
    let unheard: Unheard = {}
    let heard: () => void = () => undefined
    const watcher: Watcher = { place, person, session, seen: null, tell: (news) => { unheard = { ...unheard, ...news }; heard() } }
    const check = setInterval(() => watcher.tell({ check: true }), this.bounds.checkMs)
    const leave = () => {
      watcher.tell({ end: true })
      clearInterval(check)
      if (!this.#all.delete(watcher)) return
      this.counted(this.#all.size)
      if (this.#all.size === 0) this.#wake()
    }
    this.#all.add(watcher)
    this.counted(this.#all.size)
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    else this.#poll()

    async function* listen(): AsyncGenerator<Told, void> {
      try {
        for (;;) {
          const { head, check: isDue, fault, end } = unheard
          unheard = {}
          if (end) return
          if (fault) throw fault
          if (isDue) await stillMay()
          if (head !== undefined) yield { sequence: String(head) }
          if (Object.keys(unheard).length === 0) await new Promise<void>((woken) => { heard = woken })
        }
      } finally {
        leave()
      }
    }
    const stream = listen()
    // A generator that nobody has begun to read ends without a word: whoever lets go of it leaves all the same.
    return { next: () => stream.next(), return: async () => { leave(); return stream.return() }, [Symbol.asyncIterator]() { return this } }
  }

  #hasRoom(place: string, person: string, session: Buffer): boolean {
    const { perSession, perPerson, perPlace, inAll } = this.bounds
    const many = (like: (other: Watcher) => boolean) => [...this.#all].filter(like).length
    return this.#all.size < inAll && many((other) => other.session.equals(session)) < perSession && many((other) => other.person === person) < perPerson && many((other) => other.place === place) < perPlace
  }

  endAll(): void {
    for (const watcher of this.#all) watcher.tell({ end: true })
  }

  /** A newcomer does not wait for the second to be over. */
  #poll(): void {
    this.#wake()
    if (!this.#isPolling) void this.#pollOn()
  }

  async #pollOn(): Promise<void> {
    this.#isPolling = true
    while (this.#all.size > 0) {
      const slept = new Promise<void>((woken) => {
        const timer = setTimeout(woken, this.bounds.everyMs)
        this.#wake = () => { clearTimeout(timer); woken() }
      })
      await this.#ask()
      await slept
    }
    this.#isPolling = false
  }

  async #ask(): Promise<void> {
    try {
      const here = [...this.#all]
      const sessions = [...new Map(here.map(({ session }) => [session.toString('hex'), session])).values()]
      const [heads, over] = await Promise.all([this.look.heads([...new Set(here.map(({ place }) => place))]), this.look.over(sessions)])
      const isOver = new Set(over.map((session) => session.toString('hex')))
      for (const watcher of this.#all) if (isOver.has(watcher.session.toString('hex'))) watcher.tell({ check: true })
      for (const watcher of this.#all) {
        const head = heads.get(watcher.place)
        if (head === undefined || head === watcher.seen) continue
        watcher.seen = head
        watcher.tell({ head })
      }
    } catch (thrown) {
      // Who cannot be told the truth is told nothing: the stream ends, and the page says that it is not live.
      const fault = thrown instanceof Error ? thrown : new Error(String(thrown))
      log.error('nobody could be told what was done', { watchers: this.#all.size, fault })
      for (const watcher of this.#all) watcher.tell({ fault })
    }
  }
}

export const watchers = (): Watchers => watchersHere(() => new Watchers({ heads: readHeads, over: readOver }, usual, countWatchers))
