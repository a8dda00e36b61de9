/** An input of the address, the query and the body. What it may be, the action's own schema says; here it is only put together, and nothing is left out of it in silence. */
import { Denied } from '~/server/authorization/denied'
import { readStrictJson } from '~/server/admission/claims/strict-json'
import { bodyBytesMax, depthMax } from '~/server/api/knock'
import type { Json } from '~/server/shared/canonical'
import { fieldsInPath, type Parameter, type Route } from './routes'

const bad = (field: string, says: string) => new Denied('bad_input', [{ field: field.slice(0, 120), says }])
const unread = { too_large: 'is at most 64 KiB', not_unicode: 'is whole characters, in UTF-8', too_deep: `nests ${depthMax} deep at most`, duplicate_key: 'says nothing twice', not_json: 'is JSON' } as const

/** Bounded before it is parsed, and refused where two parsers could read it differently. */
export function readBody(text: Uint8Array): Json {
  const read = readStrictJson(text, { bytesMost: bodyBytesMax, depthMost: depthMax })
  if (!read.ok) throw bad('body', unread[read.refusal])
  return read.value
}

function worth({ as }: Parameter, text: string): string | number | boolean {
  if (as === 'flag' && (text === 'true' || text === 'false')) return text === 'true'
  return as === 'count' && /^\d{1,9}$/.test(text) ? Number(text) : text
}

function fromQuery(route: Route, query: URLSearchParams): Record<string, unknown> {
  const said = new Set<string>()
  const fields: Record<string, unknown> = Object.fromEntries(route.query.flatMap(({ field, unsaid }) => (unsaid === undefined ? [] : [[field, unsaid]])))
  for (const [name, text] of query) {
    const parameter = route.query.find((one) => one.name === name)
    if (!parameter) throw bad(name, 'is nothing that can be asked for here')
    if (said.has(name)) throw bad(name, 'is said once')
    said.add(name)
    fields[parameter.field] = worth(parameter, text)
  }
  return fields
}

export function inputOf(route: Route, { path, query, body }: { path: Readonly<Record<string, string>>; query: URLSearchParams; body: Json | undefined }): Record<string, unknown> {
  const own = body === undefined ? {} : body
  if (typeof own !== 'object' || own === null || Array.isArray(own)) throw bad('body', 'is an object')
  const inPath = fieldsInPath(route.path)
  const twice = inPath.find((name) => Object.hasOwn(own, name))
  if (twice !== undefined) throw bad(twice, 'stands in the address')
  return { ...fromQuery(route, query), ...route.unsaid, ...own, ...Object.fromEntries(inPath.map((name) => [name, path[name] ?? ''])) }
}

/** By its name at this door, which for a cursor is not the field's; what stands in no field stands in the body. */
export const namedHere = (route: Route, field: string): string => (field === '' ? 'body' : (route.query.find((one) => one.field === field)?.name ?? field))
