/**
 * Nobody new comes in, what is under way is finished, and a connection goes with its last answer: whoever keeps one would go on being answered by a process that is to end, and keep it from ending.
 */
import type { Server, ServerResponse } from 'node:http'

/** Less than whoever ends the process waits before it is made to. */
const inFlightMs = 10_000
/** A connection is idle a moment after its last answer. */
const idleMs = 100

const underWay = new WeakMap<Server, Set<ServerResponse>>()
/** Of a listener from when it is made: whoever is being answered when it ends is told that their connection goes with it. Untold they would ask on by it, be hung up on, and not know whether that was done. */
export function followAnswers(server: Server): Server {
  const here = new Set<ServerResponse>()
  underWay.set(server, here)
  return server.prependListener('request', (_, response) => {
    here.add(response)
    response.once('close', () => here.delete(response))
  })
}

export function endListener(server: Server): Promise<void> {
  return new Promise((ended) => {
    for (const response of underWay.get(server) ?? []) response.shouldKeepAlive = false
    server.prependListener('request', (_, response) => { response.shouldKeepAlive = false })
    const letIdleGo = setInterval(() => server.closeIdleConnections(), idleMs)
    const letAllGo = setTimeout(() => server.closeAllConnections(), inFlightMs)
    server.close(() => {
      clearInterval(letIdleGo)
      clearTimeout(letAllGo)
      ended()
    })
  })
}
