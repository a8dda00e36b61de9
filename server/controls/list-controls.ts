import type { PlatformReader } from '~/server/database/read'
import { type ControlId, controlIds, promiseOf, type Regime } from './catalogue'
import { type ControlState, decideState } from './decide-control'

/** `since` is since when it stands so; `forbidden` and `allowed` are how the two acts came out when they were last tried. Nothing of it where nobody has tried it yet. */
export type ControlShown = {
  control: ControlId; says: string; tried: { forbidden: string; allowed: string }; asked: Partial<Record<Regime, string>>
  state: ControlState; since: string | null; checkedAt: string | null; forbidden: string | null; allowed: string | null
}

export async function listControls({ rows }: PlatformReader): Promise<ControlShown[]> {
  const last = await rows.controlCheck.findMany({ distinct: ['control'], orderBy: [{ control: 'asc' }, { since: 'desc' }] })
  const now = new Date()
  return controlIds.map((control) => {
    const found = last.find((one) => one.control === control)
    const state = decideState(found ? { state: found.state as ControlState, checkedAt: found.checkedAt } : null, now)
    const { says, asked, ...tried } = promiseOf(control)
    return { control, says, asked, tried: { forbidden: tried.forbidden, allowed: tried.allowed }, state, since: found?.since.toISOString() ?? null, checkedAt: found?.checkedAt.toISOString() ?? null, forbidden: found?.forbidden ?? null, allowed: found?.allowed ?? null }
  })
}
