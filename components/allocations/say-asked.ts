import { parseQuantity } from '~/server/shared/quantity'
import { sayAmounts } from './amounts'

/** What each pod asks for, which stands as it was written (`64Gi`, `500m`), in the words in which amounts are said everywhere. What cannot be read is said as it was written. */
export function sayAsked(each: Readonly<Record<string, string>>): string {
  const read = Object.entries(each).map(([resource, written]) => ({ resource, written, as: parseQuantity(written, resource) }))
  const [known, others] = [read.flatMap(({ resource, as }) => (as.ok ? [[resource, String(as.amount)] as const] : [])), read.flatMap(({ resource, written, as }) => (as.ok ? [] : [`${resource} ${written}`]))]
  return [...(known.length === 0 && others.length > 0 ? [] : [sayAmounts(known)]), ...others].join(', ')
}
