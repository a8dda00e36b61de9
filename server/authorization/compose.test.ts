import { expect, test } from 'vitest'
import type { Actor, Binding } from '~/server/identity/actor'
import { type Action, actions, specOf } from './actions'
import { always, composable } from './compose'
import { reachOf } from './permit'

const every = Object.keys(actions) as Action[]
/** Seeded, so that a play that failed can be played again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % sides
  }
}
const who = (binding: Binding): Actor => ({ personId: 'p', name: 'P', email: 'p@x', sessionId: 's', bindings: [binding], delegated: [], breakGlass: null, methods: [], powers: 'live', elevatedUntil: null, token: null, grounds: null, source: { address: '', userAgent: '', reference: '' } })
const reach = (actor: Actor, action: Action, tenant: string) => {
  try {
    return reachOf(actor, action, specOf(action).on === 'self' ? {} : { tenant })
  } catch {
    return null
  }
}

const seed = 20_261_121
test(`of 500 composed roles (seed ${seed}) none gives what is not in its list, anything on the platform, or anything in another tenant`, () => {
  const roll = dice(seed)
  for (let play = 0; play < 500; play++) {
    // Also what could never be composed: a list that somebody wrote past the door.
    const list = every.filter(() => roll(3) === 0)
    const namespace = roll(2) === 0 ? null : 'red'
    const actor = who({ role: 'custom', tenant: 'own', namespace, until: null, custom: { title: 'Any', actions: list } })
    for (const action of every) {
      const { on } = specOf(action)
      const given = reach(actor, action, 'own')
      if (on === 'self' || on === 'threshold') continue
      expect([action, reach(actor, action, 'other')]).toEqual([action, null])
      if (on !== 'tenant' || !(always.includes(action) || (list.includes(action) && composable.includes(action)))) expect([play, action, given]).toEqual([play, action, null])
      if (given !== null) expect([play, action, given]).toEqual([play, action, namespace === null ? '*' : ['red']])
    }
  }
})
test('what can be composed is a tenant admin’s, and hands out no power', () => {
  expect(composable.length).toBeGreaterThan(10)
  for (const action of composable) {
    const spec = specOf(action)
    expect([action, spec.on === 'tenant' && spec.roles.includes('tenant_admin')]).toEqual([action, true])
    expect(action).not.toMatch(/^(?!staff\.listInTenant$)(delegations|feeds|members|invitations|reviews|roles|identity|staff|people|factors|tokens)\./)
  }
})
test('in one namespace a composed role does what can be done in one: the tenant’s own things are out of its reach', () => {
  const actor = who({ role: 'custom', tenant: 'own', namespace: 'red', until: null, custom: { title: 'Any', actions: ['namespaces.create', 'quotas.list'] } })
  expect([reach(actor, 'namespaces.create', 'own'), reach(actor, 'quotas.list', 'own')]).toEqual([null, ['red']])
})
test('a role whose list is gone gives what every role does', () => {
  const actor = who({ role: 'custom', tenant: 'own', namespace: null, until: null })
  expect(every.filter((action) => ['tenant', 'platform'].includes(specOf(action).on) && reach(actor, action, 'own') !== null)).toEqual([...always])
})
