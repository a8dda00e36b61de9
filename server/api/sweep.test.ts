/** The server's own list of procedures, each called as everybody who may not. Nothing unpublished escapes, and nothing new is forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Action, actions, needsStepUp, specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { samples } from '~/server/testing/samples'
import { numberAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { procedures } from './router'

let world: World
let inputs: Record<Action, Record<string, unknown>>
beforeAll(async () => {
  world = await makeWorld()
  inputs = samples(world)
})
afterAll(closeDatabase)

type AnyDoor = Record<string, Record<string, (input: unknown) => Promise<unknown>>>
async function call(person: Person | null, action: Action, input: unknown, sent: { stepUp?: string } = {}): Promise<{ ok: unknown } | { denied: string }> {
  const [concept = '', verb = ''] = action.split('.')
  const door = (await doorFor(person, sent)) as unknown as AnyDoor
  return door[concept]?.[verb]?.(input).then((ok) => ({ ok }), (thrown) => ({ denied: thrown.cause?.reason ?? thrown.code })) ?? { denied: 'no such procedure' }
}
/** What row security and grants would show of anything having been done. */
async function digestOfWorld(): Promise<string> {
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  const { rows } = await sql.query(`SELECT md5(string_agg(line, '|' ORDER BY line)) AS digest FROM (
    SELECT a::text AS line FROM account a WHERE organisation_id = $1 UNION ALL SELECT t::text FROM tenant t WHERE organisation_id = $1
    UNION ALL SELECT n::text FROM namespace n WHERE tenant_id IN ($2, $3) UNION ALL SELECT q::text FROM quota q WHERE tenant_id IN ($2, $3)
    UNION ALL SELECT b::text FROM role_binding b WHERE tenant_id IN ($2, $3) UNION ALL SELECT g::text FROM group_binding g WHERE tenant_id IN ($2, $3) UNION ALL SELECT v::text FROM custom_role_version v WHERE tenant_id IN ($2, $3)
    UNION ALL SELECT o::text FROM organisation o WHERE id LIKE '%' || $4 UNION ALL SELECT r::text FROM request r WHERE organisation_id = $1) AS lines`, [world.organisation, world.a, world.b, world.mark])
  await sql.end()
  return rows[0].digest
}
const all = Object.keys(actions) as Action[]
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

  test.each(all)('%s: nobody is asked to sign in', async (action) => {
    expect(await call(null, action, inputs[action])).toEqual({ denied: 'not_signed_in' })
  })
  test.each(all.filter((action) => specOf(action).on !== 'self'))('%s: who holds no role finds nothing', async (action) => {
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
    expect(new Set(nobodys)).toEqual(new Set([...nobodys, ...all]))
  })
})

describe("another tenant's ids in every field", () => {
  const foreigners = (): Record<string, string> => ({ session: world.admin.sessionId, tenant: world.a, request: world.request, binding: world.binding, groupBinding: world.groupBinding, role: world.customRole, customRole: world.customRole })
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
        const [theirs, nobodys] = await Promise.all([{ ...own, [field]: foreign }, { ...own, [field]: ghost }].map(async (wish) => call(world.stranger, action, wish, await stepUp(wish))))
        expect([action, field, theirs]).toEqual([action, field, nobodys])
      }
    }
    expect(await digestOfWorld()).toBe(before)
  })
  test('a namespace may have a name that another tenant uses', async () => {
    const own = await doorFor(world.stranger)
    expect(await own.namespaces.create({ tenant: world.b, name: 'shared', title: 'Ours' })).toMatchObject({ ok: true })
    const theirs = await doorFor(world.admin)
    expect(await theirs.namespaces.create({ tenant: world.a, name: 'shared', title: 'Theirs' })).toMatchObject({ ok: true })
  })
})
