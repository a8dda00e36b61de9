/** What came since the list was read; null while nothing is known of it. */
export function sayNewer(newer: { readonly many: number; readonly isMore: boolean } | null): string {
  if (newer === null || newer.many === 0) return 'New records that match are told here.'
  if (newer.isMore) return `More than ${newer.many} new records match.`
  return newer.many === 1 ? 'One new record matches.' : `${newer.many} new records match.`
}
