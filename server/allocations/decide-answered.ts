import type { Verdict } from '~/server/admission/facts'

export const answered = ['yes', 'no', 'taken_back', 'open'] as const
export type Answered = (typeof answered)[number]
const said: Readonly<Record<string, Answered>> = { approved: 'yes', refused: 'no', withdrawn: 'taken_back' }
const answers: ReadonlySet<string> = new Set(['allocations.answer', 'allocations.answerExtension'])

/**
 * What had been said to what was asked of somebody when it was brought in line with that. That it was done is no yes: a no is done, too, and so is that a question was asked, by which what is
 * promised is kept for longer. What is asked anew answers nobody. `request` is as what it stood then; `byRule`, that a rule looked at it.
 */
export function decideAnswered({ action, verdict, request, byRule }: { readonly action: string; readonly verdict: Verdict; readonly request: string | null; readonly byRule: boolean }): Answered | null {
  if (!answers.has(action) || verdict === 'hold') return null
  // Of what was open when a rule had looked at it, the rule said yes: what it leaves to people is held.
  return said[request ?? ''] ?? (byRule ? 'yes' : 'open')
}
