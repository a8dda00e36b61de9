/** Loops beside whoever asks: however much of what is done unasked comes at once, it takes the turn of nobody who waits for an answer, nor a connection of theirs. */
import { Worker } from 'node:worker_threads'
import { countLoop } from '~/server/logs/metrics'
import type { Ran } from './loops'

/** Starts the loops that a thread has; the answer stops them, waits for what is running, and has the leases given back. A fault that ends them ends the process: another begins with both. */
export function startLoopsAside(thread = new URL('./loops-thread.mjs', import.meta.url)): () => Promise<void> {
  const aside = new Worker(thread, { execArgv: ['--enable-source-maps'] })
  const ended = new Promise<void>((settle) => {
    aside.on('exit', (code) => {
      if (code !== 0) throw new Error(`the loops ended with ${code}`)
      settle()
    })
  })
  aside.on('error', (fault) => { throw fault }).on('message', ({ loop, outcome }: { loop: string; outcome: Ran }) => countLoop(loop, outcome))
  return async () => {
    aside.postMessage('stop')
    await ended
  }
}
