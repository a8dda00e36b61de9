/** An investigation as one file that a stranger can check (BUNDLE.md): what was done to it and what it pinned, byte for byte, and what leads from both to one signed checkpoint. */
import { z } from 'zod'
import { Instant, Uuid } from '~/server/api/inputs'
import { closingLines, digested, type Named, recordsOf } from '~/server/audit/close-file'
import { Denied } from '~/server/authorization/denied'
import type { GoesOn, PlatformReader, Reading } from '~/server/database/read'
import { logKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { type Head, investigationFormat, manual } from './bundle'
import { byTime } from './decide-timeline'

export const ExportInvestigation = z.strictObject({ investigation: Uuid, asOf: Instant })
/** Made bit by bit by whoever asks in this process: what is asked from outside is answered with an empty object. */
export type Exported = { readonly text: () => AsyncGenerator<string> }
const atOnce = 100

export async function exportInvestigation(db: PlatformReader & GoesOn, { investigation, asOf }: z.infer<typeof ExportInvestigation>): Promise<Exported> {
  const row = await db.rows.investigation.findUnique({ where: { id: investigation }, include: { pins: { where: { unpinnedAt: null } }, entries: { orderBy: { number: 'asc' }, select: { sequence: true } } } })
  if (!row) throw new Denied('not_found')
  const head: Head = { format: investigationFormat, manual, log: noteKeyText(logKey()), reader: db.actor.personId, investigation, asOf }
  const custody = row.entries.map(({ sequence }): Named => ({ tenant: 'platform', stream: 'deed', sequence: String(sequence) }))
  const pinned = row.pins.map(({ place, stream, sequence, recordAt }) => ({ at: recordAt.toISOString(), place, stream, sequence: String(sequence) })).sort(byTime)
  return { text: () => bundleText(db, head, custody, pinned.map(({ place, stream, sequence }): Named => ({ tenant: place, stream: stream === 'deed' ? 'deed' : 'access', sequence }))) }
}

async function* bundleText(db: Reading & GoesOn, head: Head, custody: readonly Named[], pinned: readonly Named[]): AsyncGenerator<string> {
  const { said, digest } = digested()
  yield said(head)
  const held: Named[] = []
  const counts = { custody: 0, records: 0, missing: 0 }
  for (const [name, lines, counted] of [['custody', custody, 'custody'], ['record', pinned, 'records']] as const) {
    for (let from = 0; from < lines.length; from += atOnce) {
      const found = await db.further((later) => recordsOf(later, lines.slice(from, from + atOnce)))
      for (const { of, bytes } of found) {
        counts[bytes === null ? 'missing' : counted]++
        if (bytes !== null) held.push(of)
        yield said(bytes === null ? { missing: of } : { [name]: bytes })
      }
    }
  }
  yield said({ contents: counts })
  yield* closingLines(db, { home: 'platform', resource: 'investigations', form: 'investigation', digest: digest(), held })
}
