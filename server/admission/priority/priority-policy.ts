import { z } from 'zod'
import { Handle, Instant, Title } from '~/server/api/inputs'

const Devices = z.int().min(0).max(100_000)
/** Kubernetes keeps what is above a thousand million for itself. */
const PriorityClass = z.strictObject({ id: Handle, title: Title, value: z.int().min(-2_147_483_648).max(1_000_000_000), preempts: z.boolean(), preemptible: z.boolean(), needsApproval: z.boolean(), reserved: z.boolean().default(false) })
  .refine(({ reserved, preemptible }) => !(reserved && preemptible), 'is not both reserved and preemptible')

/** The platform’s: no tenant edits a class, because every class is above or below somebody else’s. */
export const PriorityPolicy = z.strictObject({
  classes: z.array(PriorityClass).min(1).max(20).refine((classes) => new Set(classes.map(({ id }) => id)).size === classes.length, 'has each class once'),
  normal: Handle,
  devicesMost: Devices,
  splitting: z.strictObject({ minutes: z.int().min(1).max(10_080), personDevicesMost: Devices, namespaceDevicesMost: Devices }),
  profilesCoverSize: z.boolean(),
}).refine(({ classes, normal }) => classes.some(({ id }) => id === normal), { path: ['normal'], message: 'is one of the classes' })

/** What the platform allows one tenant beside the normal class. */
export const AllowedClassesPolicy = z.strictObject({ classes: z.array(Handle).max(20) })
export const defaultAllowedClassesPolicy: z.infer<typeof AllowedClassesPolicy> = { classes: ['low'] }

/** A developer’s standing approval within its caps. */
export const ResourceProfile = z.strictObject({
  id: Handle, title: Title,
  /** In one of the tenant's namespaces, or in any. */
  namespace: Handle.nullable(),
  gpusMost: Devices, models: z.array(z.string().min(1).max(63)).min(1).max(20), hoursMost: z.int().min(1).max(8760), until: Instant,
})
export const ProfilesPolicy = z.strictObject({
  profiles: z.array(ResourceProfile).max(50).refine((profiles) => new Set(profiles.map(({ id }) => id)).size === profiles.length, 'has each profile once'),
})
export const defaultProfilesPolicy: z.infer<typeof ProfilesPolicy> = { profiles: [] }

/**
 * Eight devices are a node of the usual kind: up to there nobody is asked. Asking in pieces gains nothing: the same eight are all that one person is given in an hour without
 * anybody’s yes. A namespace has several people, and so several times that.
 */
export const defaultPriorityPolicy: z.infer<typeof PriorityPolicy> = {
  classes: [
    { id: 'low', title: 'Low: the first to go', value: 100, preempts: false, preemptible: true, needsApproval: false, reserved: false },
    { id: 'normal', title: 'Normal', value: 500, preempts: false, preemptible: false, needsApproval: false, reserved: false },
    { id: 'high', title: 'High: pushes low aside', value: 1000, preempts: true, preemptible: false, needsApproval: true, reserved: false },
    { id: 'critical', title: 'Critical: what others depend on', value: 5000, preempts: true, preemptible: false, needsApproval: true, reserved: false },
  ],
  normal: 'normal', devicesMost: 8, splitting: { minutes: 60, personDevicesMost: 8, namespaceDevicesMost: 64 }, profilesCoverSize: false,
}
