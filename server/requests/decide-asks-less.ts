import { type ApprovalRule, decideRule, type Quorum, type Rule, type Weight } from './decide-rule'

/** What is said of whose yes is needed, and of how far one goes without it. */
export type Approvals = { readonly rules: readonly ApprovalRule[]; readonly togetherDevicesMost: number; readonly breakGlass: { readonly delayMinutes: number }; readonly elevation?: { readonly aloneHours: number } | undefined }

const defaultAloneHours = 8
/** For how many hours somebody elevates by themselves. */
export const aloneHoursOf = ({ elevation }: Pick<Approvals, 'elevation'>): number => elevation?.aloneHours ?? defaultAloneHours

const meets = (one: Quorum, other: Quorum) => one.count >= other.count && one.of.every((role) => other.of.includes(role))
/** Whoever meets the draft meets what holds as well. */
const isAsStrict = (draft: Rule, held: Rule) => (held.factor === 'any' || draft.factor === 'passkey') && draft.anyOf.every((one) => held.anyOf.some((other) => meets(one, other)))

/** One for each step of both: between two of them the same rules apply. No kind stands for whatever has no rule of its own. */
function weightsOf(rules: readonly ApprovalRule[]): Weight[] {
  const kinds = new Set([null, ...rules.map(({ kind }) => kind)])
  const devices = new Set([0n, ...rules.map(({ above }) => BigInt(above) + 1n)])
  return (['tenant', 'platform'] as const).flatMap((level) => [...kinds].flatMap((kind) => [...devices].map((most) => ({ level, kind, devices: most }))))
}

/** Whether anything at all goes with less than now. Where neither is the stricter of two rules, the draft asks less: what is in doubt can wait. */
export function asksLess(draft: Approvals, held: Approvals): boolean {
  return draft.togetherDevicesMost > held.togetherDevicesMost || draft.breakGlass.delayMinutes < held.breakGlass.delayMinutes || aloneHoursOf(draft) > aloneHoursOf(held)
    || weightsOf([...draft.rules, ...held.rules]).some((weight) => !isAsStrict(decideRule(draft.rules, weight), decideRule(held.rules, weight)))
}
