import { thresholdEntry } from '~/server/audit/entry'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { noteAccess } from '~/server/database/note-access'
import { newRequest, ruleNow } from '~/server/requests/request'
import { eachAlone } from '~/server/shared/alone'
import { decidePairRule } from './decide-pair'
import { connectionOf, kind, labelOf, type PairRow, type PairTerms } from './pair'

const atOnce = 50
type Asked = PairRow & { organisation: string }

/** Finds the offers that lead somewhere, and asks there. Whoever offered sees nothing of it: theirs waits either way. */
export async function askPairs(lease: string): Promise<number> {
  const [asked = 0, closed = 0] = await eachAlone([askAll, closeAll], (part) => part(lease))
  return asked + closed
}
async function askAll(lease: string): Promise<number> {
  const found = (await lookUnderLease(lease, { loop: 'pairs' }, findAskable)) ?? []
  const asked = await eachAlone(found, (pair) => underLease(lease, { loop: 'pairs', tenant: pair.otherTenant, namespaces: '*' }, (sql) => ask(sql, pair)))
  return asked.filter((isAsked) => isAsked).length
}

const findAskable = (sql: Transaction) => sql.$queryRaw<Asked[]>`SELECT p.id, p.tenant_id AS "tenantId", p.namespace_id AS "namespaceId", p.other_tenant AS "otherTenant", p.other_namespace AS "otherNamespace", p.way, p.ports, p.until, p.purpose,
    p.offered_by AS "offeredBy", p.lapses_at AS "lapsesAt", t.organisation_id AS organisation
  FROM pair p JOIN namespace n ON n.tenant_id = p.other_tenant AND n.id = p.other_namespace JOIN tenant t ON t.id = n.tenant_id
  WHERE p.answer IS NULL AND p.ended_at IS NULL AND p.lapses_at > now() AND n.closing_at IS NULL AND t.frozen_at IS NULL
    AND NOT EXISTS (SELECT FROM request r WHERE r.kind = 'pair.allow' AND r.payload ->> 'pair' = p.id::text)
  ORDER BY p.offered_at, p.id LIMIT ${atOnce}`

/** Once, whoever is killed in between: the row itself says that a pair is asked for once. It is asked until the offer lapses, and of that tenant's own admins. */
async function ask(sql: Transaction, pair: Asked): Promise<boolean> {
  const now = new Date()
  const { id, tenantId, otherTenant: tenant, otherNamespace: namespace, ports, until, purpose, offeredBy: personId, lapsesAt: deadline, organisation } = pair
  const payload: PairTerms = { pair: id, offers: tenantId, ...connectionOf(pair), ports, until: until.toISOString() }
  const rule = decidePairRule(await ruleNow({ rows: sql, now }, { kind, level: 'tenant', devices: 0n }))
  const data = newRequest({ kind, organisation, tenant, level: 'tenant', subject: labelOf(pair), payload, purpose, rule }, { actor: { personId }, now })
  const { count } = await sql.request.createMany({ data: [{ ...data, namespaceId: namespace, deadline }], skipDuplicates: true })
  if (count === 0) return false
  const entry = thresholdEntry({ verb: 'ask', resource: 'pairs', name: id, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: id } })
  await noteAccess(sql, { ...entry, tenant, context: payload })
  return true
}

/** What was taken back, or whose namespace is not there any more, is asked of nobody. */
async function closeAll(lease: string): Promise<number> {
  const over = (await lookUnderLease(lease, { loop: 'pairs' }, findOver)) ?? []
  return over.length === 0 ? 0 : ((await underLease(lease, { loop: 'pairs' }, closeOver)) ?? 0)
}
const findOver = (sql: Transaction) => sql.$queryRaw<{ id: string }[]>`SELECT r.id::text FROM request r, pair p WHERE r.kind = 'pair.allow' AND r.state = 'open' AND r.payload ->> 'pair' = p.id::text
    AND (p.ended_at IS NOT NULL OR p.answer IS NOT NULL OR EXISTS (SELECT FROM namespace n WHERE n.tenant_id = p.other_tenant AND n.id = p.other_namespace AND n.deleted_at IS NOT NULL))`
const closeOver = async (sql: Transaction) => sql.$executeRaw`UPDATE request SET state = 'lapsed', decided_at = now(), carried_out_at = now(), version = version + 1 WHERE state = 'open' AND id = ANY (${(await findOver(sql)).map(({ id }) => id)}::uuid[])`
