/** Who is let in, and to do what: asked at the door itself, and of what decides there, by people who are nobody. */
import { randomUUID } from 'node:crypto'
import { noOf, type RequestContext } from '~/server/api/procedure'
import { type Action, needsStepUp } from '~/server/authorization/actions'
import { Denied } from '~/server/authorization/denied'
import { rehearseDeed } from '~/server/database/rehearse'
import type { Target } from '~/server/authorization/permit'
import type { Actor, Binding, Role } from '~/server/identity/actor'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Keepers } from './keepers'
import type { Probe } from './probe'

const elevatedMs = 60_000
/** In a second, of somebody who is nobody. */
const mostOfProbe = 10
const tenant = 'probe-nowhere'
const holding = (role: Role, of: string | null): Binding => ({ role, tenant: of, namespace: null, until: null })
const somebody = (bindings: readonly Binding[], elevatedUntil: Date | null = null): Actor => ({
  personId: randomUUID(), name: 'Probe', email: 'probe@probe.invalid', sessionId: randomUUID(), bindings, delegated: [], methods: ['password', 'passkey'], powers: 'live', elevatedUntil, breakGlass: null, token: null, grounds: null,
  source: { address: '127.0.0.1', userAgent: 'bailiwick-controls', reference: randomUUID() },
})
const operator = (elevatedUntil: Date | null) => somebody([holding('platform_admin', null)], elevatedUntil)

function permits({ reachOf }: Keepers, actor: Actor, action: Action, target: Target): string {
  try {
    reachOf(actor, action, target)
    return done
  } catch (thrown) {
    if (thrown instanceof Denied) return thrown.reason
    throw thrown
  }
}
async function denialOf(deed: Promise<unknown>): Promise<string> {
  try {
    await deed
    return done
  } catch (thrown) {
    if (thrown instanceof Denied) return thrown.reason
    throw thrown
  }
}
/** Nothing is carried out: whoever comes so far has been let through. */
const asking = (actor: Actor | null) => ({
  token: null, entering: null, actor, source: actor?.source ?? somebody([]).source, execute: async () => ({ answer: { ok: true, value: {} }, kept: {} }), keep: () => undefined, stepUp: null, idempotencyKey: null,
} satisfies RequestContext)
async function came(ask: Promise<unknown>): Promise<string> {
  try {
    await ask
    return done
  } catch (thrown) {
    const no = noOf(thrown)
    if (!no) throw thrown
    return no.denial
  }
}

export const doorProbes = {
  'door.known': async ({ keepers: { door } }) => ({ forbidden: await came(door(asking(null)).elevations.end({})), allowed: await came(door(asking(operator(null))).elevations.end({})) }),
  'door.second_factor': async ({ keepers, now }) => {
    const elevated = operator(new Date(now.getTime() + elevatedMs))
    const spends = rehearseDeed(elevated, (deed) => keepers.spendStepUp(deed, 'tenants.freeze', { tenant }, 'probe', null))
    return { forbidden: needsStepUp('tenants.freeze') ? await denialOf(spends) : done, allowed: permits(keepers, elevated, 'organisations.list', {}) }
  },
  'door.roles': async ({ keepers }) => ({ forbidden: permits(keepers, somebody([holding('developer', tenant)]), 'quotas.change', { tenant }), allowed: permits(keepers, somebody([holding('tenant_admin', tenant)]), 'quotas.change', { tenant }) }),
  'door.elsewhere': async ({ keepers }) => {
    const admin = somebody([holding('tenant_admin', tenant)])
    return { forbidden: permits(keepers, admin, 'namespaces.list', { tenant: 'probe-elsewhere' }), allowed: permits(keepers, admin, 'namespaces.list', { tenant }) }
  },
  'record.opened': async ({ keepers }) => {
    const open = (reason: string) => came(keepers.openName(asking(somebody([holding('auditor', tenant)])), { tenant, stream: 'deed', sequence: '1', field: 'username', reason }))
    return { forbidden: await open(' '), allowed: await open('A probe asks.') }
  },
  'door.rate': async ({ keepers }) => {
    const [rate, asking] = [keepers.rate(mostOfProbe), randomUUID()]
    const came: string[] = []
    for (let asked = 0; asked <= mostOfProbe; asked++) came.push(await denialOf(rate.take(asking)))
    return { forbidden: came[mostOfProbe] ?? 'not_asked', allowed: came.slice(0, mostOfProbe).find((one) => one !== done) ?? done }
  },
  'door.operators': async ({ keepers, now }) => ({ forbidden: permits(keepers, operator(null), 'tenants.freeze', {}), allowed: permits(keepers, operator(new Date(now.getTime() + elevatedMs)), 'tenants.freeze', {}) }),
  'door.operators_outside': async ({ keepers, now }) => ({
    forbidden: permits(keepers, operator(new Date(now.getTime() + elevatedMs)), 'allocations.list', { tenant }), allowed: permits(keepers, somebody([holding('developer', tenant)]), 'allocations.list', { tenant }),
  }),
} as const satisfies Partial<Record<ControlId, Probe>>
