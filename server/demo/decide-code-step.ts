export const stepMs = 30_000

/** A code for this step, good for so long by the clock; or none, and how long until there is one. */
type CodeStep = { step: number; goodForMs: number } | { step: null; comesInMs: number }

/**
 * The first code after the last one that was used. The engine takes the next half minute's already in this one, and no further one: so a later one cannot have
 * been used, whatever somebody says.
 */
export function decideCodeStep(nowMs: number, used: number): CodeStep {
  const current = Math.floor(nowMs / stepMs)
  const step = used > current + 1 ? current : Math.max(current, used + 1)
  if (step <= current + 1) return { step, goodForMs: (step + 1) * stepMs - nowMs }
  return { step: null, comesInMs: (step - 1) * stepMs - nowMs }
}
