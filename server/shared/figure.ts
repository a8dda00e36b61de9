const format = (digits: number) => new Intl.NumberFormat('en', { maximumFractionDigits: digits })
const formats = { 0: format(0), 1: format(1), 3: format(3) } as const
/** A number as it is read, its thousands set apart: `1,200`, `0.5`. No more digits behind the point than so many. */
export const figure = (of: number | bigint, digits: keyof typeof formats = 3): string => formats[digits].format(of)
