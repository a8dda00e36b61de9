import { recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import type { KnownRegion, Residency } from '~/server/admission/residency/decide-residency'
import { digestOf, type Json } from '~/server/shared/canonical'
import { type BookPage, gapSince, isDue, pagesOf, type TwoPeople, within, type WrittenException, type WrittenFailover, type WrittenPolicy, type WrittenStay } from './decide-book'
import { type Judged, residencyOf } from './look'

/** That these tenants are looked at now; a gap where they were last looked at too long ago. A tenant's book begins when it is first looked at: of what was before there is no page. */
export async function noteLook(sql: Transaction, tenants: readonly string[], now: Date): Promise<void> {
  const books = await sql.residencyBook.findMany({ where: { tenantId: { in: [...tenants] } }, select: { tenantId: true, lookedAt: true } })
  const gaps = books.flatMap(({ tenantId, lookedAt }) => {
    const gap = gapSince(lookedAt.getTime(), now.getTime())
    return gap === null ? [] : [{ tenantId, since: gap.from, until: gap.to }]
  })
  await sql.residencyGap.createMany({ data: gaps, skipDuplicates: true })
  await sql.residencyBook.updateMany({ where: { tenantId: { in: books.map(({ tenantId }) => tenantId) } }, data: { lookedAt: now } })
  const known = new Set(books.map(({ tenantId }) => tenantId))
  await sql.residencyBook.createMany({ data: tenants.filter((tenant) => !known.has(tenant)).map((tenantId) => ({ tenantId, lookedAt: now, writtenUntil: now })), skipDuplicates: true })
}
export async function dueBooks(sql: Transaction, now: Date): Promise<string[]> {
  const rows = await sql.$queryRaw<{ tenant: string; writtenUntil: Date; asked: boolean; stayed: boolean }[]>`SELECT tenant_id AS tenant, written_until AS "writtenUntil", asked_at IS NOT NULL AS asked,
    EXISTS (SELECT FROM residency_stay s WHERE s.tenant_id = b.tenant_id AND (s.until IS NULL OR s.until > b.written_until)) AS stayed FROM residency_book b ORDER BY tenant_id`
  return rows.filter((row) => isDue({ ...row, writtenUntil: row.writtenUntil.getTime() }, now.getTime())).map(({ tenant }) => tenant)
}

/** What was seen since the last page goes into the tenant's own record, where nobody changes it any more; in as many parts as it takes. */
export async function writeBook(sql: Transaction, { tenant, rule, own }: Judged, known: readonly KnownRegion[], now: Date): Promise<void> {
  const book = await sql.residencyBook.findUnique({ where: { tenantId: tenant } })
  if (!book || book.lookedAt <= book.writtenUntil) return
  const [from, to] = [book.writtenUntil.toISOString(), book.lookedAt.toISOString()]
  const stays = await readStays(sql, tenant, from, to)
  const gaps = (await sql.residencyGap.findMany({ where: { tenantId: tenant, until: { gt: book.writtenUntil }, since: { lt: book.lookedAt } }, orderBy: { since: 'asc' } })).flatMap(({ since, until }) => within({ from: since.toISOString(), to: until.toISOString() }, from, to) ?? [])
  const policies = await readPolicies(sql, tenant, new Set([...stays.map(({ policy }) => policy), rule.version]), own)
  const regions = known.map(({ region, jurisdiction }) => ({ region, jurisdiction })).sort((one, other) => (one.region < other.region ? -1 : 1))
  const exceptions = await readExceptions(sql, tenant, from, to)
  const failovers = await readFailovers(sql, tenant, from, to)
  const parts = pagesOf(stays)
  let { previous } = book
  for (const [part, some] of parts.entries()) {
    const page: BookPage = { from, to, previousDigest: previous, part: part + 1, parts: parts.length, regions, policies, stays: some, gaps, ...(exceptions.length === 0 ? {} : { exceptions }), ...(failovers.length === 0 ? {} : { failovers }) }
    await recordByItself(sql, tenant, { action: 'residency.write', input: { tenant }, because: 'seen', before: null, after: page as unknown as Json, reference: crypto.randomUUID() })
    previous = digestOf(page as unknown as Json)
  }
  await sql.residencyBook.updateMany({ where: { tenantId: tenant }, data: { writtenUntil: book.lookedAt, previous, ...(book.askedAt !== null && book.askedAt <= now ? { askedAt: null } : {}) } })
}

async function readStays(sql: Transaction, tenant: string, from: string, to: string): Promise<WrittenStay[]> {
  const rows = await sql.residencyStay.findMany({ where: { tenantId: tenant, since: { lt: to }, OR: [{ until: null }, { until: { gt: from } }] }, orderBy: [{ since: 'asc' }, { id: 'asc' }] })
  const places = new Map((await sql.nodePlace.findMany({ where: { id: { in: rows.flatMap(({ placeId }) => placeId ?? []) } } })).map((place) => [place.id, place]))
  return rows.flatMap((row) => {
    const place = row.placeId === null ? undefined : places.get(row.placeId)
    const whole: WrittenStay = {
      work: row.work, allocation: row.allocationId, namespace: row.namespaceId, cluster: row.clusterId, node: row.nodeId, gpuMilli: String(row.gpuMilli), placed: row.placed, region: row.region, state: row.state as WrittenStay['state'], reason: row.reason as WrittenStay['reason'],
      policy: row.policyVersion === null ? null : String(row.policyVersion), evidence: place ? { region: place.region, residency: place.residency, jurisdiction: place.jurisdiction, providerId: place.providerId, since: place.since.toISOString() } : null,
      heardAt: row.heardAt?.toISOString() ?? null, from: row.since.toISOString(), to: (row.until ?? row.seenAt).toISOString(), ...(row.failover === null ? {} : { failover: row.failover }),
    }
    return within(whole, from, to) ?? []
  })
}

async function readExceptions(sql: Transaction, tenant: string, from: string, to: string): Promise<WrittenException[]> {
  const rows = await sql.residencyException.findMany({ where: { tenantId: tenant, since: { lt: to }, until: { gt: from }, OR: [{ endedAt: null }, { endedAt: { gt: from } }] }, orderBy: [{ since: 'asc' }, { id: 'asc' }] })
  return rows.flatMap(({ id, work, regions, since, until, endedAt }) => within({ exception: id, work, regions, from: since.toISOString(), to: (endedAt !== null && endedAt < until ? endedAt : until).toISOString() }, from, to) ?? [])
}

/** When a disaster stood and the tenant was prepared for it, whether or not any of its work went there. */
async function readFailovers(sql: Transaction, tenant: string, from: string, to: string): Promise<WrittenFailover[]> {
  const during = { signedAt: { not: null, lt: to }, OR: [{ endedAt: null }, { endedAt: { gt: from } }] }
  const prepared = await sql.residencyFailover.findMany({ where: { tenantId: tenant, ...during }, orderBy: [{ signedAt: 'asc' }, { id: 'asc' }] })
  const disasters = prepared.length === 0 ? [] : await sql.residencyDisaster.findMany({ where: { until: { gt: from }, ...during }, orderBy: [{ signedAt: 'asc' }, { id: 'asc' }] })
  const people = ({ askedBy, signedBy }: { readonly askedBy: string; readonly signedBy: string | null }): TwoPeople => [askedBy, signedBy ?? '']
  return disasters.flatMap((disaster) => prepared.flatMap(({ regions, signedAt, endedAt, ...by }) => {
    const ends = [disaster.until, disaster.endedAt, endedAt].filter((end) => end !== null).map((end) => end.toISOString()).sort()
    const begins = [disaster.signedAt, signedAt].filter((begin) => begin !== null).map((begin) => begin.toISOString()).sort()
    return within({ disaster: disaster.regionId, regions, from: begins.at(-1) ?? from, to: ends[0] ?? to, preparedBy: people(by), declaredBy: people(disaster) }, from, to) ?? []
  }))
}

/** Those that anything was judged by, and the one that holds now, each as it was said. */
async function readPolicies(sql: Transaction, tenant: string, versions: ReadonlySet<string | null>, own: Residency): Promise<WrittenPolicy[]> {
  const rows = await sql.policy.findMany({ where: { tenantId: tenant, kind: 'residency', version: { in: [...versions].filter((version) => version !== null).map(BigInt) } }, orderBy: { version: 'asc' } })
  return [...(versions.has(null) ? [{ version: null, body: own }] : []), ...rows.map(({ version, body }) => ({ version: String(version), body: residencyOf(body as Json) }))]
}
