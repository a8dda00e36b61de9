import { z } from 'zod'

const Name = z.string().max(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'is the name of a device class or a driver')
const Devices = z.int().min(1).max(100_000)

export const ClaimsPolicy = z.strictObject({ classes: z.array(Name).max(100), drivers: z.array(Name).max(50), devicesPerClaimMost: Devices, devicesOfAll: Devices })

/** A claim's text: far more than any that Kubernetes takes, far less than what takes long to read. */
export const claimText = { bytesMost: 256 * 1024, depthMost: 64 }

/** Kubernetes gives at most 32 devices to one claim, so that is what a request for all of them can come to. */
export const defaultClaimsPolicy: z.infer<typeof ClaimsPolicy> = { classes: ['nvidia-gpu-exclusive', 'nvidia-gpu-shared', 'tpu-v5e'], drivers: ['gpu.nvidia.com'], devicesPerClaimMost: 8, devicesOfAll: 32 }
