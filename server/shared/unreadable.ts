/**
 * What somebody sends that is no HTTP is answered with the connection itself, where nothing else is being answered on it. Behind what was asked before, it would come in the place of that answer, or in
 * the middle of it: there what was asked is answered to its end, and the connection goes with it.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type ClientError = NodeJS.ErrnoException

export function answerUnreadable(server: Server, said: (code: string) => string): void {
  const under = new WeakMap<Duplex, Set<ServerResponse>>()
  const ending = new WeakSet<Duplex>()
  server.prependListener('request', ({ socket }, response) => {
    const here = under.get(socket) ?? new Set()
    under.set(socket, here.add(response))
    response.on('close', () => here.delete(response))
  })
  server.on('clientError', (error: ClientError, socket) => {
    if (ending.has(socket)) return
    ending.add(socket)
    const open = [...(under.get(socket) ?? [])].filter((response) => !response.writableFinished)
    // Whoever does not send all that they ask with is asked for the rest until then, and answered nothing.
    const asked = open.filter(({ req, headersSent }) => req.complete || headersSent)
    const last = asked.filter(({ req }) => req.complete).at(-1)
    if (!socket.writable || (asked.length > 0 && !last)) return void socket.destroy()
    if (!last) return void socket.end(said(error.code ?? ''))
    last.shouldKeepAlive = false
    last.once('finish', () => socket.end())
  })
}
