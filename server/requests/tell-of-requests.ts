import { paths } from '~/components/shell/paths'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { type Needs, tell } from '~/server/notices/tell'
import { enqueue } from '~/server/outbox/enqueue'
import { eachAlone } from '~/server/shared/alone'
import { decideAskingAbove, decideTelling } from './decide-telling'
import type { RequestLevel, Rule } from './decide-rule'
import type { RequestState } from './decide-request'
import { kindOf } from './kinds'

/** So many are told of in a turn, each in a transaction of its own: what is left is told in the next. */
const atOnce = 1000
/** What happened longer ago than that is news to nobody. */
const newsDays = 7
type Row = { id: string; kind: string; tenant: string | null; namespace: string | null; subject: string; payload: unknown; allocation: string | null; level: string; rule: unknown; requestedBy: string; state: string; requestedAt: Date; deadline: Date; askedAt: Date | null; told: string[] }

/** Says to whoever can decide that something waits, and to whoever asked what became of it. That it was said is written with it. */
export async function tellOfRequests(lease: string): Promise<number> {
  const told = await eachAlone<(lease: string) => Promise<number>, number>([
    (name) => tellEach(name, findWaiting, tellThatItWaits),
    (name) => tellEach(name, findDecided, tellWhatWasDecided),
    (name) => tellEach(name, findSaid, tellWhatWasSaid),
  ], (tell) => tell(lease))
  return told.reduce((sum, some) => sum + some, 0)
}
/** Looked for again when its own turn has come, because somebody may have answered meanwhile. */
async function tellEach<R extends { readonly id: string }>(lease: string, find: (sql: Transaction, only: string | null) => Promise<R[]>, tellOf: (sql: Transaction, row: R) => Promise<void>): Promise<number> {
  const found = new Set(((await lookUnderLease(lease, { loop: 'requests' }, (sql) => find(sql, null))) ?? []).map(({ id }) => id))
  await eachAlone(found, (id) => underLease(lease, { loop: 'requests' }, async (sql) => { for (const row of await find(sql, id)) await tellOf(sql, row) }))
  return found.size
}

const mark = (sql: Transaction, request: string, what: string) => sql.$executeRaw`INSERT INTO request_told (request_id, mark) VALUES (${request}::uuid, ${what}) ON CONFLICT DO NOTHING`
/** Where whoever decides goes; and whoever asked, who need not be one of those that see requests. */
const pathOf = (tenant: string | null, request: string) => (tenant === null ? paths.request(request) : paths.tenantRequest(tenant, request))
const stillAsks = ({ kind, tenant, namespace }: Pick<Row, 'kind' | 'tenant' | 'namespace'>): Needs => ({ action: kindOf(kind).asks(tenant), tenant, ...(namespace === null ? {} : { namespace }) })
export const pathOfAsker = ({ id, tenant, allocation }: Pick<Row, 'id' | 'tenant' | 'allocation'>) => (tenant !== null && allocation !== null ? paths.allocation(tenant, allocation) : pathOf(tenant, id))

type Askable = { person: string; onPlatform: boolean }
const askableOf = (sql: Transaction, request: string) => sql.$queryRaw<Askable[]>`SELECT person_id::text AS person, on_platform AS "onPlatform" FROM request_askable(${request}::uuid)`
async function tellAskable(sql: Transaction, { id, subject, tenant: of }: Pick<Row, 'id' | 'subject' | 'tenant'>, askable: readonly Askable[], what: string): Promise<void> {
  for (const onPlatform of [false, true]) {
    const people = askable.filter((one) => one.onPlatform === onPlatform).map(({ person }) => person)
    const tenant = onPlatform ? null : of
    await tell(sql, people, 'request_waits', { label: subject }, pathOf(tenant, id), { needs: { action: tenant === null ? 'requests.approve' : 'requests.approveInTenant', tenant }, once: `${id} ${what}` })
  }
}
const findWaiting = (sql: Transaction, only: string | null) => sql.$queryRaw<Row[]>`SELECT r.id, r.kind, r.tenant_id AS tenant, r.namespace_id AS namespace, r.subject, r.payload, r.allocation_id AS allocation, r.level, r.rule, r.requested_by AS "requestedBy", r.state, r.requested_at AS "requestedAt", r.deadline, r.asked_at AS "askedAt",
      ARRAY(SELECT t.mark FROM request_told t WHERE t.request_id = r.id) AS told
    FROM request r WHERE (${only}::uuid IS NULL OR r.id = ${only}::uuid) AND r.state = 'open' AND r.asked_at IS NULL AND r.by_rule IS DISTINCT FROM 'due' AND (NOT EXISTS (SELECT FROM request_told t WHERE t.request_id = r.id AND t.mark = 'opened')
      OR (now() >= r.requested_at + (r.deadline - r.requested_at) / 2 AND NOT EXISTS (SELECT FROM request_told t WHERE t.request_id = r.id AND t.mark = 'half'))
      OR (now() >= r.deadline - interval '1 day' AND r.deadline - interval '1 day' > r.requested_at AND NOT EXISTS (SELECT FROM request_told t WHERE t.request_id = r.id AND t.mark = 'day')))
    ORDER BY r.deadline, r.id LIMIT ${atOnce}`
async function tellThatItWaits(sql: Transaction, row: Row): Promise<void> {
  const { due, tell: what } = decideTelling({ ...row, state: row.state as RequestState, isAsked: row.askedAt !== null }, new Date())
  for (const each of due) await mark(sql, row.id, each)
  if (what === null) return
  const above = what === 'day' && !kindOf(row.kind).elsewhere ? decideAskingAbove(row.level as RequestLevel, row.rule as Rule) : null
  if (above) await sql.request.updateMany({ where: { id: row.id, state: 'open' }, data: { rule: above.rule as never, askedRoles: above.askedRoles } })
  const gainers = kindOf(row.kind).gainers(row.payload)
  await tellAskable(sql, row, (await askableOf(sql, row.id)).filter(({ person }) => !gainers.includes(person)), what)
  if (what === 'opened') await enqueue(sql, [{ channel: 'event', tenant: row.tenant, kind: 'request_waits', body: { path: pathOf(row.tenant, row.id) }, once: `request_waits ${row.id}` }])
}

const outcomes: Readonly<Record<string, string>> = { approved: 'approved', by_rule: 'by_rule', refused: 'refused', lapsed: 'expired' }
const findDecided = (sql: Transaction, only: string | null) => sql.$queryRaw<Row[]>`SELECT r.id, r.kind, r.tenant_id AS tenant, r.namespace_id AS namespace, r.subject, r.allocation_id AS allocation, r.requested_by AS "requestedBy", CASE WHEN r.by_rule = 'approved' THEN 'by_rule' ELSE r.state END AS state FROM request r
    WHERE (${only}::uuid IS NULL OR r.id = ${only}::uuid) AND r.state <> 'open' AND r.carried_out_at IS NOT NULL AND r.decided_at > now() - make_interval(days => ${newsDays}) AND NOT EXISTS (SELECT FROM request_told t WHERE t.request_id = r.id AND t.mark = 'decided')
    ORDER BY r.decided_at, r.id LIMIT ${atOnce}`
/** It waits for nobody any more, whoever was told that it does: neither their inbox nor a mail says so from now on. */
const endWhatWaits = (sql: Transaction, row: Row) => sql.$executeRaw`UPDATE notice SET over_at = clock_timestamp() WHERE path = ANY (${[...new Set([pathOf(null, row.id), pathOf(row.tenant, row.id), pathOfAsker(row)])]}::text[])
    AND over_at IS NULL AND kind IN ('request_waits', 'request_question', 'request_terms_changed')`
/** Nobody is told of what they withdrew themselves. */
async function tellWhatWasDecided(sql: Transaction, row: Row): Promise<void> {
  await mark(sql, row.id, 'decided')
  await endWhatWaits(sql, row)
  const state = outcomes[row.state]
  if (state === undefined) return
  if (!kindOf(row.kind).elsewhere) await tell(sql, [row.requestedBy], 'request_decided', { label: row.subject, state }, pathOfAsker(row), { needs: stillAsks(row), once: row.id })
  await enqueue(sql, [{ channel: 'event', tenant: row.tenant, kind: 'request_decided', body: { path: pathOf(row.tenant, row.id), state }, once: `request_decided ${row.id}` }])
}

type Said = Pick<Row, 'id' | 'kind' | 'tenant' | 'namespace' | 'subject' | 'allocation' | 'requestedBy' | 'askedAt'> & { word: string; said: string; byAsker: boolean; at: Date }
const findSaid = (sql: Transaction, only: string | null) => sql.$queryRaw<Said[]>`SELECT r.id, r.kind, r.tenant_id AS tenant, r.namespace_id AS namespace, r.subject, r.allocation_id AS allocation, r.requested_by AS "requestedBy", r.asked_at AS "askedAt", w.id AS word, w.kind AS said, coalesce(w.body ->> 'by', '') = 'asker' AS "byAsker", w.at
    FROM request_word w JOIN request r ON r.id = w.request_id WHERE (${only}::uuid IS NULL OR r.id = ${only}::uuid) AND w.kind IN ('question', 'change') AND w.at > now() - make_interval(days => ${newsDays}) AND r.state = 'open'
      AND NOT EXISTS (SELECT FROM request_told t WHERE t.request_id = r.id AND t.mark = 'word ' || w.id) ORDER BY w.at, w.id LIMIT ${atOnce}`
/** A question is for whoever asked for the thing, until they have answered it. That its terms are others is for them, and for whoever had signed the ones before. */
async function tellWhatWasSaid(sql: Transaction, { word, said, byAsker, at, askedAt, ...row }: Said): Promise<void> {
  await mark(sql, row.id, `word ${word}`)
  const event = said === 'question' ? 'request_question' : 'request_terms_changed'
  await enqueue(sql, [{ channel: 'event', tenant: row.tenant, kind: event, body: { path: pathOf(row.tenant, row.id) }, once: `${event} ${word}` }])
  if (said === 'question') return void (askedAt !== null && await tell(sql, [row.requestedBy], 'request_question', { label: row.subject }, pathOfAsker(row), { needs: stillAsks(row), once: word }))
  if (!byAsker) await tell(sql, [row.requestedBy], 'request_terms_changed', { label: row.subject, state: 'asked' }, pathOfAsker(row), { needs: stillAsks(row), once: word })
  // Of more of it others may be asked than before; whoever was told already is not told again.
  if (byAsker) await tellAskable(sql, row, await askableOf(sql, row.id), 'opened')
  const signed = await sql.requestWord.findMany({ where: { requestId: row.id, kind: 'yes', at: { lte: at } }, select: { personId: true, role: true } })
  for (const onPlatform of [false, true]) {
    const people = signed.filter(({ role }) => (role !== 'tenant_admin') === onPlatform).flatMap(({ personId }) => personId ?? [])
    const tenant = onPlatform ? null : row.tenant
    await tell(sql, people, 'request_terms_changed', { label: row.subject }, pathOf(tenant, row.id), { needs: { action: tenant === null ? 'requests.approve' : 'requests.approveInTenant', tenant }, once: word })
  }
}
