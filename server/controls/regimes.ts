/**
 * What each regime asks for, in our own words, and what answers it: the controls that say so in the catalogue, and those that answer it as well. What is missing is said,
 * with whose it is: a requirement is never answered by leaving that out.
 */
import { type ControlId, controlIds, promiseOf, type Regime } from './catalogue'
import type { Gap } from './decide-requirement'
import { fedramp } from './fedramp'
import { gdpr } from './gdpr'
import { hipaa } from './hipaa'
import { soc2 } from './soc2'

export type Requirement = {
  readonly id: string
  readonly asks: string
  /** Controls that answer it beside those that name it. */
  readonly also?: readonly ControlId[]
  readonly gaps?: readonly Gap[]
}
export type Answered = { readonly id: string; readonly asks: string; readonly controls: readonly ControlId[]; readonly gaps: readonly Gap[] }

const asked: Readonly<Record<Regime, readonly Requirement[]>> = { soc2, gdpr, hipaa, fedramp }

export const requirementsOf = (regime: Regime): readonly Answered[] =>
  asked[regime].map(({ id, asks, also = [], gaps = [] }) => ({ id, asks, controls: [...controlIds.filter((control) => promiseOf(control).asked[regime] === id), ...also], gaps }))
