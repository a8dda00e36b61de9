import type { Match, Naming } from '~/server/admission/labels/decide-labels'
import { isBelow, type Level, type LevelOfNamespace } from '~/server/admission/pod-security/decide-level'
import type { IsolationLevel } from '~/server/tenants/isolation'

/** What runs in it is for. Only from a namespace of production does anything choose production nodes. */
export const environments = ['production', 'staging', 'test', 'development'] as const
export type Environment = (typeof environments)[number]

export type Attributes = {
  readonly title: string; readonly environment: Environment; readonly costCentre: string | null; readonly owner: string | null
  /** Null is as the tenant is kept. */
  readonly isolation: IsolationLevel | null
  /** Null is as the platform asks of everybody: it may ask for more, and not for less. */
  readonly podSecurity: LevelOfNamespace | null
  readonly labels: Readonly<Record<string, string>>
}
/** What holds around it. `ownerKnown` is that whoever is to own it holds a role in the tenant. */
export type Around = { readonly isolationLevel: number; readonly podSecurity: Level; readonly naming: Naming; readonly ownerKnown: boolean }
export type AttributesRefusal = 'owner_unknown' | 'isolation_too_soft' | 'pod_security_too_lax' | 'label_reserved' | 'label_malformed'

/** By this label an allocation says whom its cost is laid to. */
export const costCentreLabel = 'cost-center'
/** What Kubernetes and the objects made here say themselves is nobody’s to say. */
const isReserved = (key: string) => key === costCentreLabel || key === 'environment' || /(^|\.)(kubernetes\.io|k8s\.io|bailiwick\.dev)\//.test(key)
/** What every allocation in it carries without saying so. */
export const labelsGiven = ({ costCentre, labels }: Pick<Attributes, 'costCentre' | 'labels'>): Record<string, string> => ({ ...labels, ...(costCentre === null ? {} : { [costCentreLabel]: costCentre }) })

/** Order is precedence. */
export function decideAttributes(around: Around, wish: Attributes, match: Match): AttributesRefusal | null {
  if (!around.ownerKnown) return 'owner_unknown'
  if (wish.isolation !== null && wish.isolation < around.isolationLevel) return 'isolation_too_soft'
  if (wish.podSecurity !== null && isBelow(wish.podSecurity, around.podSecurity)) return 'pod_security_too_lax'
  if (Object.keys(wish.labels).some(isReserved)) return 'label_reserved'
  const given = labelsGiven(wish)
  // What it gives to its work must be what its work is asked for.
  return around.naming.required.some(({ key, pattern }) => pattern !== null && Object.hasOwn(given, key) && !match(pattern.pattern, given[key] ?? '')) ? 'label_malformed' : null
}
