/** The door in OpenAPI 3.1, made of the routes, the actions and the schemas that are asked: there is nothing in it that is written a second time. */
import { z } from 'zod'
import { version } from '~/package.json'
import { procedures } from '~/server/api/router'
import type { Denial } from '~/server/authorization/denied'
import type { Json } from '~/server/shared/canonical'
import { grouped } from '~/server/shared/grouped'
import { answers } from './answers'
import { examples } from './examples'
import { type MachineRefusal, machineRefusals } from './machine.refusals'
import { problemType, sentencesOf, statusOfDenial, statusOfMachine, statusOfRefusal } from './problem'
import { fieldsInPath, type Parameter, type Route, routes } from './routes'

export type Schema = { readonly [key: string]: Json }
type Shape = { readonly properties?: Readonly<Record<string, Schema>>; readonly required?: readonly string[] }

/** What JSON Schema calls a format needs no pattern beside it, but for a moment: there it is one of any zone. */
const plain = {
  unrepresentable: 'any' as const,
  override: ({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }) => {
    if (jsonSchema.format === 'date-time') jsonSchema.pattern = 'Z$'
    else if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  },
}
const withoutHead = ({ $schema: _, $id: __, ...schema }: Record<string, unknown>): Schema => schema as Schema

export const Problem = z.strictObject({
  type: z.string().describe('Where the reference says more.'), title: z.string().describe('What is.'), status: z.int(), code: z.string().describe('The same as at the browser’s door; what a program decides by.'),
  fix: z.string().describe('What to do.'), reference: z.uuid().describe('By which the operator finds it in the log and the record.'),
  detail: z.string().optional().describe('The sentence with its figures.'), fields: z.array(z.strictObject({ field: z.string(), says: z.string() })).optional(), permission: z.string().optional().describe('Which action the token, or its owner’s roles, lack.'),
})

function shapes(): Record<string, Schema> {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries({ ...answers, Problem })) named.add(schema, { id })
  const { schemas } = z.toJSONSchema(named, { ...plain, uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, schema]) => [id, withoutHead(schema as Record<string, unknown>)]))
}

function inputShapeOf({ action }: Route): Required<Shape> {
  const input = procedures.find((one) => one.action === action)?.input
  const { properties = {}, required = [] } = z.toJSONSchema(input as z.ZodType, plain) as Shape
  return { properties, required }
}
/** Of what may be left out null is no value to write. */
const withoutNull = (schema: Schema): Schema => {
  const one = (schema.anyOf as readonly Schema[] | undefined)?.find(({ type }) => type !== 'null')
  return (schema.anyOf as readonly Schema[] | undefined)?.length === 2 && one ? one : schema
}
const parameterOf = ({ properties }: Shape, { name, field, unsaid, says }: Parameter): Schema => {
  const { default: _, ...schema } = withoutNull(properties?.[field] ?? {})
  return { name, in: 'query', required: unsaid === undefined, description: says, schema: { ...schema, ...(unsaid === undefined || unsaid === null ? {} : { default: unsaid }) } }
}
const keyHeader: Schema = { name: 'Idempotency-Key', in: 'header', required: true, description: 'Another for each thing that is to be done once. The same key with the same body is answered as it was.', schema: { type: 'string', format: 'uuid' } }

/** What stands in the body: the input, but for what stands in the address. */
export function bodyShapeOf(route: Route): { properties: Record<string, Schema>; required: string[] } | null {
  const { properties, required } = inputShapeOf(route)
  const elsewhere = fieldsInPath(route.path)
  const own = Object.entries(properties).filter(([field]) => !elsewhere.includes(field))
  if (route.method !== 'POST' || own.length === 0) return null
  return {
    properties: Object.fromEntries(own.map(([field, schema]) => [field, Object.hasOwn(route.unsaid, field) ? { ...schema, default: route.unsaid[field] ?? null } : schema])),
    required: required.filter((field) => !elsewhere.includes(field) && !Object.hasOwn(route.unsaid, field)),
  }
}

/** Every code of a route, by its status. */
export function codesOf(route: Route): ReadonlyMap<number, readonly { code: string; says: string; fix: string }[]> {
  const denied: Denial[] = ['bad_input', 'not_signed_in', 'forbidden', 'not_found', ...(route.changes ? ['idempotency_key_reused' as const] : []), 'too_many_requests', 'shut_out_for_now']
  const machine: MachineRefusal[] = ['not_http', 'headers_too_large', 'too_slow', 'not_acceptable', ...(route.method === 'POST' ? ['too_large' as const, 'not_json' as const] : []), 'fault']
  const all = [
    ...denied.map((code) => ({ status: statusOfDenial[code], code, ...sentencesOf(code) })), ...machine.map((code) => ({ status: statusOfMachine[code], code, ...machineRefusals[code] })),
    ...Object.entries(route.refusals).map(([code, sentences]) => ({ status: statusOfRefusal(code), code, ...sentences })),
  ].sort((a, b) => a.status - b.status)
  return grouped(all, ({ status }) => status)
}

function responsesOf(route: Route): Schema {
  const problems = [...codesOf(route)].map(([status, codes]) => [String(status), {
    ...(status === 429 ? { headers: { 'Retry-After': { description: 'In how many seconds.', schema: { type: 'integer' } } } } : {}),
    description: codes.map(({ code, says }) => `\`${code}\`: ${says}`).join('\n'),
    content: { [problemType]: { schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: codes.map(({ code }) => code) } } }] } } },
  }])
  const well = {
    description: route.made ? 'It was made.' : 'As asked.', content: { 'application/json': { schema: { $ref: `#/components/schemas/${route.answer}` }, example: examples[route.answer] as Json } },
    ...(route.made ? { headers: { Location: { description: 'Where it stands.', schema: { type: 'string' } } } } : {}),
    ...(isPaged(route) ? { headers: { Link: { description: 'The next page, if there is one.', schema: { type: 'string' } } } } : {}),
  }
  return { [route.made ? '201' : '200']: well, ...(Object.fromEntries(problems) as Record<string, Schema>) }
}
const isPaged = ({ query }: Route): boolean => query.some(({ field }) => field === 'after')

function operationOf(route: Route): Schema {
  const input = inputShapeOf(route)
  const body = bodyShapeOf(route)
  const inPath = fieldsInPath(route.path).map((name) => ({ name, in: 'path', required: true, schema: input.properties[name] ?? {}, ...(route.example.path[name] === undefined ? {} : { example: route.example.path[name] }) }))
  return {
    operationId: route.action, tags: [route.action.split('.')[0] ?? ''], summary: route.says,
    parameters: [...inPath, ...route.query.map((parameter) => parameterOf(input, parameter)), ...(route.changes ? [keyHeader] : [])],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', ...body, additionalProperties: false }, ...(route.example.body === undefined ? {} : { example: route.example.body }) } } } } : {}),
    responses: responsesOf(route),
  }
}

export function openApi() {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) }
  return {
    openapi: '3.1.1',
    info: { title: 'Bailiwick', version, summary: 'Who may use which GPUs, where, and who said yes.', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }], security: [{ token: [] }], paths,
    components: { schemas: shapes(), securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A token that somebody made for a script of theirs.' } } },
  }
}
