import { at, fail, isAbsent, list, type Members, object, optional, type Reading, reading, text, word } from '~/server/admission/decide-reading'

/** How production nodes are known: labels and taints, of which any value means production where none is named. */
export type Mark = { readonly key: string; readonly values: readonly string[] | null }
export type Production = { readonly labels: readonly Mark[]; readonly taints: readonly Mark[] }

const many = 1000
const means = ({ values }: Mark, value: string) => values === null || values.includes(value)

/** Where a pod selects or tolerates production nodes, or names a node itself, which goes past every filter. */
export const productionPaths = (spec: Members, production: Production): Reading<readonly string[]> => reading(() => [
  ...(text(at(spec, 'nodeName'), 'spec.nodeName') === '' ? [] : ['spec.nodeName']),
  ...selected(optional(at(spec, 'nodeSelector'), 'spec.nodeSelector', null), production),
  ...preferred(spec, production),
  ...list(at(spec, 'tolerations'), 'spec.tolerations', many).flatMap((entry, index) => (tolerates(entry, `spec.tolerations[${index}]`, production) ? [`spec.tolerations[${index}]`] : [])),
])

const selected = (selector: Members, { labels }: Production): string[] => Object.entries(selector).flatMap(([key, value]) => {
  const path = `spec.nodeSelector['${key}']`
  const said = text(value, path)
  return labels.some((mark) => mark.key === key && means(mark, said)) ? [path] : []
})

/** What is only preferred counts like what is required: a preference is enough to arrive. */
function preferred(spec: Members, production: Production): string[] {
  const affinity = optional(at(spec, 'affinity'), 'spec.affinity', ['nodeAffinity', 'podAffinity', 'podAntiAffinity'])
  const path = 'spec.affinity.nodeAffinity'
  const node = optional(at(affinity, 'nodeAffinity'), path, ['requiredDuringSchedulingIgnoredDuringExecution', 'preferredDuringSchedulingIgnoredDuringExecution'])
  const required = `${path}.requiredDuringSchedulingIgnoredDuringExecution`
  const terms = list(at(optional(at(node, 'requiredDuringSchedulingIgnoredDuringExecution'), required, ['nodeSelectorTerms']), 'nodeSelectorTerms'), `${required}.nodeSelectorTerms`, many)
  const wishes = `${path}.preferredDuringSchedulingIgnoredDuringExecution`
  return [
    ...terms.flatMap((term, index) => inTerm(term, `${required}.nodeSelectorTerms[${index}]`, production)),
    ...list(at(node, 'preferredDuringSchedulingIgnoredDuringExecution'), wishes, many).flatMap((wish, index) =>
      inTerm(at(object(wish, `${wishes}[${index}]`, ['preference', 'weight']), 'preference'), `${wishes}[${index}].preference`, production)),
  ]
}
function inTerm(value: unknown, path: string, { labels }: Production): string[] {
  const term = object(value, path, ['matchExpressions', 'matchFields'])
  const each = (name: string, select: (key: string, operator: string, values: readonly string[]) => boolean) => list(at(term, name), `${path}.${name}`, many).flatMap((entry, index) => {
    const where = `${path}.${name}[${index}]`
    const expression = object(entry, where, ['key', 'operator', 'values'])
    const values = list(at(expression, 'values'), `${where}.values`, many).map((one, place) => text(one, `${where}.values[${place}]`))
    return select(word(at(expression, 'key'), `${where}.key`), word(at(expression, 'operator'), `${where}.operator`), values) ? [where] : []
  })
  return [
    ...each('matchExpressions', (key, operator, values) => labels.some((mark) => mark.key === key && !excludes(mark, operator, values))),
    // By a field a node is named.
    ...each('matchFields', (_key, operator) => operator !== 'NotIn'),
  ]
}
/** Whether no production node can answer to it. An operator that is not known may mean anything. */
function excludes(mark: Mark, operator: string, values: readonly string[]): boolean {
  if (operator === 'DoesNotExist') return true
  if (operator === 'In') return !values.some((value) => means(mark, value))
  return operator === 'NotIn' && mark.values !== null && mark.values.every((value) => values.includes(value))
}

function tolerates(value: unknown, path: string, { taints }: Production): boolean {
  const toleration = object(value, path, ['key', 'operator', 'value', 'effect', 'tolerationSeconds'])
  const [key, operator, said] = [text(at(toleration, 'key'), `${path}.key`), text(at(toleration, 'operator'), `${path}.operator`), text(at(toleration, 'value'), `${path}.value`)]
  if (!isAbsent(at(toleration, 'effect'))) text(at(toleration, 'effect'), `${path}.effect`)
  // Without a key it is of every taint that there is.
  if (key === '') return operator === 'Exists' || fail(`${path}.key`, 'is missing')
  return taints.some((mark) => mark.key === key && (operator === '' || operator === 'Equal' ? means(mark, said) : true))
}
