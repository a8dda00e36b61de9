/** The engine's process: commands over loopback HTTP, and the loops. Any number of these may run over one database. */
import { startLoops } from './engine/loops'
import { serveEngine } from './engine/serve'
import { closeDatabase } from './database/client'
import { log } from './logs/log'

const port = Number(process.env.ENGINE_PORT)
const server = serveEngine()
server.listen(port, '127.0.0.1', () => log('info', 'the engine listens', { port }))
const stopLoops = startLoops()

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  server.close()
  server.closeIdleConnections()
  void stopLoops().then(closeDatabase).then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
