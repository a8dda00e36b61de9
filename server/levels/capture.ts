/** What of an event becomes its record: its level, what of the bodies is kept, and a note of what was not. Total: whatever was sent, something comes of it. */
import type { Entry } from '~/server/audit/entry'
import type { Json } from '~/server/shared/canonical'
import type { Regime } from '~/server/tenants/isolation'
import { decideLevel, type LevelRule } from './decide-level'
import { isDigestName, isHidden, redacted, redactText } from './decide-redaction'
import { type Fields, fieldsOf } from './fields'

/** The rules that hold. Without a version nobody has said anything yet; without rules nobody's word can be read, and what no rule speaks of is kept all the same. */
export type Levels = { readonly version: string | null; readonly rules: readonly LevelRule[]; readonly bodyBytesMost: number }
/** Of which tenant it is, null where of none, and which regimes that is under. */
export type Whose = { readonly tenant: string | null; readonly regimes: readonly Regime[] }
/** Fields that are on no list, how many values looked like secrets, and how many bytes were too many. */
export type Note = { readonly left: readonly string[]; readonly hidden: number; readonly cutBytes: number }
/** By which rule of which version so much of it was kept, and what of its bodies was not. */
export type Kept = { readonly version: string | null; readonly rule: string | null; readonly request: Note | null; readonly response: Note | null }

const [depthMost, leftMost, valuesMost, namesMost] = [32, 32, 50_000, 4_096]
const halves = /[\ud800-\udfff]/
/** Most texts of a record are amounts: no shape of a secret is all digits. */
const isNumber = /^[0-9]*$/
/** Half a character has no canonical bytes. */
const whole = (text: string): string => (halves.test(text) ? text.replace(/\p{Cs}/gu, '?') : text)
type Named = { readonly shown: string; readonly isDigest: boolean }
/** The same names come again and again. */
const named = new Map<string, Named>()
function nameOf(name: string): Named {
  const known = named.get(name)
  if (known) return known
  const made = { shown: redactText(whole(name)), isDigest: isDigestName(name) }
  if (named.size < namesMost && name.length < 64) named.set(name, made)
  return made
}
class Taking {
  readonly left = new Set<string>()
  hidden = 0
  over = 0
  #values = 0

  take(value: unknown, fields: Fields | null, name: string, depth: number): Json {
    if (++this.#values > valuesMost || depth > depthMost) {
      this.over++
      return null
    }
    if (typeof value === 'string') return this.#text(value, name)
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    if (typeof value !== 'object') return null
    if (Array.isArray(value)) return value.map((item) => this.take(item, fields, name, depth + 1))
    const body: Record<string, Json> = {}
    const told = value as { readonly name?: unknown; readonly key?: unknown }
    // What a list of variables calls a password stands beside the word.
    const called = typeof told.name === 'string' ? told.name : typeof told.key === 'string' ? told.key : ''
    for (const key of Object.keys(told)) {
      const item: unknown = told[key as keyof typeof told]
      const keeps = fields === null ? 'all' : fields.keeps(key)
      const { shown } = nameOf(key)
      if (key === '__proto__' || keeps === 'no') this.left.add(shown.slice(0, 63))
      else if (isHidden(key, item) || (key === 'value' && isHidden(called, item))) body[shown] = this.#hide()
      else body[shown] = this.take(item, keeps === 'all' ? null : fields, key, depth + 1)
    }
    return body
  }
  #text(text: string, name: string): string {
    if (isNumber.test(text)) return text
    const kept = redactText(whole(text), nameOf(name).isDigest)
    if (kept !== text) this.hidden++
    return kept
  }
  #hide(): string {
    this.hidden++
    return redacted
  }
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))
/** As much of it as there is room for, from the beginning on. */
function withinRoom(value: Json, room: number): Json {
  if (bytesOf(value) <= room) return value
  if (typeof value === 'string') return `${Buffer.from(value).subarray(0, Math.max(0, Math.floor(room / 2) - 8)).toString().replace(/\uFFFD+$/, '')}…`
  if (typeof value !== 'object' || value === null) return null
  let used = 2
  const goesOn = (item: Json, more: number): { fits: boolean; item: Json } => {
    const kept = used + bytesOf(item) + more <= room ? item : withinRoom(item, room - used - more)
    const fits = used + bytesOf(kept) + more <= room
    if (fits) used += bytesOf(kept) + more
    return { fits, item: kept }
  }
  if (Array.isArray(value)) {
    const items: Json[] = []
    for (const one of value as readonly Json[]) {
      const { fits, item } = goesOn(one, 1)
      if (!fits) break
      items.push(item)
    }
    return items
  }
  const body: Record<string, Json> = {}
  for (const [key, one] of Object.entries(value)) {
    const { fits, item } = goesOn(one, bytesOf(key) + 2)
    if (fits) body[key] = item
  }
  return body
}

/** A body as it is kept: the fields on the list, without secrets, and no more than there is room for. */
export function keepBody(value: unknown, fields: Fields | null, bytesMost: number): { readonly body: Json; readonly note: Note | null } {
  const taking = new Taking()
  const taken = taking.take(value, fields, '', 0)
  const body = withinRoom(taken, bytesMost)
  // Of what is too deep or too many for any room it is told that there was more, not how much.
  const cutBytes = (body === taken ? 0 : bytesOf(taken) - bytesOf(body)) + taking.over
  const note = { left: [...taking.left].sort().slice(0, leftMost), hidden: taking.hidden, cutBytes }
  return { body, note: note.left.length > 0 || note.hidden > 0 || cutBytes > 0 ? note : null }
}

/** What was shown for a deed is no secret: it was good for that deed alone, and is what an approval is proven by. */
function keepContext(context: Json): Json {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) return new Taking().take(context, null, '', 0)
  const { factor, ...rest } = context as { readonly [name: string]: Json }
  const kept = new Taking().take(rest, null, '', 0) as { readonly [name: string]: Json }
  return factor === undefined ? kept : { ...kept, factor }
}

const namedAs = (name: string | null): string | null => (name === null ? null : redactText(name))
export const actorsOf = ({ groups, serviceAccount, onBehalfOf, userId }: Pick<Entry['actor'], 'groups' | 'serviceAccount' | 'onBehalfOf' | 'userId'>): string[] =>
  [...groups, ...(serviceAccount === null ? [] : ['engine']), ...(onBehalfOf === null ? [] : ['token']), ...(userId === null && serviceAccount === null ? ['nobody'] : [])]

/** Null for what is not kept at all, which what `mustBeKept` never is. `asked` is undefined where nothing was asked, as when the clock did it: then there is no more to keep than that it was. */
export function capture(entry: Entry, { tenant, regimes }: Whose, bodies: { readonly asked?: unknown; readonly answered?: Json }, levels: Levels, mustBeKept = false): Entry | null {
  const { action: { resource, verb, namespace }, outcome } = entry
  const { level: said, rule } = decideLevel(levels.rules, { resource, verb, outcome, actors: actorsOf(entry.actor), tenant: tenant ?? 'platform', regimes, namespace })
  if (said === 'None' && !mustBeKept) return null
  const level = said === 'None' || bodies.asked === undefined ? 'Metadata' : said
  const fields = fieldsOf(resource)
  const request = level === 'Metadata' ? null : keepBody(bodies.asked, fields, levels.bodyBytesMost)
  const response = level !== 'RequestResponse' || bodies.answered === undefined ? null : keepBody(bodies.answered, fields, levels.bodyBytesMost)
  const kept: Kept = { version: levels.version, rule: rule?.id ?? null, request: request?.note ?? null, response: response?.note ?? null }
  return {
    ...entry, level, request: request?.body ?? null, response: response?.body ?? null, context: keepContext(entry.context),
    action: { ...entry.action, name: namedAs(entry.action.name), namespace: namedAs(namespace) }, reason: namedAs(entry.reason), metadata: { ...entry.metadata, kept },
  }
}
