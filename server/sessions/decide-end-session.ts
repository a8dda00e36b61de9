export type SessionRefusal = 'not_found' | 'already_ended'
export type EndDecision = { ok: true } | { ok: false; refusal: SessionRefusal }

export function decideEndSession(session: { endedAt: Date | null } | null): EndDecision {
  if (session === null) return { ok: false, refusal: 'not_found' }
  return session.endedAt ? { ok: false, refusal: 'already_ended' } : { ok: true }
}
