/** Where a factor's secret belongs: it opens there and nowhere else. */
export const factorPlace = (factorId: string) => `factor|secret|${factorId}|platform`
