/** The lines of an export that is to be proven, as EXPORT.md has them. Whoever changes one changes the format. */
import { z } from 'zod'
import { Instant, Uuid, Version } from '~/server/api/inputs'
import { queryLongest } from './decide-query'

export const bundleFormat = 'bailiwick-export-1'
/** As many as the page of an export allows. What is beyond is cut off, and that is said. */
export const exportMost = 50_000
export const perLine = 1_000

const Hash = z.string().length(44).regex(/^[A-Za-z0-9+/]{43}=$/, 'is a hash in base64')
const Name = z.string().min(1).max(63)
const Bytes = z.string().min(2).max(1_048_576)
const Place = z.int().min(0)
const Micros = z.string().regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'is a moment to the microsecond')

export const Head = z.strictObject({
  format: z.literal(bundleFormat), log: z.string().min(1).max(256), reader: Uuid, tenant: Name.nullable(),
  query: z.string().max(queryLongest), actors: z.array(Uuid).max(50).nullable(), asOf: Instant, since: Instant, until: Instant.nullable(),
})
export type Head = z.infer<typeof Head>
/** What is left out of an export because it would be too long: everything as old as this and older. */
export const Cut = z.strictObject({ records: Place, until: Micros }).nullable()
export const Lines = {
  record: z.strictObject({ record: Bytes }),
  missing: z.strictObject({ missing: z.strictObject({ tenant: Name, stream: z.enum(['deed', 'access']), sequence: Version }) }),
  contents: z.strictObject({ contents: z.strictObject({ records: Place, missing: Place, cut: Cut }) }),
  closing: z.strictObject({ closing: Bytes }),
  open: z.strictObject({ open: z.string().max(200) }),
  checkpoint: z.strictObject({ checkpoint: z.string().min(1).max(65_536) }),
  places: z.strictObject({ places: z.array(Place).min(1).max(perLine) }),
  hashes: z.strictObject({ hashes: z.array(Hash).min(1).max(perLine) }),
}
export type Cut = z.infer<typeof Cut>
export const lineOf = (line: Readonly<Record<string, unknown>>): string => `${JSON.stringify(line)}\n`
