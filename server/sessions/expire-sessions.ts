import { thresholdEntry } from '~/server/audit/entry'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { noteAccesses } from '~/server/database/note-access'
import { decideSession, sessionLimits } from '~/server/identity/decide-session'

const atOnce = 500
/** Ended sessions are shown to their owner for a while. Receipts outlive any repeat of their command. */
const kept = { sessionDays: 30, answeredDays: 1 }

/** Closes the sessions that time has ended, says so in the record, and clears away what nobody can use any more. */
export async function expireSessions(lease: string): Promise<number> {
  return (await underLease(lease, { loop: 'expire', platform: true }, expireSome)) ?? 0
}

async function expireSome(sql: Transaction): Promise<number> {
  const now = new Date()
  let ended = 0
  for (let after: string | null = null; ; ) {
    const open: Open[] = await sql.session.findMany({
      where: { endedAt: null, OR: [{ lastSeenAt: { lt: new Date(now.getTime() - sessionLimits.idleMs) } }, { signedInAt: { lt: new Date(now.getTime() - sessionLimits.wholeMs) } }], ...(after === null ? {} : { id: { gt: after } }) },
      orderBy: { id: 'asc' }, take: atOnce,
      select: { id: true, personId: true, signedInAt: true, lastSeenAt: true, person: { select: { email: true } } },
    })
    ended += await endThese(sql, open, now)
    if (open.length < atOnce) break
    after = open.at(-1)?.id ?? null
  }
  await sql.$executeRaw`DELETE FROM session WHERE ended_at < now() - make_interval(days => ${kept.sessionDays})`
  await sql.$executeRaw`DELETE FROM sign_in WHERE at < now() - make_interval(days => ${kept.sessionDays})`
  await sql.$executeRaw`DELETE FROM provider_token WHERE remembered_until < now()`
  await sql.$executeRaw`DELETE FROM challenge WHERE expires_at < now()`
  await sql.$executeRaw`DELETE FROM try WHERE changed_at < now() - make_interval(days => ${kept.answeredDays}) AND coalesce(blocked_until, changed_at) < now()`
  await sql.$executeRaw`DELETE FROM shut_out WHERE until < now() - make_interval(days => ${kept.answeredDays})`
  await sql.$executeRaw`DELETE FROM flood WHERE noted AND counted_at < now() - interval '5 minutes' AND (step = 0 OR coalesce(until, counted_at) < now() - make_interval(days => ${kept.answeredDays}))`
  await sql.$executeRaw`DELETE FROM answered WHERE at < now() - make_interval(days => ${kept.answeredDays})`
  return ended
}

type Open = { id: string; personId: string; signedInAt: Date; lastSeenAt: Date; person: { email: string } }
async function endThese(sql: Transaction, open: readonly Open[], now: Date): Promise<number> {
  const over = open.flatMap((session) => {
    const verdict = decideSession({ ...session, endedBecause: null, personDisabled: false }, now)
    return verdict.live || verdict.because === 'person_disabled' ? [] : [{ session, because: verdict.because }]
  })
  if (over.length === 0) return 0
  await sql.$executeRaw`UPDATE session s SET ended_at = ${now}, ended_because = w.because FROM unnest(${over.map(({ session }) => session.id)}::uuid[], ${over.map(({ because }) => because)}::text[]) AS w (id, because) WHERE s.id = w.id AND s.ended_at IS NULL`
  await noteAccesses(sql, over.map(({ session: { id, personId, person }, because }) =>
    thresholdEntry({ verb: 'expire', resource: 'sessions', actor: { userId: personId, username: person.email, sessionId: id }, outcome: 'done', reason: because, source: { address: 'engine', userAgent: 'engine', reference: id } })))
  return over.length
}
