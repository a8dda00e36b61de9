import type { RequestLevel } from './decide-rule'

/** What a tenant lets go without asking anybody: so much at once, so much of one person's in so many days, and so many of a thousand drawn to be looked at all the same. */
export type ByRule = { readonly devicesMost: number; readonly hoursMost: number; readonly deviceHoursMost: number; readonly days: number; readonly drawnPerThousand: number }
/** `holds` is everything for which somebody is asked. For what is asked first nobody loses a place: where somebody would by then, the terms are others. */
export type Weighed = { readonly level: RequestLevel | null; readonly holds: readonly string[]; readonly devices: bigint; readonly hours: number }
/** `draw` is below a thousand, and nobody can say what it will be; `spent` is what went by rule within the days; `owes` is that something of theirs was drawn, and no person has answered it. */
export type Spent = { readonly draw: number; readonly spent: string; readonly owes: boolean }
export type WhyAsked = 'not_plain' | 'terms_changed' | 'owes' | 'spent'
export type ByRuleDecision = { readonly is: 'approved'; readonly deviceHours: string } | { readonly is: 'drawn' } | { readonly is: 'asked'; readonly because: WhyAsked }

/** The one reason for which a rule stands in for a tenant's admin. Size, class, splitting, and what any other rule holds, are for people. */
const plain = 'developer_gpus'
export function mayGoByRule(rule: ByRule | null | undefined, { level, holds, devices, hours }: Weighed): boolean {
  return !!rule && level === 'tenant' && holds.length > 0 && holds.every((reason) => reason === plain) && devices <= BigInt(rule.devicesMost) && hours <= rule.hoursMost
}

/** What a decider found that may go by a rule: how much it is, and for how long. */
export type Fitting = { readonly mayGo: boolean; readonly devices: bigint; readonly hours: number }
/** Of what fits, some is drawn. Whoever takes back what was drawn, to ask again and be luckier, is looked at until a person has answered. */
export function decideByRule(rule: ByRule | null | undefined, { mayGo, devices, hours }: Fitting, { draw, spent, owes }: Spent): ByRuleDecision {
  if (!rule || !mayGo) return { is: 'asked', because: 'not_plain' }
  if (owes) return { is: 'asked', because: 'owes' }
  const deviceHours = devices * BigInt(hours)
  if (BigInt(spent) + deviceHours > BigInt(rule.deviceHoursMost)) return { is: 'asked', because: 'spent' }
  return draw < rule.drawnPerThousand ? { is: 'drawn' } : { is: 'approved', deviceHours: String(deviceHours) }
}
