/** The engine's process: commands over loopback HTTP, the machine door, and the loops. Any number of these may run over one database. */
import { foreignLog } from '~/server/audit/handovers'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { endWhereRefused } from '~/server/database/end-where-refused'
import { closeRates } from '~/server/database/rate-store'
import { otherSchema } from '~/server/database/refuse-schema'
import { startLoopsAside } from '~/server/engine/loops-aside'
import { serveEngine } from '~/server/engine/serve'
import { foreignMaster } from '~/server/keys/refuse-foreign'
import { log, nameProcess } from '~/server/logs/log'
import { serveMachine } from '~/server/machine/serve-machine'
import { readEngineSettings, settingsOrExit } from '~/server/settings/settings'
import { boundConnections } from '~/server/shared/connections'
import { endListener } from '~/server/shared/end-listener'

nameProcess('engine')
const { port, machineHost, machinePort, trustedProxies, publicUrl, tls } = settingsOrExit(readEngineSettings)
await endWhereRefused([() => otherSchema('engine'), foreignMaster, () => foreignLog()])
const machine = serveMachine({ trustedProxies, https: publicUrl.startsWith('https:'), tls })
boundConnections(machine)
const server = serveEngine()
// Ready when both listen: who asks at the command door whether the engine is there asks for all of it.
machine.listen(machinePort, machineHost, () => server.listen(port, '127.0.0.1', () => log.info('ready', { port, machinePort })))
const stopLoops = startLoopsAside()

let stopping = false
/** Nobody new comes in; what was asked for is finished; leases are given back; then the connections go. */
function stop(): void {
  if (stopping) return
  stopping = true
  void Promise.all([endListener(server), endListener(machine), stopLoops()]).then(() => Promise.all([closeLanes(), closeRates(), closeDatabase()])).then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
