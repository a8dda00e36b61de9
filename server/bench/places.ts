import { randomUUID } from 'node:crypto'
import { admit } from '~/server/admission/admit'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { defaultPriorityPolicy } from '~/server/admission/priority/priority-policy'
import { createAllocation } from '~/server/allocations/create-allocation'
import type { DecidedAction } from '~/server/authorization/actions'
import { authorize } from '~/server/authorization/permit'
import type { Answer } from '~/server/database/deed'
import type { Actor } from '~/server/identity/actor'
import { digestOf, type Json } from '~/server/shared/canonical'
import { hashToken, makeToken, sealToken } from '~/server/identity/token'
import { secretKey } from '~/server/keys/secret'
import type { Node } from '~/server/placement/fleet'
import { connectAs, loading, sourceOfTest } from '~/server/testing/world'

/** What the operator would set, so that nobody's yes is asked for. */
export const raised = { devicesMost: 100_000, splitting: { minutes: 1, personDevicesMost: 100_000, namespaceDevicesMost: 100_000 } }
const resources = ['cpu', 'memory', 'nvidia.com/gpu']
export const each = { cpu: '8', memory: '32Gi', 'nvidia.com/gpu': '1' }

/** Organisations with tenants in them, each with one namespace called `work`, that may have so much of each resource and own a fair part of it; and somebody who is an admin everywhere. */
export async function makePlaces({ organisations, tenantsEach, hard }: { organisations: number; tenantsEach: number; hard: bigint }): Promise<{ actor: Actor; tenants: string[] }> {
  const person = randomUUID()
  const tenants: string[] = []
  const [most, share, none] = [hard, hard / BigInt(tenantsEach), 0n].map((amount) => `{${resources.map(() => amount).join(',')}}`)
  await loading(async (sql) => {
    await sql.query("INSERT INTO person (id, email, name) VALUES ($1, $2, 'Bench')", [person, `${person}@example.test`])
    const account = (id: string, kind: string, parent: string, organisation: string, tenant: string | null, namespace: string | null, own = share) => sql.query(
      'INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained) VALUES ($1, $2, $3, $4, $5, $6, $7, $10, $8, $9, $9, $9)',
      [id, kind, parent, organisation, tenant, namespace, resources, most, none, own])
    await sql.query("INSERT INTO policy (id, kind, version, body) VALUES ($1, 'priority', 1, $2)", [randomUUID(), JSON.stringify({ ...defaultPriorityPolicy, ...raised })])
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ('eu-test-1', 'Test', 'DE', 'eu') ON CONFLICT DO NOTHING")
    for (let org = 0; org < organisations; org++) {
      const organisation = `bench-${org}`
      await sql.query('INSERT INTO organisation (id, title) VALUES ($1, $1)', [organisation])
      await account(`platform/${organisation}`, 'organisation', 'platform', organisation, null, null, most)
      for (let at = 0; at < tenantsEach; at++) {
        const tenant = `bench-${org}-${at}`
        tenants.push(tenant)
        await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) VALUES ($1, $2, $1, 1, 'internal', '{eu-test-1}', '{}')", [tenant, organisation])
        await account(`platform/${organisation}/${tenant}`, 'tenant', `platform/${organisation}`, organisation, tenant, null)
        await sql.query("INSERT INTO namespace (tenant_id, id, title) VALUES ($1, 'work', 'Work')", [tenant])
        await account(`platform/${organisation}/${tenant}/work`, 'namespace', `platform/${organisation}/${tenant}`, organisation, tenant, 'work')
      }
    }
  })
  return { actor: adminOf(person, tenants), tenants }
}

export const adminOf = (person: string, tenants: readonly string[]): Actor => ({
  personId: person, name: 'Bench', email: 'bench@example.test', sessionId: randomUUID(), delegated: [], breakGlass: null, methods: [], powers: 'live', elevatedUntil: null, token: null, grounds: null, source: sourceOfTest(),
  bindings: tenants.map((tenant) => ({ role: 'tenant_admin' as const, tenant, namespace: null, until: null })),
})

/** A machine's token of theirs, for asking in one tenant, of which they are then an admin. */
export async function tokenIn(person: string, tenant: string, actions: readonly string[]): Promise<string> {
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES ($1, $2, 'tenant_admin', $3) ON CONFLICT DO NOTHING", [randomUUID(), person, tenant]))
  const secret = makeToken()
  const row = { id: randomUUID(), personId: person, tokenHash: hashToken(secret), actions, expiresAt: new Date(Date.now() + 24 * 3_600_000) }
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [person])
  await engine.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES ($1, $2, 'Bench', $3, $4, $5, now(), $6)", [row.id, person, row.tokenHash, sealToken(secretKey('SESSION_SIGN_KEY_FILE'), row), actions, row.expiresAt])
  await engine.query('COMMIT')
  await engine.end()
  return secret
}

const deciders = { 'allocations.create': createAllocation, 'allocations.release': releaseAllocation } as const
const ask = (actor: Actor, action: keyof typeof deciders & DecidedAction, tenant: string, input: Json, key: string): Promise<Answer<Json, string>> =>
  admit({ action, decider: deciders[action] as never, permit: authorize(actor, action, { tenant }), input, key, inputDigest: digestOf(input) })
export const wish = (tenant: string, name: string, amounts: Readonly<Record<string, string>> = each) =>
  ({ tenant, namespace: 'work', name, class: 'normal', pods: 1, each: amounts, models: [], region: null, labels: { 'cost-center': 'bench' }, purpose: 'Bench.', hours: 24, pod: null, claims: [], waits: false })
export const create = (actor: Actor, tenant: string, name: string, { amounts = each, key = randomUUID() as string, more = {} }: { amounts?: Readonly<Record<string, string>>; key?: string; more?: { class?: string; waits?: boolean } } = {}) =>
  ask(actor, 'allocations.create', tenant, { ...wish(tenant, name, amounts), ...more }, key) as Promise<Answer<{ allocation: string; verdict: 'admit' | 'hold' }, string>>
export const release = (actor: Actor, tenant: string, allocation: string, key: string = randomUUID()) => ask(actor, 'allocations.release', tenant, { tenant, allocation }, key)

/** The fleet stands where the tenants may be, and everybody may ask for parts of a GPU. The platform says that nodes are chosen here, from now on or not any more. */
export async function chooseNodes(nodes: boolean): Promise<void> {
  await loading(async (sql) => {
    const { rows: [{ version }] } = await sql.query("SELECT coalesce(max(version), 0) + 1 AS version FROM policy WHERE tenant_id IS NULL AND kind = 'placement'")
    await sql.query("UPDATE policy SET valid_to = now() WHERE tenant_id IS NULL AND kind = 'placement' AND valid_to IS NULL")
    await sql.query("INSERT INTO policy (id, kind, version, body) VALUES ($1, 'placement', $2, $3)", [randomUUID(), version, JSON.stringify({ nodes })])
  })
}
export async function makeFleet(nodes: readonly Node[], hard: bigint): Promise<void> {
  await loading(async (sql) => {
    await sql.query("INSERT INTO cluster (id, region_id, kind) VALUES ('bench', 'eu-test-1', 'simulated')")
    await sql.query("INSERT INTO pool (id, cluster_id, isolation_level, taints) VALUES ('bench', 'bench', 1, '{}')")
    for (const { id, model, cpuMilli, memoryBytes, gpuMilliFree } of nodes) await sql.query(
      "INSERT INTO node (id, pool_id, model, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free, reported_at) VALUES ($1, 'bench', $2, 0, $3, $4, $3, $4, $5, now() + interval '1 day')", [id, model, cpuMilli, memoryBytes, gpuMilliFree])
    await sql.query("UPDATE account SET resources = resources || '{nvidia.com/gpu-milli}', nominal = nominal || nominal[1], hard = hard || $1::bigint, used = used || 0::bigint, held = held || 0::bigint, unexplained = unexplained || 0::bigint WHERE kind <> 'platform'", [hard])
  })
}
