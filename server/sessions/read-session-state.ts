import type { SelfReader } from '~/server/database/read'
import { decidePowers, powerLimits, sessionLimits } from '~/server/identity/decide-session'
import type { Powers } from '~/server/identity/actor'

export type SessionStateShown = { endsAt: string; idleEndsAt: string; powers: Powers; powersEndAt: string; elevatedUntil: string | null; /** Until when they can act alone, wherever they are signed in. */ breakGlassUntil: string | null; now: string }

/** When this session ends, whatever one does and if one does nothing. To ask for it does not count as doing something. */
export async function readSessionState(db: SelfReader): Promise<SessionStateShown> {
  const now = new Date()
  const { signedInAt, lastSeenAt, powersSince, powersSeenAt, elevation } = await db.rows.session.findUniqueOrThrow({
    where: { id: db.sessionId }, select: { signedInAt: true, lastSeenAt: true, powersSince: true, powersSeenAt: true, elevation: { select: { until: true, endedAt: true } } },
  })
  const after = (time: Date, ms: number) => time.getTime() + ms
  return {
    now: now.toISOString(), endsAt: new Date(after(signedInAt, sessionLimits.wholeMs)).toISOString(), idleEndsAt: new Date(after(lastSeenAt, sessionLimits.idleMs)).toISOString(),
    powers: decidePowers({ powersSince, powersSeenAt }, now), powersEndAt: new Date(Math.min(after(powersSeenAt, powerLimits.idleMs), after(powersSince, powerLimits.wholeMs))).toISOString(),
    elevatedUntil: elevation && elevation.endedAt === null && elevation.until > now ? elevation.until.toISOString() : null, breakGlassUntil: db.actor.breakGlass?.until.toISOString() ?? null,
  }
}
