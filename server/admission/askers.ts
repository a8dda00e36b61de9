/** Of whoever's wishes a batch decides it is asked again, when all of it is held, whether they still may: a wish may have waited. */
import { restsOn } from '~/server/authorization/permit'
import { isAction } from '~/server/authorization/actions'
import type { Asker } from '~/server/database/lane-askers'
import type { Item } from './item'

type Asking = Pick<Item, 'action' | 'by'>
/** One who asks the same in the same place is asked about once, however often they come. Nobody asks for what the engine does by itself. */
export const askerName = ({ action, by: { actor, tenant } }: Asking): string => `${actor?.sessionId} ${action} ${tenant}`

export function askersOf(items: readonly Asking[]): ReadonlyMap<string, Asker> {
  const askers = new Map<string, Asker>()
  for (const item of items) {
    const { action, by: { actor, tenant } } = item
    const name = askerName(item)
    if (!actor || !isAction(action) || askers.has(name)) continue
    const held = restsOn(actor, action, tenant).map((binding) => [binding.tenant ?? '-', binding.role, binding.namespace ?? '-'].join(' '))
    askers.set(name, { person: actor.personId, way: actor.sessionId, action, held: [...new Set(held)].join() })
  }
  return askers
}
/** Those that the database says have lost something of it. */
export const overOf = (askers: ReadonlyMap<string, Asker>, over: readonly number[]): ReadonlySet<string> => {
  const names = [...askers.keys()]
  return new Set(over.flatMap((n) => names[n - 1] ?? []))
}
