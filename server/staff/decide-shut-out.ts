export const shutOutHours = 24

export type ShutOutRefusal = 'admin_lately' | 'second_in_a_day'
/** Of whoever would shut out a platform admin, all of it within the last day: it was they who made an admin of this one; they became one themselves; so many others are out by their word. */
export type ShutOut = { readonly madeThem: boolean; readonly isNew: boolean; readonly others: number }

/** One alone shuts out one other in a day, and nobody whom they have just let in does it for them: whoever came in as an admin finds somebody left who heard of it and can put an end to it. */
export function decideShutOut({ madeThem, isNew, others }: ShutOut): { ok: true } | { ok: false; refusal: ShutOutRefusal } {
  if (madeThem) return { ok: true }
  if (isNew) return { ok: false, refusal: 'admin_lately' }
  return others > 0 ? { ok: false, refusal: 'second_in_a_day' } : { ok: true }
}
