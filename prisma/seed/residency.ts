/**
 * Where work may be and was: some tenants' residency in the platform's words, and what the engine found when it looked. One node is labelled into another region and back, as somebody might by
 * mistake, and one does not say where it stands; everything that follows from it the engine said itself. What was played once is not played again.
 */
import { hearClusters } from '~/server/clusters/hear-clusters'
import type { NodePlace } from '~/server/clusters/report'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { watchResidency } from '~/server/engine/watch-residency'
import { act } from './door'
import { loading } from './owner'
import { tenants } from './places'

const platform = 'pia@platform.test'
const leaseSeconds = 30
const residencies = {
  borealis: { jurisdiction: 'eu', allowed: ['eu-west-1', 'eu-central-1', 'eu-north-1'], prohibited: ['us-*', 'cn-*'] },
  cardia: { jurisdiction: 'eu', allowed: ['eu-central-1'], prohibited: ['us-*', 'cn-*'] },
  radia: { jurisdiction: 'eu', allowed: ['eu-*'], prohibited: ['us-*', 'cn-*'] },
}
const [moved, silent] = ['radia', 'aurora']
const nodeUnder = (tenant: string) => loading(async (sql) => (await sql.workload.findFirst({ where: { tenantId: tenant }, orderBy: { id: 'asc' }, select: { nodeId: true } }))?.nodeId ?? null)
const isSaid = (tenant: string) => loading(async (sql) => (await sql.policy.count({ where: { tenantId: tenant, kind: 'residency' } })) > 0)
const violationIn = (tenant: string) => loading(async (sql) => (await sql.residencyViolation.findFirst({ where: { tenantId: tenant, endedAt: null }, select: { id: true } }))?.id ?? null)

export async function playResidency(): Promise<void> {
  // What an engine that listens already looks at is its own to tell.
  if (!(await takeLease('run-clusters', leaseSeconds)) || !(await takeLease('watch-residency', leaseSeconds)) || (await isSaid(moved))) return
  for (const [tenant, body] of Object.entries(residencies)) if (!(await isSaid(tenant))) await act(platform, 'policies.changeInTenant', { tenant, kind: 'residency', version: null, body })
  const [away, quiet] = [await nodeUnder(moved), await nodeUnder(silent)]
  const hear = (places: Readonly<Record<string, NodePlace | null>>) => hearClusters('run-clusters', { nature: { seed: 'bailiwick', failsEveryHours: null, silentEveryHours: null }, places })
  const look = () => watchResidency('watch-residency')
  await hear(quiet === null ? {} : { [quiet]: null })
  await look()
  if (away !== null) {
    await hear({ [away]: { region: 'us-east-1', residency: 'us', jurisdiction: null, providerId: null } })
    await look()
    const violation = await violationIn(moved)
    if (violation !== null) await act(platform, 'residency.acknowledge', { tenant: moved, violation, note: 'The node was given the labels of another pool by mistake. They are being put back.' })
    await hear({ [away]: { region: 'eu-central-1', residency: 'eu', jurisdiction: 'gdpr', providerId: `simulated:///eu-central-1a/${away}` } })
    await look()
  }
  for (const { name, admin } of tenants) await act(admin, 'residency.keep', { tenant: name })
  await look()
  await giveBackLeases()
}
