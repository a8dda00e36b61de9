import { firstPage } from '~/server/api/page'
import type { Action } from '~/server/authorization/actions'
import type { World } from '~/server/testing/world'

const wished = (world: World) => ({ name: `w-${world.mark}`, title: 'Wished for', isolationLevel: 2, trust: 'external', regions: ['eu-test-1'], compliance: ['gdpr'], purpose: 'Somebody needs it.' }) as const

/** One input of each action that would be answered well, in tenant A. An action without one does not compile. */
export const samples = (world: World) => ({
  'audit.list': { tenant: world.a, stream: 'deed', ...firstPage },
  'audit.listPlatform': { stream: 'access', ...firstPage },
  'demo.code': { used: '0' },
  'identity.beginStepUp': { action: 'quotas.change', input: { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }, code: '000000' },
  'identity.places': {},
  'members.end': { tenant: world.a, binding: world.binding },
  'members.grant': { tenant: world.a, email: world.nobody.email, role: 'developer', namespace: 'red' },
  'members.list': { tenant: world.a, find: null, ...firstPage },
  'namespaces.create': { tenant: world.a, name: 'green', title: 'Green' },
  'namespaces.list': { tenant: world.a, find: null, sort: 'name', descending: false, ...firstPage },
  'namespaces.read': { tenant: world.a, namespace: 'red' },
  'organisations.create': { organisation: `new-${world.mark}`, title: 'New' },
  'organisations.list': { find: null, ...firstPage },
  'organisations.read': { organisation: world.organisation },
  'quotas.change': { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' },
  'quotas.history': { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu' },
  'quotas.list': { tenant: world.a, namespace: null, find: null, ...firstPage },
  'regions.add': { region: 'eu-added-1', title: 'Added', country: 'DE', jurisdiction: 'eu' },
  'regions.list': {},
  'requests.approve': { request: world.request, terms: world.terms },
  'requests.countWaiting': {},
  'requests.list': { state: 'all', organisation: null, find: null, ...firstPage },
  'requests.listInTenant': { tenant: world.a, state: 'all', find: null, ...firstPage },
  'requests.read': { request: world.request },
  'requests.readInTenant': { tenant: world.a, request: world.request },
  'requests.refuse': { request: world.request, reason: 'Not now.' },
  'requests.withdraw': { request: world.request },
  'sessions.end': { session: world.admin.sessionId },
  'sessions.list': {},
  'tenants.freeze': { tenant: world.a },
  'tenants.list': { find: null, organisation: null, isolationLevel: null, state: null, sort: 'tenant', descending: false, ...firstPage },
  'tenants.read': { tenant: world.a },
  'tenants.readOnPlatform': { tenant: world.a },
  'tenants.request': { organisation: world.organisation, ...wished(world), admin: world.nobody.email },
  'tenants.requestBeside': { tenant: world.a, ...wished(world) },
  'tenants.summarise': {},
  'tenants.thaw': { tenant: world.a },
  'tenants.watch': { tenant: world.a },
  'tenants.watchPlatform': {},
}) as const satisfies Record<Action, Record<string, unknown>>
