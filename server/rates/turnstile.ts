/** What stands before a door: whose second is spent is told no before anything that they send is read, and who is let in is under way until they are answered, or gone. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Later } from './later'
import type { Spent } from './spent'

/** Each is a connection that stays open for two seconds at most. */
const laterMost = 1_000

export class Turnstile {
  #later = new Later(laterMost)
  /** An answer that stands behind another on its connection is not closed with it: what is under way there is over then, too. */
  #leaving = new WeakMap<Socket, Set<() => void>>()

  follow(server: Server): void {
    server.on('connection', (socket) => {
      const ways = new Set<() => void>()
      this.#leaving.set(socket, ways)
      socket.on('close', () => {
        for (const leave of ways) leave()
        ways.clear()
      })
    })
  }

  /** Whether it stands behind one that waits for its no, and goes with it. */
  letsGo(request: IncomingMessage): boolean { return this.#later.letsGo(request) }

  /** How they leave, who are let in; null where they are told no instead, by `say`, now or later. */
  enter({ spent, shown, request, response, say }: { spent: Spent; shown: string; request: IncomingMessage; response: ServerResponse; say: (shutOut: Date | null) => void }): (() => void) | null {
    const entered = spent.enter(shown)
    if ('waitMs' in entered) {
      this.#later.answer(request, response, entered.waitMs, () => say(entered.shutOut))
      return null
    }
    const ways = this.#leaving.get(request.socket)?.add(entered.leave)
    const leave = () => { if (ways?.delete(entered.leave)) entered.leave() }
    response.on('close', leave)
    return leave
  }
}
