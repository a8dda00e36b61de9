import type { StoredEntry } from '~/server/audit/record'
import { asEcs } from './as-ecs'
import { asOcsf } from './as-ocsf'
import type { Format } from './feed'
import { type Given, readEntry, unreadable, withoutBodies } from './read-entry'

/** A record as its receiver is told of it: one line of JSON, and what a line of syslog says of it outside. */
export type Line = { readonly text: string; readonly at: Date; readonly what: string; readonly outcome: string }
/** Of a place’s own record, everything; of the platform’s feeds, what happened without bodies. */
export type Reach = 'own' | 'all'

const inFormat = { recorded: (entry: StoredEntry): unknown => entry, ocsf: asOcsf, ecs: asEcs } as const satisfies Record<Format, (entry: StoredEntry) => unknown>
export const lineOf = (entry: StoredEntry, format: Format, at: Date): Line => ({ text: JSON.stringify(inFormat[format](entry)), at, what: `${entry.action.resource}.${entry.action.verb}`, outcome: entry.outcome })

/** What stands in the record of a place is given as it is, byte for byte: it can be compared with its proof. */
export function composeLine(given: Given, format: Format, reach: Reach): Line {
  const entry = readEntry(given)
  if (entry === null) return lineOf(unreadable(given), format, given.at)
  const line = lineOf(reach === 'own' ? entry : withoutBodies(entry), format, given.at)
  return format === 'recorded' && reach === 'own' ? { ...line, text: given.bytes.toString('utf8') } : line
}

export const batchBytesMost = 512 * 1024
/** As many as go together, from the first on, and at least one: what is left is given next. */
export function decideBatch(lines: readonly Line[], most: number = batchBytesMost): Line[] {
  const taken: Line[] = []
  let bytes = 0
  for (const line of lines) {
    bytes += Buffer.byteLength(line.text)
    if (bytes > most && taken.length > 0) return taken
    taken.push(line)
  }
  return taken
}

/** The same records are the same bytes, at whichever try. */
export const webhookBody = (format: Format, lines: readonly Line[], isTest = false): string => `{"format":"${format}",${isTest ? '"test":true,' : ''}"records":[${lines.map(({ text }) => text).join(',')}]}`
