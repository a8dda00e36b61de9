/** For how long whoever goes on flooding is shut out: the longer, the more often they had to be, until they were quiet for a day. */
export type FloodKind = 'token' | 'network'
/** What is known of them: in how many seconds since when they flooded, when the last of these was counted, how often they were shut out, and until when. */
export type Flood = { readonly since: Date; readonly seconds: number; readonly countedAt: Date; readonly step: number; readonly until: Date | null }

const minuteMs = 60_000
/** Two thirds of a minute: whoever floods for some seconds by mistake, and stops, is told no and nothing more. */
export const floodLimits = { seconds: 40, withinMs: minuteMs, forgottenAfterMs: 24 * 60 * minuteMs } as const
export const stepsMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 240 * minuteMs] as const
/** One address may be a whole house, whose others cannot sign in meanwhile: it never takes the last step. */
const stepsMost = { token: 4, network: 3 } as const satisfies Record<FloodKind, number>
const lengthOf = (step: number): number => stepsMs[step - 1] ?? 0

/** Until when they are shut out; null for who is not. What is further off than their step is long was said before the clock was set back, and keeps nobody out. */
export function outUntil(flood: Flood | null, now: Date): Date | null {
  const ms = (flood?.until?.getTime() ?? 0) - now.getTime()
  return ms > 0 && ms <= lengthOf(flood?.step ?? 0) ? (flood?.until ?? null) : null
}

const secondOf = (at: Date) => Math.floor(at.getTime() / 1_000)

/** One more second in which they flooded. `next` is null where that changes nothing: it was counted already, or they are shut out as it is. */
export function decideFlood(kind: FloodKind, before: Flood | null, now: Date): { readonly next: Flood | null; readonly until: Date | null } {
  const standing = outUntil(before, now)
  if (standing || (before && secondOf(before.countedAt) === secondOf(now))) return { next: null, until: standing }
  const goesOn = before !== null && before.since <= now && now.getTime() - before.since.getTime() < floodLimits.withinMs
  const isRemembered = before?.until != null && before.until <= now && now.getTime() - before.until.getTime() < floodLimits.forgottenAfterMs
  const [seconds, step, over] = [goesOn ? before.seconds + 1 : 1, isRemembered ? before.step : 0, isRemembered ? before.until : null]
  if (seconds < floodLimits.seconds) return { next: { since: goesOn ? before.since : now, seconds, countedAt: now, step, until: over }, until: null }
  const taken = Math.min(step + 1, stepsMost[kind])
  const until = new Date(now.getTime() + lengthOf(taken))
  return { next: { since: now, seconds: 0, countedAt: now, step: taken, until }, until }
}
