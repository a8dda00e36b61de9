import { z } from 'zod'
import { version } from '~/package.json'
import type { PlatformReader } from '~/server/database/read'
import { type Regime, regimes } from './catalogue'
import { decideRequirement, type Gap, type RequirementState } from './decide-requirement'
import { type ControlShown, listControls } from './list-controls'
import { requirementsOf } from './regimes'

export type RequirementShown = { requirement: string; asks: string; state: RequirementState; controls: ControlShown[]; gaps: readonly Gap[] }
/** `version` is of the product, whose promises these are. */
export type RegimeShown = { regime: Regime; readAt: string; version: string; requirements: RequirementShown[] }

export const OnRegime = z.strictObject({ regime: z.enum(regimes) })

export const showRegime = (regime: Regime, controls: readonly ControlShown[], now: Date): RegimeShown => ({
  regime, readAt: now.toISOString(), version,
  requirements: requirementsOf(regime).map(({ id, asks, controls: by, gaps }) => {
    const answers = controls.filter(({ control }) => by.includes(control))
    return { requirement: id, asks, state: decideRequirement(answers.map(({ state }) => state), gaps.length), controls: answers, gaps }
  }),
})

export const readRegime = async (db: PlatformReader, { regime }: z.infer<typeof OnRegime>): Promise<RegimeShown> => showRegime(regime, await listControls(db), new Date())
