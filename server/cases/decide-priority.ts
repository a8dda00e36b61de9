/** Whether a tenant's work stands above everybody else's. */
export type Weighed = { readonly tenant: string; readonly priority: number; /** For how long so many GPUs were held at it. */ readonly gpuMs: number }

/** Above nine tenths of the others by more than this. Among few there is no usual. */
export const [marginAbove, othersLeast] = [100, 4]

export function averages(held: readonly Weighed[]): Map<string, number> {
  const sums = new Map<string, { weight: number; sum: number }>()
  for (const { tenant, priority, gpuMs } of held) {
    const { weight, sum } = sums.get(tenant) ?? { weight: 0, sum: 0 }
    sums.set(tenant, { weight: weight + gpuMs, sum: sum + priority * gpuMs })
  }
  return new Map([...sums].filter(([, { weight }]) => weight > 0).map(([tenant, { weight, sum }]) => [tenant, sum / weight]))
}
/** The value below or at which nine in ten of them lie. */
const nineTenths = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.9) - 1] ?? 0

export function standsAbove(of: ReadonlyMap<string, number>, tenant: string): { own: number; others: number } | null {
  const own = of.get(tenant)
  const rest = [...of].filter(([other]) => other !== tenant).map(([, value]) => value)
  if (own === undefined || rest.length < othersLeast) return null
  const others = nineTenths(rest)
  return own > others + marginAbove ? { own, others } : null
}
