import type { Action } from '~/server/authorization/actions'
import type { World } from '~/server/testing/world'

/** One input of each action that would be answered well, in tenant A. An action without one does not compile. */
export const samples = (world: World) => ({
  'audit.list': { tenant: world.a, stream: 'deed', before: null },
  'audit.listPlatform': { stream: 'access', before: null },
  'identity.beginStepUp': { action: 'quotas.change', input: { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }, code: '000000' },
  'identity.places': {},
  'members.list': { tenant: world.a },
  'namespaces.create': { tenant: world.a, name: 'green', title: 'Green' },
  'namespaces.list': { tenant: world.a },
  'quotas.change': { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' },
  'quotas.list': { tenant: world.a },
  'sessions.end': { session: world.admin.sessionId },
  'sessions.list': {},
  'tenants.freeze': { tenant: world.a },
  'tenants.list': {},
  'tenants.read': { tenant: world.a },
  'tenants.thaw': { tenant: world.a },
}) satisfies Record<Action, Record<string, unknown>>
