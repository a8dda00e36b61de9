/** How much of an event the record keeps: the first rule that matches says, within what the kind of event allows. */
import { actions, isAction, specOf } from '~/server/authorization/actions'
import type { Regime } from '~/server/tenants/isolation'

export const levels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
/** Nothing; who and what; what was asked, too; what was answered, too. */
export type Level = (typeof levels)[number]
export const outcomes = ['done', 'refused', 'denied', 'fault'] as const
export type Outcome = (typeof outcomes)[number]
export const effects = ['read', 'write'] as const
export type Effect = (typeof effects)[number]
/** In which roles, and as what: the engine itself, a machine with somebody's token, nobody who is known, somebody who broke the glass. */
export const actorKinds = ['platform_admin', 'approver', 'auditor', 'tenant_admin', 'namespace_admin', 'developer', 'service_account', 'custom', 'engine', 'token', 'nobody', 'break_glass'] as const
type ActorKind = (typeof actorKinds)[number]

/** Null is any of them. What is named is alternatives, and all that is said must hold. */
export type LevelRule = {
  readonly id: string; readonly title: string; readonly level: Level
  readonly effects: readonly Effect[] | null; readonly resources: readonly string[] | null; readonly verbs: readonly string[] | null; readonly outcomes: readonly Outcome[] | null
  readonly actors: readonly ActorKind[] | null; readonly tenants: readonly string[] | null; readonly namespaces: readonly string[] | null
  /** Of tenants that are under one of them. */
  readonly regimes: readonly Regime[] | null
}
export type Kind = { readonly resource: string; readonly verb: string }
/** `tenant` is `platform` where it concerns none; `regimes` are those that it is under. */
export type LevelEvent = Kind & { readonly outcome: Outcome; readonly actors: readonly string[]; readonly tenant: string; readonly regimes: readonly Regime[]; readonly namespace: string | null }

const actionOf = ({ resource, verb }: Kind) => {
  const name = `${resource}.${verb}`
  return isAction(name) ? specOf(name) : null
}
/** What is in no list is the engine's own doing: it changes something. */
export const effectOf = (kind: Kind): Effect => actionOf(kind)?.effect ?? 'write'
const rank = (level: Level): number => levels.indexOf(level)

/**
 * What no rule goes below: what changes something is recorded or does not happen, what was refused is recorded, and so is that somebody read the record.
 * And above: a secret is not kept, a sign-in is made of secrets, and what was read stands where it was read.
 */
export function boundsOf(kind: Kind, outcome: Outcome): { readonly least: Level; readonly most: Level } {
  const spec = actionOf(kind)
  const least = spec?.effect === 'read' && !spec.recorded && outcome === 'done' ? 'None' : 'Metadata'
  if (spec === null) return { least, most: 'RequestResponse' }
  if (spec.on === 'threshold' || spec.input === 'secret') return { least, most: 'Metadata' }
  return { least, most: spec.effect === 'read' || spec.answer === 'secret' || outcome !== 'done' ? 'Request' : 'RequestResponse' }
}

const names = (list: readonly string[] | null, value: string): boolean => list === null || list.includes(value)
export const isOfKind = (rule: LevelRule, kind: Kind, effect = effectOf(kind)): boolean => names(rule.resources, kind.resource) && names(rule.verbs, kind.verb) && names(rule.effects, effect)
const isHit = (rule: LevelRule, event: LevelEvent, effect: Effect): boolean =>
  isOfKind(rule, event, effect) && names(rule.outcomes, event.outcome) && names(rule.tenants, event.tenant)
  && (rule.actors === null || rule.actors.some((actor) => event.actors.includes(actor)))
  && (rule.regimes === null || rule.regimes.some((regime) => event.regimes.includes(regime)))
  && (rule.namespaces === null || (event.namespace !== null && rule.namespaces.includes(event.namespace)))

/** `bound` is which of the two the rule met, if its word was not kept to. */
export type Levelled = { readonly level: Level; readonly rule: LevelRule | null; readonly bound: 'least' | 'most' | null }
/** Of what no rule speaks, so much is kept: what was asked, of what changes something; of everything else, that it was. */
export function decideLevel(rules: readonly LevelRule[], event: LevelEvent): Levelled {
  const effect = effectOf(event)
  const rule = rules.find((one) => isHit(one, event, effect)) ?? null
  const said: Level = rule?.level ?? (effect === 'write' && event.outcome === 'done' ? 'Request' : 'Metadata')
  const { least, most } = boundsOf(event, event.outcome)
  if (rank(said) < rank(least)) return { level: least, rule, bound: 'least' }
  return rank(said) > rank(most) ? { level: most, rule, bound: 'most' } : { level: said, rule, bound: null }
}

/** Everything that can be done, as it is named in the record. */
export const kinds: readonly Kind[] = Object.keys(actions).map((action) => {
  const [resource = action, verb = action] = action.split('.')
  return { resource, verb }
})
