/** The largest node of the published trace: by it amounts of different kinds are made comparable. */
export const largest = { cpuMilli: 128_000, gpuMilli: 8000 } as const
