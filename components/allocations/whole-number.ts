/** A whole number from one up to so many, as somebody typed it; null for anything else. */
export function wholeNumber(typed: string, most: number): number | null {
  const number = /^[1-9]\d{0,4}$/.test(typed.trim()) ? Number(typed.trim()) : null
  return number === null || number > most ? null : number
}
