import { z } from 'zod'
import { ApprovalsPolicy, defaultApprovalsPolicy } from '~/server/requests/approvals-policy'
import { ByRulePolicy, defaultByRulePolicy } from '~/server/requests/by-rule-policy'
import { defaultLevelsPolicy, LevelsPolicy } from '~/server/levels/levels-policy'
import { defaultRetentionPolicy, RetentionPolicy } from '~/server/retention/retention-policy'
import { defaultReviewsPolicy, ReviewsPolicy } from '~/server/reviews/reviews-policy'
import type { Json } from '~/server/shared/canonical'
import { ClaimsPolicy, defaultClaimsPolicy } from './claims/claims-policy'
import type { Policy } from './facts'
import { defaultLabelsPolicy, LabelsPolicy } from './labels/labels-policy'
import { defaultLimitsPolicy, LimitsPolicy } from './limits/limits-policy'
import { defaultPlacementPolicy, PlacementPolicy } from './placement/placement-policy'
import { defaultPodSecurityPolicy, PodSecurityPolicy } from './pod-security/pod-security-policy'
import { AllowedClassesPolicy, defaultAllowedClassesPolicy, defaultPriorityPolicy, defaultProfilesPolicy, PriorityPolicy, ProfilesPolicy } from './priority/priority-policy'
import { emptyPrices, PricesPolicy } from '~/server/prices/prices-policy'
import { defaultNamespacesPolicy, NamespacesPolicy } from '~/server/namespaces/namespaces-policy'
import { failoverOf } from './residency/decide-failover'
import { emergencyPolicies } from './residency/failover-policy'
import { ResidencyPolicy } from './residency/residency-policy'
import { defaultRulesPolicy, RulesPolicy } from './rules/rules-policy'

/** For every so many minutes of waiting a step more of priority, up to a most. */
const Ageing = z.strictObject({ minutes: z.int().min(1).max(10_080), step: z.int().min(0).max(1_000_000), most: z.int().min(0).max(1_000_000) })
/** How long things may last and how many may wait; `hoursUsual` is what a form begins with, and decides nothing; `peaceMinutes` is for how long whoever lost a place keeps it when they have begun again. After four hours the lowest class is as good as the normal one, and nothing ever comes before a class above it. */
export const AdmissionPolicy = z.strictObject({ pendingMax: z.int().min(1).max(10_000), holdHours: z.int().min(1).max(720), hoursMax: z.int().min(1).max(8_760), hoursUsual: z.int().min(1).max(8_760).default(24), burstHours: z.int().min(1).max(8_760), peaceMinutes: z.int().min(0).max(10_080).optional(), ageing: Ageing })
export const defaultAdmissionPolicy: z.infer<typeof AdmissionPolicy> = { pendingMax: 100, holdHours: 168, hoursMax: 720, hoursUsual: 24, burstHours: 24, peaceMinutes: 60, ageing: { minutes: 60, step: 100, most: 400 } }

type Kind = { readonly schema: z.ZodType<unknown>; readonly usual: unknown; readonly begins?: unknown }
/** What the platform says of everybody, and what it is until somebody says so. */
export const platformPolicies = {
  admission: { schema: AdmissionPolicy, usual: defaultAdmissionPolicy },
  limits: { schema: LimitsPolicy, usual: defaultLimitsPolicy },
  labels: { schema: LabelsPolicy, usual: defaultLabelsPolicy },
  'pod-security': { schema: PodSecurityPolicy, usual: defaultPodSecurityPolicy },
  claims: { schema: ClaimsPolicy, usual: defaultClaimsPolicy },
  rules: { schema: RulesPolicy, usual: defaultRulesPolicy },
  placement: { schema: PlacementPolicy, usual: defaultPlacementPolicy },
  priority: { schema: PriorityPolicy, usual: defaultPriorityPolicy },
  prices: { schema: PricesPolicy, usual: null, begins: emptyPrices },
  approvals: { schema: ApprovalsPolicy, usual: defaultApprovalsPolicy },
  reviews: { schema: ReviewsPolicy, usual: defaultReviewsPolicy },
  levels: { schema: LevelsPolicy, usual: defaultLevelsPolicy },
  retention: { schema: RetentionPolicy, usual: defaultRetentionPolicy },
} as const satisfies Record<string, Kind>
/** What the platform says of one tenant. A tenant without a residency of its own may be where its regions are. */
export const policiesForTenant = {
  residency: { schema: ResidencyPolicy, usual: null },
  classes: { schema: AllowedClassesPolicy, usual: defaultAllowedClassesPolicy },
} as const satisfies Record<string, Kind>
/** What a tenant says of itself. */
export const tenantPolicies = {
  profiles: { schema: ProfilesPolicy, usual: defaultProfilesPolicy },
  rules: { schema: RulesPolicy, usual: defaultRulesPolicy },
  'by-rule': { schema: ByRulePolicy, usual: defaultByRulePolicy },
  namespaces: { schema: NamespacesPolicy, usual: defaultNamespacesPolicy },
} as const satisfies Record<string, Kind>

type Held = { readonly tenant: string | null; readonly kind: string; readonly body: Json }

/** All that applies in one tenant. What is not as its kind must be is a fault: nothing is admitted under a policy that cannot be read. */
export function policyFrom(held: readonly Held[]): Policy {
  const read = <T>(isTenants: boolean, kind: string, { schema, usual }: { schema: z.ZodType<T>; usual: unknown }): T =>
    schema.parse(held.find((policy) => (policy.tenant !== null) === isTenants && policy.kind === kind)?.body ?? usual)
  const of = platformPolicies
  const { rule: byRule } = read(true, 'by-rule', tenantPolicies['by-rule'])
  const failover = failoverOf(read(true, 'failover', emergencyPolicies.failover).regions, read(false, 'disasters', emergencyPolicies.disasters).disasters)
  return {
    admission: read(false, 'admission', of.admission), limits: read(false, 'limits', of.limits), labels: read(false, 'labels', of.labels), podSecurity: read(false, 'pod-security', of['pod-security']),
    claims: read(false, 'claims', of.claims), priority: read(false, 'priority', of.priority), placement: read(false, 'placement', of.placement),
    rules: [...read(false, 'rules', of.rules).rules, ...read(true, 'rules', tenantPolicies.rules).rules],
    residency: read(true, 'residency', { schema: ResidencyPolicy.nullable(), usual: null }),
    prices: read(false, 'prices', { schema: PricesPolicy.nullable(), usual: null }),
    allowedClasses: read(true, 'classes', policiesForTenant.classes).classes, profiles: read(true, 'profiles', tenantPolicies.profiles).profiles,
    approvals: read(false, 'approvals', of.approvals),
    // What is not said changes nothing of what was decided before anybody could say it.
    ...(byRule === null ? {} : { byRule }), ...(failover === null ? {} : { failover }),
  }
}
