import { z } from 'zod'
import type { Json } from '~/server/shared/canonical'
import { ClaimsPolicy, defaultClaimsPolicy } from './claims/claims-policy'
import type { Policy } from './facts'
import { defaultLabelsPolicy, LabelsPolicy } from './labels/labels-policy'
import { defaultLimitsPolicy, LimitsPolicy } from './limits/limits-policy'
import { defaultPodSecurityPolicy, PodSecurityPolicy } from './pod-security/pod-security-policy'
import { AllowedClassesPolicy, defaultAllowedClassesPolicy, defaultPriorityPolicy, PriorityPolicy } from './priority/priority-policy'
import { ResidencyPolicy } from './residency/residency-policy'
import { defaultRulesPolicy, RulesPolicy } from './rules/rules-policy'

/** For every so many minutes of waiting a step more of priority, up to a most. */
const Ageing = z.strictObject({ minutes: z.int().min(1).max(10_080), step: z.int().min(0).max(1_000_000), most: z.int().min(0).max(1_000_000) })
/** How long things may last and how many may wait. After four hours the lowest class is as good as the normal one, and nothing ever comes before a class above it. */
export const AdmissionPolicy = z.strictObject({ pendingMax: z.int().min(1).max(10_000), holdHours: z.int().min(1).max(720), hoursMax: z.int().min(1).max(8_760), burstHours: z.int().min(1).max(8_760), ageing: Ageing })
export const defaultAdmissionPolicy: z.infer<typeof AdmissionPolicy> = { pendingMax: 100, holdHours: 168, hoursMax: 720, burstHours: 24, ageing: { minutes: 60, step: 100, most: 400 } }

type Held = { readonly tenant: string | null; readonly kind: string; readonly body: Json }

/** All that applies in one tenant. What is not as its kind must be is a fault: nothing is admitted under a policy that cannot be read. */
export function policyFrom(held: readonly Held[]): Policy {
  const onPlatform = (kind: string) => held.find((policy) => policy.tenant === null && policy.kind === kind)?.body
  const inTenant = (kind: string) => held.find((policy) => policy.tenant !== null && policy.kind === kind)?.body
  const residency = inTenant('residency')
  const rules = [onPlatform('rules'), inTenant('rules')].flatMap((body) => RulesPolicy.parse(body ?? defaultRulesPolicy).rules)
  return {
    admission: AdmissionPolicy.parse(onPlatform('admission') ?? defaultAdmissionPolicy),
    limits: LimitsPolicy.parse(onPlatform('limits') ?? defaultLimitsPolicy),
    labels: LabelsPolicy.parse(onPlatform('labels') ?? defaultLabelsPolicy),
    podSecurity: PodSecurityPolicy.parse(onPlatform('pod-security') ?? defaultPodSecurityPolicy),
    claims: ClaimsPolicy.parse(onPlatform('claims') ?? defaultClaimsPolicy),
    rules, residency: residency === undefined ? null : ResidencyPolicy.parse(residency),
    priority: PriorityPolicy.parse(onPlatform('priority') ?? defaultPriorityPolicy),
    allowedClasses: AllowedClassesPolicy.parse(inTenant('classes') ?? defaultAllowedClassesPolicy).classes,
  }
}
