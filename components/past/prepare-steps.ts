export type Step = { readonly says: string; readonly at: string } | { readonly says: string; readonly whyNot: string }
const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]
const steps = [['A day earlier', -dayMs], ['An hour earlier', -hourMs], ['An hour later', hourMs], ['A day later', dayMs]] as const

/** The first full minute of what is known: fields of a day and a time know no seconds. */
export const minuteAfter = (since: string): string => new Date(Math.ceil((Date.parse(`${since.slice(0, 19)}Z`) + (Number(since.slice(20, 26)) > 0 ? 1 : 0)) / 60_000) * 60_000).toISOString()
/** Where one can go from a moment, an hour or a day at a time; and why not, where nothing is known of it. Texts are moments in UTC, as precise as they are written. */
export function prepareSteps(at: string, { since, now }: { since: string; now: string }): Step[] {
  const fraction = at.slice(19)
  return steps.map(([says, ms]): Step => {
    const to = `${new Date(Date.parse(`${at.slice(0, 19)}Z`) + ms).toISOString().slice(0, 19)}${fraction}`
    return to > now ? { says, whyNot: 'That moment has not come yet.' } : to < since ? { says, whyNot: 'The history of this place begins later.' } : { says, at: to }
  })
}
