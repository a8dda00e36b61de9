/** How much the record keeps, tried on an event that is made for it, under the rules at their worst. */
import { randomBytes } from 'node:crypto'
import { thresholdEntry } from '~/server/audit/entry'
import type { Level } from '~/server/levels/decide-level'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Probe } from './probe'

const everything = (level: Level) => ({ version: null, bodyBytesMost: 16_384, rules: [{ id: 'all', title: 'All', level, effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null }] })
const eventOf = (resource: string, verb: string) => {
  const { tenant: _, ...entry } = thresholdEntry({ verb, resource, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: 'probe' } })
  return entry
}
const ofNone = { tenant: null, regimes: [] }
const leavingOut: Probe = async ({ keepers: { capture } }) => {
  const came = (verb: string) => (capture(eventOf('quotas', verb), ofNone, { asked: {} }, everything('None')) === null ? done : 'recorded')
  return { forbidden: came('change'), allowed: came('list') }
}
const keeping: Probe = async ({ keepers: { capture } }) => {
  const token = `ghp_${randomBytes(18).toString('hex')}`
  const kept = JSON.stringify(capture(eventOf('quotas', 'raise'), ofNone, { asked: { purpose: `For the run. ${token}` } }, everything('Request'))?.request)
  return { forbidden: kept.includes(token) ? done : 'redacted', allowed: kept.includes('For the run.') ? done : 'not_kept' }
}

export const levelProbes = { 'record.levels': leavingOut, 'record.secrets': keeping } as const satisfies Partial<Record<ControlId, Probe>>
