/** Loops beside whoever asks: however much of what is done unasked comes at once, it takes the turn of nobody who waits for an answer, nor a connection of theirs. */
import { Worker } from 'node:worker_threads'
import { writeOut } from '~/server/logs/log'
import { countLoop } from '~/server/logs/metrics'
import type { Ran } from './loops'

/** Starts the loops that a thread has; the answer stops them, waits for what is running, and has the leases given back. A fault that ends them ends the process: another begins with both. */
export function startLoopsAside(thread = new URL('./loops-thread.mjs', import.meta.url)): () => Promise<void> {
  const aside = new Worker(thread, { execArgv: ['--enable-source-maps'], stdout: true, stderr: true })
  // Passed on by hand: a pipe to a log that could not be written once is no pipe from then on, and the thread would keep all that it says.
  aside.stdout.setEncoding('utf8').on('data', writeOut)
  aside.stderr.setEncoding('utf8').on('data', (said: string) => process.stderr.write(said))
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
