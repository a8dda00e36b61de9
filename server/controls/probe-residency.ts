/** Whether work that is where it may not be is found: tried by labelling a node otherwise, in a tenant and a region that nobody but this transaction ever sees, and looking as the engine looks. */
import { randomBytes } from 'node:crypto'
import { rehearseLoop } from '~/server/database/rehearse'
import { stepsOf, takeStep } from '~/server/residency/keep-stays'
import { lookAt } from '~/server/residency/look'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Keepers } from './keepers'
import type { Probe } from './probe'

/** Work runs on a node that says that it stands at home, or elsewhere from then on; whether a violation stands there afterwards. */
const foundAfter = ({ takeReport }: Keepers, isRelabelled: boolean): Promise<string> => rehearseLoop(async (sql, on) => {
  const tenant = `probe-${randomBytes(6).toString('hex')}`
  // A region's name has letters alone between its ends.
  const letters = Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26))).join('')
  const [home, away] = [`eu-${letters}-1`, `us-${letters}-1`]
  const now = new Date()
  await on({ platform: true })
  await sql.$executeRaw`INSERT INTO region (id, title, country, jurisdiction) VALUES (${home}, ${home}, 'DE', 'eu'), (${away}, ${away}, 'US', 'us')`
  await sql.$executeRaw`INSERT INTO organisation (id, title, created_at) VALUES (${tenant}, ${tenant}, ${now})`
  await sql.$executeRaw`INSERT INTO account (id, kind, parent_id, organisation_id) VALUES (${`platform/${tenant}`}, 'organisation', 'platform', ${tenant})`
  await sql.$executeRaw`INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance, created_at) VALUES (${tenant}, ${tenant}, ${tenant}, 1, 'internal', ARRAY[${home}], '{}', ${now})`
  await sql.$executeRaw`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id) VALUES (${`platform/${tenant}/${tenant}`}, 'tenant', ${`platform/${tenant}`}, ${tenant}, ${tenant})`
  await sql.$executeRaw`INSERT INTO cluster (id, region_id, kind) VALUES (${tenant}, ${home}, 'kubernetes')`
  await sql.$executeRaw`INSERT INTO pool (id, cluster_id, isolation_level, taints) VALUES (${tenant}, ${tenant}, 1, '{}')`
  await sql.$executeRaw`INSERT INTO node (id, pool_id, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free) VALUES (${tenant}, ${tenant}, 0, 1000, 1000, 1000, 1000, '{}')`
  await on({ loop: 'fleet' })
  const work = { workload: 'probe', tenant, namespace: 'probe', allocation: null, amounts: { cpu: '1' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: new Date(now.getTime() - 60_000).toISOString(), failed: false }
  const says = (region: string, ms: number) => takeReport(sql, { cluster: tenant, nodes: [{ node: tenant, at: new Date(now.getTime() + ms).toISOString(), place: { region, residency: null, jurisdiction: null, providerId: null }, model: null, gpus: 0, gpuMemory: '0', cpu: '1000', memory: '1000', workloads: [work] }] }, now)
  await says(home, 0)
  if (isRelabelled) await says(away, 1)
  await on({ loop: 'residency', tenant, namespaces: '*' })
  const stays = (await lookAt(sql, now)).stays.filter((stay) => stay.tenant === tenant)
  for (const step of stepsOf(stays, [])) await takeStep(sql, tenant, step, [], now)
  const found = await sql.residencyViolation.count({ where: { tenantId: tenant, endedAt: null } })
  if (stays.length !== 1) throw new Error('the work of the probe was not seen')
  return found === 1 ? 'violation_began' : done
})

export const residencyProbes = {
  'residency.found': async ({ keepers }) => ({ forbidden: await foundAfter(keepers, true), allowed: await foundAfter(keepers, false) }),
} as const satisfies Partial<Record<ControlId, Probe>>
