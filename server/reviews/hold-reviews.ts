/** Reviews by the clock: they begin when a place is due, people are told, and at the deadline what nobody kept is ended. Each step is one transaction, so that a process that was killed between any two lines has done a step or not, and the next goes on. */
import { paths } from '~/components/shell/paths'
import { holdPlace } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { tell } from '~/server/notices/tell'
import { eachAlone } from '~/server/shared/alone'
import { closeReview, noted } from './close-review'
import { dayLater, decideDue, decideStep, type Step } from './decide-review'
import { labelOf, reviewsNow } from './review'

const [placesAtOnce, reviewsAtOnce] = [20, 200]
type Review = { id: string; tenantId: string | null; beganAt: Date; deadline: Date; closedAt: Date | null; told: string[] }
const scopeOf = (tenant: string | null) => (tenant === null ? ({ loop: 'reviews', tenant: 'platform', namespaces: '*', platform: true, staff: true } as const) : ({ loop: 'reviews', tenant, namespaces: '*' } as const))
const pathOf = (tenant: string | null, review: string) => (tenant === null ? paths.platformReview(review) : paths.review(tenant, review))

export async function holdReviews(lease: string): Promise<void> {
  const found = await underLease(lease, { loop: 'reviews' }, look)
  const begin = (tenant: string | null) => underLease(lease, scopeOf(tenant), (sql) => beginByClock(sql, tenant))
  const part = [() => eachAlone(found?.due ?? [], begin), () => eachAlone(found?.steps ?? [], (review) => takeAll(lease, review))]
  await eachAlone<() => Promise<unknown>, unknown>(part, (turn) => turn())
}
async function takeAll(lease: string, { id, tenantId, step }: { id: string; tenantId: string | null; step: Step }): Promise<void> {
  while ((await underLease(lease, scopeOf(tenantId), (sql) => take(sql, tenantId, id, step))) === 'more');
}

/** Which places are due, and which reviews need something now. Whatever nobody in a tenant can decide any more goes to the platform first. */
async function look(sql: Transaction): Promise<{ due: (string | null)[]; steps: { id: string; tenantId: string | null; step: Step }[] }> {
  await sql.$queryRaw`SELECT review_ask_above(NULL)`
  const [{ now } = { now: new Date() }] = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  const { everyDays } = await reviewsNow({ rows: sql, now })
  const places = await sql.$queryRaw<Place[]>`SELECT t.id AS tenant, t.frozen_at IS NOT NULL AS "tenantFrozen", t.created_at AS first, r.last, false AS "isOpen"
      FROM tenant t LEFT JOIN LATERAL (SELECT max(began_at) AS last FROM review WHERE tenant_id = t.id) r ON true
      WHERE t.frozen_at IS NULL AND coalesce(r.last, t.created_at) <= now() - make_interval(days => ${everyDays}::int) AND NOT EXISTS (SELECT FROM review WHERE tenant_id = t.id AND closed_at IS NULL) ORDER BY t.id LIMIT ${placesAtOnce}`
  const platform = await sql.$queryRaw<Place[]>`SELECT NULL AS tenant, false AS "tenantFrozen", (SELECT min(valid_from) FROM role_binding WHERE tenant_id IS NULL) AS first,
    (SELECT max(began_at) FROM review WHERE tenant_id IS NULL) AS last, EXISTS (SELECT FROM review WHERE tenant_id IS NULL AND closed_at IS NULL) AS "isOpen"`
  // The table leaves out what needs nothing, so that many that are open keep none from its step; which step it is, is decided here, and again when it is taken.
  const open = await sql.$queryRaw<(Omit<Review, 'closedAt'> & { tenantFrozen: boolean })[]>`SELECT r.id, r.tenant_id AS "tenantId", r.began_at AS "beganAt", r.deadline, r.told, t.frozen_at IS NOT NULL AS "tenantFrozen"
    FROM review r LEFT JOIN tenant t ON t.id = r.tenant_id WHERE r.closed_at IS NULL AND CASE WHEN t.frozen_at IS NOT NULL OR now() >= r.deadline THEN now() >= r.deadline - interval '1 day'
      ELSE NOT r.told @> ARRAY[CASE WHEN now() >= r.deadline - interval '1 day' THEN 'day' WHEN now() >= r.began_at + (r.deadline - r.began_at) / 2 THEN 'half' ELSE 'begun' END] END
    ORDER BY r.deadline, r.id LIMIT ${reviewsAtOnce}`
  const steps = open.flatMap(({ id, tenantId, ...review }) => {
    const step = decideStep(review, now)
    return step === null ? [] : [{ id, tenantId, step }]
  })
  return { due: [...places, ...platform].filter((place) => decideDue(place, everyDays, now)).map(({ tenant }) => tenant), steps }
}
type Place = { tenant: string | null; tenantFrozen: boolean; first: Date | null; last: Date | null; isOpen: boolean }

async function beginByClock(sql: Transaction, tenant: string | null): Promise<void> {
  const now = await holdPlace(sql, tenant)
  if (now === null || (await sql.review.count({ where: { tenantId: tenant, closedAt: null } })) > 0) return
  const { id, deadline } = await sql.review.create({ data: { tenantId: tenant, beganAt: now, deadline: dayLater(now, (await reviewsNow({ rows: sql, now })).withinDays) } })
  await noted(sql, 'begin', tenant, id, { deadline: deadline.toISOString() })
}

/** One step of one review, decided again now that its place is held: whoever was quicker has done it. */
async function take(sql: Transaction, tenant: string | null, id: string, step: Step): Promise<'more' | 'done'> {
  const now = await holdPlace(sql, tenant)
  const review = await sql.review.findUnique({ where: { id } })
  if (now === null || !review || review.closedAt !== null) return 'done'
  const tenantFrozen = tenant !== null && (await sql.tenant.count({ where: { id: tenant, frozenAt: { not: null } } })) > 0
  if (decideStep({ ...review, tenantFrozen }, now) !== step) return 'done'
  if (step === 'close') return closeReview(sql, review, now)
  if (step === 'postpone') await sql.review.updateMany({ where: { id }, data: { deadline: dayLater(now, 2) } })
  else await remind(sql, review, step)
  return 'done'
}

/** To whoever can decide something that is open; and a day before, to whoever would lose something. */
async function remind(sql: Transaction, { id, tenantId: tenant, deadline }: Review, step: 'begun' | 'half' | 'day'): Promise<void> {
  await sql.review.updateMany({ where: { id }, data: { told: { push: step } } })
  const askable = await sql.$queryRaw<{ person: string; onPlatform: boolean }[]>`SELECT person_id::text AS person, on_platform AS "onPlatform" FROM review_askable(${id}::uuid)`
  const body = { place: tenant, until: deadline.toISOString() }
  for (const onPlatform of [false, true]) {
    const needs = onPlatform ? ({ action: 'reviews.readOnPlatform', tenant: null } as const) : ({ action: 'reviews.read', tenant } as const)
    await tell(sql, askable.filter((one) => one.onPlatform === onPlatform).map(({ person }) => person), 'review_waits', body, pathOf(onPlatform ? null : tenant, id), { needs, once: `${id} ${step}` })
  }
  if (step !== 'day') return
  const open = await sql.reviewLine.findMany({ where: { reviewId: id, state: 'open' } })
  const groups = open.flatMap(({ groupBindingId }) => groupBindingId ?? [])
  const members = groups.length === 0 ? [] : await sql.roleBinding.findMany({ where: { tenantId: tenant, throughGroup: { in: groups }, validTo: null }, select: { personId: true, throughGroup: true } })
  for (const line of open) {
    const people = line.personId !== null ? [line.personId] : members.flatMap(({ personId, throughGroup }) => (throughGroup === line.groupBindingId ? [personId] : []))
    await tell(sql, people, 'access_ends', { ...body, label: labelOf(line.kind, line.evidence) }, null, { once: line.id })
  }
}
