import type { CreateAllocationInput } from '~/server/allocations/create-allocation'

type Wish = CreateAllocationInput
/** As the machine door takes it: what nobody said is left out, and means the same. */
function said({ tenant: _, pod: __, claims: ___, models, region, hours, labels, waits, ...rest }: Wish) {
  return {
    ...rest, ...(models.length > 0 ? { models } : {}), ...(region === null ? {} : { region }), ...(hours === null ? {} : { hours }), ...(Object.keys(labels).length > 0 ? { labels } : {}), ...(waits ? { waits } : {}),
  }
}

type Value = string | number | boolean | readonly string[] | { readonly [key: string]: Value }
/** Whatever is a text in JSON is the same text in YAML, so that nothing in it can be read as anything else. */
function lines(value: { readonly [key: string]: Value }, indent = ''): string[] {
  return Object.entries(value).flatMap(([key, one]) => {
    const name = /^[a-z][a-zA-Z]*$/.test(key) ? key : JSON.stringify(key)
    return typeof one === 'object' && !Array.isArray(one) ? [`${indent}${name}:`, ...lines(one as { readonly [key: string]: Value }, `${indent}  `)] : [`${indent}${name}: ${JSON.stringify(one)}`]
  })
}

/** What would be asked for, as a manifest: who wants it in a repository reviews it there. */
export function printManifest(wish: Wish): string {
  const { namespace, name, labels, ...spec } = { labels: {}, ...said(wish) }
  const metadata = { name, namespace, ...(Object.keys(labels).length > 0 ? { labels } : {}) }
  return `${lines({ apiVersion: 'bailiwick/v1', kind: 'Allocation', metadata, spec: { tenant: wish.tenant, ...spec } }).join('\n')}\n`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** What would be asked for, at the machine door. The key is one for all repeats: run twice, it is asked once. */
export const printCommand = (wish: Wish, key: string): string =>
  [`curl "$BAILIWICK_URL/v1/tenants/${encodeURIComponent(wish.tenant)}/allocations"`, '-H "Authorization: Bearer $TOKEN"', `-H ${quoted(`Idempotency-Key: ${key}`)}`, "-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(said(wish)))}`].join(' \\\n  ')
