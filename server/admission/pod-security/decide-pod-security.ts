import type { Found } from '~/server/admission/found'
import type { Json } from '~/server/shared/canonical'
import { type ControlName, controlNames, controls } from './decide-controls'
import { podOf } from './decide-pod-shape'
import { type Production, productionPaths } from './decide-production'
import { isBelow, type Level } from './decide-level'

export type PodSecurityReason = 'pod_unreadable' | 'below_baseline' | 'below_restricted' | 'below_hardened' | 'production_node'
/** A control that a namespace need not meet for a while, and who answers for it. A namespace is named with its tenant: nobody gets in by a name alone. */
export type ControlException = { readonly control: ControlName; readonly namespace: string; readonly owner: string; readonly until: string; readonly because: string }
export type PodSecurity = { readonly level: Level; readonly production: Production; readonly exceptions: readonly ControlException[] }
/** `namespace` is `tenant/namespace`. What is not known to be production is not. */
export type PodPlace = { readonly namespace: string; readonly environment: string | null; readonly now: string }

type Violation = { readonly control: ControlName; readonly level: Exclude<Level, 'privileged'>; readonly paths: readonly string[] }

/** `pods` are as Kubernetes has them, each with `spec`; one of every kind that the workload is made of. */
export function decidePodSecurity(policy: PodSecurity, pods: readonly { readonly name: string; readonly document: unknown }[], place: PodPlace): Found<PodSecurityReason> {
  const looks = pods.map(({ name, document }) => look(policy, name, document, place))
  const faults = looks.flatMap(({ faults: found }) => found).toSorted((a, b) => precedence.indexOf(a.reason) - precedence.indexOf(b.reason))
  const excepted = [...new Set(looks.flatMap((one) => one.excepted))]
  const warnings = excepted.map(({ control, until, owner, because }) => `The control ${control} is not asked of this namespace until ${until.slice(0, 10)}: ${because} (${owner}).`)
  const saw: Json = { level: policy.level, environment: place.environment, namespace: place.namespace, pods: looks.map(({ name, seen }) => ({ name, ...seen })) }
  return faults[0] ? { outcome: 'refuses', reason: faults[0].reason, says: faults.map(({ says }) => says).join(' '), saw, warnings } : { outcome: 'passes', saw, warnings }
}

type Fault = { readonly reason: PodSecurityReason; readonly says: string }
type Look = { readonly name: string; readonly faults: readonly Fault[]; readonly excepted: readonly ControlException[]; readonly seen: { readonly [key: string]: Json } }
const precedence: readonly PodSecurityReason[] = ['pod_unreadable', 'below_baseline', 'below_restricted', 'below_hardened', 'production_node']

function look(policy: PodSecurity, name: string, document: unknown, place: PodPlace): Look {
  const unreadable = (path: string, because: string): Look => ({ name, faults: [{ reason: 'pod_unreadable', says: `The pod ${name} cannot be read: ${path} ${because}.` }], excepted: [], seen: { unreadable: path } })
  const pod = podOf(document)
  if (!pod.ok) return unreadable(pod.path, pod.because)
  const production = productionPaths(pod.value.placement, policy.production)
  if (!production.ok) return unreadable(production.path, production.because)
  const all = controlNames.filter((control) => !isBelow(policy.level, controls[control].level))
    .map((control): Violation => ({ control, level: controls[control].level, paths: controls[control].violated(pod.value) })).filter(({ paths }) => paths.length > 0)
  const excepted = policy.exceptions.filter(({ control, namespace, until }) => namespace === place.namespace && Date.parse(until) > Date.parse(place.now) && all.some((one) => one.control === control))
  const violated = once(all.filter(({ control }) => !excepted.some((exception) => exception.control === control)))
  const chosen = place.environment === 'production' ? [] : production.value
  return {
    name, excepted, seen: { violated: violated.map(({ control, paths }) => ({ control, paths })), excepted: excepted.map(({ control }) => control), production: chosen },
    faults: [
      ...violated.map(({ control, level, paths }): Fault => ({ reason: `below_${level}`, says: `The pod ${name} must have ${controls[control].needs} (${control}): ${paths.join(', ')}.` })),
      ...(chosen.length ? [{ reason: 'production_node' as const, says: `From a namespace that is not production, the pod ${name} must not choose or tolerate production nodes: ${chosen.join(', ')}.` }] : []),
    ],
  }
}

/** Each path is named once, by the first control that it violates. */
function once(violated: readonly Violation[]): Violation[] {
  const named = new Set<string>()
  return violated.flatMap(({ paths, ...one }) => {
    const others = paths.filter((path) => !named.has(path))
    for (const path of others) named.add(path)
    return others.length ? [{ ...one, paths: others }] : []
  })
}
