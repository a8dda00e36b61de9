import type { Found } from '~/server/admission/found'
import type { Amount } from '~/server/shared/amount'

export type PriorityReason = 'class_unknown' | 'class_not_allowed' | 'above_normal' | 'nothing_reserved' | 'developer_gpus' | 'class_needs_approval' | 'many_devices' | 'split_request'
/** Whom it may push aside, and whether it may be pushed aside itself. The higher value goes first. What is reserved was paid for: it is given where a namespace has a share of it, and nobody takes it back. */
export type PriorityClass = { readonly id: string; readonly value: number; readonly preempts: boolean; readonly preemptible: boolean; readonly needsApproval: boolean; readonly reserved: boolean }
export type Priorities = {
  readonly classes: readonly PriorityClass[]
  /** The class of whoever names none, and the highest for whoever is a developer. */
  readonly normal: string
  /** More devices than this at once need somebody’s yes. */
  readonly devicesMost: number
  /** Within a window, what is asked in pieces and without anybody’s yes counts together. */
  readonly splitting: { readonly minutes: number; readonly personDevicesMost: number; readonly namespaceDevicesMost: number }
  /** Whether a profile, approved with its caps, also stands for the yes that a size needs. */
  readonly profilesCoverSize: boolean
}
/** What somebody approved in advance: so many GPUs at once, of these models, for so long. */
export type Profile = { readonly id: string; readonly gpusMost: number; readonly models: readonly string[]; readonly hoursMost: number; readonly until: string }
/** What covers it, or else what comes nearest: the first of those that hold in this namespace. */
export function profileFor(profiles: readonly (Profile & { readonly namespace: string | null })[], namespace: string, wish: Omit<PriorityWish, 'profile'>): Profile | null {
  const here = profiles.filter((profile) => profile.namespace === null || profile.namespace === namespace)
  return here.find((profile) => whyUncovered({ ...wish, profile }) === null) ?? here[0] ?? null
}
export type PriorityWish = {
  readonly class: string | null
  /** All devices together, those of claims in their worst case. */
  readonly devices: Amount
  /** Without one, any would do. */
  readonly models: readonly string[]
  /** Without an end it is as long as it likes. */
  readonly hours: number | null
  /** What whoever asks holds here; of a service account, what its owner holds. */
  readonly roles: readonly string[]
  /** The approved profile that covers it, or comes nearest to it, among this place’s. */
  readonly profile: Profile | null
  /** Devices admitted within the window, without anybody’s yes, for the same person (or machines of theirs) in the tenant, and for anybody in the namespace. */
  readonly recent: { readonly person: Amount; readonly namespace: Amount }
  /** Whether the namespace has a share of its own for the class. */
  readonly hasShare: boolean
  readonly now: string
}
/** `approver` says who may say yes to what is held: nobody to what they ask for themselves. */
export type PriorityFound = Found<PriorityReason> & { readonly class: PriorityClass | null; readonly approver: 'tenant' | 'platform' | null }
type Held = { readonly reason: PriorityReason; readonly says: string }

/** Whoever is neither admin is a developer here, whatever else their role is called. */
const isAdmin = (roles: readonly string[]) => roles.includes('tenant_admin') || roles.includes('namespace_admin')

/** `allowed` are the classes that the platform allows this tenant beside the normal one. The rule of roles comes before the rule of size. */
export function decidePriority(priorities: Priorities, allowed: readonly string[], wish: PriorityWish): PriorityFound {
  const { classes, normal, splitting } = priorities
  const asked = wish.class ?? normal
  const chosen = classes.find(({ id }) => id === asked) ?? null
  const usual = classes.find(({ id }) => id === normal)
  const uncovered = whyUncovered(wish)
  const saw = {
    class: asked, devices: String(wish.devices), roles: wish.roles, profile: wish.profile?.id ?? null, covered: wish.profile !== null && uncovered === null,
    devicesMost: priorities.devicesMost, recentPerson: String(wish.recent.person), recentNamespace: String(wish.recent.namespace), minutes: splitting.minutes,
  }
  const refused = (reason: PriorityReason, says: string): PriorityFound => ({ outcome: 'refuses', reason, says, saw, class: chosen, approver: null })
  if (!chosen || !usual) return refused('class_unknown', `There is no priority class ${asked}.`)
  if (asked !== normal && !allowed.includes(asked)) return refused('class_not_allowed', `The priority class ${asked} is not allowed to this tenant. It may use ${[normal, ...allowed].join(', ')}.`)
  if (chosen.value > usual.value && !isAdmin(wish.roles)) return refused('above_normal', `A developer, or a machine of theirs, asks for nothing above ${normal}; ${asked} is above it.`)
  if (chosen.reserved && !wish.hasShare) return refused('nothing_reserved', `This namespace has nothing reserved in the priority class ${asked}.`)
  const held = [
    ...ofRole(wish, uncovered),
    ...(chosen.needsApproval ? [{ reason: 'class_needs_approval' as const, says: `The priority class ${asked} is given when somebody has approved it.` }] : []),
    ...(priorities.profilesCoverSize && uncovered === null ? [] : ofSize(priorities, wish)),
  ]
  if (!held[0]) return { outcome: 'passes', saw, class: chosen, approver: null }
  return {
    outcome: 'holds', reason: held[0].reason, says: held.map(({ says }) => says).join(' '), saw: { ...saw, held: held.map(({ reason }) => reason) }, class: chosen,
    approver: wish.roles.includes('tenant_admin') ? 'platform' : 'tenant',
  }
}

/** Null when a profile covers it; what a wish leaves open is not covered. */
function whyUncovered({ profile, devices, models, hours, now }: PriorityWish): string | null {
  if (!profile) return 'no approved profile covers them'
  if (!(Date.parse(profile.until) > Date.parse(now))) return `the profile ${profile.id} has ended`
  if (devices > profile.gpusMost) return `the profile ${profile.id} covers ${profile.gpusMost} at once, and this is ${devices}`
  if (models.length === 0) return `the profile ${profile.id} covers ${profile.models.join(', ')}, and no model was named`
  const other = models.find((model) => !profile.models.includes(model))
  if (other !== undefined) return `the profile ${profile.id} does not cover ${other}`
  if (hours === null) return `the profile ${profile.id} covers ${profile.hoursMost} hours, and this has no end`
  return hours > profile.hoursMost ? `the profile ${profile.id} covers ${profile.hoursMost} hours, and this is ${hours}` : null
}
const ofRole = ({ devices, roles }: PriorityWish, uncovered: string | null): Held[] =>
  devices > 0n && !isAdmin(roles) && uncovered !== null ? [{ reason: 'developer_gpus', says: `A developer’s GPUs need the yes of a tenant admin: ${uncovered}.` }] : []

/** What is too much in pieces is told only of what is not too much at once. */
function ofSize({ devicesMost, splitting: { minutes, personDevicesMost, namespaceDevicesMost } }: Priorities, { devices, recent }: PriorityWish): Held[] {
  if (devices <= 0n) return []
  if (devices > devicesMost) return [{ reason: 'many_devices', says: `More than ${devicesMost} devices at once need somebody’s yes; this is ${devices}.` }]
  const split = (whose: string, before: Amount, most: number): Held[] =>
    before + devices > most ? [{ reason: 'split_request', says: `Within ${minutes} minutes ${whose} was given ${before} devices that nobody approved; with ${devices === 1n ? 'this one' : `these ${devices}`} it is more than ${most}.` }] : []
  return [...split('whoever asks', recent.person, personDevicesMost), ...split('this namespace', recent.namespace, namespaceDevicesMost)].slice(0, 1)
}
