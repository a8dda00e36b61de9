export type Difference = { field: string; before: string | null; after: string | null; changed: boolean }

/** Before and after as they are in the record, field by field, in its order. What was not there is null. */
export function differences(before: string | null, after: string | null): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => {
    const [old = null, now = null] = [was.get(field), is.get(field)]
    return { field, before: old, after: now, changed: old !== now }
  })
}

function fieldsOf(text: string | null): Map<string, string> {
  if (text === null) return new Map()
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map([['value', JSON.stringify(value)]])
  return new Map(Object.entries(value).map(([field, part]) => [field, typeof part === 'string' ? part : JSON.stringify(part)]))
}
