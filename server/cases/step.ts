/** What somebody who runs the platform can do about a case, from the mildest on. */
export const stepKinds = ['notify', 'ask', 'shrink', 'reclaim', 'preempt', 'burst', 'suspend'] as const
export type StepKind = (typeof stepKinds)[number]
/** What takes something from a tenant. */
export const takings = ['shrink', 'reclaim', 'preempt'] as const satisfies readonly StepKind[]
export type Taking = (typeof takings)[number]
export const isTaking = (kind: StepKind): kind is Taking => (takings as readonly StepKind[]).includes(kind)
/** What binds a tenant from when another person has signed it until it is over: by whichever case, once at a time. */
export const bindings = ['burst', 'suspend'] as const satisfies readonly StepKind[]
export type Binding = (typeof bindings)[number]
export const isBinding = (kind: StepKind): kind is Binding => (bindings as readonly StepKind[]).includes(kind)
export const acts = [...takings, ...bindings] as const
const isAct = (kind: StepKind): boolean => (acts as readonly StepKind[]).includes(kind)

/** For so long what is to be reclaimed can be used again, or the step taken back, before anything happens. */
export const graceMs = 5 * 60_000
/** By when a tenant is asked to answer, for how long it may say that it needs what it has, and for how long what is to be taken waits for it at most. */
export const [answerHoursMost, keepHoursMost, waitHoursMost] = [72, 72, 24]
/** For so long somebody else may sign what binds a tenant, and for so long it may bind it. */
export const [signHours, bindHoursMost] = [24, 720]
/** How much of what a tenant may borrow it may still, at most. */
export const burstPercentMost = 99
/** What one step may name. */
export const partsMost = 100

export type PartOutcome = 'shrunk' | 'reclaimed' | 'preempted' | 'kept' | 'given_back' | 'lost'
/** What became of what a step took, by the step; of what it ended also the state of the allocation. */
export const takenAs = { shrink: 'shrunk', reclaim: 'reclaimed', preempt: 'preempted' } as const satisfies Readonly<Record<Taking, PartOutcome>>
export const takenOutcomes = Object.values(takenAs)
export const isTaken = (outcome: string | null): boolean => (takenOutcomes as readonly (string | null)[]).includes(outcome)
/** As far as it decides anything. `endedAt` is since when nobody has anything to do about it. */
export type Step = {
  readonly kind: StepKind; readonly takenAt: Date; readonly takenBy: string; readonly hours: number | null; readonly percent: number | null; readonly signedBy: string | null; readonly dueAt: Date | null; readonly answeredAt: Date | null; readonly keepUntil: Date | null
  readonly effectiveAt: Date | null; readonly undoneAt: Date | null; readonly endedAt: Date | null
}

export const stepStates = ['told', 'asked', 'answered', 'unanswered', 'announced', 'paused', 'taking', 'taken', 'undone', 'giving_back', 'given_back', 'proposed', 'unsigned', 'in_force', 'over'] as const
export type StepState = (typeof stepStates)[number]
/** Where a step is, by what was written of it and the clock. */
export function stateOf({ kind, dueAt, answeredAt, keepUntil, effectiveAt, undoneAt, endedAt }: Step, now: Date): StepState {
  if (kind === 'notify') return 'told'
  if (kind === 'ask') return undoneAt ? 'undone' : answeredAt ? 'answered' : endedAt ? 'unanswered' : 'asked'
  const isOver = endedAt !== null || (dueAt !== null && dueAt <= now)
  if (isBinding(kind)) return undoneAt ? 'undone' : effectiveAt === null ? (isOver ? 'unsigned' : 'proposed') : isOver ? 'over' : 'in_force'
  if (undoneAt) return effectiveAt === null ? 'undone' : endedAt ? 'given_back' : 'giving_back'
  if (endedAt) return 'taken'
  return dueAt !== null && dueAt <= now ? 'taking' : keepUntil ? 'paused' : 'announced'
}

/** Until when the tenant said that it needs what it has, if it still does. */
export function keptUntil(steps: readonly Pick<Step, 'keepUntil'>[], now: Date): Date | null {
  const latest = Math.max(0, ...steps.map(({ keepUntil }) => keepUntil?.getTime() ?? 0))
  return latest > now.getTime() ? new Date(latest) : null
}

export type Lane = 'new' | 'waiting' | 'acting' | 'tried_out' | 'closed'
/** In which lane a case stands: what is being done comes before what is waited for. */
export function laneOf({ closedAt, shadow, standing }: { readonly closedAt: Date | null; readonly shadow: boolean; readonly standing: readonly StepKind[] }): Lane {
  if (closedAt !== null) return 'closed'
  if (shadow) return 'tried_out'
  return standing.some(isAct) ? 'acting' : standing.includes('ask') ? 'waiting' : 'new'
}
