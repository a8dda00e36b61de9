import type { Pod, Said, Security } from './decide-pod-shape'
import type { Level } from './decide-level'

/**
 * The controls of the Pod Security Standards as Kubernetes 1.37 has them, one entry each. Stricter in one thing: running as root is not forgiven at `restricted` for being in a
 * user namespace, because not every node has those and the pod does not say on which it will run. Those of `hardened` are what a PodSecurityPolicy could ask for and no standard does.
 */
export const controlNames = [
  'host_process', 'host_namespaces', 'privileged', 'capabilities', 'host_path', 'host_ports', 'host_probes', 'app_armor', 'se_linux', 'proc_mount', 'seccomp', 'sysctls', 'ulimits',
  'volume_types', 'privilege_escalation', 'run_as_non_root', 'run_as_user', 'seccomp_restricted', 'capabilities_restricted', 'proc_mount_restricted',
  'volume_types_hardened', 'seccomp_hardened', 'capabilities_hardened', 'read_only_root', 'groups',
] as const
export type ControlName = (typeof controlNames)[number]
/** `violated` lists the paths that are not as they must be. */
type Control = { readonly level: Exclude<Level, 'privileged'>; readonly needs: string; readonly violated: (pod: Pod) => readonly string[] }

const capabilities = ['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT']
const seLinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t']
const sysctls = [
  'kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_local_reserved_ports', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ping_group_range', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes', 'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_syncookies', 'net.ipv4.tcp_wmem',
]
const profiles = ['RuntimeDefault', 'Localhost']
/** What no driver makes for a pod. */
export const volumeTypesHardened = ['configMap', 'downwardAPI', 'emptyDir', 'persistentVolumeClaim', 'projected', 'secret']
const volumeTypes = [...volumeTypesHardened, 'csi', 'ephemeral']
/** Below are the groups of a system, root’s first; the last is nobody’s. */
const isOrdinaryGroup = (group: number) => group >= 1000 && group <= 65534
const appArmorAnnotation = /^metadata\.annotations\['container\.apparmor\.security\.beta\.kubernetes\.io\//

const pathsOf = <T>(said: readonly Said<T>[], isWrong: (value: T) => boolean): string[] => said.filter(({ value }) => isWrong(value)).map(({ path }) => path)
/** The pod's own context, and each container's. */
const everywhere = (pod: Pod, member: string, isWrong: (security: Security) => boolean): string[] =>
  [pod.security, ...pod.containers.map((container) => container.security)].filter(isWrong).map(({ path }) => `${path}.${member}`)
const inContainers = (pod: Pod, member: string, isWrong: (security: Security) => boolean): string[] =>
  pod.containers.map((container) => container.security).filter(isWrong).map(({ path }) => `${path}.${member}`)
const volumesBut = (pod: Pod, types: readonly string[]): string[] => pathsOf(pod.volumes, (kinds) => kinds.length !== 1 || !kinds.every((kind) => types.includes(kind)))
const unusualProc = (pod: Pod): string[] => inContainers(pod, 'procMount', ({ procMount }) => procMount !== '' && procMount !== 'Default')
const isOther = (profile: string | null) => profile !== null && !profiles.includes(profile)

export const controls: Readonly<Record<ControlName, Control>> = {
  host_process: { level: 'baseline', needs: 'no host process', violated: (pod) => everywhere(pod, 'windowsOptions.hostProcess', ({ hostProcess }) => hostProcess === true) },
  host_namespaces: { level: 'baseline', needs: 'no namespace of the host', violated: ({ host }) => pathsOf(host, (shared) => shared) },
  privileged: { level: 'baseline', needs: 'no privileged container', violated: (pod) => inContainers(pod, 'privileged', ({ privileged }) => privileged === true) },
  capabilities: { level: 'baseline', needs: 'no capability beyond the usual ones', violated: (pod) => inContainers(pod, 'capabilities.add', ({ add }) => add.some((name) => !capabilities.includes(name))) },
  host_path: { level: 'baseline', needs: 'no path of the host', violated: ({ volumes }) => pathsOf(volumes, (kinds) => kinds.includes('hostPath')).map((path) => `${path}.hostPath`) },
  host_ports: { level: 'baseline', needs: 'no port of the host', violated: ({ containers }) => containers.flatMap(({ hostPorts }) => pathsOf(hostPorts, (port) => port !== 0)) },
  host_probes: { level: 'baseline', needs: 'no other host in a probe or a hook', violated: ({ containers }) => containers.flatMap(({ hosts }) => pathsOf(hosts, (host) => host !== '')) },
  app_armor: {
    level: 'baseline', needs: 'the AppArmor profile of the runtime or of the node',
    violated: (pod) => [
      ...everywhere(pod, 'appArmorProfile.type', ({ appArmor }) => isOther(appArmor)),
      ...pathsOf(pod.annotations.filter(({ path }) => appArmorAnnotation.test(path)), (profile) => profile !== '' && profile !== 'runtime/default' && !profile.startsWith('localhost/')),
    ],
  },
  se_linux: {
    level: 'baseline', needs: 'an SELinux type of containers, and no user or role',
    violated: (pod) => [pod.security, ...pod.containers.map((container) => container.security)].flatMap(({ seLinux }) => seLinux.filter(({ path, value }) => (path.endsWith('.type') ? !seLinuxTypes.includes(value) : value !== '')).map(({ path }) => path)),
  },
  // In a user namespace of its own a pod may see /proc as it is: its root is nobody outside.
  proc_mount: { level: 'baseline', needs: 'the usual mount of /proc', violated: (pod) => (pod.hostUsers === false ? [] : unusualProc(pod)) },
  seccomp: { level: 'baseline', needs: 'the seccomp profile of the runtime or of the node', violated: (pod) => everywhere(pod, 'seccompProfile.type', ({ seccomp }) => isOther(seccomp)) },
  sysctls: { level: 'baseline', needs: 'no sysctl but the safe ones', violated: (pod) => pathsOf(pod.sysctls, (name) => !sysctls.includes(name)) },
  ulimits: { level: 'baseline', needs: 'no ulimits of its own', violated: (pod) => inContainers(pod, 'ulimits', ({ ulimits }) => ulimits) },
  volume_types: { level: 'restricted', needs: 'volumes of the usual kinds', violated: (pod) => volumesBut(pod, volumeTypes) },
  privilege_escalation: { level: 'restricted', needs: 'privilege escalation off', violated: (pod) => (pod.windows ? [] : inContainers(pod, 'allowPrivilegeEscalation', ({ allowPrivilegeEscalation }) => allowPrivilegeEscalation !== false)) },
  run_as_non_root: { level: 'restricted', needs: 'every container run as somebody but root', violated: (pod) => inherited(pod, 'runAsNonRoot', ({ runAsNonRoot }) => runAsNonRoot) },
  run_as_user: { level: 'restricted', needs: 'no user 0', violated: (pod) => everywhere(pod, 'runAsUser', ({ runAsUser }) => runAsUser === 0) },
  seccomp_restricted: {
    level: 'restricted', needs: 'a seccomp profile',
    violated: (pod) => (pod.windows ? [] : inherited(pod, 'seccompProfile.type', ({ seccomp }) => (seccomp === null ? null : profiles.includes(seccomp)))),
  },
  capabilities_restricted: {
    level: 'restricted', needs: 'all capabilities dropped, and none added but to bind low ports',
    violated: (pod) => (pod.windows ? [] : [
      ...inContainers(pod, 'capabilities.drop', ({ drop }) => !drop.includes('ALL')),
      ...inContainers(pod, 'capabilities.add', ({ add }) => add.some((name) => name !== 'NET_BIND_SERVICE')),
    ]),
  },
  proc_mount_restricted: { level: 'restricted', needs: 'the usual mount of /proc, in a user namespace too', violated: unusualProc },
  volume_types_hardened: { level: 'hardened', needs: 'volumes that no driver makes for it', violated: (pod) => volumesBut(pod, volumeTypesHardened) },
  seccomp_hardened: {
    level: 'hardened', needs: 'the seccomp profile of the runtime',
    violated: (pod) => (pod.windows ? [] : inherited(pod, 'seccompProfile.type', ({ seccomp }) => (seccomp === null ? null : seccomp === 'RuntimeDefault'))),
  },
  capabilities_hardened: { level: 'hardened', needs: 'no capability added', violated: (pod) => (pod.windows ? [] : inContainers(pod, 'capabilities.add', ({ add }) => add.length > 0)) },
  read_only_root: {
    level: 'hardened', needs: 'a root filesystem that it cannot write to',
    violated: (pod) => (pod.windows ? [] : inContainers(pod, 'readOnlyRootFilesystem', ({ readOnlyRootFilesystem }) => readOnlyRootFilesystem !== true)),
  },
  groups: {
    level: 'hardened', needs: 'a group said, and every group from 1000 to 65534',
    violated: (pod) => (pod.windows ? [] : [
      ...inherited(pod, 'runAsGroup', ({ runAsGroup }) => (runAsGroup === null ? null : isOrdinaryGroup(runAsGroup))),
      ...pathsOf(pod.groups, (group) => !isOrdinaryGroup(group)),
    ]),
  },
}

/** What a container does not say the pod says for it; what either says wrongly is wrong, whoever else says it rightly. */
function inherited(pod: Pod, member: string, isRight: (security: Security) => boolean | null): string[] {
  const ofPod = isRight(pod.security)
  return [
    ...(ofPod === false ? [`${pod.security.path}.${member}`] : []),
    ...inContainers(pod, member, (security) => !(isRight(security) ?? ofPod ?? false)),
  ]
}
