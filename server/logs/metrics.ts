/**
 * What can be counted, in Prometheus' words. Labels are names from our own lists (an action, an outcome, a loop), never what somebody typed:
 * each new value of a label is a new series that is kept for ever.
 */
import type { ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { log } from './log'

function make() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    answers: new Counter({ name: 'bailiwick_door_answers_total', help: 'Answers given at the door.', labelNames: ['action', 'outcome'] as const, registers }),
    seconds: new Histogram({
      name: 'bailiwick_door_seconds', help: 'Time from question to answer at the door.', labelNames: ['action'] as const, registers,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
    watchers: new Gauge({ name: 'bailiwick_watchers', help: 'Pages that are told when something was done.', registers }),
    runs: new Counter({ name: 'bailiwick_loop_runs_total', help: 'Runs of each loop.', labelNames: ['loop', 'outcome'] as const, registers }),
    ran: new Gauge({ name: 'bailiwick_loop_ran_timestamp_seconds', help: 'When each loop last ran to its end in this process.', labelNames: ['loop'] as const, registers }),
    behind: new Gauge({ name: 'bailiwick_behind_seconds', help: 'For how long what is done unasked has waited, by the database.', labelNames: ['what'] as const, registers }),
    clock: new Gauge({ name: 'bailiwick_clock_off_seconds', help: 'How far the clock of this process is from that of the database.', registers }),
    database: new Gauge({ name: 'bailiwick_database_answers', help: 'Whether the database said how far behind it is.', registers }),
  }
}

// The web process holds this module twice, once as it is and once inside Next's bundle: both count in the same place.
const kept = globalThis as { [key: symbol]: ReturnType<typeof make> | undefined }
const place = Symbol.for('bailiwick.metrics')
const metrics = () => {
  kept[place] ??= make()
  return kept[place]
}

export function countAnswer(action: string, outcome: string, seconds: number): void {
  metrics().answers.inc({ action, outcome })
  metrics().seconds.observe({ action }, seconds)
}
export const countWatchers = (watchers: number): void => metrics().watchers.set(watchers)
export function countLoop(loop: string, outcome: string): void {
  metrics().runs.inc({ loop, outcome })
  if (outcome === 'ran') metrics().ran.set({ loop }, Date.now() / 1000)
}
/** Null where the database did not say: what it said before is told no more. */
export function sayBehind(behind: { readonly waits: Readonly<Record<string, number>>; readonly clockOff: number } | null): void {
  metrics().behind.reset()
  metrics().database.set(behind === null ? 0 : 1)
  if (behind !== null) metrics().clock.set(behind.clockOff)
  for (const [what, seconds] of Object.entries(behind?.waits ?? {})) metrics().behind.set({ what }, seconds)
}

export const metricsText = (): Promise<string> => metrics().registry.metrics()
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'
/** Whoever counts is told that nothing can be told: what cannot be counted ends nothing else. */
export const answerWithMetrics = (response: ServerResponse): Promise<void> => metricsText().then(
  (counted) => { response.writeHead(200, { 'content-type': metricsType }).end(counted) },
  (fault: unknown) => {
    log.error('nothing could be counted', { fault: String(fault) })
    response.writeHead(500).end('nothing could be counted\n')
  },
)
