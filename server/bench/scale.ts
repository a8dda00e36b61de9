/**
 * What a decision costs with 10 to 10,000 tenants to decide for, and with 5,000 that wait: all of one tenant's, and a hundred each of fifty. What is compared is measured in
 * turn, because what else the machine has to do changes from one minute to the next.
 */
import { randomUUID } from 'node:crypto'
import { defaultAdmissionPolicy } from '~/server/admission/policy'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { loading } from '~/server/testing/world'
import { anyShort, option, quantile, say, tell } from './figures'
import { adminOf, create, release } from './places'

const [secondsEach, pairs] = [option('seconds', 3), option('pairs', 5)]
const [organisations, tenantsEach] = [100, 100]
const running = 64
const queued = option('queued', 5_000)

const person = randomUUID()
const nameOf = (at: number) => `scale-${at % organisations}-${Math.floor(at / organisations)}`
const tenants = Array.from({ length: organisations * tenantsEach }, (_, at) => nameOf(at))
const queues = { one: { organisation: 'queue-one', tenants: ['queue-one-0'] }, many: { organisation: 'queue-many', tenants: Array.from({ length: 50 }, (_, at) => `queue-many-${at}`) } }

/** Rows by the thousand: organisations, tenants with one namespace each, and their accounts, with so many cores of each. */
async function makePlaces(of: readonly { organisation: string; tenants: readonly string[] }[], cores: bigint): Promise<void> {
  await loading(async (sql) => {
    const amounts = `ARRAY[${cores * 1000n}::bigint]`
    const columns = 'account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)'
    const own = of.flatMap(({ organisation, tenants: all }) => all.map((tenant) => [organisation, tenant] as const))
    const values = [own.map(([organisation]) => organisation), own.map(([, tenant]) => tenant)]
    const each = 'unnest($1::text[], $2::text[]) AS w (o, t)'
    await sql.query('INSERT INTO organisation (id, title) SELECT o, o FROM unnest($1::text[]) AS w (o)', [of.map(({ organisation }) => organisation)])
    await sql.query(`INSERT INTO ${columns} SELECT 'platform/' || o, 'organisation', 'platform', o, NULL, NULL, '{cpu}', ${amounts}, ${amounts}, '{0}', '{0}', '{0}' FROM unnest($1::text[]) AS w (o)`, [of.map(({ organisation }) => organisation)])
    await sql.query(`INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) SELECT t, o, t, 1, 'internal', '{eu-test-1}', '{}' FROM ${each}`, values)
    await sql.query(`INSERT INTO namespace (tenant_id, id, title) SELECT t, 'work', 'Work' FROM ${each}`, values)
    await sql.query(`INSERT INTO ${columns} SELECT 'platform/' || o || '/' || t, 'tenant', 'platform/' || o, o, t, NULL, '{cpu}', '{0}', ${amounts}, '{0}', '{0}', '{0}' FROM ${each}`, values)
    await sql.query(`INSERT INTO ${columns} SELECT 'platform/' || o || '/' || t || '/work', 'namespace', 'platform/' || o || '/' || t, o, t, 'work', '{cpu}', '{0}', ${amounts}, '{0}', '{0}', '{0}' FROM ${each}`, values)
  })
}
await loading(async (sql) => {
  await sql.query("INSERT INTO person (id, email, name) VALUES ($1, $2, 'Bench')", [person, `${person}@example.test`])
  await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ('eu-test-1', 'Test', 'DE', 'eu') ON CONFLICT DO NOTHING")
  await sql.query("INSERT INTO policy (id, kind, version, body) VALUES ($1, 'admission', 1, $2)", [randomUUID(), JSON.stringify({ ...defaultAdmissionPolicy, pendingMax: 10_000 })])
})
await makePlaces(Array.from({ length: organisations }, (_, org) => ({ organisation: `scale-${org}`, tenants: tenants.filter((_, at) => at % organisations === org) })), 1_000_000_000n)
await makePlaces(Object.values(queues), BigInt(running))
const actor = adminOf(person, [])
const asAdminOf = (tenant: string) => ({ ...actor, bindings: [{ role: 'tenant_admin' as const, tenant, namespace: null, until: null }] })
const cpu = { amounts: { cpu: '1' } }
let named = 0
const ask = (tenant: string, waits = false) => create(asAdminOf(tenant), tenant, `s${named++}`, { ...cpu, more: { waits } })

async function rateOver(count: number): Promise<number> {
  const until = performance.now() + secondsEach * 1000
  const began = performance.now()
  let done = 0
  await Promise.all(Array.from({ length: 32 }, async (_, client) => {
    for (let turn = 0; performance.now() < until; turn++) if ((await ask(tenants[(client * 7919 + turn * 104_729) % count] ?? '')).ok) done++
  }))
  return done / ((performance.now() - began) / 1000)
}
say(`${organisations} organisations of ${tenantsEach} tenants; ${pairs} turns of ${secondsEach} s each, 32 clients`)
const sizes = [10, 100, 1_000, 10_000]
for (const size of sizes) await rateOver(size)
const rates = new Map<number, number[]>(sizes.map((size) => [size, []]))
for (let turn = 0; turn < pairs; turn++) for (const size of sizes) rates.get(size)?.push(await rateOver(size))
const median = (of: readonly number[]) => quantile(of, 0.5)
const fewest = rates.get(10) ?? []
for (const size of sizes) tell(`${size.toLocaleString('en')} tenants`, median(rates.get(size) ?? []), 'admissions/s', { ratio: median((rates.get(size) ?? []).map((rate, at) => rate / (fewest[at] ?? rate))) })

type Side = keyof typeof queues
const tenantsIn = (side: Side) => queues[side].tenants
async function fill(side: Side): Promise<void> {
  const all = tenantsIn(side)
  const asked = Array.from({ length: running + queued }, (_, at) => all[at % all.length] ?? '')
  for (let at = 0; at < asked.length; at += 256) await Promise.all(asked.slice(at, at + 256).map((tenant) => ask(tenant, true)))
}
const admitted = (side: Side) => loading(async (sql) => (await sql.query<{ id: string; tenant: string }>("SELECT id, tenant_id AS tenant FROM allocation WHERE organisation_id = $1 AND state = 'admitted'", [queues[side].organisation])).rows)
/** All that runs is released at once, and as many begin; how many a second do. */
async function turnOver(side: Side): Promise<number> {
  const all = await admitted(side)
  const began = performance.now()
  await Promise.all(all.map(({ id, tenant }) => release(asAdminOf(tenant), tenant, id)))
  const seconds = (performance.now() - began) / 1000
  const now = new Set((await admitted(side)).map(({ id }) => id))
  if (all.some(({ id }) => now.has(id)) || now.size < running / 2) throw new Error(`${now.size} of ${running} began`)
  return now.size / seconds
}
await fill('one')
await fill('many')
const turns: { one: number; many: number }[] = []
for (let turn = 0; turn < pairs * 4; turn++) turns.push(turn % 2 ? { one: await turnOver('one'), many: await turnOver('many') } : { many: await turnOver('many'), one: await turnOver('one') })
tell(`${queued.toLocaleString('en')} that wait, of fifty tenants`, median(turns.map(({ many }) => many)), 'begun/s')
const ratio = median(turns.map(({ one, many }) => one / many))
tell(`${queued.toLocaleString('en')} that wait, of one tenant`, median(turns.map(({ one }) => one)), 'begun/s', { ratio, goal: 'at least 0.8 times as many', holds: ratio >= 0.8 })
await closeLanes()
await closeDatabase()
process.exit(anyShort() ? 1 : 0)
