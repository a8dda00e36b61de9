/** Whose yes a request needs, and how many of them. */
export const approvingRoles = ['tenant_admin', 'approver', 'platform_admin'] as const
export type ApprovingRole = (typeof approvingRoles)[number]
export type RequestLevel = 'tenant' | 'platform'
/** So many of these: any of the alternatives is enough. */
export type Quorum = { readonly of: readonly ApprovingRole[]; readonly count: number }
export type Rule = { readonly anyOf: readonly Quorum[]; readonly factor: 'passkey' | 'any' }
export type ApprovalRule = Rule & {
  readonly level: RequestLevel
  /** Of one kind of request, or of every kind that has no rule of its own. */
  readonly kind: string | null
  /** For more devices than these. */
  readonly above: number
}
/** Without a kind it is any that has no rule of its own. */
export type Weight = { readonly kind: string | null; readonly level: RequestLevel; readonly devices: bigint }

/** The rule for what is asked: of its own kind before of any, and of those the one for the most devices that it is above. A policy has one for each level above nothing. */
export function decideRule(rules: readonly ApprovalRule[], { kind, level, devices }: Weight): Rule {
  const applying = rules.filter((rule) => rule.level === level && (rule.kind === null || rule.kind === kind) && (rule.above === 0 || devices > BigInt(rule.above)))
  const own = applying.filter((rule) => rule.kind === kind)
  const [first, ...others] = own.length > 0 ? own : applying
  if (!first) throw new Error(`no rule says whose yes ${kind} needs on the level of the ${level}`)
  const { anyOf, factor } = others.reduce((best, rule) => (rule.above > best.above ? rule : best), first)
  return { anyOf: anyOf.map(({ of, count }) => ({ of: [...of], count })), factor }
}

/** Everybody whose yes could count. */
export const rolesIn = ({ anyOf }: Rule): ApprovingRole[] => approvingRoles.filter((role) => anyOf.some(({ of }) => of.includes(role)))

/** What the platform sees: what it decides, and what a rule asks it for beside. What a tenant decides by itself is not there for it; the rows say the same (`of_platform`). */
export const isOnPlatform = (level: string, askedRoles: readonly string[]): boolean => level === 'platform' || askedRoles.some((role) => role !== 'tenant_admin')

/** `through` is in whose place, if in anybody's. */
export type Yes = { readonly person: string; readonly as: ApprovingRole; readonly through: string | null; readonly terms: string }
export type Void = 'terms_changed' | 'role_lost'
export type Counted = { readonly met: boolean; readonly counts: readonly Yes[]; readonly void: readonly { readonly yes: Yes; readonly because: Void }[]; readonly lacks: readonly { readonly of: readonly ApprovingRole[]; readonly more: number }[] }

const peopleIn = ({ person, through }: Yes): string[] => (through === null ? [person] : [person, through])
/** Which of those who said yes count: to these very terms, while the role in which they said it is theirs or that of whoever they stood in for; and nobody twice, neither by themselves nor by another. */
export function decideQuorum({ anyOf }: Rule, terms: string, said: readonly Yes[], holds: (yes: Yes) => boolean): Counted {
  const judged = said.map((yes) => ({ yes, because: yes.terms !== terms ? 'terms_changed' as const : holds(yes) ? null : 'role_lost' as const }))
  const counts: Yes[] = []
  const spoken = new Set<string>()
  for (const { yes, because } of judged) {
    if (because !== null || peopleIn(yes).some((person) => spoken.has(person))) continue
    counts.push(yes)
    for (const person of peopleIn(yes)) spoken.add(person)
  }
  const lacks = anyOf.map(({ of, count }) => ({ of, more: Math.max(0, count - counts.filter(({ as }) => of.includes(as)).length) }))
  return { met: lacks.some(({ more }) => more === 0), counts, void: judged.flatMap(({ yes, because }) => (because === null ? [] : [{ yes, because }])), lacks }
}
