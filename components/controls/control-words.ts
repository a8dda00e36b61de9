import type { Tone } from '~/components/ui/badge'
import { type ControlState, done } from '~/server/controls/decide-control'

/** What is unknown is never shown as if it were well. */
export const stateWords: Readonly<Record<ControlState, { tone: Tone; says: string }>> = { proven: { tone: 'ok', says: 'Proven' }, violated: { tone: 'danger', says: 'Violated' }, unknown: { tone: 'unknown', says: 'Unknown' } }

const counted = (count: number, word: string) => `${count} ${word}`
const noes: Readonly<Record<string, string>> = { '42501': 'the database gives no right to it', '23514': 'a constraint forbids it', '55000': 'it is not old enough', could_not_try: 'it could not be tried', nothing_signed_yet: 'nothing is signed yet' }
/** How an act came out. A word that is not here is the product's own for why not. */
export const sayOutcome = (how: string): string => (how === done ? 'done' : `refused, ${noes[how] ?? how.replaceAll('_', ' ')}`)
/** In the order of what matters: what is violated, what nobody knows, what is proven. */
export function sayStates(states: readonly ControlState[]): string {
  const said = (['violated', 'unknown', 'proven'] as const).flatMap((state) => {
    const count = states.filter((one) => one === state).length
    return count === 0 ? [] : [counted(count, stateWords[state].says.toLowerCase())]
  })
  return said.join(', ')
}
