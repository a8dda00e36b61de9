/** The lines of a proof, as PROOF.md has them. Whoever changes one changes the format. */
import { z } from 'zod'
import { Lines as ExportLines } from '~/server/audit/bundle'
import { Handle, Instant, Uuid } from '~/server/api/inputs'
import { jurisdictions } from '~/server/regions/decide-new-region'
import { ResidencyPolicy } from '~/server/admission/residency/residency-policy'
import { stayStates } from './decide-stays'

export const proofFormat = 'bailiwick-residency-1'
export const Head = z.strictObject({
  format: z.literal(proofFormat), log: z.string().min(1).max(256), reader: Uuid, tenant: Handle, allocation: Uuid.nullable(), namespace: Handle.nullable(), jurisdiction: z.enum(jurisdictions), since: Instant, until: Instant, asOf: Instant,
})
export type Head = z.infer<typeof Head>
const Spans = z.array(z.strictObject({ from: Instant, to: Instant, because: z.string().min(1).max(63) }))
export const Lines = {
  record: ExportLines.record, closing: ExportLines.closing, open: ExportLines.open, checkpoint: ExportLines.checkpoint, places: ExportLines.places, hashes: ExportLines.hashes,
  claim: z.strictObject({ claim: z.strictObject({ verdict: z.enum(['always', 'not', 'not_provable']), outside: Spans, unproven: Spans }) }),
}
const Text = z.string().min(1).max(320)
const Evidence = z.strictObject({ region: Text.nullable(), residency: Text.nullable(), jurisdiction: Text.nullable(), providerId: Text.nullable(), since: Instant })
const TwoPeople = z.tuple([Uuid, Uuid])
/** A page of the book, as a record says it. */
export const Page = z.strictObject({
  from: Instant, to: Instant, previousDigest: Text.nullable(), part: z.int().min(1), parts: z.int().min(1), regions: z.array(z.strictObject({ region: Text, jurisdiction: z.enum(jurisdictions) })),
  policies: z.array(z.strictObject({ version: Text.nullable(), body: ResidencyPolicy })), gaps: z.array(z.strictObject({ from: Instant, to: Instant })),
  exceptions: z.array(z.strictObject({ exception: Uuid, work: Text.nullable(), regions: z.array(Text), from: Instant, to: Instant })).optional(),
  failovers: z.array(z.strictObject({ disaster: Text, regions: z.array(Text), from: Instant, to: Instant, preparedBy: TwoPeople.optional(), declaredBy: TwoPeople.optional() })).optional(),
  stays: z.array(z.strictObject({
    work: Text, allocation: Text.nullable(), namespace: Text.nullable(), cluster: Text, node: Text, gpuMilli: Text, placed: Text, region: Text.nullable(), state: z.enum(stayStates), reason: Text.nullable(), policy: Text.nullable(),
    evidence: Evidence.nullable(), heardAt: Instant.nullable(), from: Instant, to: Instant, failover: Text.optional(),
  })),
})
export const Written = z.looseObject({
  timestamp: z.string(), outcome: z.literal('done'), actor: z.looseObject({ serviceAccount: z.literal('engine') }), action: z.looseObject({ resource: z.literal('residency'), verb: z.literal('write') }),
  context: z.strictObject({ before: z.null(), after: Page }), metadata: z.looseObject({ tenant: z.string(), stream: z.literal('deed'), sequence: z.string() }),
})
export const Closing = z.looseObject({
  outcome: z.string(), actor: z.looseObject({ userId: z.string().nullable() }), action: z.looseObject({ resource: z.string(), verb: z.string() }), metadata: z.looseObject({ tenant: z.string() }),
  context: z.looseObject({ export: z.looseObject({ form: z.string(), records: z.number(), digest: z.string() }) }),
})
