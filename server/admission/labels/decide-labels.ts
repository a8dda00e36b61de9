import type { Found } from '~/server/admission/found'

export type LabelsReason = 'label_missing' | 'label_contradicts' | 'label_malformed' | 'name_malformed'
/** `says` finishes the sentence "it must …". */
export type Pattern = { readonly pattern: string; readonly says: string }
/** Whether all of a text matches, at a cost in proportion to the text (match-pattern.ts). */
export type Match = (pattern: string, text: string) => boolean
export type Naming = { readonly required: readonly { readonly key: string; readonly pattern: Pattern | null }[]; readonly names: readonly Pattern[] }

/** What is longer than Kubernetes lets a name be is not shown to a pattern at all. */
const longest = 253
/** `given` is what the namespace says of everything in it: it need not be said again, and not be said otherwise. Order is precedence; all that is wrong is said at once. */
export function decideLabels({ required, names }: Naming, { name, labels, given = {} }: { readonly name: string; readonly labels: Readonly<Record<string, string>>; readonly given?: Readonly<Record<string, string>> }, match: Match): Found<LabelsReason> {
  const matches = ({ pattern }: Pattern, text: string) => text.length <= longest && match(pattern, text)
  const all = new Map([...Object.entries(labels), ...Object.entries(given)])
  const faults = [
    ...required.flatMap(({ key }): [LabelsReason, string][] => (all.get(key) ? [] : [['label_missing', `It needs the label ${key}.`]])),
    ...Object.entries(labels).flatMap(([key, value]): [LabelsReason, string][] => (all.get(key) === value ? [] : [['label_contradicts', `The label ${key} is ${all.get(key)} in this namespace.`]])),
    ...required.flatMap(({ key, pattern }): [LabelsReason, string][] => {
      const value = all.get(key)
      return value && pattern && !matches(pattern, value) ? [['label_malformed', `The value of the label ${key} must ${pattern.says}.`]] : []
    }),
    ...names.flatMap((pattern): [LabelsReason, string][] => (matches(pattern, name) ? [] : [['name_malformed', `Its name must ${pattern.says}.`]])),
  ]
  const saw = { name, labels: Object.fromEntries(required.map(({ key }) => [key, all.get(key) ?? null])) }
  return faults[0] ? { outcome: 'refuses', reason: faults[0][0], says: faults.map(([, says]) => says).join(' '), saw } : { outcome: 'passes', saw }
}
