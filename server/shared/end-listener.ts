/**
 * Nobody new comes in, what is under way is finished, and a connection goes with its last answer: whoever keeps one would go on being answered by a process that is to end, and keep it from ending.
 */
import type { Server } from 'node:http'

/** Less than whoever ends the process waits before it is made to. */
const inFlightMs = 10_000
/** A connection is idle a moment after its last answer. */
const idleMs = 100

export function endListener(server: Server): Promise<void> {
  return new Promise((ended) => {
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
