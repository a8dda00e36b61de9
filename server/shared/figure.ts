const behindPoint = [0, 1, 2, 3] as const
const formats = behindPoint.map((digits) => new Intl.NumberFormat('en', { maximumFractionDigits: digits }))
/** A number as it is read, its thousands set apart: `1,200`, `0.5`. No more digits behind the point than so many. */
export const figure = (of: number | bigint, digits: (typeof behindPoint)[number] = 3): string => formats[digits]?.format(of) ?? ''
