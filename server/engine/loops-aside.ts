/** Loops beside whoever asks: however much of what is done unasked comes at once, it takes the turn of nobody who waits for an answer, nor a connection of theirs. */
import { Worker } from 'node:worker_threads'
import { countLoop } from '~/server/logs/metrics'
import type { Ran } from './loops'

/** Starts the loops that a module has; the answer stops them, waits for what is running, and has the leases given back. A fault that ends them ends the process: another begins with both. */
export function startLoopsAside(from = '~/server/engine/loops'): () => Promise<void> {
  const thread = new Worker(new URL('./loops-thread.mjs', import.meta.url), { execArgv: [], workerData: from })
  const ended = new Promise<void>((settle) => {
    thread.on('exit', (code) => {
      if (code !== 0) throw new Error(`the loops ended with ${code}`)
      settle()
    })
  })
  thread.on('error', (fault) => { throw fault }).on('message', ({ loop, outcome }: { loop: string; outcome: Ran }) => countLoop(loop, outcome))
  return async () => {
    thread.postMessage('stop')
    await ended
  }
}
