const hourMs = 3_600_000

/** The end that so many hours more come to; null for what is no whole number of them. How far is too far the engine says. */
export function decideLater(endsAt: string, typed: string): string | null {
  const hours = /^[1-9]\d{0,4}$/.test(typed.trim()) ? Number(typed.trim()) : null
  return hours === null ? null : new Date(Date.parse(endsAt) + hours * hourMs).toISOString()
}
