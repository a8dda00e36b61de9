import { expect, test } from 'vitest'
import { clusterName, decideObjects, type Described } from './decide-objects'
import { yamlOf, yamlOfAll } from './decide-yaml'

const described: Described = {
  tenant: 'radia-archive', name: 'readings', title: 'Readings: "old"', environment: 'production', costCentre: 'cc-7', labels: { team: 'vision' }, podSecurity: 'restricted', platformPodSecurity: 'baseline',
  perPod: { cpu: { min: '10m', default: '1', max: '256' }, 'nvidia.com/gpu': { max: '16' } }, limits: { cpu: '64000', memory: '1073741824', 'nvidia.com/gpu': '8', 'nvidia.com/gpu-milli': '500' },
  allowed: [{ id: 'a1', tenant: 'radia', namespace: 'scans', way: 'out', ports: [443] }],
}
const bodyOf = (of: Described, kind: string, name?: string) => decideObjects(of).find((one) => one.kind === kind && (name === undefined || one.name === name))?.body

test('a namespace comes to these objects, in this order, and they read so', async () => {
  expect(decideObjects(described).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'Namespace radia--archive-readings', 'ResourceQuota quota', 'LimitRange limits', 'NetworkPolicy deny-all', 'NetworkPolicy within', 'NetworkPolicy names', 'NetworkPolicy allow-a1',
    'Role developer', 'RoleBinding developer', 'Role namespace-admin', 'RoleBinding namespace-admin',
  ])
  await expect(yamlOfAll(decideObjects(described).map(({ body }) => body))).toMatchFileSnapshot('objects.yaml')
})
test('the stricter of what it asks and what the platform asks is enforced', () => {
  const level = (own: Described['podSecurity'], platform: Described['platformPodSecurity']) => JSON.stringify(bodyOf({ ...described, podSecurity: own, platformPodSecurity: platform }, 'Namespace')).match(/enforce":"(\w+)/)?.[1]
  expect([level(null, 'privileged'), level('baseline', 'restricted'), level('restricted', 'baseline'), level(null, 'baseline')]).toEqual(['privileged', 'restricted', 'restricted', 'baseline'])
})
test('what is harder than the standards a policy of the cluster’s holds, where the namespace is labelled so', async () => {
  const objects = decideObjects({ ...described, podSecurity: 'hardened' })
  expect(objects.slice(-2).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['ValidatingAdmissionPolicy bailiwick-hardened', 'ValidatingAdmissionPolicyBinding bailiwick-hardened'])
  const [namespace, binding] = [objects[0]?.body, objects.at(-1)?.body]
  expect(namespace).toMatchObject({ metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted', 'bailiwick.dev/pod-security': 'hardened' } } })
  expect(binding).toMatchObject({ spec: { policyName: 'bailiwick-hardened', validationActions: ['Deny'], matchResources: { namespaceSelector: { matchLabels: { 'bailiwick.dev/pod-security': 'hardened' } } } } })
  await expect(yamlOfAll(objects.slice(-2).map(({ body }) => body))).toMatchFileSnapshot('hardened.yaml')
})
test('nothing is let in or out but within, to the names, and by what was agreed', () => {
  expect(bodyOf(described, 'NetworkPolicy', 'deny-all')).toMatchObject({ spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] } })
  const opening = (of: Described) => decideObjects(of).filter(({ kind, body }) => kind === 'NetworkPolicy' && JSON.stringify(body).includes('namespaceSelector')).map(({ name }) => name)
  expect(opening({ ...described, allowed: [] })).toEqual(['names'])
  expect(opening(described)).toEqual(['names', 'allow-a1'])
})
test('no two namespaces of any two tenants have one name on a cluster', () => {
  const names = ['a', 'a-b', 'a--b', 'b', 'b-c', 'a-b-c', 'a---b']
  const all = names.flatMap((tenant) => names.map((namespace) => clusterName(tenant, namespace)))
  expect(new Set(all).size).toBe(all.length)
})
test('what is text stays text, whatever YAML would read in it', () => {
  const words = ['yes', 'No', 'null', '1e3', '0x10', '012', '2026-11-22', '- a', 'a: b', '#', '', ' a', '~', '*', '&a', '!b', '%', '@', '`', "'", 'a\nb', 'é']
  for (const word of words) expect(yamlOf({ word }).trim()).toBe(`word: ${JSON.stringify(word)}`)
  expect(yamlOf({ a: [{ b: [], c: {} }, [1, true, null]] })).toBe('a:\n- b: []\n  c: {}\n- - 1\n  - true\n  - null\n')
})
