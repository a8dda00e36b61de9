import type { Json } from '~/server/shared/canonical'

/** What reads as itself in YAML 1.1 and 1.2 alike: no number, no boolean, nothing that begins or ends otherwise. All else is quoted as JSON does, which YAML reads. */
const plain = /^[A-Za-z][A-Za-z0-9./_-]*$/
const words = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'])
const text = (value: string): string => (plain.test(value) && !words.has(value.toLowerCase()) ? value : JSON.stringify(value))
const isMap = (value: Json): value is { readonly [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value)
const isFlat = (value: Json): boolean => !(Array.isArray(value) && value.length > 0) && !(isMap(value) && Object.keys(value).length > 0)

function flat(value: Json): string {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return '[]'
  return isMap(value) ? '{}' : JSON.stringify(value)
}
function lines(value: Json): string[] {
  if (isFlat(value)) return [flat(value)]
  if (isMap(value)) return Object.entries(value).flatMap(([key, item]) => (isFlat(item) ? [`${text(key)}: ${flat(item)}`] : [`${text(key)}:`, ...lines(item).map((line) => (Array.isArray(item) ? line : `  ${line}`))]))
  return (value as readonly Json[]).flatMap((item) => lines(item).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`)))
}
/** One document, as Kubernetes reads it. */
export const yamlOf = (value: Json): string => `${lines(value).join('\n')}\n`
/** Several, one after another, as one file. */
export const yamlOfAll = (values: readonly Json[]): string => values.map(yamlOf).join('---\n')
