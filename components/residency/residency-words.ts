import type { Tone } from '~/components/ui/badge'
import type { ResidencyReason } from '~/server/admission/residency/decide-residency'
import type { CellState } from '~/server/residency/decide-cells'
import type { StayReason, StayState } from '~/server/residency/decide-stays'
import type { ViolationState } from '~/server/residency/decide-violation'
import type { Ending } from '~/server/residency/decide-violations'
import { many } from '~/server/shared/many'

/** One word for each state, wherever it is shown. */
export const stayStateWords: Readonly<Record<StayState | CellState, { says: string; tone: Tone }>> = {
  allowed: { says: 'Allowed', tone: 'ok' }, prohibited: { says: 'Prohibited', tone: 'danger' }, unknown: { says: 'Unknown', tone: 'unknown' },
}
export const reasonWords: Readonly<Record<ResidencyReason | StayReason, string>> = {
  region_unknown: 'no such region is known', region_prohibited: 'a prohibition names it', region_not_allowed: 'nothing allows it', outside_jurisdiction: 'another law holds there', nowhere: 'no region is allowed',
  no_evidence: 'its node does not say where it stands', evidence_old: 'its node was not heard of lately', contradicts: 'what speaks of its node contradicts itself',
}
export const violationWords: Readonly<Record<ViolationState, { says: string; tone: Tone }>> = {
  open: { says: 'Open', tone: 'danger' }, acknowledged: { says: 'Acknowledged', tone: 'notice' }, excepted: { says: 'Excepted', tone: 'notice' }, containing: { says: 'Containing', tone: 'info' }, over: { says: 'Over', tone: 'neutral' },
}
export const endingWords: Readonly<Record<Ending, string>> = {
  over: 'the work ended', moved: 'the work runs elsewhere', allowed: 'it became allowed', unknown: 'nobody knows any more where its node stands', contained: 'it was contained',
}
export const sayPolicy = (version: string | null): string => (version === null ? 'the regions it was made with' : `version ${version}`)

export const sayGpus = (gpuMilli: string): string => many(Number(gpuMilli) / 1000, 'GPU')
export const sayWorks = (works: number): string => many(works, 'piece of work', 'pieces of work')
/** What is wrong first, and what nobody knows; else that all is well, by what was seen. */
export function sayCells(cells: readonly { readonly works: number; readonly prohibited: number; readonly unknown: number; readonly excepted: number }[]): string {
  const sum = (of: 'works' | 'prohibited' | 'unknown' | 'excepted') => cells.reduce((all, cell) => all + cell[of], 0)
  const [works, prohibited, unknown, excepted] = [sum('works'), sum('prohibited'), sum('unknown'), sum('excepted')]
  if (works + unknown === 0) return 'Nothing runs that was seen.'
  const wrong = prohibited === 0 ? '' : `${sayWorks(prohibited)} ${prohibited === 1 ? 'runs' : 'run'} where ${prohibited === 1 ? 'it' : 'they'} may not. `
  const open = unknown === 0 ? '' : `Of ${sayWorks(unknown)} nobody knows where ${unknown === 1 ? 'it' : 'they'} ${unknown === 1 ? 'is' : 'are'}. `
  const left = excepted === 0 ? '' : `${sayWorks(excepted)} ${excepted === 1 ? 'is' : 'are'} left by an exception where ${excepted === 1 ? 'it' : 'they'} may not run. `
  return wrong + left + open === '' ? `All that runs is where it may be: ${sayWorks(works)}.` : `${wrong}${left}${open}`.trim()
}
