import { at, fail, flag, isAbsent, list, type Members, measure, object, optional, type Reading, reading, text, whole, word } from '~/server/admission/decide-reading'

/** Of a pod, all that its security depends on, each with the path at which it stands. */
export type Said<T> = { readonly path: string; readonly value: T }
export type Security = {
  readonly path: string
  readonly privileged: boolean | null
  readonly allowPrivilegeEscalation: boolean | null
  readonly add: readonly string[]
  readonly drop: readonly string[]
  readonly procMount: string
  readonly ulimits: boolean
  readonly runAsNonRoot: boolean | null
  readonly runAsUser: number | null
  readonly runAsGroup: number | null
  readonly readOnlyRootFilesystem: boolean | null
  readonly hostProcess: boolean | null
  /** Null when it is not there; empty when it is there and says nothing. */
  readonly seccomp: string | null
  readonly appArmor: string | null
  readonly seLinux: readonly Said<string>[]
}
export type Container = { readonly path: string; readonly security: Security; readonly hostPorts: readonly Said<number>[]; readonly hosts: readonly Said<string>[] }
export type Pod = {
  readonly windows: boolean
  readonly host: readonly Said<boolean>[]
  readonly hostUsers: boolean | null
  readonly security: Security
  /** Those that it is in beside what it runs as. */
  readonly groups: readonly Said<number>[]
  readonly sysctls: readonly Said<string>[]
  readonly containers: readonly Container[]
  /** The kinds of each volume: one, unless somebody tries. */
  readonly volumes: readonly Said<readonly string[]>[]
  readonly annotations: readonly Said<string>[]
  readonly placement: Members
}

/** Larger than any pod that etcd would keep is no pod. */
const bytesMost = 1_500_000
const depthMost = 64
const many = 1000

const podMembers = [
  'activeDeadlineSeconds', 'affinity', 'automountServiceAccountToken', 'containers', 'dnsConfig', 'dnsPolicy', 'enableServiceLinks', 'ephemeralContainers', 'hostAliases', 'hostIPC', 'hostNetwork', 'hostPID', 'hostUsers', 'hostname',
  'hostnameOverride', 'imagePullSecrets', 'initContainers', 'nodeName', 'nodeSelector', 'os', 'overhead', 'preemptionPolicy', 'priority', 'priorityClassName', 'readinessGates', 'resourceClaims', 'resources', 'restartPolicy',
  'runtimeClassName', 'schedulerName', 'schedulingGates', 'securityContext', 'serviceAccount', 'serviceAccountName', 'setHostnameAsFQDN', 'shareProcessNamespace', 'subdomain', 'terminationGracePeriodSeconds', 'tolerations',
  'topologySpreadConstraints', 'volumes', 'workloadRef',
]
const containerMembers = [
  'args', 'command', 'env', 'envFrom', 'image', 'imagePullPolicy', 'lifecycle', 'livenessProbe', 'name', 'ports', 'readinessProbe', 'resizePolicy', 'resources', 'restartPolicy', 'restartPolicyRules', 'securityContext', 'startupProbe', 'stdin',
  'stdinOnce', 'terminationMessagePath', 'terminationMessagePolicy', 'tty', 'volumeDevices', 'volumeMounts', 'workingDir',
]
const both = ['appArmorProfile', 'runAsGroup', 'runAsNonRoot', 'runAsUser', 'seLinuxOptions', 'seccompProfile', 'windowsOptions']
const podSecurity = [...both, 'fsGroup', 'fsGroupChangePolicy', 'seLinuxChangePolicy', 'supplementalGroups', 'supplementalGroupsPolicy', 'sysctls']
const containerSecurity = [...both, 'allowPrivilegeEscalation', 'capabilities', 'privileged', 'procMount', 'readOnlyRootFilesystem', 'ulimits']
const volumeKinds = [
  'awsElasticBlockStore', 'azureDisk', 'azureFile', 'cephfs', 'cinder', 'configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'fc', 'flexVolume', 'flocker', 'gcePersistentDisk', 'gitRepo', 'glusterfs', 'hostPath', 'image', 'iscsi', 'nfs',
  'persistentVolumeClaim', 'photonPersistentDisk', 'portworxVolume', 'projected', 'quobyte', 'rbd', 'scaleIO', 'secret', 'storageos', 'vsphereVolume',
]
const texts = (value: unknown, path: string): string[] => list(value, path, many).map((entry, index) => word(entry, `${path}[${index}]`))

function security(value: unknown, path: string, known: readonly string[]): Security {
  const members = optional(value, path, known)
  const of = (name: string) => [at(members, name), `${path}.${name}`] as const
  const profile = (name: string): string | null => {
    const [given, where] = of(name)
    return isAbsent(given) ? null : text(at(object(given, where, ['type', 'localhostProfile']), 'type'), `${where}.type`)
  }
  const capabilities = optional(...of('capabilities'), ['add', 'drop'])
  const seLinux = optional(...of('seLinuxOptions'), ['level', 'role', 'type', 'user'])
  const windows = optional(...of('windowsOptions'), ['gmsaCredentialSpec', 'gmsaCredentialSpecName', 'hostProcess', 'runAsUserName'])
  return {
    path,
    privileged: flag(...of('privileged')), allowPrivilegeEscalation: flag(...of('allowPrivilegeEscalation')), runAsNonRoot: flag(...of('runAsNonRoot')), runAsUser: whole(...of('runAsUser')),
    runAsGroup: whole(...of('runAsGroup')), readOnlyRootFilesystem: flag(...of('readOnlyRootFilesystem')),
    add: texts(at(capabilities, 'add'), `${path}.capabilities.add`), drop: texts(at(capabilities, 'drop'), `${path}.capabilities.drop`),
    procMount: text(...of('procMount')), ulimits: !isAbsent(at(members, 'ulimits')), hostProcess: flag(at(windows, 'hostProcess'), `${path}.windowsOptions.hostProcess`),
    seccomp: profile('seccompProfile'), appArmor: profile('appArmorProfile'),
    seLinux: ['type', 'user', 'role'].map((name) => ({ path: `${path}.seLinuxOptions.${name}`, value: text(at(seLinux, name), `${path}.seLinuxOptions.${name}`) })),
  }
}

/** A probe or a hook may ask another host than the pod, from the node: that is how one reaches what the network keeps apart. */
function hostsOf(container: Members, path: string): Said<string>[] {
  const handlers = ['livenessProbe', 'readinessProbe', 'startupProbe'].map((name) => [optional(at(container, name), `${path}.${name}`, null), `${path}.${name}`] as const)
  const lifecycle = optional(at(container, 'lifecycle'), `${path}.lifecycle`, ['postStart', 'preStop', 'stopSignal'])
  const hooks = ['postStart', 'preStop'].map((name) => [optional(at(lifecycle, name), `${path}.lifecycle.${name}`, null), `${path}.lifecycle.${name}`] as const)
  return [...handlers, ...hooks].flatMap(([handler, where]) => ['httpGet', 'tcpSocket'].map((name) => {
    const action = optional(at(handler, name), `${where}.${name}`, null)
    return { path: `${where}.${name}.host`, value: text(at(action, 'host'), `${where}.${name}.host`) }
  }))
}

function container(value: unknown, path: string, known: readonly string[]): Container {
  const members = object(value, path, known)
  word(at(members, 'name'), `${path}.name`)
  const hostPorts = list(at(members, 'ports'), `${path}.ports`, many).map((port, index) => {
    const where = `${path}.ports[${index}]`
    return { path: `${where}.hostPort`, value: whole(at(object(port, where, ['containerPort', 'hostIP', 'hostPort', 'name', 'protocol']), 'hostPort'), `${where}.hostPort`) ?? 0 }
  })
  return { path, security: security(at(members, 'securityContext'), `${path}.securityContext`, containerSecurity), hostPorts, hosts: hostsOf(members, path) }
}
const containersIn = (spec: Members, name: string, known: readonly string[]): Container[] =>
  list(at(spec, name), `spec.${name}`, many).map((entry, index) => container(entry, `spec.${name}[${index}]`, known))

/** In a list Go reads null as nought, which is root’s group. */
function groupsOf(context: Members, path: string): Said<number>[] {
  const files = whole(at(context, 'fsGroup'), `${path}.fsGroup`)
  const others = list(at(context, 'supplementalGroups'), `${path}.supplementalGroups`, many).map((group, index) => ({ path: `${path}.supplementalGroups[${index}]`, value: whole(group, `${path}.supplementalGroups[${index}]`) ?? 0 }))
  return files === null ? others : [{ path: `${path}.fsGroup`, value: files }, ...others]
}

function volume(value: unknown, path: string): Said<readonly string[]> {
  const members = object(value, path, ['name', ...volumeKinds])
  return { path, value: Object.keys(members).filter((name) => name !== 'name' && !isAbsent(members[name])) }
}

function read(value: unknown): Pod {
  const { bytes, depth } = measure(value)
  if (bytes > bytesMost) fail('pod', `is larger than ${bytesMost} bytes`)
  if (depth > depthMost) fail('pod', `nests deeper than ${depthMost}`)
  const document = object(value, 'pod', ['apiVersion', 'kind', 'metadata', 'spec', 'status'])
  const spec = object(at(document, 'spec'), 'spec', podMembers)
  const annotations = optional(at(optional(at(document, 'metadata'), 'metadata', null), 'annotations'), 'metadata.annotations', null)
  const containers = containersIn(spec, 'containers', containerMembers)
  if (containers.length === 0) fail('spec.containers', 'is empty')
  const context = optional(at(spec, 'securityContext'), 'spec.securityContext', podSecurity)
  return {
    windows: text(at(optional(at(spec, 'os'), 'spec.os', ['name']), 'name'), 'spec.os.name') === 'windows',
    host: ['hostNetwork', 'hostPID', 'hostIPC'].map((name) => ({ path: `spec.${name}`, value: flag(at(spec, name), `spec.${name}`) ?? false })),
    hostUsers: flag(at(spec, 'hostUsers'), 'spec.hostUsers'),
    security: security(context, 'spec.securityContext', podSecurity),
    groups: groupsOf(context, 'spec.securityContext'),
    sysctls: list(at(context, 'sysctls'), 'spec.securityContext.sysctls', many).map((entry, index) => {
      const path = `spec.securityContext.sysctls[${index}]`
      return { path: `${path}.name`, value: word(at(object(entry, path, ['name', 'value']), 'name'), `${path}.name`) }
    }),
    containers: [...containersIn(spec, 'initContainers', containerMembers), ...containers, ...containersIn(spec, 'ephemeralContainers', [...containerMembers, 'targetContainerName'])],
    volumes: list(at(spec, 'volumes'), 'spec.volumes', many).map((entry, index) => volume(entry, `spec.volumes[${index}]`)),
    annotations: Object.entries(annotations).map(([key, said]) => ({ path: `metadata.annotations['${key}']`, value: text(said, `metadata.annotations['${key}']`) })),
    placement: spec,
  }
}

export const podOf = (document: unknown): Reading<Pod> => reading(() => read(document))
