import { z } from 'zod'
import { Instant, Prose, Title } from '~/server/api/inputs'
import { controlNames } from './decide-controls'
import { levels } from './decide-level'

const Key = z.string().min(1).max(317)
const Mark = z.strictObject({ key: Key, values: z.array(z.string().max(63)).min(1).max(20).nullable() })
const Exception = z.strictObject({
  control: z.enum(controlNames), namespace: z.string().max(127).regex(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/, 'is a tenant and a namespace of it, such as north/training'), owner: Title, until: Instant, because: Prose,
})

export const exceptionsMost = 200
export const PodSecurityPolicy = z.strictObject({ level: z.enum(levels), production: z.strictObject({ labels: z.array(Mark).max(20), taints: z.array(Mark).max(20) }), exceptions: z.array(Exception).max(exceptionsMost) })

/** A node's own name is among the labels: whether it is one of production cannot be told from it. */
export const defaultPodSecurityPolicy: z.infer<typeof PodSecurityPolicy> = {
  level: 'restricted',
  production: {
    labels: [{ key: 'environment', values: ['production', 'prod'] }, { key: 'node-role.kubernetes.io/production', values: null }, { key: 'kubernetes.io/hostname', values: null }],
    taints: [{ key: 'environment', values: ['production', 'prod'] }, { key: 'node-role.kubernetes.io/production', values: null }],
  },
  exceptions: [],
}
