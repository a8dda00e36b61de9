/** The same replay by way of admission: each task is a wish, decided under policies that limit nothing and accounts that never bind, and stands where that decision puts it. */
import { decide } from '~/server/admission/decide'
import { noFleet } from '~/server/admission/placement/decide-placement'
import type { Policy, State, Wish } from '~/server/admission/facts'
import { policyFrom } from '~/server/admission/policy'
import { defaultPriorityPolicy } from '~/server/admission/priority/priority-policy'
import type { AccountFacts } from '~/server/ledger/account'
import { amountMax } from '~/server/shared/amount'
import type { Fleet } from '../fleet'
import type { Chooser } from './policies/chooser'

const resources = ['cpu', 'memory', 'nvidia.com/gpu', 'nvidia.com/gpu-milli'] as const
const policy: Policy = policyFrom([
  { tenant: null, kind: 'limits', body: { perPod: {} } }, { tenant: null, kind: 'labels', body: { required: [], names: [] } },
  { tenant: null, kind: 'priority', body: { ...defaultPriorityPolicy, devicesMost: 100_000, splitting: { minutes: 1, personDevicesMost: 100_000, namespaceDevicesMost: 100_000 } } },
])
const now = '2026-01-01T00:00:00.000Z'

export function throughQuotas(fleet: Fleet, chooser: Chooser): Chooser {
  const used = new Map<string, bigint>(resources.map((resource) => [resource, 0n]))
  const regions = [...new Set(fleet.shelves.flatMap(({ where }) => where.region ?? []))].sort()
  const accounts = (): AccountFacts[] => (['organisation', 'tenant', 'namespace'] as const).map((level) => ({
    id: level, level, version: '1', standing: Object.fromEntries(resources.map((resource) => [resource, [`${amountMax}`, `${amountMax}`, `${used.get(resource) ?? 0n}`, '0', '0'] as const])),
  }))
  return {
    choose(shape, allowed) {
      const proposed = chooser.choose(shape, allowed)
      const row = proposed && fleet.node(proposed.id)
      const mayBe = allowed.regions === 'any' ? regions : [...allowed.regions]
      const { cpuMilli, memoryBytes, gpus, gpuMilli } = shape
      const wish: Wish = {
        tenant: allowed.tenant, namespace: 'trace', name: 'task', class: 'normal', pods: 1, models: shape.models === 'any' ? [] : [...shape.models], region: null, labels: {}, purpose: 'Replayed.', hours: 1, pod: null, claims: [], waits: false,
        each: { cpu: `${cpuMilli}m`, memory: `${memoryBytes}`, ...(gpus === 0 ? {} : gpus === 1 && gpuMilli < 1000 ? { 'nvidia.com/gpu-milli': `${gpuMilli}` } : { 'nvidia.com/gpu': `${gpus}` }) },
      }
      const state: State = {
        asker: { person: 'replay', roles: ['tenant_admin'], machine: true }, tenant: { id: allowed.tenant, organisation: 'trace', frozen: false, isolationLevel: 1, regions: mayBe }, accounts: accounts(),
        regions: regions.map((region) => ({ region, jurisdiction: 'other' as const })), nameTaken: false, pending: 0, recent: { person: '0', namespace: '0' }, approved: false, ahead: [], lent: null,
        fleet: { ...noFleet, regions: mayBe, proposals: proposed && row ? [{ ...proposed, version: row.version }] : [], rows: row ? [row] : [] },
      }
      const { verdict, reason, says, effects } = decide(state, wish, policy, now)
      if (verdict !== 'admit' && reason !== 'no_node_fits') throw new Error(`a task was not admitted for another reason than want of room: ${says}`)
      for (const [resource, amount] of Object.entries(effects.posting.used)) used.set(resource, (used.get(resource) ?? 0n) + BigInt(amount))
      const [pod] = effects.placement?.pods ?? []
      return pod ? { id: pod.node, gpus: pod.gpus } : null
    },
  }
}
