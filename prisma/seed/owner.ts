/** What only the owner of the database can load: people, because there is no door before there is a person, and capacity, which the ledger has no door for yet. */
import { PrismaPg } from '@prisma/adapter-pg'
import { demoCredentialId, publicKeyOf } from '~/server/demo/authenticator'
import { factorPlace } from '~/server/identity/factor-place'
import { hashPassword } from '~/server/identity/password'
import { makeDataKey, openDataKey } from '~/server/keys/data-key'
import { seal } from '~/server/keys/seal'
import { secretKey, secretText } from '~/server/keys/secret'
import { PrismaClient } from '../generated/client'
import credentials from './credentials.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import { clusters, nodesOf } from './fleet'
import { type Amounts, organisations, tenants } from './places'

const owner = new PrismaClient({ adapter: new PrismaPg({ connectionString: secretText('OWNER_DATABASE_URL_FILE') }) })
type Sql = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** Row security holds the owner, too, unless it says that it loads. */
export const loading = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => owner.$transaction(async (sql) => {
  await sql.$queryRaw`SELECT set_config('app.loading', 'on', true)`
  return work(sql)
}, { timeout: 30_000 })

/** One loader at a time: whoever comes second waits, and then finds everything there. However long a slow machine takes, nobody else begins meanwhile. */
export const alone = <T>(work: () => Promise<T>): Promise<T> => owner.$transaction(async (sql) => {
  await sql.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('demo'))::text`
  return work()
}, { timeout: 900_000 })

export const closeOwner = () => owner.$disconnect()

/** People with a password, a code generator and a passkey, and the roles of those who work on the platform. Whoever is there stays as they are, and gets what they lack. */
export async function loadPeople(): Promise<void> {
  await loading(async (sql) => {
    const there = await sql.person.findMany({ where: { account: { isNot: null } }, select: { id: true, email: true, factors: { select: { kind: true } } } })
    const missing = people.filter(({ email }) => !there.some((person) => person.email === email))
    const without = there.filter(({ email, factors }) => people.some((person) => person.email === email) && !factors.some(({ kind }) => kind === 'passkey'))
    if (missing.length === 0 && without.length === 0) return
    // Everybody's in the demo, so that a newcomer needs one code generator. It is public, and refused anywhere but on loopback.
    const passwordHash = await hashPassword(credentials.password)
    const master = secretKey('MASTER_KEY_FILE')
    await sql.dataKey.createMany({ data: [{ tenantId: 'platform', wrapped: new Uint8Array(makeDataKey(master, 'platform')) }], skipDuplicates: true })
    const { wrapped } = await sql.dataKey.findUniqueOrThrow({ where: { tenantId: 'platform' } })
    if (!wrapped) throw new Error('the data key of the platform was destroyed')
    const platformKey = openDataKey('platform', wrapped)
    const sealed = (factorId: string, secret: Buffer) => new Uint8Array(seal(platformKey, factorPlace(factorId), secret))
    const addPasskey = async (personId: string, email: string) => {
      const id = crypto.randomUUID()
      const credentialId = new Uint8Array(Buffer.from(await demoCredentialId(email), 'base64url'))
      await sql.factor.create({ data: { id, personId, kind: 'passkey', label: 'Demo passkey', secret: sealed(id, Buffer.from(publicKeyOf(credentials.passkey))), credentialId, transports: ['internal'] } })
    }
    for (const { id, email } of without) await addPasskey(id, email)
    for (const { name, email, role, place } of missing) {
      const { id } = await sql.person.create({ data: { name, email }, select: { id: true } })
      await sql.localAccount.create({ data: { personId: id, email, passwordHash } })
      const factorId = crypto.randomUUID()
      await sql.factor.create({ data: { id: factorId, personId: id, kind: 'totp', label: 'Demo codes', secret: sealed(factorId, Buffer.from(credentials.totpSecret)) } })
      await addPasskey(id, email)
      if (place === null) await sql.roleBinding.create({ data: { personId: id, role } })
    }
  })
}

/** What there is already: everything in one look, before anything is done. */
export type World = Awaited<ReturnType<typeof readWorld>>
export const readWorld = () => loading(async (sql) => {
  const accounts = await sql.account.findMany({ where: { kind: { in: ['organisation', 'tenant', 'namespace'] } }, select: { id: true, version: true, resources: true } })
  const bindings = await sql.roleBinding.findMany({ where: { tenantId: { not: null } }, select: { role: true, tenantId: true, namespaceId: true, person: { select: { email: true } } } })
  const requests = await sql.request.findMany({ orderBy: { requestedAt: 'desc' }, select: { id: true, subject: true, state: true, terms: true } })
  const policies = await sql.policy.findMany({ where: { tenantId: null }, select: { kind: true } })
  return {
    policies: new Set(policies.map(({ kind }) => kind)),
    regions: new Set((await sql.region.findMany({ select: { id: true } })).map(({ id }) => id)),
    accounts: new Map(accounts.map(({ id, ...account }) => [id, account])),
    requests: requests.map(({ id, ...request }) => ({ request: id, ...request })),
    roles: new Set(bindings.map(({ role, tenantId, namespaceId, person }) => `${person.email} ${role} ${[tenantId, namespaceId].filter((part) => part !== null).join('/')}`)),
  }
})

export type Asked = { allocation: string; state: string; over: boolean }
/** When the demo's world began to be loaded. */
const beganAt = async (sql: Sql): Promise<Date> => (await sql.dataKey.findUniqueOrThrow({ where: { tenantId: 'platform' }, select: { createdAt: true } })).createdAt
/** Longer than it takes to load it on any machine: what is made after that people have made. */
const loadedWithinMs = 3_600_000
/**
 * Its places were made, and their roles given, before the month that is played in them; in the record stands when it was done. What was set back already is before the world began, and stays.
 */
export const setBack = (days: number): Promise<void> => loading(async (sql) => {
  const began = await beganAt(sql)
  const until = new Date(began.getTime() + loadedWithinMs)
  await sql.$executeRaw`UPDATE organisation SET created_at = created_at - make_interval(days => ${days}::int) WHERE created_at BETWEEN ${began} AND ${until} AND id = ANY (${organisations.map(({ organisation }) => organisation)})`
  await sql.$executeRaw`UPDATE tenant SET created_at = created_at - make_interval(days => ${days}::int) WHERE created_at BETWEEN ${began} AND ${until} AND id = ANY (${tenants.map(({ name }) => name)})`
  await sql.$executeRaw`UPDATE namespace SET created_at = created_at - make_interval(days => ${days}::int) WHERE created_at BETWEEN ${began} AND ${until} AND tenant_id = ANY (${tenants.map(({ name }) => name)})`
  await sql.$executeRaw`UPDATE role_binding SET valid_from = valid_from - make_interval(days => ${days}::int) WHERE valid_from BETWEEN ${began} AND ${until} AND valid_to IS NULL AND person_id IN (SELECT id FROM person WHERE email = ANY (${people.map(({ email }) => email)}))`
})

/** What was played of the month already, whose last moment is when the world began. */
export const readPlayed = () => loading(async (sql) => {
  const rows = await sql.allocation.findMany({ where: { tenantId: { in: tenants.map(({ name }) => name) } }, orderBy: { askedAt: 'desc' }, select: { id: true, tenantId: true, namespaceId: true, name: true, state: true, endedAt: true } })
  return {
    beganAt: await beganAt(sql),
    allocations: new Map(rows.map(({ id, tenantId, namespaceId, name, state, endedAt }): [string, Asked] => [`${tenantId}/${namespaceId}/${name}`, { allocation: id, state, over: endedAt !== null }])),
  }
})

/** Where it was placed; null where its cluster was left to choose. */
export const readRegion = (allocation: string): Promise<string | null> => loading(async (sql) => (await sql.allocation.findUniqueOrThrow({ where: { id: allocation }, select: { region: true } })).region)

/** Clusters, pools and nodes that are not there; what is there stays as it is. */
export const loadFleet = (): Promise<void> => loading(async (sql) => {
  const pools = clusters.flatMap(({ cluster, pools: own }) => own.map((pool) => ({ cluster, ...pool })))
  await sql.cluster.createMany({ data: clusters.map(({ cluster, region }) => ({ id: cluster, regionId: region, kind: 'simulated' })), skipDuplicates: true })
  await sql.pool.createMany({ data: pools.map(({ pool, cluster, isolationLevel, owner }) => ({ id: pool, clusterId: cluster, isolationLevel, ownerTenant: owner, taints: [] })), skipDuplicates: true })
  await sql.node.createMany({ data: pools.flatMap(nodesOf), skipDuplicates: true })
})

/** Whether it was ever reviewed there who holds what; and that the review that is open there began so many days ago, of fourteen, and was told of since. */
export const wasReviewed = (tenant: string): Promise<boolean> => loading(async (sql) => (await sql.review.count({ where: { tenantId: tenant } })) > 0)
export const linesToKeep = (review: string, but: string): Promise<string[]> => loading(async (sql) => (await sql.reviewLine.findMany({ where: { reviewId: review, asked: 'tenant', NOT: { personId: but } }, select: { id: true } })).map(({ id }) => id))
export const beganDaysAgo = (review: string, days: number): Promise<unknown> => loading(async (sql) => {
  await sql.$executeRaw`UPDATE review_line SET since = since - make_interval(days => ${days}::int) WHERE review_id = ${review}::uuid`
  await sql.$executeRaw`UPDATE review SET began_at = began_at - make_interval(days => ${days}::int), deadline = deadline - make_interval(days => ${days}::int), told = '{begun,half}' WHERE id = ${review}::uuid`
})

/** What an organisation or a tenant may hold, and up to which ceiling, if it holds nothing yet. */
export const give = (account: string, tenantId: string | null, amounts: Amounts, ceiling: Amounts = {}): Promise<void> => loading(async (sql) => {
  const resources = Object.keys(amounts)
  const nominal = Object.values(amounts)
  const hard = resources.map((resource, at) => ceiling[resource] ?? nominal[at] ?? 0n)
  const none = resources.map(() => 0n)
  const { count } = await sql.account.updateMany({
    where: { id: account, resources: { isEmpty: true } }, data: { resources, nominal, hard, used: none, held: none, unexplained: none, version: { increment: 1 } },
  })
  if (count === 0) return
  const { version } = await sql.account.findUniqueOrThrow({ where: { id: account }, select: { version: true } })
  await sql.quota.createMany({ data: resources.map((resource, at) => ({ accountId: account, resource, version, tenantId, nominal: nominal[at] ?? 0n, hard: hard[at] ?? 0n })) })
})

/** Nobody asks at the door for a ceiling above a place's share: it is loaded, where there is none yet. */
export const raiseCeiling = (account: string, tenantId: string, namespaceId: string, ceiling: Amounts): Promise<void> => loading(async (sql) => {
  const { resources, nominal, hard, version } = await sql.account.findUniqueOrThrow({ where: { id: account }, select: { resources: true, nominal: true, hard: true, version: true } })
  const raised = resources.filter((resource, at) => (ceiling[resource] ?? 0n) > (hard[at] ?? 0n) && hard[at] === nominal[at])
  if (raised.length === 0) return
  await sql.account.update({ where: { id: account }, data: { hard: resources.map((resource, at) => (raised.includes(resource) ? (ceiling[resource] ?? 0n) : (hard[at] ?? 0n))), version: { increment: 1 } } })
  await sql.quota.updateMany({ where: { accountId: account, resource: { in: raised }, validTo: null }, data: { validTo: new Date() } })
  await sql.quota.createMany({ data: raised.map((resource) => ({ accountId: account, resource, version: version + 1n, tenantId, namespaceId, nominal: nominal[resources.indexOf(resource)] ?? 0n, hard: ceiling[resource] ?? 0n })) })
})
