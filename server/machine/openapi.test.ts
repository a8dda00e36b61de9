/** The document is valid, complete, and true: what it says is what is asked and answered. */
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { procedures } from '~/server/api/router'
import { denials } from '~/server/authorization/denied.refusals'
import { answers } from './answers'
import { examples } from './examples'
import { machineRefusals } from './machine.refusals'
import { codesOf, openApi } from './openapi'
import { ofDenial, ofMachine, ofRefusal } from './problem'
import { inputOf } from './read-input'
import { reference, referenceCsp, wordsFor } from './reference'
import { routes } from './routes'

const document = JSON.parse(JSON.stringify(openApi())) as ReturnType<typeof openApi>
type Operation = { operationId: string; parameters: { name: string; in: string; required: boolean; schema: object }[]; requestBody?: { content: Record<string, { schema: Record<string, unknown>; example?: unknown }> }; responses: Record<string, unknown> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation: operation as unknown as Operation })))

test('it is OpenAPI 3.1, says an independent validator; and one without its paths’ parameters is not', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  const broken = JSON.parse(JSON.stringify(document))
  broken.paths['/v1/tenants/{tenant}/quotas'].get.parameters[0].in = 'nowhere'
  expect((await new Validator().validate(broken)).valid).toBe(false)
})
test('every route is in it, and nothing else', () => {
  expect(operations.map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`).sort()).toEqual(routes.map(({ method, path, action }) => `${method} ${path} ${action}`).sort())
})
test('every reference leads somewhere, and every shape is referred to', () => {
  const text = JSON.stringify(document)
  const leads = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to))
  expect([...leads].sort()).toEqual(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`).sort())
})
/** A schema of the document as a parser, with what it refers to beside it. */
const parserOf = (schema: object) => z.fromJSONSchema({ ...(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as object), $defs: JSON.parse(JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/')) })

test.each(routes.map((route) => [route.action, route] as const))('%s: its example is an input, by the action’s own schema and by the document', (action, route) => {
  const { path, query = {}, body } = route.example
  const input = inputOf(route, { path, query: new URLSearchParams(query), body })
  const schema = procedures.find((one) => one.action === action)?.input as z.ZodType
  expect(schema.safeParse(input).error?.issues).toBeUndefined()
  const { operation } = operations.find((one) => one.operation.operationId === action) ?? {}
  const published = operation?.requestBody?.content['application/json']
  expect(published === undefined).toBe(Object.keys(schema instanceof z.ZodObject ? schema.shape : {}).every((field) => route.path.includes(`{${field}}`) || route.method === 'GET'))
  if (!published) return
  expect(parserOf(published.schema).safeParse(published.example).error?.issues).toBeUndefined()
  expect(parserOf(published.schema).safeParse({ ...(published.example as object), role: 'x' }).success).toBe(false)
})
test('a moment is asked for as it is taken: of UTC, of this century and to the millisecond, though its format alone is of any zone', () => {
  const { operation } = operations.find((one) => one.operation.operationId === 'allocations.extend') ?? {}
  expect(operation?.requestBody?.content['application/json']?.schema).toMatchObject({ properties: { endsAt: { type: 'string', format: 'date-time', pattern: 'Z$', maxLength: 24, description: expect.stringContaining('UTC') } } })
})
test.each(Object.entries(examples))('an answer %s parses by its own schema and by the one that is published', (name, example) => {
  const own = answers[name as keyof typeof answers]
  expect(own.safeParse(example).error?.issues).toBeUndefined()
  const published = parserOf({ $ref: `#/components/schemas/${name}` })
  expect(published.safeParse(example).error?.issues).toBeUndefined()
  expect(published.safeParse(Array.isArray(example) ? [{}] : { ...example, extra: 1 }).success).toBe(false)
})
test('every problem that a route can answer is in it under its status, and its type leads to a place on the page', async () => {
  const page = await reference()
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  for (const route of routes) {
    const { operation } = operations.find((one) => one.operation.operationId === route.action) ?? {}
    for (const [status, codes] of codesOf(route)) {
      expect(Object.keys(operation?.responses ?? {})).toContain(String(status))
      for (const { code } of codes.filter((one) => Object.hasOwn(route.refusals, one.code))) {
        const { problem } = ofRefusal(route, code, [])
        expect(problem.status).toBe(status)
        expect([...ids]).toContain(problem.type.replace('/v1#', ''))
      }
    }
  }
  for (const { problem } of [...(Object.keys(denials) as (keyof typeof denials)[]).map((denial) => ofDenial(denial)), ...(Object.keys(machineRefusals) as (keyof typeof machineRefusals)[]).map((refusal) => ofMachine(refusal))]) {
    expect([...ids]).toContain(problem.type.replace('/v1#', ''))
  }
  for (const [, to = ''] of page.matchAll(/href="#([^"]+)"/g)) expect([...ids]).toContain(to)
})
test('the page runs nothing, loads nothing, and has the colours of the product', async () => {
  const page = await reference()
  expect(page).not.toMatch(/<script|<link|<img|<iframe| style=| on\w+=|javascript:/)
  expect(referenceCsp).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; /)
  const styled = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')
  const product = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
  const colours = styled.match(/--color-[\w-]+: light-dark\(.*\);/g) ?? []
  expect(colours.length).toBeGreaterThan(8)
  for (const colour of colours) expect(product).toContain(colour)
  expect(page).toContain(styled)
})
test('what a schema says in words', () => {
  expect([{ type: 'integer', minimum: 1, maximum: 50 }, { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }, { type: 'array', items: { $ref: '#/components/schemas/Quota' } }, { type: 'object', additionalProperties: { type: 'string', maxLength: 32 } }, {}].map(wordsFor))
    .toEqual(['whole number from 1 to 50', 'UUID or null', 'list of Quota', 'object of text of 32 at most', 'anything'])
})
