import { firstPage } from '~/server/api/page'
import type { Action } from '~/server/authorization/actions'
import type { World } from '~/server/testing/world'

/** One input of each action that would be answered well, in tenant A. An action without one does not compile. */
export const samples = (world: World) => ({
  'audit.list': { tenant: world.a, stream: 'deed', ...firstPage },
  'audit.listPlatform': { stream: 'access', ...firstPage },
  'demo.code': { used: '0' },
  'identity.beginStepUp': { action: 'quotas.change', input: { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }, code: '000000' },
  'identity.places': {},
  'members.list': { tenant: world.a, find: null, ...firstPage },
  'namespaces.create': { tenant: world.a, name: 'green', title: 'Green' },
  'namespaces.list': { tenant: world.a, find: null, sort: 'name', ...firstPage },
  'namespaces.read': { tenant: world.a, namespace: 'red' },
  'quotas.change': { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' },
  'quotas.history': { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu' },
  'quotas.list': { tenant: world.a, namespace: null, find: null, ...firstPage },
  'sessions.end': { session: world.admin.sessionId },
  'sessions.list': {},
  'tenants.freeze': { tenant: world.a },
  'tenants.list': {},
  'tenants.read': { tenant: world.a },
  'tenants.thaw': { tenant: world.a },
}) as const satisfies Record<Action, Record<string, unknown>>
