/**
 * Answers that are given later, and the last that their connection is given: until then nothing else is read from it, and what was sent behind the question is never
 * answered. Whoever floods asks no more than once for each connection that they open. At most so many wait; who comes then is answered at once, and hung up on all the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const listen = (): void => undefined

export class Later {
  #waiting = new Set<Socket>()
  constructor(readonly most: number) {}

  /** What stands behind a question that waits goes with their connection, and that is no fault of which a trace need be written for each. */
  letsGo(request: IncomingMessage): boolean {
    if (!this.#waiting.has(request.socket)) return false
    request.destroy = () => request
    return true
  }

  answer({ socket }: IncomingMessage, response: ServerResponse, waitMs: number, say: () => void): void {
    if (waitMs <= 0) {
      say()
      return
    }
    response.shouldKeepAlive = false
    if (this.#waiting.size >= this.most) {
      say()
      return
    }
    this.#waiting.add(socket)
    // To pause it is not enough: its parser reads it past that, until anybody else listens.
    socket.pause().on('data', listen)
    const over = setTimeout(() => {
      socket.resume()
      say()
    }, waitMs)
    socket.once('close', () => {
      clearTimeout(over)
      this.#waiting.delete(socket)
    })
  }
}
