import { type CelInput, celEnv, parse, plan } from '@bufbuild/cel'
import { expect, test } from 'vitest'
import { controls } from '~/server/admission/pod-security/decide-controls'
import { podOf } from '~/server/admission/pod-security/decide-pod-shape'
import type { Json } from '~/server/shared/canonical'
import { expressions, variables } from './decide-hardened'

const environment = celEnv()
const compiled = (expression: string) => plan(environment, parse(expression).expr)
const said = variables.map(({ name, expression }) => ({ name, value: compiled(expression) }))
const asked = Object.entries(expressions).map(([name, expression]) => ({ name, value: compiled(expression) }))

/** What a cluster would find wrong with it, which has numbers that are whole. */
function foundByCluster(pod: Json): string[] {
  const object = JSON.parse(JSON.stringify(pod), (_key, value: unknown) => (typeof value === 'number' ? BigInt(value) : value)) as CelInput
  const known: Record<string, CelInput> = {}
  for (const { name, value } of said) known[name] = value({ object, variables: known }) as CelInput
  return asked.filter(({ value }) => value({ object, variables: known }) !== true).map(({ name }) => name)
}
function foundHere(pod: Json): string[] {
  const read = podOf(pod)
  if (!read.ok) throw new Error(`${read.path} ${read.because}`)
  return asked.map(({ name }) => name).filter((name) => controls[name as keyof typeof expressions].violated(read.value).length > 0)
}

type Members = { readonly [key: string]: Json }
const each = <T extends Json>(member: string, values: readonly T[]): Members[] => [{}, ...values.map((value) => ({ [member]: value }))]
const profiles = each('seccompProfile', ['RuntimeDefault', 'Localhost', 'Unconfined'].map((type) => ({ type })))
const groups = each('runAsGroup', [0, 999, 1000, 65_534, 65_535])
const ofPods = [...profiles, ...groups, ...each('fsGroup', [0, 999, 1000, 65_534, 65_535]), ...each('supplementalGroups', [[], [1000], [1000, 0], [65_535]])]
const ofContainers = [...profiles, ...groups, ...each('readOnlyRootFilesystem', [false, true]), ...each('capabilities', [{}, { drop: ['ALL'] }, { add: [] }, { add: ['NET_BIND_SERVICE'] }])]
const volumes = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'hostPath', 'persistentVolumeClaim', 'projected', 'secret']
const right: Members = { readOnlyRootFilesystem: true, runAsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } }

function* pods(): Generator<Json> {
  const pod = (spec: Members): Json => ({ apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: { containers: [{ name: 'main', securityContext: right }], ...spec } })
  yield pod({})
  yield pod({ containers: [{ name: 'main' }] })
  for (const kind of volumes) yield pod({ volumes: [{ name: 'a', emptyDir: {} }, { name: 'b', [kind]: {} }] })
  for (const kind of ['containers', 'initContainers', 'ephemeralContainers']) for (const os of [{}, { os: { name: 'windows' } }]) for (const ofPod of ofPods) for (const ofContainer of ofContainers) {
    for (const base of [{}, right]) yield pod({ ...os, securityContext: ofPod, [kind]: [{ name: 'first', securityContext: right }, { name: 'other', securityContext: { ...base, ...ofContainer } }] })
  }
}

test('a cluster finds wrong with a pod what is found here, and nothing else', () => {
  const seen = new Set<string>()
  for (const pod of pods()) {
    const found = foundHere(pod)
    expect(foundByCluster(pod), JSON.stringify(pod)).toEqual(found)
    for (const name of found) seen.add(name)
    if (found.length === 0) seen.add('nothing')
  }
  expect([...seen].sort()).toEqual([...Object.keys(expressions), 'nothing'].sort())
})
