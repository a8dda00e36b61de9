/** What is refused and what waits for a yes: asked of the one decider there is, under what the platform's policies say now. */
import { randomUUID } from 'node:crypto'
import { parametersMost } from '~/server/admission/claims/decide-claims'
import type { checks } from '~/server/admission/decide'
import type { Policy, State, Wish } from '~/server/admission/facts'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Ground, Probe } from './probe'

const plenty = '1000000000000000'
const standing = ['0', plenty, '0', '0', '0'] as const
const at = (resources: readonly string[]) => ['organisation', 'tenant', 'namespace'].map((level) => ({ id: `probe/${level}`, level: level as 'tenant', version: '1', standing: Object.fromEntries(resources.map((resource) => [resource, standing])) }))
const resources = ['cpu', 'memory', 'ephemeral-storage', 'nvidia.com/gpu']

const state: State = {
  asker: { person: randomUUID(), roles: ['tenant_admin'], machine: false }, tenant: { id: 'probe', organisation: 'probe', frozen: false, isolationLevel: 1, regions: ['probe-near', 'probe-far'] },
  accounts: at(resources), regions: [{ region: 'probe-near', jurisdiction: 'eu' }, { region: 'probe-far', jurisdiction: 'us' }], nameTaken: false, pending: 0, recent: { person: '0', namespace: '0' },
  approved: false, ahead: [], lent: null, fleet: { version: '0', regions: [], searched: true, proposals: [], spares: [], lesser: null, rows: [] },
}
const wish: Wish = {
  tenant: 'probe', namespace: 'probe', name: 'probe', class: '', pods: 1, each: { cpu: '1', memory: '1Gi' }, models: [], region: null, labels: { 'cost-center': 'probe' }, purpose: 'Probe.', hours: 1, pod: null, claims: [], waits: false,
}
type Asked = { readonly state?: Partial<State>; readonly wish?: Partial<Wish>; readonly policy?: Partial<Policy> }
type CheckName = (typeof checks)[number]['name']
/** What one check says of it: passed, or the reason. Whatever the others say of this invented wish is nobody's matter here. */
function came(check: CheckName, { policy, now, keepers }: Ground, asked: Asked): string {
  const usual = { ...wish, class: policy.priority.normal, labels: Object.fromEntries(policy.labels.required.map(({ key }) => [key, 'probe'])) }
  const { trace } = keepers.decide({ ...state, ...asked.state }, { ...usual, ...asked.wish }, { ...policy, ...asked.policy }, now.toISOString())
  const line = trace.find((one) => one.check === check)
  if (!line) throw new Error(`the decider has no check ${check}`)
  return line.outcome === 'passes' ? done : (line.reason ?? 'no_reason')
}
const tries = (check: CheckName, forbidden: (policy: Policy) => Asked, allowed: (policy: Policy) => Asked): Probe => async (ground) =>
  ({ forbidden: came(check, ground, forbidden(ground.policy)), allowed: came(check, ground, allowed(ground.policy)) })
const gpus = (count: number): Partial<Wish> => ({ each: { cpu: '1', memory: '1Gi', 'nvidia.com/gpu': String(count) } })

const safe = { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' }, readOnlyRootFilesystem: true }
const pod = (securityContext: object): Partial<Wish> => ({
  pod: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'probe' }, spec: { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }, containers: [{ name: 'probe', image: 'probe', securityContext }] } }),
})
const claim = ({ classes, drivers }: Policy['claims'], of: { className?: string; adminAccess?: true; bytes?: number }): Partial<Wish> => {
  const request = (name: string, more: object = {}) => ({ name, exactly: { deviceClassName: of.className ?? classes[0] ?? 'probe', ...more } })
  const config = of.bytes === undefined ? [] : [{ requests: ['one'], opaque: { driver: drivers[0] ?? 'probe', parameters: { a: 'x'.repeat(of.bytes - 8) } } }]
  return { claims: [JSON.stringify({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'probe' }, spec: { devices: { requests: [request('one'), request('two', of.adminAccess ? { adminAccess: true } : {})], config } } })] }
}
const above = ({ priority: { classes, normal } }: Policy) => {
  const usual = classes.find(({ id }) => id === normal)?.value ?? 0
  const higher = classes.find(({ value, reserved }) => value > usual && !reserved)
  return higher ? { wish: { class: higher.id }, policy: { allowedClasses: [higher.id] } } : { wish: { class: 'none-above' } }
}
const fullOfGpus = { accounts: [{ id: 'probe/namespace', level: 'namespace' as const, version: '1', standing: { cpu: standing, memory: standing, 'ephemeral-storage': standing, 'nvidia.com/gpu': ['100', '100', '98', '0', '0'] as const } }] }
const near = { jurisdiction: null, allowed: ['probe-*'], prohibited: ['probe-far'] }
const developer = { asker: { person: state.asker.person, roles: ['developer'], machine: false } }

export const admissionProbes = {
  'admission.quota': tries('quota', () => ({ state: fullOfGpus, wish: gpus(4) }), () => ({ state: fullOfGpus, wish: gpus(2) })),
  'admission.typo': tries('limits', () => ({ wish: { each: { cpu: '1000', memory: '1Gi' } } }), () => ({})),
  'admission.privileged': async (ground) => {
    const [privileged, root, allowed] = [{ ...safe, privileged: true }, { ...safe, runAsNonRoot: false }, safe].map((context) => came('podSecurity', ground, { wish: pod(context) })) as [string, string, string]
    return { forbidden: privileged === 'below_baseline' ? root : privileged, allowed }
  },
  'admission.cost_center': tries('labels', () => ({ wish: { labels: {} } }), () => ({})),
  'admission.region': tries('residency', () => ({ policy: { residency: near }, wish: { region: 'probe-far' } }), () => ({ policy: { residency: near }, wish: { region: 'probe-near' } })),
  'admission.size': tries('priority', ({ priority }) => ({ wish: gpus(priority.devicesMost + 1) }), ({ priority }) => ({ wish: gpus(priority.devicesMost) })),
  'admission.developer': tries('priority', () => ({ state: developer, wish: gpus(1) }), () => ({ wish: gpus(1) })),
  'admission.splitting': tries(
    'priority', ({ priority: { splitting } }) => ({ state: { recent: { person: String(splitting.personDevicesMost), namespace: '0' } }, wish: gpus(1) }),
    ({ priority: { splitting } }) => ({ state: { recent: { person: String(Math.max(0, splitting.personDevicesMost - 1)), namespace: '0' } }, wish: gpus(1) }),
  ),
  'admission.above_normal': tries('priority', (policy) => ({ state: developer, ...above(policy) }), (policy) => ({ state: { approved: true }, ...above(policy) })),
  'admission.admin_access': tries('claims', ({ claims }) => ({ wish: claim(claims, { adminAccess: true }) }), ({ claims }) => ({ wish: claim(claims, {}) })),
  'admission.claim_size': tries('claims', ({ claims }) => ({ wish: claim(claims, { bytes: parametersMost + 1 }) }), ({ claims }) => ({ wish: claim(claims, { bytes: parametersMost }) })),
  'admission.device_class': tries('claims', ({ claims }) => ({ wish: claim(claims, { className: 'never-approved.probe' }) }), ({ claims }) => ({ wish: claim(claims, {}) })),
  'admission.frozen': tries('tenant', () => ({ state: { tenant: { ...state.tenant, frozen: true } } }), () => ({})),
  'admission.suspended': async (ground) => {
    const until = (ms: number): Asked => ({ state: { tenant: { ...state.tenant, suspendedUntil: new Date(ground.now.getTime() + ms).toISOString() } } })
    return { forbidden: came('tenant', ground, until(1)), allowed: came('tenant', ground, until(0)) }
  },
} as const satisfies Partial<Record<ControlId, Probe>>
