/** The colour and the dash of a line by its place: past the second, the dash tells them apart as well. */
export const lineLooks = [
  { ink: 'text-series-1', dash: '' }, { ink: 'text-series-2', dash: '' }, { ink: 'text-series-3', dash: '8 3' },
  { ink: 'text-series-4', dash: '2 3' }, { ink: 'text-series-5', dash: '8 3 2 3' }, { ink: 'text-series-6', dash: '14 4' },
] as const
