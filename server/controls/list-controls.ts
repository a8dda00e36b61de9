import type { PlatformReader } from '~/server/database/read'
import { type ControlId, controlIds, promiseOf, type Regime } from './catalogue'
import { type ControlState, decideState } from './decide-control'

/** `since` is since when it stands so; `forbidden` and `allowed` are how the two acts came out when they were last tried. Nothing of it where nobody has tried it yet. */
export type ControlShown = {
  control: ControlId; says: string; tried: { forbidden: string; allowed: string }; asked: Partial<Record<Regime, string>>
  state: ControlState; since: string | null; checkedAt: string | null; forbidden: string | null; allowed: string | null
}

type Found = { readonly state: ControlState; readonly since: Date | null; readonly checkedAt: Date; readonly forbidden: string; readonly allowed: string }
export function showControl(control: ControlId, found: Found | null, now: Date): ControlShown {
  const { says, asked, forbidden, allowed } = promiseOf(control)
  return {
    control, says, asked, tried: { forbidden, allowed }, state: decideState(found, now),
    since: found?.since?.toISOString() ?? null, checkedAt: found?.checkedAt.toISOString() ?? null, forbidden: found?.forbidden ?? null, allowed: found?.allowed ?? null,
  }
}

/** How each promise stands, as it was last found. How it stood before is never deleted, so the database picks: a query that picks here reads all that there ever was. */
export async function lastChecks({ controlCheck }: Pick<PlatformReader['rows'], 'controlCheck'>): Promise<ControlCheck[]> {
  const newest = await controlCheck.groupBy({ by: ['control'], _max: { since: true } })
  return controlCheck.findMany({ where: { OR: newest.flatMap(({ control, _max: { since } }) => (since === null ? [] : [{ control, since }])) } })
}
type ControlCheck = { readonly control: string; readonly since: Date; readonly state: string; readonly checkedAt: Date; readonly forbidden: string; readonly allowed: string }

export async function listControls({ rows }: PlatformReader): Promise<ControlShown[]> {
  const last = await lastChecks(rows)
  const now = new Date()
  return controlIds.map((control) => {
    const found = last.find((one) => one.control === control)
    return showControl(control, found ? { ...found, state: found.state as ControlState } : null, now)
  })
}
