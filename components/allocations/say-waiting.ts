import type { Waiting } from '~/server/allocations/waiting'
import type { Level } from '~/server/ledger/account'
import { resourceWord } from './amounts'

const places: Readonly<Record<Level, string>> = { organisation: 'the organisation', tenant: 'the tenant', namespace: 'its namespace', class: 'its class' }

/** What it waits for, as far as that is its reader's to know: what lies above the tenant, and on which nodes there is room, is not. */
export function sayWaiting({ ahead, shut, lacks }: Pick<Waiting, 'ahead' | 'shut' | 'lacks'>): string[] {
  if (shut !== null) return [`That anything begins in ${places[shut]} again`]
  const over = lacks.filter(({ isBeyond }) => isBeyond)
  if (over.length > 0) return over.map(({ level, resource }) => `A higher limit: it asks for more ${resourceWord(resource)} than ${places[level]} may have`)
  if (lacks.length > 0) return lacks.map(({ level, resource }) => `Room for its ${resourceWord(resource)} in ${places[level]}`)
  return [ahead > 0 ? 'Its turn' : 'Room above the tenant, or on a node']
}
