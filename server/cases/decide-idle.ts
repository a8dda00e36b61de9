import { gapMs } from './decide-use'

/** What a case was made of, as far as a step can name it. */
export type Named = { readonly allocation: string; readonly namespace: string; readonly name: string; readonly person: string; readonly gpuMilli: string }
/** Since when something uses nothing, as it was last looked at. */
export type Watch = { readonly idleSince: Date | null; readonly seenAt: Date }
export type Idle = Named & { readonly idleSince: Date }

const isKnown = ({ seenAt }: Watch, now: Date) => Math.abs(now.getTime() - seenAt.getTime()) <= gapMs

/** Of what the evidence names, what stands unused still: each once, the largest first. What nobody has looked at for a minute is not known to. */
export function idleOf(named: readonly Named[], watched: ReadonlyMap<string, Watch>, now: Date): Idle[] {
  const once = new Map(named.map((one) => [one.allocation, one]))
  const idle = [...once.values()].flatMap((one) => {
    const watch = watched.get(one.allocation)
    return watch?.idleSince && isKnown(watch, now) ? [{ ...one, idleSince: watch.idleSince }] : []
  })
  return idle.sort((one, other) => Number(BigInt(other.gpuMilli) - BigInt(one.gpuMilli)) || (one.allocation < other.allocation ? -1 : 1))
}

/** Whether something is taken back when the grace is over: only if it stood unused without a break since before the step was taken, and somebody has looked lately. */
export function decideTaking(watch: Watch | null, takenAt: Date, now: Date): 'take' | 'used_again' | 'not_known' {
  if (watch !== null && !isKnown(watch, now)) return 'not_known'
  return watch?.idleSince && watch.idleSince <= takenAt ? 'take' : 'used_again'
}
