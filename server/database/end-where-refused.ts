/**
 * What is wrong with the database that a process was given ends it, with the sentence and before it listens. One that does not answer yet says nothing of itself, and is no reason to end: services begin
 * in any order. It is asked again until it has answered.
 */
import { setTimeout } from 'node:timers/promises'
import { log } from '~/server/logs/log'

type Asks = () => Promise<string | null>
const againMs = 2_000

export async function endWhereRefused(asks: readonly Asks[]): Promise<void> {
  const left = await refusedBy(asks)
  if (left.length > 0) void untilAnswered(left)
}
async function untilAnswered(asks: readonly Asks[]): Promise<void> {
  for (let left = asks; left.length > 0; left = await refusedBy(left)) await setTimeout(againMs, undefined, { ref: false })
}
/** In order: what is no table of ours is not asked for keys. Answers with what is still to be asked. */
async function refusedBy(asks: readonly Asks[]): Promise<readonly Asks[]> {
  for (const [at, ask] of asks.entries()) {
    const says = await ask().catch((fault: unknown) => {
      log.warn('whether this is the database of this Bailiwick could not be asked', { fault: String(fault) })
      return undefined
    })
    if (says === undefined) return asks.slice(at)
    if (says === null) continue
    process.stderr.write(`${says}\n`)
    process.exit(1)
  }
  return []
}
