/**
 * Where work may be and was: some tenants' residency in the platform's words, and what the engine found when it looked. One node is labelled into another region and back, as somebody might by
 * mistake, and one does not say where it stands; everything that follows from it the engine said itself. What was played once is not played again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { hearClusters } from '~/server/clusters/hear-clusters'
import type { NodePlace } from '~/server/clusters/report'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { watchResidency } from '~/server/engine/watch-residency'
import { act } from './door'
import { clusters } from './fleet'
import { loading } from './owner'
import { tenants } from './places'

const platform = 'pia@platform.test'
const demoClusters = clusters.map(({ cluster }) => cluster)
// As short as where the month is played: of a load that was killed they lapse while the next one waits.
const [leaseSeconds, waits] = [5, 14]
const residencies = {
  borealis: { jurisdiction: 'eu', allowed: ['eu-west-1', 'eu-central-1', 'eu-north-1'], prohibited: ['us-*', 'cn-*'] },
  cardia: { jurisdiction: 'eu', allowed: ['eu-central-1'], prohibited: ['us-*', 'cn-*'] },
  radia: { jurisdiction: 'eu', allowed: ['eu-*'], prohibited: ['us-*', 'cn-*'] },
}
const [moved, silent] = ['radia', 'aurora']
const nodeUnder = (tenant: string) => loading(async (sql) => {
  const [found] = await sql.$queryRaw<{ node: string; region: string }[]>`SELECT n.id AS node, c.region_id AS region FROM workload w JOIN node n ON n.id = w.node_id JOIN pool p ON p.id = n.pool_id JOIN cluster c ON c.id = p.cluster_id WHERE w.tenant_id = ${tenant} ORDER BY w.id LIMIT 1`
  return found ?? null
})
const isSaid = (tenant: string) => loading(async (sql) => (await sql.policy.count({ where: { tenantId: tenant, kind: 'residency' } })) > 0)
const violationsIn = (tenant: string) => loading((sql) => sql.residencyViolation.findMany({ where: { tenantId: tenant }, orderBy: [{ beganAt: 'asc' }, { id: 'asc' }], select: { id: true, endedAt: true, acknowledgedAt: true } }))
/** The last of it is that what was seen stands in the record of each. */
const isPlayed = () => loading(async (sql) => (await sql.residencyBook.count({ where: { tenantId: { in: tenants.map(({ name }) => name) }, previous: { not: null } } })) === tenants.length)

async function take(name: string): Promise<boolean> {
  for (let tries = 0; tries < waits; tries++) {
    if (await takeLease(name, leaseSeconds)) return true
    await wait(500)
  }
  return false
}

export async function playResidency(): Promise<void> {
  // What an engine that listens already looks at is its own to tell.
  if ((await isPlayed()) || !(await take('run-clusters')) || !(await take('watch-residency'))) return
  for (const [tenant, body] of Object.entries(residencies)) if (!(await isSaid(tenant))) await act(platform, 'policies.changeInTenant', { tenant, kind: 'residency', version: null, body })
  const [away, quiet] = [await nodeUnder(moved), await nodeUnder(silent)]
  const look = async (places: Readonly<Record<string, NodePlace | null>>) => {
    if (await take('run-clusters')) await hearClusters('run-clusters', { nature: { seed: 'bailiwick', failsEveryHours: null, silentEveryHours: null }, clusters: demoClusters, places })
    if (await take('watch-residency')) await watchResidency('watch-residency', { tenants: tenants.map(({ name }) => name) })
  }
  await look(quiet === null ? {} : { [quiet.node]: null })
  if (away !== null) {
    if ((await violationsIn(moved)).length === 0) await look({ [away.node]: { region: 'us-east-1', residency: 'us', jurisdiction: null, providerId: null } })
    const open = (await violationsIn(moved)).filter(({ endedAt }) => endedAt === null)
    for (const { id, acknowledgedAt } of open) if (acknowledgedAt === null) await act(platform, 'residency.acknowledge', { tenant: moved, violation: id, note: 'The node was given the labels of another pool by mistake. They are being put back.' })
    if (open.length > 0) await look({ [away.node]: { region: away.region, residency: 'eu', jurisdiction: 'gdpr', providerId: `simulated:///${away.region}a/${away.node}` } })
  }
  for (const { name, admin } of tenants) await act(admin, 'residency.keep', { tenant: name })
  await look({})
  await giveBackLeases()
}
