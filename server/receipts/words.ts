import type { Json } from '~/server/shared/canonical'
import type { Verdict } from './decide-receipt'
import type { Receipt } from './receipt'

export const verdicts = {
  valid: { title: 'Valid', says: 'It was signed by the person who is named, for exactly this.' },
  holder_unproven: { title: 'Holder unproven', says: 'It was signed for exactly this. Whose key it was then, is not shown.' },
  weaker: { title: 'Weaker', says: 'It was confirmed with a code generator, which cannot be checked by a stranger.' },
  invalid: { title: 'Invalid', says: 'It shows nothing.' },
} as const satisfies Record<Verdict, { title: string; says: string }>

const decided = { approve: 'Approved', deny: 'Denied' } as const

/** What was agreed to, as names and values: a name is the way to its value. */
export function linesOf({ statement, batch }: Receipt): [name: string, value: string][] {
  const { decision, request, version, approver, action, expiresAt, terms } = statement
  return [
    [decided[decision], `request ${request}${version === undefined ? '' : `, version ${version}`}`], ['By', `person ${approver}`], ['Deed', action], ['To be done until', expiresAt],
    ...(batch ? [['Signed with', `${batch.statement.count - 1} others`] as [string, string]] : []), ...Object.entries(terms).flatMap(([name, value]) => flat(name, value as Json)),
  ]
}
function flat(name: string, value: Json): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? 'none')]]
  const inside = Object.entries(value)
  return inside.length === 0 ? [[name, 'none']] : inside.flatMap(([key, part]) => flat(`${name} › ${Array.isArray(value) ? Number(key) + 1 : key}`, part as Json))
}
