import { expect, test } from 'vitest'
import type { Json } from '~/server/shared/canonical'
import { type ControlName, controlNames, controls } from './decide-controls'
import { decidePodSecurity, type PodPlace, type PodSecurityReason } from './decide-pod-security'
import { type Level, levels } from './decide-level'
import { podSecurityRefusals } from './pod-security.refusals'
import { defaultPodSecurityPolicy, PodSecurityPolicy } from './pod-security-policy'

const shipped = PodSecurityPolicy.parse(defaultPodSecurityPolicy)
const place: PodPlace = { namespace: 'north/training', environment: 'development', now: '2026-11-21T12:00:00.000Z' }
type Members = { readonly [key: string]: Json }
const hardened: Members = { runAsNonRoot: true, runAsGroup: 1000, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } }
const one = (securityContext: Json = hardened, more: Members = {}): Members => ({ name: 'main', image: 'trainer:1', securityContext, ...more })
const pod = (spec: Members = {}, metadata: Json = {}): Json => ({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [one()], ...spec } })
const decide = (document: unknown, level: Level = 'restricted', at = place) => decidePodSecurity({ ...shipped, level }, [{ name: 'p', document }], at)
const outcome = (found: ReturnType<typeof decide>) => (found.outcome === 'passes' ? 'passes' : found.reason)

/** What a container's context says beside what is hardened, and which control minds it where. */
const inEveryContainer: [says: string, context: Members, control: ControlName | null, path: string][] = [
  ['nothing more', {}, null, ''],
  ['privileged', { privileged: true }, 'privileged', 'privileged'], ['not privileged', { privileged: false }, null, ''],
  ['a usual capability', { capabilities: { drop: ['ALL'], add: ['CHOWN'] } }, 'capabilities_restricted', 'capabilities.add'], ['low ports', { capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }, 'capabilities_hardened', 'capabilities.add'],
  ['an unusual capability', { capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE', 'SYS_ADMIN'] } }, 'capabilities', 'capabilities.add'], ['a capability by its long name', { capabilities: { drop: ['ALL'], add: ['CAP_CHOWN'] } }, 'capabilities', 'capabilities.add'],
  ['no capability dropped', { capabilities: {} }, 'capabilities_restricted', 'capabilities.drop'], ['some dropped', { capabilities: { drop: ['CHOWN'] } }, 'capabilities_restricted', 'capabilities.drop'], ['all, in small letters', { capabilities: { drop: ['all'] } }, 'capabilities_restricted', 'capabilities.drop'],
  ['escalation', { allowPrivilegeEscalation: true }, 'privilege_escalation', 'allowPrivilegeEscalation'], ['escalation left open', { allowPrivilegeEscalation: null }, 'privilege_escalation', 'allowPrivilegeEscalation'],
  ['root', { runAsNonRoot: false }, 'run_as_non_root', 'runAsNonRoot'], ['perhaps root', { runAsNonRoot: null }, 'run_as_non_root', 'runAsNonRoot'], ['user 0', { runAsUser: 0 }, 'run_as_user', 'runAsUser'], ['user 1000', { runAsUser: 1000 }, null, ''],
  ['no seccomp', { seccompProfile: { type: 'Unconfined' } }, 'seccomp', 'seccompProfile.type'], ['an empty seccomp', { seccompProfile: {} }, 'seccomp', 'seccompProfile.type'], ['seccomp left open', { seccompProfile: null }, 'seccomp_restricted', 'seccompProfile.type'],
  ['seccomp of the node', { seccompProfile: { type: 'Localhost', localhostProfile: 'a.json' } }, 'seccomp_hardened', 'seccompProfile.type'], ['no AppArmor', { appArmorProfile: { type: 'Unconfined' } }, 'app_armor', 'appArmorProfile.type'], ['AppArmor of the runtime', { appArmorProfile: { type: 'RuntimeDefault' } }, null, ''],
  ['an SELinux type', { seLinuxOptions: { type: 'container_t', level: 's0:c1,c2' } }, null, ''], ['a type of the engine', { seLinuxOptions: { type: 'container_engine_t' } }, null, ''], ['any SELinux type', { seLinuxOptions: { type: 'spc_t' } }, 'se_linux', 'seLinuxOptions.type'],
  ['an SELinux user', { seLinuxOptions: { user: 'root' } }, 'se_linux', 'seLinuxOptions.user'], ['an SELinux role', { seLinuxOptions: { role: 'sysadm_r' } }, 'se_linux', 'seLinuxOptions.role'],
  ['an open /proc', { procMount: 'Unmasked' }, 'proc_mount', 'procMount'], ['the usual /proc', { procMount: 'Default' }, null, ''], ['ulimits', { ulimits: [] }, 'ulimits', 'ulimits'],
  ['a host process', { windowsOptions: { hostProcess: true } }, 'host_process', 'windowsOptions.hostProcess'], ['no host process', { windowsOptions: { hostProcess: false } }, null, ''],
  ['a root that is written to', { readOnlyRootFilesystem: false }, 'read_only_root', 'readOnlyRootFilesystem'], ['a root that may be written to', { readOnlyRootFilesystem: null }, 'read_only_root', 'readOnlyRootFilesystem'],
  ...[0, 999, 65535, -1, null].map((runAsGroup): [string, Members, ControlName, string] => [`the group ${runAsGroup}`, { runAsGroup }, 'groups', 'runAsGroup']), ...[1000, 65534].map((runAsGroup): [string, Members, null, string] => [`the group ${runAsGroup}`, { runAsGroup }, null, '']),
]
const kinds = ['containers', 'initContainers', 'ephemeralContainers'] as const
const named = (found: ReturnType<typeof decide>) => ('says' in found ? found.says : '')

/** It is refused from the level of that control on, and below that passes. */
function expectFrom(document: Json, control: ControlName | null) {
  for (const level of levels) {
    const isAsked = control !== null && levels.indexOf(level) >= levels.indexOf(controls[control].level)
    expect(outcome(decide(document, level))).toBe(isAsked ? `below_${controls[control].level}` : 'passes')
  }
}

test.each(inEveryContainer)('%s, in a container of each kind', (_says, context, control, path) => {
  for (const kind of kinds) {
    const document = pod({ [kind]: [one(), one({ ...hardened, ...context }, { name: 'other' })] })
    expectFrom(document, control)
    if (!control) continue
    const found = decide(document, controls[control].level)
    expect(named(found)).toContain(`(${control}): spec.${kind}[1].securityContext.${path}`)
    expect(named(found).match(/\(/g)).toHaveLength(1)
  }
})

const http = { httpGet: { host: '169.254.169.254', port: 80 } }
const tcp = { tcpSocket: { host: 'db.other', port: 5432 } }
const inThePod: [says: string, document: Json, control: ControlName | null, path: string][] = [
  ['the host’s network', pod({ hostNetwork: true }), 'host_namespaces', 'spec.hostNetwork'], ['its processes', pod({ hostPID: true }), 'host_namespaces', 'spec.hostPID'], ['its memory', pod({ hostIPC: true }), 'host_namespaces', 'spec.hostIPC'], ['none of them', pod({ hostNetwork: false, hostPID: false, hostIPC: null }), null, ''],
  ['a path of the host', pod({ volumes: [{ name: 'a', emptyDir: {} }, { name: 'b', hostPath: { path: '/' } }] }), 'host_path', 'spec.volumes[1].hostPath'], ['a path of the host beside another kind', pod({ volumes: [{ name: 'b', emptyDir: {}, hostPath: { path: '/' } }] }), 'host_path', 'spec.volumes[0].hostPath'],
  ...['configMap', 'downwardAPI', 'emptyDir', 'persistentVolumeClaim', 'projected', 'secret'].map((kind): [string, Json, null, string] => [`a volume of the kind ${kind}`, pod({ volumes: [{ name: 'a', [kind]: {} }] }), null, '']),
  ...['csi', 'ephemeral'].map((kind): [string, Json, ControlName, string] => [`a volume of the kind ${kind}`, pod({ volumes: [{ name: 'a', [kind]: {} }] }), 'volume_types_hardened', 'spec.volumes[0]']),
  ...['nfs', 'iscsi', 'flexVolume', 'gitRepo', 'azureFile', 'image', 'rbd', 'cephfs'].map((kind): [string, Json, ControlName, string] => [`a volume of the kind ${kind}`, pod({ volumes: [{ name: 'a', [kind]: {} }] }), 'volume_types', 'spec.volumes[0]']),
  ['a volume of no kind', pod({ volumes: [{ name: 'a' }] }), 'volume_types', 'spec.volumes[0]'], ['a kind that is nothing', pod({ volumes: [{ name: 'a', secret: {}, nfs: null }] }), null, ''],
  ['a port of the host', pod({ containers: [one(hardened, { ports: [{ containerPort: 80 }, { containerPort: 81, hostPort: 81 }] })] }), 'host_ports', 'spec.containers[0].ports[1].hostPort'], ['port nought of the host', pod({ containers: [one(hardened, { ports: [{ containerPort: 80, hostPort: 0 }] })] }), null, ''],
  ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((probe): [string, Json, ControlName, string][] => [
    [`another host in the ${probe}`, pod({ containers: [one(hardened, { [probe]: http })] }), 'host_probes', `spec.containers[0].${probe}.httpGet.host`], [`another socket in the ${probe}`, pod({ initContainers: [one(hardened, { [probe]: tcp })] }), 'host_probes', `spec.initContainers[0].${probe}.tcpSocket.host`],
  ]),
  ...['postStart', 'preStop'].flatMap((hook): [string, Json, ControlName, string][] => [
    [`another host in ${hook}`, pod({ containers: [one(hardened, { lifecycle: { [hook]: http } })] }), 'host_probes', `spec.containers[0].lifecycle.${hook}.httpGet.host`], [`another socket in ${hook}`, pod({ containers: [one(hardened, { lifecycle: { [hook]: tcp } })] }), 'host_probes', `spec.containers[0].lifecycle.${hook}.tcpSocket.host`],
  ]),
  ['a probe of itself', pod({ containers: [one(hardened, { livenessProbe: { httpGet: { path: '/', port: 80, host: '' } }, lifecycle: { preStop: { exec: { command: ['stop'] } } } })] }), null, ''],
  ['AppArmor by annotation', pod({}, { annotations: { 'container.apparmor.security.beta.kubernetes.io/main': 'unconfined' } }), 'app_armor', "metadata.annotations['container.apparmor.security.beta.kubernetes.io/main']"],
  ...['', 'runtime/default', 'localhost/mine'].map((profile): [string, Json, null, string] => [`AppArmor by annotation: ${profile}`, pod({}, { annotations: { 'container.apparmor.security.beta.kubernetes.io/main': profile, other: 'unconfined' } }), null, '']),
  ...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_local_reserved_ports', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ping_group_range', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes', 'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_syncookies', 'net.ipv4.tcp_wmem']
    .map((name): [string, Json, null, string] => [`the sysctl ${name}`, pod({ securityContext: { sysctls: [{ name, value: '1' }] } }), null, '']),
  ['any sysctl', pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }), 'sysctls', 'spec.securityContext.sysctls[0].name'], ['a safe sysctl by its path', pod({ securityContext: { sysctls: [{ name: 'net/ipv4/tcp_rmem', value: '1' }] } }), 'sysctls', 'spec.securityContext.sysctls[0].name'],
  ['the pod’s seccomp', pod({ securityContext: { seccompProfile: { type: 'Unconfined' } } }), 'seccomp', 'spec.securityContext.seccompProfile.type'], ['the pod’s AppArmor', pod({ securityContext: { appArmorProfile: { type: 'Unconfined' } } }), 'app_armor', 'spec.securityContext.appArmorProfile.type'],
  ['the pod’s SELinux', pod({ securityContext: { seLinuxOptions: { role: 'x' } } }), 'se_linux', 'spec.securityContext.seLinuxOptions.role'], ['the pod’s user', pod({ securityContext: { runAsUser: 0 } }), 'run_as_user', 'spec.securityContext.runAsUser'],
  ['the pod’s root', pod({ securityContext: { runAsNonRoot: false } }), 'run_as_non_root', 'spec.securityContext.runAsNonRoot'], ['the pod’s host process', pod({ securityContext: { windowsOptions: { hostProcess: true } } }), 'host_process', 'spec.securityContext.windowsOptions.hostProcess'],
  ['what the pod says for its containers', pod({ securityContext: { runAsNonRoot: true, runAsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } }, containers: [one({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })] }), null, ''],
  ['what a container says against its pod', pod({ securityContext: { runAsNonRoot: true }, containers: [one({ ...hardened, runAsNonRoot: false })] }), 'run_as_non_root', 'spec.containers[0].securityContext.runAsNonRoot'],
  ['on Windows, what Windows has not', pod({ os: { name: 'windows' }, containers: [one({ runAsNonRoot: true })] }), null, ''], ['on Windows, root', pod({ os: { name: 'windows' }, containers: [one({})] }), 'run_as_non_root', 'spec.containers[0].securityContext.runAsNonRoot'],
  ['on Windows, privileged', pod({ os: { name: 'windows' }, containers: [one({ runAsNonRoot: true, privileged: true })] }), 'privileged', 'spec.containers[0].securityContext.privileged'], ['on Linux, what Windows has not', pod({ os: { name: 'linux' }, containers: [one({ runAsNonRoot: true })] }), 'privilege_escalation', 'allowPrivilegeEscalation'],
  ['an open /proc in a user namespace', pod({ hostUsers: false, containers: [one({ ...hardened, procMount: 'Unmasked' })] }), 'proc_mount_restricted', 'spec.containers[0].securityContext.procMount'], ['root in a user namespace', pod({ hostUsers: false, containers: [one({ ...hardened, runAsUser: 0 })] }), 'run_as_user', 'runAsUser'],
  ...[0, 999, 65535].flatMap((group): [string, Json, ControlName, string][] => [
    [`files of the group ${group}`, pod({ securityContext: { fsGroup: group } }), 'groups', 'spec.securityContext.fsGroup'], [`in the group ${group} as well`, pod({ securityContext: { supplementalGroups: [2000, group] } }), 'groups', 'spec.securityContext.supplementalGroups[1]'],
    [`the pod’s group ${group}, whatever its containers say`, pod({ securityContext: { runAsGroup: group } }), 'groups', 'spec.securityContext.runAsGroup'],
  ]),
  ['ordinary groups', pod({ securityContext: { fsGroup: 1000, supplementalGroups: [1000, 65534] } }), null, ''], ['no group that is nothing', pod({ securityContext: { supplementalGroups: [null] } }), 'groups', 'spec.securityContext.supplementalGroups[0]'],
]
test.each(inThePod)('%s', (_says, document, control, path) => {
  expectFrom(document, control)
  if (!control) return
  const found = decide(document, controls[control].level)
  expect(named(found)).toContain(`(${control}): `)
  expect(named(found)).toContain(path)
})
test('every control has a case', () => {
  const shown = new Set([...inEveryContainer, ...inThePod].map(([, , control]) => control))
  expect(controlNames.filter((control) => !shown.has(control))).toEqual([])
})

test.each<[says: string, document: unknown]>([
  ['nothing', null], ['a list', []], ['a text', '{}'], ['no specification', { metadata: {} }], ['no container', pod({ containers: [] })], ['containers that are no list', pod({ containers: { 0: one() } })], ['a container that is none', pod({ containers: [null] })], ['a container without a name', pod({ containers: [{ image: 'a' }] })],
  ['containers of a kind of the future', pod({ sideContainers: [one()] })], ['a context in capitals', pod({ containers: [one(hardened, { SecurityContext: {} })] })], ['a field of the future in a context', pod({ containers: [one({ ...hardened, hostDevices: true })] })], ['a field of the future in the pod’s', pod({ securityContext: { hostDevices: true } })],
  ['privileged in letters', pod({ containers: [one({ ...hardened, privileged: 'true' })] })], ['privileged in figures', pod({ containers: [one({ ...hardened, privileged: 1 })] })], ['half a user', pod({ securityContext: { runAsUser: 0.5 } })], ['a user in letters', pod({ securityContext: { runAsUser: '0' } })], ['a group in letters', pod({ securityContext: { fsGroup: '1000' } })], ['groups that are no list', pod({ securityContext: { supplementalGroups: 1000 } })], ['a root in letters', pod({ containers: [one({ ...hardened, readOnlyRootFilesystem: 'true' })] })], ['capabilities that are no list', pod({ containers: [one({ ...hardened, capabilities: { drop: 'ALL' } })] })],
  ['a port in letters', pod({ containers: [one(hardened, { ports: [{ hostPort: '80' }] })] })], ['a probe’s host that is none', pod({ containers: [one(hardened, { livenessProbe: { httpGet: { host: ['a'] } } })] })], ['an annotation that is no text', pod({}, { annotations: { a: 1 } })], ['a volume of a kind of the future', pod({ volumes: [{ name: 'a', nodePath: {} }] })],
  ['a system that is no name', pod({ os: 'windows' })], ['a prototype that says everything', pod(JSON.parse('{"__proto__":{"hostNetwork":true}}'))], ['the host’s network in letters', pod({ hostNetwork: 'false' })],
  ['seventy levels', pod({ affinity: Array(70).fill(0).reduce((inner) => ({ a: inner }), {}) })], ['two megabytes', pod({ schedulerName: 'a'.repeat(2_000_000) })], ['a ring', (() => { const ring: { spec?: unknown } = {}; ring.spec = ring; return ring })()], ['what is only inherited', Object.create({ spec: { containers: [one()] } })], ['what is no JSON', { spec: { containers: [1n], hostPID: () => false } }],
])('%s cannot be read, and so is refused at every level', (_says, document) => {
  for (const level of levels) expect(outcome(decide(document, level))).toBe('pod_unreadable')
})

const term = (...matchExpressions: readonly Members[]) => ({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }, { matchExpressions }] } } } })
const wish = (...matchExpressions: readonly Members[]) => ({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions } }] } } })
const inTerm = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1].matchExpressions[0]'
const environment = (operator: string, ...values: readonly string[]): Members => ({ key: 'environment', operator, values })
const chosen: [says: string, spec: Members, path: string | null][] = [
  ['nothing', {}, null], ['a node by its name', { nodeName: 'gpu-7' }, 'spec.nodeName'], ['no name', { nodeName: '' }, null],
  ['a selector', { nodeSelector: { environment: 'production' } }, "spec.nodeSelector['environment']"], ['a selector of something else', { nodeSelector: { environment: 'staging', zone: 'production' } }, null], ['a role of any value', { nodeSelector: { 'node-role.kubernetes.io/production': '' } }, "spec.nodeSelector['node-role.kubernetes.io/production']"],
  ['a node by its label', { nodeSelector: { 'kubernetes.io/hostname': 'gpu-7' } }, "spec.nodeSelector['kubernetes.io/hostname']"],
  ['among production', term(environment('In', 'staging', 'production')), inTerm], ['among others', term(environment('In', 'staging')), null], ['any environment', term(environment('Exists')), inTerm], ['no environment', term(environment('DoesNotExist')), null],
  ['not staging', term(environment('NotIn', 'staging')), inTerm], ['not production', term(environment('NotIn', 'production')), inTerm], ['neither name of production', term(environment('NotIn', 'prod', 'production')), null], ['more than', term(environment('Gt', '1')), inTerm], ['an operator of the future', term(environment('Like', 'x')), inTerm], ['one that speaks of all of production', term(environment('Like', 'prod', 'production')), inTerm],
  ['not one value of a role', term({ key: 'node-role.kubernetes.io/production', operator: 'NotIn', values: ['x'] }), inTerm],
  ['preferably production', wish(environment('In', 'production')), 'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0]'], ['preferably not', wish(environment('In', 'staging')), null],
  ['a node by its field', { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gpu-7'] }] }] } } } }, 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0]'],
  ['not a node', { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['gpu-7'] }] }] } } } }, null],
  ['a taint of production', { tolerations: [{ key: 'a', operator: 'Exists' }, { key: 'environment', value: 'production', effect: 'NoSchedule' }] }, 'spec.tolerations[1]'], ['said to be equal', { tolerations: [{ key: 'environment', operator: 'Equal', value: 'prod' }] }, 'spec.tolerations[0]'], ['another value', { tolerations: [{ key: 'environment', value: 'staging' }] }, null],
  ['any value', { tolerations: [{ key: 'environment', operator: 'Exists' }] }, 'spec.tolerations[0]'], ['every taint', { tolerations: [{ operator: 'Exists' }] }, 'spec.tolerations[0]'], ['a greater value', { tolerations: [{ key: 'environment', operator: 'Gt', value: '1' }] }, 'spec.tolerations[0]'],
]
test.each(chosen)('production is chosen by: %s', (_says, spec, path) => {
  for (const level of ['privileged', 'restricted'] as const) {
    const found = decide(pod(spec), level)
    expect(outcome(found)).toBe(path ? 'production_node' : 'passes')
    if (path) expect(named(found)).toContain(`nodes: ${path}.`)
    expect(decide(pod(spec), level, { ...place, environment: 'production' }).outcome).toBe('passes')
    expect(decide(pod(spec), level, { ...place, environment: null }).outcome).toBe(path ? 'refuses' : 'passes')
  }
})
test.each<[string, Members]>([
  ['a selector that is no text', { nodeSelector: { environment: ['production'] } }], ['terms that are none', { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [null] } } } }], ['an affinity of the future', { affinity: { rackAffinity: {} } }],
  ['a toleration of nothing', { tolerations: [{ value: 'x' }] }], ['a toleration of the future', { tolerations: [{ keys: ['environment'] }] }], ['an expression without an operator', term({ key: 'environment' })], ['a name that is none', { nodeName: {} }],
])('%s cannot be read, even in production', (_says, spec) => { expect(outcome(decide(pod(spec), 'privileged', { ...place, environment: 'production' }))).toBe('pod_unreadable') })

test('an exception is of one control, in one namespace of one tenant, until it ends', () => {
  const until = '2026-12-01T00:00:00.000Z'
  const policy = { ...shipped, exceptions: [{ control: 'run_as_user' as const, namespace: 'north/training', owner: 'Ada', until, because: 'the old trainer' }] }
  const root = pod({ containers: [one({ ...hardened, runAsUser: 0 })] })
  const under = (document: Json, at: Partial<PodPlace> = {}) => decidePodSecurity(policy, [{ name: 'p', document }], { ...place, ...at })
  expect(under(root)).toMatchObject({ outcome: 'passes', warnings: ['The control run_as_user is not asked of this namespace until 2026-12-01: the old trainer (Ada).'] })
  expect(under(root, { now: '2026-11-30T23:59:59.999Z' }).outcome).toBe('passes')
  for (const at of [{ now: until }, { namespace: 'south/training' }, { namespace: 'training' }, { namespace: 'north/training2' }]) expect(under(root, at).outcome).toBe('refuses')
  expect(under(pod({ containers: [one({ ...hardened, runAsUser: 0, privileged: true })] }))).toMatchObject({ outcome: 'refuses', reason: 'below_baseline' })
  expect(under(pod())).toMatchObject({ outcome: 'passes', warnings: [] })
})
test('every pod is looked at, all that is wrong is said, and what cannot be read comes first', () => {
  const documents = [pod(), pod({ hostPID: true, nodeName: 'a', containers: [one({ ...hardened, runAsUser: 0 })] }), { spec: 1 }].map((document, at) => ({ name: `p${at}`, document }))
  expect(decidePodSecurity(shipped, documents, place)).toMatchObject({
    reason: 'pod_unreadable',
    says: 'The pod p2 cannot be read: spec is no object. The pod p1 must have no namespace of the host (host_namespaces): spec.hostPID. The pod p1 must have no user 0 (run_as_user): spec.containers[0].securityContext.runAsUser. From a namespace that is not production, the pod p1 must not choose or tolerate production nodes: spec.nodeName.',
  })
})
test('every reason has a case', () => {
  const shown: PodSecurityReason[] = ['pod_unreadable', 'below_baseline', 'below_restricted', 'below_hardened', 'production_node']
  expect(Object.keys(podSecurityRefusals)).toEqual(shown)
})
test('an exception without an end, or for a namespace without its tenant, is none', () => {
  const exception = { control: 'privileged', namespace: 'north/training', owner: 'Ada', until: '2026-12-01T00:00:00Z', because: 'a driver' }
  expect(PodSecurityPolicy.safeParse({ ...defaultPodSecurityPolicy, exceptions: [exception] }).success).toBe(true)
  for (const wrong of [{ until: undefined }, { namespace: 'training' }, { control: 'all' }, { owner: '' }, { more: 1 }]) expect(PodSecurityPolicy.safeParse({ ...defaultPodSecurityPolicy, exceptions: [{ ...exception, ...wrong }] }).success).toBe(false)
})
