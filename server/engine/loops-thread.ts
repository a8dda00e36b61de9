/** Where the loops run: a thread of its own, whose connections are its own, too. It ends when it is told to. */
import { parentPort, workerData } from 'node:worker_threads'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { workUnasked } from '~/server/database/unasked'
import { log } from '~/server/logs/log'
import { type Loop, startLoops } from './loops'

workUnasked()
const { loops } = await import(String(workerData)) as { loops: readonly Loop[] }
const stop = startLoops(loops, (loop, outcome) => parentPort?.postMessage({ loop, outcome }))
parentPort?.once('message', () => {
  void stop().then(() => Promise.all([closeLanes(), closeDatabase()])).catch((fault: unknown) => log.error('the loops did not end in order', { fault })).finally(() => process.exit(0))
})
