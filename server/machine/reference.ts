/** The reference for people, of the same routes and schemas as the document for programs. No script runs in it, and its one style is the one that its policy names. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { version } from '~/package.json'
import type { Denial } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import type { Json } from '~/server/shared/canonical'
import { examples } from './examples'
import { machineRefusals } from './machine.refusals'
import { bodyShapeOf, codesOf, openApi, type Schema } from './openapi'
import { anchorOf, sentencesOf, statusOfRefusal } from './problem'
import { type Route, routes } from './routes'

const style = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')
export const referenceCsp = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const refName = (schema: Schema) => (typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined)
/** A schema in words: what a field holds, with its bounds. */
export function wordsFor(schema: Schema): string {
  const named = refName(schema)
  if (named !== undefined) return named
  const any = schema.anyOf as readonly Schema[] | undefined
  if (any) return any.map(wordsFor).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(', ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => wordsFor({ ...schema, type })).join(' or ')
  if (schema.type === 'array') return `list of ${wordsFor((schema.items ?? {}) as Schema)}${schema.maxItems === undefined ? '' : `, ${String(schema.maxItems)} at most`}`
  if (schema.type === 'object') return schema.additionalProperties === false ? 'object' : `object of ${wordsFor((schema.additionalProperties ?? {}) as Schema)}`
  if (schema.type === 'integer') return schema.maximum === undefined || Number(schema.maximum) >= Number.MAX_SAFE_INTEGER ? 'whole number' : `whole number from ${String(schema.minimum)} to ${String(schema.maximum)}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'null') return 'null'
  if (schema.type === 'string') return schema.format === 'uuid' ? 'UUID' : schema.format === 'date-time' ? 'moment' : schema.maxLength === undefined ? 'text' : `text of ${String(schema.maxLength)} at most`
  return 'anything'
}

const pretty = (value: Json) => JSON.stringify(value, null, 2)
function curl({ method, path, example, changes }: Route): string {
  const query = new URLSearchParams(example.query).toString()
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => example.path[name] ?? '')
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$BAILIWICK${address}${query === '' ? '' : `?${query}`}" -H "Authorization: Bearer $TOKEN"`,
    ...(changes ? ['-H "Idempotency-Key: $(uuidgen)"'] : []), ...(example.body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example.body)}'`]),
  ].join(' \\\n  ')
}

type Cell = string | ReturnType<typeof html>
const table = (named: string, heads: readonly string[], rows: readonly { id?: string | undefined; cells: readonly Cell[] }[]) => html`<div class="table" tabindex="0" role="region" aria-label="${named}"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(({ id, cells }) => html`<tr${id === undefined ? '' : html` id="${id}"`}>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
const code = (text: string) => html`<code>${text}</code>`

type Document = ReturnType<typeof openApi>
function ofRoute(route: Route, { paths }: Document) {
  const operation = paths[route.path]?.[route.method.toLowerCase()] as { parameters: readonly { name: string; in: string; required: boolean; description?: string; schema: Schema }[] }
  const body = bodyShapeOf(route)
  const refused = Object.entries(route.refusals)
  const denied = [...codesOf(route).values()].flat().filter((one) => !Object.hasOwn(route.refusals, one.code))
  return html`<section id="${route.action}" aria-labelledby="${route.action}-title">
<h2 id="${route.action}-title"><code>${route.method} ${route.path}</code></h2>
<p>${route.says} <span class="quiet">Permission: <code>${route.action}</code>.</span></p>
${table(`Parameters of ${route.action}`, ['Parameter', 'Where', 'What'], operation.parameters.map((parameter) => ({ cells: [code(parameter.name), `${parameter.in}${parameter.required ? '' : ', if at all'}`, `${wordsFor(parameter.schema)}${parameter.schema.default === undefined ? '' : `; else ${JSON.stringify(parameter.schema.default)}`}${parameter.description ? `. ${parameter.description}` : ''}`] })))}
${body === null ? '' : html`<h3>Body</h3>${table(`Body of ${route.action}`, ['Field', 'What'], Object.entries(body.properties).map(([name, schema]) => ({ cells: [code(name), `${wordsFor(schema)}${schema.default === undefined ? '' : `; else ${JSON.stringify(schema.default)}`}`] })))}`}
<h3>For example</h3><pre tabindex="0">${curl(route)}</pre>
<h3>Answer, ${route.made ? '201' : '200'}: ${code(route.answer)}</h3><pre tabindex="0">${pretty(examples[route.answer] as Json)}</pre>
${refused.length === 0 ? '' : html`<h3>Refused with</h3>${table(`Refusals of ${route.action}`, ['Code', 'Status', 'It says', 'To do'], refused.map(([name, { says, fix }]) => ({ id: anchorOf(name, route), cells: [code(name), String(statusOfRefusal(name)), says, fix] })))}`}
<p class="quiet">Not answered with: ${denied.map(({ code: name }, at) => html`${at === 0 ? '' : ', '}<a href="#${anchorOf(name)}">${name}</a>`)}.</p>
</section>`
}

export async function reference(): Promise<string> {
  const document = openApi()
  const known = [...(Object.keys(denials) as Denial[]).map((name) => [name, sentencesOf(name)] as const), ...Object.entries(machineRefusals)]
  const shapes = Object.entries(document.components.schemas)
  return String(await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>REST v1 · Bailiwick</title><style>${raw(style)}</style></head>
<body><header><h1>Bailiwick for machines: REST v1</h1>
<p>Version ${version}. The same actions, permits, decisions and records as in the console. For programs: <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Addresses"><ul>${routes.map(({ action, method, path }) => html`<li><a href="#${action}"><code>${method} ${path}</code></a></li>`)}</ul></nav>
<main><section id="ways" aria-labelledby="ways-title"><h2 id="ways-title">How to ask</h2>
<p><strong>Token.</strong> Somebody makes one in the console, under “Tokens”: which actions, and for how many days. It does what its owner may, no more than it names, and nothing that needs a second factor. Here <code>$BAILIWICK</code> is this address and <code>$TOKEN</code> the token.</p>
<p><strong>Once.</strong> What changes something carries an <code>Idempotency-Key</code>, a UUID of your own, such as <code>uuidgen</code> or <code>node -p 'crypto.randomUUID()'</code> prints. When no answer came, ask again with the same key: you are told what became of it, and it is not done twice.</p>
<p><strong>Amounts and times.</strong> Amounts are whole numbers of the smallest unit, as text. Times are RFC 3339, in UTC.</p>
<p><strong>Lists.</strong> <code>next</code> is the <code>cursor</code> of the next page, and null on the last. <code>Link</code> has the whole address.</p>
<p><strong>No.</strong> A problem (RFC 9457): decide by <code>code</code>, show <code>title</code>, <code>detail</code> and <code>fix</code>, and give the operator <code>reference</code>.</p>
<p><strong>Bounds.</strong> A body is JSON of at most 64 KiB, 12 levels deep, and says no key twice. A parameter or a field that is not known is refused.</p></section>
${routes.map((route) => ofRoute(route, document))}
<section id="problems" aria-labelledby="problems-title"><h2 id="problems-title">What is not answered</h2>
${table('Codes of every address', ['Code', 'It says', 'To do'], known.map(([name, { says, fix }]) => ({ id: anchorOf(name), cells: [code(name), says, fix] })))}</section>
<section id="shapes" aria-labelledby="shapes-title"><h2 id="shapes-title">Shapes</h2>
${shapes.map(([name, schema]) => html`<h3 id="shape.${name}">${name}</h3>${schema.properties === undefined ? html`<p>${wordsFor(schema)}</p>` : table(`Fields of ${name}`, ['Field', 'What'], Object.entries(schema.properties as Record<string, Schema>).map(([field, one]) => ({ cells: [code(field), `${wordsFor(one)}${typeof one.description === 'string' ? `. ${one.description}` : ''}`] })))}`)}</section>
</main></body></html>`)
}
