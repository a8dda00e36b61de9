import { throughFailover } from '~/server/admission/residency/decide-failover'
import { decideResidency, type KnownRegion, type Residency, type ResidencyReason } from '~/server/admission/residency/decide-residency'
import { decideWhere, type Evidence, type UnknownWhy } from './decide-where'

export const stayStates = ['allowed', 'prohibited', 'unknown'] as const
export type StayState = (typeof stayStates)[number]
export type StayReason = ResidencyReason | UnknownWhy

/** A tenant's word on where its work may be. Without a version it is the regions that the tenant was made with. */
export type Rule = { readonly version: string | null; readonly residency: Residency }
/** That work runs on a node, as its cluster says. */
export type Run = {
  readonly tenant: string; readonly namespace: string | null; readonly allocation: string | null; readonly work: string; readonly cluster: string; readonly node: string; readonly gpuMilli: string
  readonly placed: string; readonly place: string | null; readonly evidence: Evidence | null; readonly heardAt: string | null
}
export type Stay = Omit<Run, 'evidence'> & { readonly region: string | null; readonly state: StayState; readonly reason: StayReason | null; readonly policy: string | null; /** The region for whose disaster it may be there, where it may by nothing else. */ readonly failover: string | null }

/**
 * Whether work may be where it runs. Where it stands must be known for it to be allowed. It is prohibited where it is known and not allowed, and where things contradict one another and the node
 * itself names a region that is not: whoever moves a label is not to make a violation unknown by it.
 */
export function decideStay(run: Run, rule: Rule, known: readonly KnownRegion[], now: string): Stay {
  const { evidence, ...of } = run
  const where = decideWhere(run.placed, evidence, run.heardAt, now, known)
  const whyNot = (region: string) => {
    const found = decideResidency(rule.residency, known, region)
    return found.outcome === 'passes' ? null : found.reason
  }
  const judged = (region: string | null, state: StayState, reason: StayReason | null): Stay => ({ ...of, region, state, reason, policy: rule.version, failover: state === 'allowed' && region !== null ? throughFailover(rule.residency, known, region) : null })
  if (where.known) {
    const reason = whyNot(where.region)
    return judged(where.region, reason === null ? 'allowed' : 'prohibited', reason)
  }
  if (where.because !== 'contradicts') return judged(null, 'unknown', where.because)
  const bad = where.named.map((region) => ({ region, reason: whyNot(region) })).find(({ reason }) => reason !== null)
  return bad ? judged(bad.region, 'prohibited', bad.reason) : judged(null, 'unknown', 'contradicts')
}

/** A stay goes on as long as all of this is the same. */
export const sameStay = (one: Stay, other: Stay): boolean =>
  one.region === other.region && one.state === other.state && one.reason === other.reason && one.policy === other.policy && one.failover === other.failover && one.place === other.place && one.placed === other.placed && one.gpuMilli === other.gpuMilli && one.cluster === other.cluster && one.namespace === other.namespace

export const stayKey = ({ tenant, work, node }: Pick<Stay, 'tenant' | 'work' | 'node'>): string => `${tenant} ${work} ${node}`
