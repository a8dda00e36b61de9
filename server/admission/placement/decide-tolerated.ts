/** As Kubernetes has it: a taint is `key=value:Effect`, `key:Effect` or `key`; a toleration that leaves something out stands for all of it. */
export type Toleration = { readonly key: string | null; readonly value: string | null; readonly effect: string | null }

/** What of a pod's text speaks of tolerations. What cannot be read tolerates nothing: that the pod is readable is another check's. */
export function tolerationsOf(pod: unknown): readonly Toleration[] {
  const list = member(member(pod, 'spec'), 'tolerations')
  return (Array.isArray(list) ? list : []).flatMap((each): Toleration[] => {
    const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) => textOf(member(each, name)))
    if (operator === 'Exists') return [{ key: key ?? null, value: null, effect: effect ?? null }]
    return operator === undefined || operator === 'Equal' ? (key === undefined ? [] : [{ key, value: value ?? '', effect: effect ?? null }]) : []
  })
}
const member = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Readonly<Record<string, unknown>>)[name] : undefined)
/** Go has an empty text for one that is not there. */
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const shape = /^([^=:]*)(?:=([^:]*))?(?::(.*))?$/
function tolerates({ key, value, effect }: Toleration, taint: string): boolean {
  const [, itsKey = '', itsValue = '', itsEffect] = shape.exec(taint) ?? []
  return (key === null || key === itsKey) && (value === null || value === itsValue) && (effect === null || effect === itsEffect)
}
/** Those of the taints that are tolerated, by their exact names. */
export const toleratedOf = (taints: readonly string[], tolerations: readonly Toleration[]): string[] => taints.filter((taint) => tolerations.some((one) => tolerates(one, taint)))
