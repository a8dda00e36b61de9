/**
 * What holds `hardened` on a cluster: Kubernetes knows it by no label, so it is a policy of the cluster's own, the same for every namespace that is labelled so. What is
 * `restricted` besides its own admission holds. Each expression says of any pod what its control says here, which a test asks of both.
 */
import { type ControlName, controls, volumeTypesHardened } from '~/server/admission/pod-security/decide-controls'
import type { Json } from '~/server/shared/canonical'

const context = 'object.spec.securityContext'
const says = (of: string, member: string) => `has(${of}.securityContext) && has(${of}.securityContext.${member})`
const isOrdinary = (group: string) => `${group} >= 1000 && ${group} <= 65534`
const inEvery = (expression: string) => `variables.containers.all(c, ${expression})`
const unlessWindows = (expression: string) => `variables.windows || (${expression})`
const isRuntime = (of: string) => `${of}.securityContext.seccompProfile.type == 'RuntimeDefault'`
const whereSaid = (of: string, member: string, value: string) => `(has(${of}.${member}) ? ${value} : [])`

export const variables = [
  { name: 'windows', expression: "has(object.spec.os) && object.spec.os.name == 'windows'" },
  { name: 'containers', expression: `object.spec.containers + ${['initContainers', 'ephemeralContainers'].map((kind) => whereSaid('object.spec', kind, `object.spec.${kind}`)).join(' + ')}` },
  { name: 'groups', expression: `!has(${context}) ? [] : ${[whereSaid(context, 'runAsGroup', `[${context}.runAsGroup]`), whereSaid(context, 'fsGroup', `[${context}.fsGroup]`), whereSaid(context, 'supplementalGroups', `${context}.supplementalGroups`)].join(' + ')}` },
]
export const expressions = {
  volume_types_hardened: `!has(object.spec.volumes) || object.spec.volumes.all(v, ${volumeTypesHardened.map((kind) => `has(v.${kind})`).join(' || ')})`,
  seccomp_hardened: unlessWindows(`(!(${says('object.spec', 'seccompProfile')}) || ${isRuntime('object.spec')}) && ${inEvery(`${says('c', 'seccompProfile')} ? ${isRuntime('c')} : ${says('object.spec', 'seccompProfile')}`)}`),
  capabilities_hardened: unlessWindows(inEvery(`!(${says('c', 'capabilities')}) || !has(c.securityContext.capabilities.add) || size(c.securityContext.capabilities.add) == 0`)),
  read_only_root: unlessWindows(inEvery(`${says('c', 'readOnlyRootFilesystem')} && c.securityContext.readOnlyRootFilesystem`)),
  groups: unlessWindows(`variables.groups.all(g, ${isOrdinary('g')}) && ${inEvery(`${says('c', 'runAsGroup')} ? ${isOrdinary('c.securityContext.runAsGroup')} : ${says('object.spec', 'runAsGroup')}`)}`),
} as const satisfies Partial<Record<ControlName, string>>

export const hardenedLabel = { 'bailiwick.dev/pod-security': 'hardened' } as const
const name = 'bailiwick-hardened'
const apiVersion = 'admissionregistration.k8s.io/v1'
const labels = { 'app.kubernetes.io/managed-by': 'bailiwick' }

/** A pod is looked at when it is made, and when a container is added to it: what runs already is not kept from being ended. */
export const hardenedObjects: readonly { readonly kind: string; readonly name: string; readonly body: Json }[] = [
  { kind: 'ValidatingAdmissionPolicy', name, body: { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name, labels }, spec: {
    failurePolicy: 'Fail',
    matchConstraints: { resourceRules: [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
      { apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['pods/ephemeralcontainers'] },
    ] },
    variables,
    validations: (Object.keys(expressions) as (keyof typeof expressions)[]).map((control) => ({ expression: expressions[control], message: `A pod must have ${controls[control].needs} (${control}).` })),
  } } },
  { kind: 'ValidatingAdmissionPolicyBinding', name, body: { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name, labels }, spec: {
    policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector: { matchLabels: hardenedLabel } },
  } } },
]
