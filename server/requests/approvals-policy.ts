import { z } from 'zod'
import { approvingRoles } from './decide-rule'

const Quorum = z.strictObject({ of: z.array(z.enum(approvingRoles)).min(1).max(3), count: z.int().min(1).max(5) })
const ApprovalRule = z.strictObject({
  level: z.enum(['tenant', 'platform']), kind: z.string().max(64).nullable(), above: z.int().min(0).max(100_000), anyOf: z.array(Quorum).min(1).max(4), factor: z.enum(['passkey', 'any']),
})
/** A tenant's own people are asked about what is the tenant's; what goes above it the platform decides, and no tenant's admin. */
export const ApprovalsPolicy = z.strictObject({
  rules: z.array(ApprovalRule).min(2).max(32)
    .refine((rules) => (['tenant', 'platform'] as const).every((level) => rules.some((rule) => rule.level === level && rule.kind === null && rule.above === 0)), 'has a rule of each level for every kind, above nothing')
    .refine((rules) => rules.every(({ level, anyOf }) => level === 'tenant' || anyOf.every(({ of }) => !of.includes('tenant_admin'))), 'asks no tenant’s admin on the level of the platform')
    .refine((rules) => new Set(rules.map(({ level, kind, above }) => `${level} ${kind} ${above}`)).size === rules.length, 'has each rule once'),
  /** What one tap may sign together with others: so many devices at most. */
  togetherDevicesMost: z.int().min(0).max(100_000),
  /** For so long it waits, with one signature, and whoever it concerns can stop it. */
  breakGlass: z.strictObject({ delayMinutes: z.int().min(5).max(120) }).default({ delayMinutes: 15 }),
  /** For so many hours a platform admin elevates by themselves. What is not said here changes nothing of what was decided before. */
  elevation: z.strictObject({ aloneHours: z.int().min(1).max(24) }).optional(),
})
/** Up to eight devices one admin of the tenant decides; above, two people, who need not both be the tenant's. */
export const defaultApprovalsPolicy: z.infer<typeof ApprovalsPolicy> = {
  rules: [
    { level: 'tenant', kind: null, above: 0, anyOf: [{ of: ['tenant_admin'], count: 1 }], factor: 'passkey' },
    { level: 'tenant', kind: null, above: 8, anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }], factor: 'passkey' },
    { level: 'platform', kind: null, above: 0, anyOf: [{ of: ['approver', 'platform_admin'], count: 1 }], factor: 'passkey' },
    { level: 'platform', kind: null, above: 64, anyOf: [{ of: ['approver', 'platform_admin'], count: 2 }], factor: 'passkey' },
  ],
  togetherDevicesMost: 8,
  breakGlass: { delayMinutes: 15 },
}
