/** Keeps one process alive: what dies is started again, a little later each time; what dies five times within a minute has a reason, and ends the product. */
import { setTimeout as wait } from 'node:timers/promises'
import { checkAborted, end, isRunning } from './processes.mjs'
import { print } from './progress.mjs'
import { Stop } from './words.mjs'

const deathsMax = 5
const withinMs = 60_000

/** `launch` starts it, `untilReady` says when it answers, `stop` ends it in its own way, `giveUp` hears of the fifth death, and `whyEnded` says why it was, where its own words are not on the terminal. */
export function supervise({ name, launch, untilReady, giveUp, stop = (child) => end(child), whyEnded = (_child) => 'Its own words are above.' }) {
  const deaths = []
  let child = null
  let stopping = false
  let wasReady = false

  const died = (code, signal) => {
    if (stopping || !wasReady) return
    const now = Date.now()
    deaths.push(now)
    while (deaths[0] < now - withinMs) deaths.shift()
    if (deaths.length >= deathsMax) return giveUp(new Stop(`${name} ended ${deathsMax} times within a minute (last with ${signal ?? `exit code ${code}`}): stopping. ${whyEnded(child)}`))
    const pauseMs = 100 * 2 ** deaths.length
    print(`${name} ended with ${signal ?? `exit code ${code}`}; starting it again.`)
    setTimeout(() => { if (!stopping) begin().catch(giveUp) }, pauseMs)
  }
  const begin = async () => {
    const next = await launch()
    if (stopping) return stop(next)
    child = next
    child.once('exit', died)
  }
  return {
    async start() {
      await begin()
      await untilReady(child)
      // It may have ended between its answer and now: then nobody has been told.
      wasReady = true
      if (!isRunning(child)) died(child.exitCode, child.signalCode)
    },
    async stop() {
      stopping = true
      if (child) await stop(child)
    },
  }
}

/** Asks until it answers; an early death says more than the lack of an answer. */
export const answers = (name, url) => async (child) => {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(50)) {
    checkAborted()
    if (!isRunning(child)) throw new Stop(`${name} stopped before it was ready${child.exitCode === null ? '' : ` (exit code ${child.exitCode})`}. Its own words are above.`)
    if (await fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.ok, () => false)) return
  }
  throw new Stop(`${name} was not ready after a minute.`)
}
