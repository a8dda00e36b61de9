/** So many days before it ends somebody is reminded, where it was given for longer than that. */
export const reminderDays = [60, 30, 7, 1] as const
type ReminderDays = (typeof reminderDays)[number]
const dayMs = 24 * 3_600_000

/**
 * `due` are the marks that have passed and of which nobody was told; `tell` is the nearest of them, because who was not told at sixty days is not told twice at thirty.
 * Whoever has more than `alone` devices is not reminded alone: their tenant's admins are, too.
 */
export function decideReminders({ admittedAt, endsAt, told }: { admittedAt: Date; endsAt: Date; told: readonly number[] }, now: Date): { due: ReminderDays[]; tell: ReminderDays | null } {
  const [length, left] = [endsAt.getTime() - admittedAt.getTime(), endsAt.getTime() - now.getTime()]
  const due = left <= 0 ? [] : reminderDays.filter((days) => length > days * dayMs && left <= days * dayMs && !told.includes(days))
  return { due, tell: due.at(-1) ?? null }
}

const alone = 8n
export const tellsAdmins = (devices: bigint): boolean => devices > alone
