/** Of a thread of its own, with connections that are its own, too: runs loops until it is told to end. */
import { parentPort } from 'node:worker_threads'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { workUnasked } from '~/server/database/unasked'
import { feedsAtRest } from '~/server/feeds/follow-record'
import { log } from '~/server/logs/log'
import { outboxAtRest } from '~/server/outbox/deliver-outbox'
import { type Loop, startLoops } from './loops'

export function runLoopsHere(loops: readonly Loop[]): void {
  workUnasked()
  const stop = startLoops(loops, (loop, outcome) => parentPort?.postMessage({ loop, outcome }), feedsAtRest)
  parentPort?.once('message', () => {
    void stop().then(outboxAtRest).then(() => Promise.all([closeLanes(), closeDatabase()])).catch((fault: unknown) => log.error('the loops did not end in order', { fault })).finally(() => process.exit(0))
  })
}
