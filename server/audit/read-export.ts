/** Takes out what a search finds, as text that is made while it is read: tables, lines of JSON, or a bundle to prove. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { csvBegun, csvOf } from '~/components/charts/csv'
import { Handle, Instant } from '~/server/api/inputs'
import type { LineFound } from '~/server/database/lines'
import type { GoesOn, PlatformReader, Reading, TenantReader } from '~/server/database/read'
import { logKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { bundleFormat, type Cut, type Head, lineOf } from './bundle'
import { queryText, type Wrong } from './decide-query'
import { partsOf } from './export-parts'
import { bundleText } from './read-bundle'
import { asked, meantBy, understand } from './search-lines'

const exportForms = ['csv', 'jsonl', 'bundle'] as const
/** `asOf` is the moment by which a span such as 2h is meant. */
const wanted = { ...asked, form: z.enum(exportForms), asOf: Instant }
export const ReadExport = z.strictObject({ tenant: Handle, ...wanted })
export const ReadPlatformExport = z.strictObject(wanted)
type Wanted = z.infer<typeof ReadPlatformExport>
type Meant = ReturnType<typeof meantBy>
/** Made bit by bit by whoever asks in this process: what is asked from outside is answered with an empty object. */
export type Exported = { readonly text: () => AsyncGenerator<string> }

export const exportColumns = ['at', 'tenant', 'actor', 'behalf', 'resource', 'verb', 'name', 'namespace', 'outcome', 'reason', 'level', 'stream', 'sequence', 'id', 'reference'] as const satisfies (keyof LineFound)[]
const forms = {
  csv: { before: csvBegun(exportColumns), of: (lines: LineFound[]) => csvOf(lines.map((line) => exportColumns.map((column) => line[column] ?? ''))), cut: (says: string) => csvOf([[says]]), leftOut: (says: string) => csvOf([[`Left out of the search: ${says}`]]) },
  jsonl: { before: '', of: (lines: LineFound[]) => lines.map((line) => lineOf(line)).join(''), cut: (says: string) => lineOf({ cut: says }), leftOut: (says: string) => lineOf({ leftOut: says }) },
}
const cutSays = ({ records, until }: NonNullable<Cut>) => `Cut off after ${records} records. What is older begins before ${until}.`

/** What could not be meant was left out of the search, and the file says so where it ends, as it does that it was cut: whoever reads it was not there when the page said it. */
async function* plainText(db: Reading & GoesOn, form: 'csv' | 'jsonl', meant: Meant, wrong: readonly Wrong[]): AsyncGenerator<string> {
  const all = createHash('sha256')
  const said = (text: string): string => {
    all.update(text)
    return text
  }
  const { before, of, cut: cutOf, leftOut } = forms[form]
  yield said(before)
  let records = 0
  for await (const { made, many, cut } of partsOf(db, meant, async (_, lines) => of(lines))) {
    records += many
    yield said(made + (cut === null ? '' : cutOf(cutSays(cut))))
  }
  for (const { text, says } of wrong) yield said(leftOut(`${text} ${says}`))
  await db.noteOutcome({ export: { form, records, digest: all.digest('base64url') } })
}

function exported(db: Reading & GoesOn, own: string | null, { query: text, actors, form, asOf }: Wanted): Exported {
  const now = Date.parse(asOf)
  const query = understand(text, own, actors, now)
  const meant = meantBy(query, own, actors, now)
  if (form !== 'bundle') return { text: () => plainText(db, form, meant, query.wrong) }
  const { since, until } = meant.range
  // What could not be meant was left out of the search, and the page said so: a file that says it was asked would pass for the answer to that.
  const head: Head = {
    format: bundleFormat, log: noteKeyText(logKey()), reader: db.actor.personId, tenant: own, query: queryText(query), actors, asOf,
    since: new Date(since).toISOString(), until: until === null ? null : new Date(until).toISOString(),
  }
  return { text: () => bundleText(db, head, meant) }
}
export const readExport = async (db: TenantReader & GoesOn, { tenant: _, ...input }: z.infer<typeof ReadExport>) => exported(db, db.tenant, input)
export const readPlatformExport = async (db: PlatformReader & GoesOn, input: z.infer<typeof ReadPlatformExport>) => exported(db, null, input)
