import { z } from 'zod'
import type { StoredEntry } from '~/server/audit/record'
import type { Json } from '~/server/shared/canonical'

/** A record as the database has it. */
export type Given = { readonly tenant: string; readonly stream: string; readonly sequence: bigint; readonly at: Date; readonly bytes: Buffer }
const Text = z.string()
const Maybe = Text.nullable()
const Sealed = z.looseObject({ sealed: Text, hash: Text }).nullable()
const Body: z.ZodType<Json> = z.json()
/** What of a record a receiver is told in another's words. */
const Entry = z.looseObject({
  auditId: Text, timestamp: Text, level: Text, outcome: Text, reason: Maybe, request: Body, response: Body, context: Body,
  actor: z.looseObject({ userId: Maybe, username: Sealed, groups: z.array(Text), serviceAccount: Maybe, sourceIP: Sealed, userAgent: Sealed, sessionId: Maybe, factorId: Maybe, onBehalfOf: Maybe }),
  action: z.looseObject({ verb: Text, resource: Text, namespace: Maybe, name: Maybe, apiGroup: Text, apiVersion: Text }),
  metadata: z.looseObject({ tenant: Text, stream: Text, sequence: Text, cluster: Maybe, region: Maybe, environment: Text, engineVersion: Text, policyVersion: Maybe, reference: Text }),
})

/** What is to be told of a record. Null: somebody spoilt it, and it says nothing. */
export function readEntry({ bytes }: Given): StoredEntry | null {
  try {
    const read = Entry.safeParse(JSON.parse(bytes.toString('utf8')))
    return read.success ? (read.data as unknown as StoredEntry) : null
  } catch {
    return null
  }
}

const nobody = { userId: null, username: null, groups: [], serviceAccount: 'engine', sourceIP: null, userAgent: null, sessionId: null, factorId: null, onBehalfOf: null }
type Own = { readonly id: string; readonly at: Date; readonly verb: string; readonly resource: string; readonly outcome: 'done' | 'fault'; readonly reason: string; readonly tenant: string; readonly stream: string; readonly sequence: string }
const own = ({ id, at, verb, resource, outcome, reason, tenant, stream, sequence }: Own): StoredEntry => ({
  auditId: id, timestamp: at.toISOString(), level: 'Metadata', actor: nobody, action: { verb, resource, namespace: null, name: null, apiGroup: 'bailiwick', apiVersion: 'v1' }, outcome, reason, request: null, response: null, context: null,
  metadata: { tenant, stream: stream === 'deed' ? 'deed' : 'access', sequence, cluster: null, region: null, environment: 'none', engineVersion: 'none', policyVersion: null, reference: 'none' },
})
/** In the place of a record that says nothing: that there is one, where, and that it cannot be read. */
export const unreadable = ({ tenant, stream, sequence, at }: Given): StoredEntry =>
  own({ id: `unreadable-${tenant}-${stream}-${sequence}`, at, verb: 'unreadable', resource: 'record', outcome: 'fault', reason: 'unreadable', tenant, stream, sequence: sequence.toString() })
/** What a test gives: it is in no record. */
export const testEntry = (id: string, tenant: string, at: Date): StoredEntry => own({ id: `test-${id}`, at, verb: 'test', resource: 'feeds', outcome: 'done', reason: 'test', tenant, stream: 'access', sequence: '0' })

/** Who operates the platform reads no bodies: of those its feeds say nothing, neither what was asked, nor what was answered, nor what changed. */
export const withoutBodies = (entry: StoredEntry): StoredEntry => ({ ...entry, request: null, response: null, context: null })
