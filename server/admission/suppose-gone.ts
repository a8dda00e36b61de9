/** What would become of what stands on some nodes if they were not there: of all tenants together, because what one finds another does not. Over one moment, in a transaction that cannot write. */
import { setImmediate } from 'node:timers/promises'
import type { FleetRow } from '~/server/database/fleet'
import { inSnapshot } from '~/server/database/lane'
import { inScope } from '~/server/database/scope'
import type { Node } from '~/server/placement/fleet'
import { findsOthers, inTurn, knownOf, learnPlaces } from './suppose'

/** Whose it is, how many thousandths of GPUs it holds, and whether it finds other nodes. */
export type Displaced = { readonly tenant: string; readonly gpuMilli: bigint; readonly finds: boolean }
/** So many are looked for: where more stand there, it is said. */
export const displacedMost = 300

export function supposeGone(isGone: (node: Node) => boolean): Promise<{ now: string; fleet: readonly FleetRow[]; displaced: readonly Displaced[]; isPart: boolean }> {
  return inTurn('platform', async () => {
    const tenants = await inScope('engine', { platform: true }, (sql) => sql.tenant.findMany({ select: { id: true, organisationId: true }, orderBy: { id: 'asc' } }))
    const organisationOf = new Map(tenants.map(({ id, organisationId }) => [id, organisationId]))
    return inSnapshot([...new Set(organisationOf.values())], [...organisationOf.keys()], async (lane) => {
      const now = new Date().toISOString()
      const fleet = await lane.fleet()
      const gone = fleet.filter(isGone).map(({ id }) => id)
      const found = gone.length === 0 ? [] : await lane.standingOn(gone, displacedMost + 1)
      const rows = found.slice(0, displacedMost)
      // A node that is gone is one to which nothing comes.
      const lost = new Set(gone)
      const known = await knownOf(fleet.map((row) => (lost.has(row.id) ? { ...row, cordoned: true } : row)))
      for (const tenant of new Set(rows.map(({ tenant_id: of }) => of))) {
        await lane.say([tenant])
        await learnPlaces(lane, { organisation: organisationOf.get(tenant) ?? '', tenant }, known, rows.filter(({ tenant_id: of }) => of === tenant).map(({ namespace_id: namespace, class: of }) => ({ namespace, class: of })))
      }
      const displaced: Displaced[] = []
      for (const row of rows) {
        displaced.push({ tenant: row.tenant_id, gpuMilli: gpuMilliOf(row), finds: findsOthers(known, row.tenant_id, row) })
        // Each is a search through all of the fleet: whoever waits for the process has a turn between two.
        await setImmediate()
      }
      return { now, fleet, displaced, isPart: found.length > displacedMost }
    })
  })
}

const gpuMilliOf = ({ resources, amounts }: { readonly resources: readonly string[]; readonly amounts: readonly string[] }): bigint =>
  resources.reduce((sum, resource, at) => sum + BigInt(amounts[at] ?? 0) * (resource.endsWith('/gpu') ? 1000n : resource.endsWith('/gpu-milli') ? 1n : 0n), 0n)
