import type { Actor, Binding } from '~/server/identity/actor'
import type { Action } from './actions'
import { Denied } from './denied'
import { reachOf, type Target } from './permit'

/** Somebody who holds these, is signed in, and has all their powers awake. */
export const somebody = (bindings: readonly Binding[]): Actor => ({
  personId: '', name: '', email: '', sessionId: '', bindings, delegated: [], breakGlass: null, methods: [], powers: 'live', elevatedUntil: new Date(8.64e15), token: null, grounds: null, source: { address: '', userAgent: '', reference: '' },
})

/** Whether who holds these could do it, once they are here: by this it is decided whom to tell. It permits nothing; the door asks anew. */
export function couldDo(bindings: readonly Binding[], action: Action, target: Target): boolean {
  try {
    reachOf(somebody(bindings), action, target)
    return true
  } catch (thrown) {
    if (thrown instanceof Denied) return false
    throw thrown
  }
}
