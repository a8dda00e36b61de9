/** How much of what it was given it uses, in thousandths, as its cluster said last; null is not known, which is not nothing. */
export type AllocationUse = { readonly pods: number; readonly gpuUse: number | null; readonly cpuUse: number | null; readonly memoryUse: number | null; readonly reportedAt: string | null }

type Row = { readonly gpuUse: number | null; readonly cpuUse: number | null; readonly memoryUse: number | null; readonly reportedAt: Date }
/** Its pods are alike, so each counts for one. What is known of some of them alone is told of them. */
export function meanUse(rows: readonly Row[]): AllocationUse {
  const mean = (shares: readonly (number | null)[]) => {
    const known = shares.filter((share) => share !== null)
    return known.length ? Math.round(known.reduce((sum, share) => sum + share, 0) / known.length) : null
  }
  const last = rows.reduce<Date | null>((latest, { reportedAt }) => (latest === null || reportedAt > latest ? reportedAt : latest), null)
  return { pods: rows.length, gpuUse: mean(rows.map(({ gpuUse }) => gpuUse)), cpuUse: mean(rows.map(({ cpuUse }) => cpuUse)), memoryUse: mean(rows.map(({ memoryUse }) => memoryUse)), reportedAt: last?.toISOString() ?? null }
}

/** How much of its GPUs it used on those of the last seven days on which it was measured, in thousandths; null is measured on none. */
export type LatelyUsed = { readonly gpuUse: number | null; readonly days: number }
/** Every sample counts the same, whatever day it was taken on. */
export function meanLately(days: readonly { readonly samples: number; readonly gpuUse: bigint }[]): LatelyUsed {
  const samples = days.reduce((sum, day) => sum + day.samples, 0)
  return { gpuUse: samples === 0 ? null : Math.round(Number(days.reduce((sum, day) => sum + day.gpuUse, 0n)) / samples), days: days.length }
}
