import type { Allowed, Shape } from '../../decide-feasible'

/** What is chosen is placed at once; the replay asks nobody twice. */
export type Chooser = { choose(shape: Shape, allowed: Allowed): { id: string; gpus: readonly number[] } | null }
