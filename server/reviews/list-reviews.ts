import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import { heldAt } from '~/server/members/held'
import { type LineKind, type LineState, lineStates, type ReviewState } from './decide-review'
import { Evidence } from './review'

export type Counts = Readonly<Record<LineState, number>>
/** `begunBy` is a name; null where its time had come, or where its reader may not know who it was. */
export type ReviewShown = { review: string; tenant: string | null; state: ReviewState; beganAt: string; deadline: string; closedAt: string | null; byClock: boolean; begunBy: string | null; counts: Counts }
/** `own` is whether it is the reader's own, or of a group by which they hold something: others decide it. */
export type LineShown = {
  line: string; kind: LineKind; state: LineState; asked: 'tenant' | 'platform'; own: boolean; person: { person: string; name: string; email: string } | null; since: string
  role: string | null; namespace: string | null; title: string | null; grantedBy: string | null; until: string | null; group: string | null; provider: string | null; people: number | null; actions: number | null; usedAt: string | null
  signedInAt: string | null; factors: string[]; isDisabled: boolean; decidedAt: string | null; decidedBy: string | null
}
const newest = { by: [['beganAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
/** As the database wrote them: by name. */
const written = { by: [['id', 'uuid']], way: 'asc' } as const satisfies Order
export const ListReviews = z.strictObject({ tenant: Handle, ...Paged })
export const ListReviewsOnPlatform = z.strictObject({ ...Paged })
const reading = { review: Uuid, show: z.enum(['open', 'all']), ...Paged }
export const ReadReview = z.strictObject({ tenant: Handle, ...reading })
export const ReadReviewOnPlatform = z.strictObject(reading)

type Reading = Pick<PlatformReader, 'rows' | 'actor'>
type Row = { id: string; tenantId: string | null; beganAt: Date; begunBy: string | null; deadline: Date; closedAt: Date | null }
async function show({ rows }: Reading, found: readonly Row[]): Promise<ReviewShown[]> {
  if (found.length === 0) return []
  const counted = await rows.reviewLine.groupBy({ by: ['reviewId', 'state'], where: { reviewId: { in: found.map(({ id }) => id) } }, _count: true })
  const names = await namesOf({ rows }, found.map(({ begunBy }) => begunBy))
  const countOf = (review: string, state: LineState) => counted.find((one) => one.reviewId === review && one.state === state)?._count ?? 0
  return found.map(({ id, tenantId, beganAt, begunBy, deadline, closedAt }) => ({
    review: id, tenant: tenantId, state: closedAt === null ? 'open' : 'closed', beganAt: beganAt.toISOString(), deadline: deadline.toISOString(), closedAt: closedAt?.toISOString() ?? null,
    byClock: begunBy === null, begunBy: names.get(begunBy ?? '')?.name ?? null,
    counts: Object.fromEntries(lineStates.map((state) => [state, countOf(id, state)])) as unknown as Counts,
  }))
}
async function namesOf({ rows }: Pick<Reading, 'rows'>, ids: readonly (string | null | undefined)[]) {
  const people = await rows.person.findMany({ where: { id: { in: [...new Set(ids.flatMap((id) => id ?? []))] } }, select: { id: true, name: true, email: true } })
  return new Map(people.map((person) => [person.id, person]))
}

async function list(db: Reading, of: object, asked: z.infer<typeof ListReviewsOnPlatform>): Promise<Page<ReviewShown>> {
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => db.rows.review.findMany({ where: { AND: [of, where] }, ...part }))
  return { rows: await show(db, found), ...ends }
}
/** A tenant’s, the newest first. */
export const listReviews = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListReviews>) => list(db, { tenantId: tenant }, asked)
/** The platform’s own, and those of tenants in which it is asked something. */
export const listReviewsOnPlatform = (db: PlatformReader, asked: z.infer<typeof ListReviewsOnPlatform>) => list(db, {}, asked)

async function read(db: Reading, of: object, { review: id, show: which, ...asked }: z.infer<typeof ReadReviewOnPlatform>) {
  const found = await db.rows.review.findFirst({ where: { AND: [{ id }, of] } })
  if (!found) throw new Denied('not_found')
  const [review] = await show(db, [found])
  if (!review) throw new Error('a review that is there was not shown')
  const { rows, ...ends } = await pageOf(written, asked, ({ where, ...part }) => db.rows.reviewLine.findMany({ where: { AND: [{ reviewId: id, ...(which === 'open' ? { state: 'open' } : {}) }, where] }, ...part }))
  const lines = rows.map(({ evidence, ...row }) => ({ ...row, evidence: Evidence.parse(evidence) }))
  const names = await namesOf(db, lines.flatMap(({ personId, decidedBy, evidence }) => [personId, decidedBy, evidence.grantedBy]))
  const groups = lines.flatMap(({ groupBindingId }) => groupBindingId ?? [])
  const own = groups.length === 0 ? [] : await db.rows.roleBinding.findMany({ where: { tenantId: found.tenantId, personId: db.actor.personId, throughGroup: { in: groups }, ...heldAt(new Date()) }, select: { throughGroup: true } })
  const shown = lines.map(({ id: line, kind, state, asked: of, personId, groupBindingId, since, evidence, decidedAt, decidedBy }): LineShown => {
    const person = names.get(personId ?? '')
    return {
      line, kind: kind as LineKind, state: state as LineState, asked: of as LineShown['asked'], since: since.toISOString(),
      own: personId === db.actor.personId || own.some(({ throughGroup }) => throughGroup !== null && throughGroup === groupBindingId),
      person: personId === null ? null : { person: personId, name: person?.name ?? '', email: person?.email ?? '' },
      role: evidence.role ?? null, namespace: evidence.namespace ?? null, title: evidence.title ?? null, grantedBy: names.get(evidence.grantedBy ?? '')?.name ?? null, until: evidence.until ?? null, group: evidence.group ?? null, provider: evidence.provider ?? null,
      people: evidence.people ?? null, actions: evidence.actions ?? null, usedAt: evidence.usedAt ?? null, signedInAt: evidence.signedInAt ?? null, factors: evidence.factors ?? [], isDisabled: evidence.isDisabled ?? false,
      decidedAt: decidedAt?.toISOString() ?? null, decidedBy: names.get(decidedBy ?? '')?.name ?? null,
    }
  })
  return { review, rows: shown, ...ends }
}
export const readReview = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ReadReview>) => read(db, { tenantId: tenant }, asked)
export const readReviewOnPlatform = (db: PlatformReader, asked: z.infer<typeof ReadReviewOnPlatform>) => read(db, {}, asked)
