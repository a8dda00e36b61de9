/**
 * What a namespace comes to on a cluster. Pure, and the only place where it is written: the form shows it before there is one, its page shows it after, and whoever
 * applies it by hand or from a repository applies this.
 */
import { type Level, stricter } from '~/server/admission/pod-security/decide-level'
import type { Json } from '~/server/shared/canonical'
import { type Attributes, labelsGiven } from './decide-attributes'
import { hardenedLabel, hardenedObjects } from './decide-hardened'

export type ClusterObject = { readonly kind: string; readonly name: string; readonly body: Json }
/** What one pod may ask for, by resource, as the platform’s limits say it. */
export type PerPod = Readonly<Record<string, { readonly min?: string | undefined; readonly max?: string | undefined; readonly default?: string | undefined }>>
/** `limits` are what it may hold by resource, in smallest units. */
export type Described = Pick<Attributes, 'title' | 'environment' | 'costCentre' | 'labels' | 'podSecurity'> & {
  readonly tenant: string; readonly name: string; readonly platformPodSecurity: Level; readonly perPod: PerPod; readonly limits: Readonly<Record<string, string>>
  readonly allowed: readonly Allowed[]
}
/** Another namespace that this one may talk with, which side opens the connection, and by which ports. */
export type Allowed = { readonly id: string; readonly tenant: string; readonly namespace: string; readonly way: 'in' | 'out'; readonly ports: readonly number[] }

export const clusterNameMost = 63
/** A cluster has one namespace of a name, and several tenants: a hyphen of the tenant’s is written twice, so that no two pairs come to the same. */
export const clusterName = (tenant: string, namespace: string): string => `${tenant.replaceAll('-', '--')}-${namespace}`

const group = 'rbac.authorization.k8s.io'
const verbs = { read: ['get', 'list', 'watch'], all: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'] }
/** What each role of this console may do on the cluster, and nobody by more than a RoleBinding. */
const roles = [
  { role: 'developer', rules: [
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', 'get', 'list', 'update', 'watch'] },
    { apiGroups: [''], resources: ['pods'], verbs: ['delete', 'get', 'list', 'watch'] },
    { apiGroups: [''], resources: ['pods/exec', 'pods/log'], verbs: ['create', 'get'] },
  ] },
  { role: 'namespace-admin', rules: [
    { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: verbs.all },
    { apiGroups: [''], resources: ['configmaps', 'pods', 'secrets', 'services'], verbs: verbs.all },
    { apiGroups: [''], resources: ['pods/exec', 'pods/log'], verbs: ['create', 'get'] },
    { apiGroups: [''], resources: ['limitranges', 'resourcequotas'], verbs: verbs.read },
  ] },
]

const sorted = <T>(map: Readonly<Record<string, T>>): [string, T][] => Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1))
/** Cores are counted in thousandths here, and written as Kubernetes writes those. Thousandths of a GPU are no resource that a cluster knows. */
const quotaLine = ([resource, amount]: [string, string]): [string, string][] => {
  if (resource === 'nvidia.com/gpu-milli') return []
  const written = resource === 'cpu' ? `${amount}m` : amount
  if (resource === 'cpu' || resource === 'memory') return [[`requests.${resource}`, written], [`limits.${resource}`, written]]
  return [[resource.includes('/') ? `requests.${resource}` : resource, written]]
}
const figures = (perPod: PerPod, figure: 'min' | 'max' | 'default') => Object.fromEntries(sorted(perPod).flatMap(([resource, range]) => (range[figure] === undefined ? [] : [[resource, range[figure]]])))
const peer = ({ tenant, namespace }: Allowed) => ({ namespaceSelector: { matchLabels: { 'bailiwick.dev/tenant': tenant, 'bailiwick.dev/namespace': namespace } } })
const tcp = ({ ports }: Allowed) => ports.map((port) => ({ protocol: 'TCP', port }))

/** Groups, as the sign-in of a cluster names them: who is in one changes every day, and no object with it. */
const subjectsOf = ({ tenant, name }: Described, role: string) =>
  [`bailiwick:${tenant}:${name}:${role}`, ...(role === 'namespace-admin' ? [`bailiwick:${tenant}:tenant-admin`] : [])].map((of) => ({ apiGroup: group, kind: 'Group', name: of }))

type Place = Pick<Described, 'tenant' | 'name'>
const labelsOf = ({ tenant, name }: Place) => ({ 'app.kubernetes.io/managed-by': 'bailiwick', 'bailiwick.dev/tenant': tenant, 'bailiwick.dev/namespace': name })
const objectIn = (of: Place) => (apiVersion: string, kind: string, name: string, rest: { readonly [key: string]: Json }): ClusterObject =>
  ({ kind, name, body: { apiVersion, kind, metadata: { name, namespace: clusterName(of.tenant, of.name), labels: labelsOf(of) }, ...rest } })
const policyIn = (of: Place) => (name: string, spec: Json): ClusterObject => objectIn(of)('networking.k8s.io/v1', 'NetworkPolicy', name, { spec })
/** What lets one namespace talk with one other: this side of it, which is nothing without the other's. */
export const decideAllowing = (of: Place, one: Allowed): ClusterObject => policyIn(of)(`allow-${one.id}`, one.way === 'in'
  ? { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: [peer(one)], ports: tcp(one) }] }
  : { podSelector: {}, policyTypes: ['Egress'], egress: [{ to: [peer(one)], ports: tcp(one) }] })

/** Of what is harder than its standards Kubernetes holds the hardest of them, and a policy of the cluster's the rest. */
const podSecurityLabels = (level: Level) => ({
  ...Object.fromEntries(['enforce', 'audit', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, level === 'hardened' ? 'restricted' : level])),
  ...(level === 'hardened' ? hardenedLabel : {}),
})

export function decideObjects(of: Described): ClusterObject[] {
  const namespace = clusterName(of.tenant, of.name)
  const level = stricter(of.platformPodSecurity, of.podSecurity)
  const [object, policy] = [objectIn(of), policyIn(of)]
  return [
    { kind: 'Namespace', name: namespace, body: { apiVersion: 'v1', kind: 'Namespace', metadata: {
      name: namespace, annotations: { 'bailiwick.dev/title': of.title },
      labels: { ...labelsOf(of), environment: of.environment, ...Object.fromEntries(sorted(labelsGiven(of))), ...podSecurityLabels(level) },
    } } },
    object('v1', 'ResourceQuota', 'quota', { spec: { hard: Object.fromEntries(sorted(of.limits).flatMap(quotaLine)) } }),
    object('v1', 'LimitRange', 'limits', { spec: { limits: [
      { type: 'Container', default: figures(of.perPod, 'default'), defaultRequest: figures(of.perPod, 'default') },
      { type: 'Pod', min: figures(of.perPod, 'min'), max: figures(of.perPod, 'max') },
    ] } }),
    policy('deny-all', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
    policy('within', { podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [{ from: [{ podSelector: {} }] }], egress: [{ to: [{ podSelector: {} }] }] }),
    policy('names', { podSelector: {}, policyTypes: ['Egress'], egress: [{
      to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }], ports: [{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }],
    }] }),
    ...of.allowed.map((one) => decideAllowing(of, one)),
    ...roles.flatMap(({ role, rules }) => [
      object(`${group}/v1`, 'Role', role, { rules }),
      object(`${group}/v1`, 'RoleBinding', role, { roleRef: { apiGroup: group, kind: 'Role', name: role }, subjects: subjectsOf(of, role) }),
    ]),
    ...(level === 'hardened' ? hardenedObjects : []),
  ]
}
