/** Of its lifetime, from which on whoever runs this is told: what renews it by itself does so before, and when it does not there is time left. */
const oldFrom = 0.8

export function isOld({ from, until }: { readonly from: Date; readonly until: Date }, now: Date): boolean {
  return now.getTime() - from.getTime() >= oldFrom * (until.getTime() - from.getTime())
}
