/** The lines of the file of an investigation, as BUNDLE.md has them. Whoever changes one changes the format. */
import { z } from 'zod'
import { Instant, Uuid } from '~/server/api/inputs'
import { Lines as ExportLines } from '~/server/audit/bundle'

export const investigationFormat = 'bailiwick-investigation-1'
/** What somebody is told who has nothing but the file. */
export const manual = 'Each line is JSON. The lines of custody are the records of what was done to an investigation, those called record are what it pinned, each byte for byte; after them stands the record that this file was made, and what leads from all of them to one signed checkpoint. It is checked without asking whoever made it: npm run verify -- FILE --log KEY, in the source code of Bailiwick, with the key of the log as it was told by another way. The written format, by which anybody can write a verifier of their own, is server/investigations/BUNDLE.md there.'

export const Head = z.strictObject({ format: z.literal(investigationFormat), manual: z.string().min(1).max(2_000), log: z.string().min(1).max(256), reader: Uuid, investigation: Uuid, asOf: Instant })
export type Head = z.infer<typeof Head>
const Count = z.int().min(0)
export const Lines = {
  custody: z.strictObject({ custody: ExportLines.record.shape.record }), record: ExportLines.record, missing: ExportLines.missing,
  contents: z.strictObject({ contents: z.strictObject({ custody: Count, records: Count, missing: Count }) }),
}

const Text = z.string().max(2_000)
const Name = z.string().max(120)
const Numbered = { investigation: Uuid, number: z.int().min(1) }
const Record_ = { timestamp: z.string(), outcome: z.string(), actor: z.looseObject({ userId: z.string().nullable() }), metadata: z.looseObject({ tenant: z.string(), stream: z.string(), sequence: z.string() }) }
/** A record, as far as a verifier asks it anything. */
export const Said = z.looseObject({ ...Record_, action: z.looseObject({ resource: z.string(), verb: z.string(), name: z.string().nullable() }), context: z.unknown() })
export type Said = z.infer<typeof Said>

const deed = <V extends string, S extends z.ZodRawShape>(verb: V, after: S) => z.looseObject({
  ...Record_, outcome: z.literal('done'), action: z.looseObject({ resource: z.literal('investigations'), verb: z.literal(verb) }),
  metadata: z.looseObject({ tenant: z.literal('platform'), stream: z.literal('deed'), sequence: z.string() }), context: z.looseObject({ after: z.strictObject({ ...Numbered, ...after }) }),
})
/** A deed of custody, as its record says it. */
export const Deeds = {
  open: deed('open', { title: Text, question: Text, query: Text.nullable(), incident: Text.nullable(), owner: Uuid }), pin: deed('pin', { record: Name, why: Text }), unpin: deed('unpin', { record: Name, reason: Text }),
  note: deed('note', { record: Name.nullable(), note: Text }), hand: deed('hand', { owner: Uuid, reason: Text }), change: deed('change', { query: Text.nullable(), incident: Uuid.nullable(), reason: Text }),
  close: deed('close', { closed: z.literal(true), finding: Text }), reopen: deed('reopen', { closed: z.literal(false), reason: Text }),
}
export const Closing = z.looseObject({ export: z.looseObject({ form: z.literal('investigation'), records: z.number(), digest: z.string() }) })
