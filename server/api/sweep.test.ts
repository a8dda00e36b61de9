/** The server's own list of procedures, each called as everybody who may not. Nothing unpublished escapes, and nothing new is forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Action, actions, needsStepUp, specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { samples } from '~/server/testing/samples'
import { numberAll, recordsOf } from '~/server/testing/records'
import type { Kept } from '~/server/database/open-session'
import { closeSession } from '~/server/database/threshold'
import { hashToken } from '~/server/identity/token'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, loading, makeWorld, password, type Person, shown, signInAs, type World } from '~/server/testing/world'
import { procedures } from './router'

let world: World
let inputs: Record<Action, Record<string, unknown>>
beforeAll(async () => {
  world = await makeWorld()
  inputs = samples(world)
})
afterAll(closeDatabase)

type AnyDoor = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
/** Who they are is asked once each, of whoever shows nothing but their session: what may be done is what is tried, and whoever commands is looked up by the engine each time. */
const doors = new Map<string | null, Promise<unknown>>()
function standing(token: string | null): Promise<unknown> {
  const known = doors.get(token) ?? doorFor(token === null ? null : { token })
  doors.set(token, known)
  return known
}
async function call(person: Person | null, action: Action, input: unknown, sent: { stepUp?: string } = {}): Promise<{ ok: unknown } | { denied: string }> {
  const [concept = '', verb = ''] = action.split('.')
  const door = (await (sent.stepUp === undefined ? standing(person?.token ?? null) : doorFor(person, sent))) as AnyDoor
  return door[concept]?.[verb]?.(input).then((ok) => ({ ok }), (thrown) => ({ denied: thrown.cause?.reason ?? thrown.code })) ?? { denied: 'no such procedure' }
}
/** What row security and grants would show of anything having been done. */
async function digestOfWorld(): Promise<string> {
  const { rows } = await loading((sql) => sql.query(`SELECT md5(string_agg(line, '|' ORDER BY line)) AS digest FROM (
    SELECT a::text AS line FROM account a WHERE organisation_id = $1 UNION ALL SELECT t::text FROM tenant t WHERE organisation_id = $1
    UNION ALL SELECT n::text FROM namespace n WHERE tenant_id IN ($2, $3) UNION ALL SELECT q::text FROM quota q WHERE tenant_id IN ($2, $3)
    UNION ALL SELECT b::text FROM role_binding b WHERE tenant_id IN ($2, $3) UNION ALL SELECT g::text FROM group_binding g WHERE tenant_id IN ($2, $3) UNION ALL SELECT v::text FROM custom_role_version v WHERE tenant_id IN ($2, $3) UNION ALL SELECT i::text FROM invitation i WHERE tenant_id IN ($2, $3)
    UNION ALL SELECT p::text FROM person p WHERE email LIKE '%.' || $4 || '@example.test'
    UNION ALL SELECT o::text FROM organisation o WHERE id LIKE '%' || $4 UNION ALL SELECT r::text FROM request r WHERE organisation_id = $1) AS lines`, [world.organisation, world.a, world.b, world.mark]))
  return rows[0].digest
}
const all = Object.keys(actions) as Action[]
/** What is asked before anybody is known has no caller to refuse: it has tests of its own. */
const behind = all.filter((action) => specOf(action).on !== 'threshold')
const onTenant = all.filter((action) => specOf(action).on === 'tenant')

const typeOf = (action: Action) => (specOf(action).watches ? 'subscription' : specOf(action).effect === 'write' ? 'mutation' : 'query')
test('every procedure is one action under its own name, and every action has one procedure', () => {
  expect(procedures.map(({ path, action }) => [path, action])).toEqual(procedures.map(({ path }) => [path, path]))
  expect(procedures.map(({ path }) => path).sort()).toEqual([...all].sort())
  for (const { action, type, command } of procedures) expect([action, type, command !== undefined]).toEqual([action, typeOf(action as Action), type === 'mutation'])
})

describe('who may not', () => {
  let before: string
  beforeAll(async () => { before = await digestOfWorld() })

  test.each(behind)('%s: nobody is asked to sign in', async (action) => {
    // Nor is what they sent looked at before it is known whose it is.
    for (const input of [inputs[action], { nothing: 'of it' }]) expect(await call(null, action, input)).toEqual({ denied: 'not_signed_in' })
  })
  test.each(behind.filter((action) => specOf(action).on !== 'self'))('%s: who holds no role finds nothing', async (action) => {
    expect(await call(world.nobody, action, inputs[action])).toEqual({ denied: 'not_found' })
  })
  test.each(onTenant)("%s: another tenant's admin finds nothing, with or without a factor", async (action) => {
    expect(await call(world.stranger, action, inputs[action])).toEqual({ denied: 'not_found' })
    if (needsStepUp(action)) expect(await call(world.stranger, action, inputs[action], { stepUp: await shown(world.stranger, action, inputs[action]) })).toEqual({ denied: 'not_found' })
  })
  test.each(onTenant.filter((action) => !(specOf(action) as { roles: readonly string[] }).roles.includes('developer')))('%s: too small a role is forbidden', async (action) => {
    expect(await call(world.developer, action, inputs[action])).toMatchObject({ denied: expect.stringMatching(/^(forbidden|not_found)$/) })
    if (needsStepUp(action)) expect(await call(world.developer, action, inputs[action], { stepUp: await shown(world.developer, action, inputs[action]) })).toEqual({ denied: 'forbidden' })
  })
  test.each(all.filter(needsStepUp))('%s: who may is asked for the second factor', async (action) => {
    const person = specOf(action).on === 'platform' ? world.platformAdmin : world.admin
    expect(await call(person, action, inputs[action])).toEqual({ denied: 'step_up_required' })
    expect(await call(person, action, inputs[action], { stepUp: 'x'.repeat(43) })).toEqual({ denied: 'step_up_required' })
  })
  test('and nothing of it was done', async () => { expect(await digestOfWorld()).toBe(before) })

  test('each was recorded: as the tenant’s where it is about one, as the platform’s where nobody is known', async () => {
    await numberAll()
    const platforms = await recordsOf('platform', 'access')
    const denied = [...(await recordsOf(world.a, 'access')), ...platforms].filter(({ entry }) => entry.outcome === 'denied').map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.actor.userId} ${entry.reason}`)
    for (const action of onTenant) expect(denied).toContain(`${action} ${world.stranger.id} not_found`)
    const deniedIn = (action: Action) => `${action} ${(specOf(action).on === 'platform' ? world.platformAdmin : world.admin).id} step_up_required`
    for (const action of all.filter(needsStepUp)) expect(denied).toContain(deniedIn(action))
    const nobodys = platforms.filter(({ entry }) => entry.reason === 'not_signed_in').map(({ entry }) => `${entry.action.resource}.${entry.action.verb}`)
    expect(new Set(nobodys)).toEqual(new Set([...nobodys, ...behind]))
  })
})

describe('a session that is none', () => {
  const hourMs = 3_600_000
  /** A clock of our own, later than whatever the world was made at. */
  const now = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000)
  const at = (ms: number) => new Date(now.getTime() + ms)
  type Dead = { token: string; now?: Date }
  const dead: Record<string, () => Promise<Dead>> = {
    'that waits for its second factor': async () => {
      const kept: Kept[] = []
      await (await doorFor(null, {}, kept)).signIn.withPassword({ email: world.guest.email, password })
      return { token: kept.at(-1)?.entering ?? '' }
    },
    'that was signed out': async () => {
      const { token } = await signInAs(world.admin.id)
      await closeSession(hashToken(token), 'signed_out', new Date())
      return { token }
    },
    'whose person was disabled': async () => {
      const person = await world.person(`gone-${crypto.randomUUID().slice(0, 8)}`, ['tenant_admin', world.a, null])
      await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [person.id]))
      return { token: person.token }
    },
    'from before the elevation': async () => {
      const old = await signInAs(world.platformAdmin.id)
      const person = { ...world.platformAdmin, ...old }
      const wish = { hours: 1, reason: 'For the test.' }
      expect(await (await doorFor(person, { stepUp: await shown(person, 'elevations.begin', wish) })).elevations.begin(wish)).toMatchObject({ ok: true })
      return { token: old.token }
    },
    'idle for an hour': async () => ({ ...(await signInAs(world.admin.id, at(-hourMs))), now }),
    'idle for an hour and a second': async () => ({ ...(await signInAs(world.admin.id, at(-hourMs - 1000))), now }),
    'a day old, and busy': async () => ({ ...(await busy(await signInAs(world.admin.id, at(-24 * hourMs)))), now }),
  }
  /** Seen a moment ago, so that only its age counts. */
  async function busy<T extends { sessionId: string }>(session: T): Promise<T> {
    await loading((sql) => sql.query('ALTER TABLE session NO FORCE ROW LEVEL SECURITY').then(() => sql.query('UPDATE session SET last_seen_at = $2 WHERE id = $1', [session.sessionId, at(-1000)])).then(() => sql.query('ALTER TABLE session FORCE ROW LEVEL SECURITY')))
    return session
  }
  const doorAt = async ({ token, now: when }: Dead) => (await doorFor({ token }, when ? { now: when } : {})) as unknown as AnyDoor
  const asked = async (door: AnyDoor, action: Action) => {
    const [concept = '', verb = ''] = action.split('.')
    const answer = await door[concept]?.[verb]?.(inputs[action]).then(async (value) => { await (value as AsyncIterator<unknown> | null)?.return?.(); return 'answered' }, (thrown) => thrown.cause?.reason ?? thrown.code)
    return `${action}: ${answer}`
  }
  test.each(Object.keys(dead))('%s opens no procedure', async (kind) => {
    const door = await doorAt(await dead[kind]?.() as Dead)
    for (const action of behind) expect(await asked(door, action)).toBe(`${action}: not_signed_in`)
  }, 60_000)
  test.each([['an hour of idling', async () => signInAs(world.nobody.id, at(-hourMs + 1000))], ['a day', async () => busy(await signInAs(world.nobody.id, at(-24 * hourMs + 1000)))]] as const)('a second before %s it is one, for every procedure', async (_says, make) => {
    for (const action of behind.filter((name) => name !== 'sessions.confirm')) expect(await asked(await doorAt({ ...(await make()), now }), action)).not.toContain('not_signed_in')
  }, 60_000)
  const minute = 60_000
  test.each([['a second less than 15 minutes', -15 * minute + 1000, 'step_up_required'], ['15 minutes', -15 * minute, 'powers_lapsed'], ['a second more', -15 * minute - 1000, 'powers_lapsed']] as const)('powers not used for %s', async (_says, ago, expected) => {
    const door = await doorAt({ ...(await signInAs(world.platformApprover.id, at(ago))), now })
    expect(await asked(door, 'requests.approve')).toBe(`requests.approve: ${expected}`)
    expect(await asked(door, 'requests.list')).toBe('requests.list: answered')
  })
})

describe("another tenant's ids in every field", () => {
  const foreigners = (): Record<string, string> => ({ session: world.admin.sessionId, tenant: world.a, request: world.request, binding: world.binding, groupBinding: world.groupBinding, role: world.customRole, customRole: world.customRole, invitation: world.invitation })
  /** A document that names its tenant itself names the one that is asked about: what else it names is bad input, whoever asks. */
  const saidTwice = (wish: Record<string, unknown>) => ('document' in wish ? { ...wish, document: { ...(wish.document as object), tenant_id: wish.tenant } } : wish)
  test('answer as ids that do not exist do, byte for byte, and change nothing', async () => {
    const before = await digestOfWorld()
    for (const action of all) {
      const input = inputs[action]
      for (const field of Object.keys(input)) {
        const foreign = foreigners()[field]
        if (foreign === undefined) continue
        const ghost = field === 'tenant' ? 'ghost' : crypto.randomUUID()
        const own = { ...input, ...('tenant' in input ? { tenant: world.b } : {}) }
        const stepUp = async (wish: unknown) => (needsStepUp(action) ? { stepUp: await shown(world.stranger, action, wish).catch(() => 'x'.repeat(43)) } : {})
        const [theirs, nobodys] = await Promise.all([{ ...own, [field]: foreign }, { ...own, [field]: ghost }].map(saidTwice).map(async (wish) => call(world.stranger, action, wish, await stepUp(wish))))
        expect([action, field, theirs]).toEqual([action, field, nobodys])
      }
    }
    expect(await digestOfWorld()).toBe(before)
  })
  test('a namespace may have a name that another tenant uses', async () => {
    const own = await doorFor(world.stranger)
    expect(await own.namespaces.create({ tenant: world.b, name: 'shared', ...plainNamespace, title: 'Ours' })).toMatchObject({ ok: true })
    const theirs = await doorFor(world.admin)
    expect(await theirs.namespaces.create({ tenant: world.a, name: 'shared', ...plainNamespace, title: 'Theirs' })).toMatchObject({ ok: true })
  })
})
