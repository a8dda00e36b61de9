import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeReport } from '~/server/clusters/take-report'
import { closeDatabase } from '~/server/database/client'
import { takeLease, underLease } from '~/server/database/lease'
import { watchResidency } from '~/server/engine/watch-residency'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'

let [world, fleet]: [World, Cluster] = [null as never, null as never]
const now = new Date()
beforeAll(async () => {
  world = await makeWorld()
  fleet = await makeCluster(world, { heard: false })
  const lease = `try-residency-${world.mark}`
  await takeLease(lease, 600)
  const work = { workload: 'w', tenant: world.a, namespace: 'red', allocation: null, amounts: { 'nvidia.com/gpu': '2' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: now.toISOString(), failed: false }
  await underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, {
    cluster: fleet.cluster, nodes: [{ node: fleet.nodes[0], at: now.toISOString(), place: { region: fleet.region, residency: 'eu', jurisdiction: 'gdpr', providerId: null }, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [work] }],
  }, now))
  await watchResidency(lease, { now, tenants: [world.a, world.b] })
})
afterAll(closeDatabase)

const document = (more: object = {}) => ({ tenant_id: world.a, data_residency: 'eu' as const, allowed_regions: ['eu-*'], prohibited_regions: [fleet.region], ...more })
const tried = async (of: object, tenant: string = world.a, by = world.platformAdmin) => (await doorFor(by)).residency.tryOut({ tenant, document: of } as never)

test('a tenant’s policy in other tools’ words is shown with whose work would be where it may not, signed as it was shown, and then stands', async () => {
  const told = await tried(document())
  expect(told).toMatchObject({ lost: [fleet.region], wouldViolate: [{ region: fleet.region, reason: 'region_prohibited', works: 1, gpuMilli: '2000' }], wouldBeAllowed: [], body: { jurisdiction: 'eu', allowed: ['eu-*'], prohibited: [fleet.region] } })
  expect(told.warnings).toContain(`The region ${fleet.region} is allowed and prohibited: it is prohibited.`)
  const read = async (tenant: string) => (await doorFor(world.platformAuditor)).policies.readInTenant({ tenant, kind: 'residency' })
  expect(await read(world.a)).toMatchObject({ version: null, body: null })
  const wish = { tenant: world.a, kind: 'residency' as const, version: null, body: told.body }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeInTenant', wish) })).policies.changeInTenant(wish)).toMatchObject({ ok: true })
  expect([await read(world.a), await read(world.b)]).toMatchObject([{ version: '1', body: told.body, versions: [{ version: '1', person: world.platformAdmin.id }] }, { version: null, versions: [] }])
  // By what holds now it is there already against the policy, so the same again changes nothing.
  expect(await tried(document())).toMatchObject({ gained: [], lost: [], wouldViolate: [] })
  expect(await tried(document({ prohibited_regions: [] }))).toMatchObject({ gained: expect.arrayContaining([fleet.region]), wouldBeAllowed: [{ region: fleet.region, works: 1 }] })
  expect(await tried({ ...document({ allowed_regions: ['*'], prohibited_regions: [] }), tenant_id: world.b }, world.b)).toMatchObject({ wouldViolate: [], wouldBeAllowed: [] })
})
test('a document of another tenant is none of this one; what is not as a document must be is said place by place', async () => {
  await expect(tried(document({ tenant_id: world.b }))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const more of [{ data_residency: 'mars' }, { allowed_regions: 'eu-*' }, { also: 1 }]) await expect(tried(document(more))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(tried(document({ tenant_id: 'no-such-tenant' }), 'no-such-tenant')).rejects.toMatchObject({ message: 'not_found' })
})
test('nobody but a platform admin tries it, and no tenant reads it by the platform’s door', async () => {
  await expect(tried(document(), world.a, world.platformAuditor)).rejects.toMatchObject({ message: 'forbidden' })
  await expect(tried(document(), world.a, world.admin)).rejects.toMatchObject({ message: 'not_found' })
  await expect((await doorFor(world.admin)).policies.readInTenant({ tenant: world.b, kind: 'residency' })).rejects.toMatchObject({ message: 'not_found' })
})
