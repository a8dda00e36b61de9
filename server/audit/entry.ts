import { version as engineVersion } from '~/package.json'
import { type Action, specOf } from '~/server/authorization/actions'
import type { Actor, Source } from '~/server/identity/actor'
import type { Kept } from '~/server/levels/capture'
import type { Level, Outcome } from '~/server/levels/decide-level'
import { z } from 'zod'
import type { Json } from '~/server/shared/canonical'

export type { Outcome }

/** Who did it, as the record keeps it. `username`, `sourceIP` and `userAgent` are personal: they are sealed before they are stored for good. */
export type RecordedActor = {
  userId: string | null
  username: string | null
  groups: string[]
  serviceAccount: string | null
  sourceIP: string | null
  userAgent: string | null
  sessionId: string | null
  factorId: string | null
  onBehalfOf: string | null
}
export type Entry = {
  level: Exclude<Level, 'None'>
  actor: RecordedActor
  action: { verb: string; resource: string; namespace: string | null; name: string | null; apiGroup: string; apiVersion: string }
  outcome: Outcome
  reason: string | null
  request: Json
  response: Json
  context: Json
  metadata: { cluster: string | null; region: string | null; environment: string; engineVersion: string; policyVersion: string | null; reference: string; kept?: Kept | undefined }
}
/** An entry on its way to an access stream. The stream is the tenant's if there is such a tenant, else the platform's. */
export type AccessEntry = Entry & { tenant: string | null }
/** With what was asked, as it came: how much of that is kept is decided where it is noted. */
export type Asked = AccessEntry & { asked?: unknown }

/** Which world a record is from: the demo's records never pass for real ones. */
const environment = () => (process.env.DEMO === '1' ? 'demo' : 'production')

export const recordedActor = (actor: Actor | null, source: Source, factorId: string | null = null): RecordedActor => ({
  userId: actor?.personId ?? null, username: actor?.email ?? null,
  groups: [...new Set<string>([...(actor?.bindings ?? []).map(({ role }) => role), ...(actor?.breakGlass ? ['break_glass'] : [])])].sort(), serviceAccount: null,
  sourceIP: source.address, userAgent: source.userAgent, sessionId: actor?.sessionId ?? null, factorId, onBehalfOf: actor?.token ? `token ${actor.token.id}` : null,
})

/** What an input names, if it is an object that names it. Bounded, because it is recorded even when the input was refused. */
export function namedIn(input: unknown, key: string): string | null {
  const value = typeof input === 'object' && input !== null && Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : null
  return typeof value === 'string' && value.length <= 63 && !/[\p{Cc}\p{Cs}]/u.test(value) ? value : null
}

/** What an input is about beside its tenant and namespace: the first of these that it names. An address is nobody's name here: it is personal. */
const subjects = ['name', 'resource', 'request', 'binding', 'allocation', 'review', 'region', 'organisation', 'investigation']
const nameIn = (input: unknown) => subjects.map((key) => namedIn(input, key)).find((name) => name !== null) ?? null

export function actionOf(action: string, input: unknown): Entry['action'] {
  const [resource = action, verb = action] = action.split('.')
  return { verb, resource, namespace: namedIn(input, 'namespace'), name: nameIn(input), apiGroup: 'bailiwick', apiVersion: 'v1' }
}

export const metadataOf = (reference: string): Entry['metadata'] => ({ cluster: null, region: null, environment: environment(), engineVersion, policyVersion: null, reference })

type Access = { actor: Actor; action: Action; asked: unknown; outcome: Outcome; reason: string | null; factor?: { id: string; evidence: Json } | null; context?: Json }
/** Reads, refusals and deeds on oneself. */
export function accessEntry({ actor, action, asked, outcome, reason, factor = null, context = null }: Access): Asked {
  const { on } = specOf(action)
  const tenant = on === 'self' || on === 'threshold' ? null : namedIn(asked, 'tenant')
  return {
    tenant, asked, level: 'Metadata', actor: recordedActor(actor, actor.source, factor?.id ?? null), action: actionOf(action, asked),
    outcome, reason, request: null, response: null, context: factor ? { factor: factor.evidence } : context, metadata: metadataOf(actor.source.reference),
  }
}

const Short = z.string().max(256)
const Maybe = Short.nullable()
const Body: z.ZodType<Json> = z.json()
const NoteOfBody = z.strictObject({ left: z.array(z.string().max(63)).max(32), hidden: z.int(), cutBytes: z.int() }).nullable()
const KeptBy = z.strictObject({ version: Maybe, rule: Maybe, request: NoteOfBody, response: NoteOfBody })
/** An access event as the inbox may hold it. Whoever can write there can write anything: what is not this is recorded as being malformed. */
export const AccessBody = z.strictObject({
  level: z.enum(['Metadata', 'Request', 'RequestResponse']),
  actor: z.strictObject({
    userId: Maybe, username: Maybe, groups: z.array(Short).max(20), serviceAccount: Maybe, sourceIP: Maybe, userAgent: Maybe, sessionId: Maybe, factorId: Maybe, onBehalfOf: Maybe,
  }),
  action: z.strictObject({ verb: Short, resource: Short, namespace: Maybe, name: Maybe, apiGroup: Short, apiVersion: Short }),
  outcome: z.enum(['done', 'refused', 'denied', 'fault']), reason: Maybe, request: Body, response: Body, context: Body,
  metadata: z.strictObject({ cluster: Maybe, region: Maybe, environment: Short, engineVersion: Short, policyVersion: Maybe, reference: Short, kept: KeptBy.optional() }),
})

/** What happens before anybody is known: a sign-in, a call without a session, a command that is not ours. */
export function thresholdEntry(what: { verb: string; resource: string; name?: string; actor?: Partial<RecordedActor>; outcome: Outcome; reason: string | null; source: Source }): AccessEntry {
  return {
    tenant: null, level: 'Metadata', actor: { ...recordedActor(null, what.source), ...what.actor },
    action: { verb: what.verb, resource: what.resource, namespace: null, name: what.name ?? null, apiGroup: 'bailiwick', apiVersion: 'v1' },
    outcome: what.outcome, reason: what.reason, request: null, response: null, context: null, metadata: metadataOf(what.source.reference),
  }
}
