/** How much the record keeps is what the platform said last: signed, at once and everywhere; and who sees how much of it is as it was. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { audits, composable } from '~/server/authorization/compose'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { openMachine, tokenFor } from '~/server/testing/machines'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { connectAs, doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import type { Regime } from '~/server/tenants/isolation'
import type { LevelRule } from './decide-level'
import { defaultLevelsPolicy } from './levels-policy'

let world: World
const forget = () => loading(async (sql) => { await sql.query("DELETE FROM policy WHERE tenant_id IS NULL AND kind = 'levels'") })
beforeAll(async () => { world = await makeWorld() })
beforeEach(forget)
afterAll(async () => {
  await forget()
  await closeLanes()
  await closeDatabase()
})

const rule = (level: LevelRule['level'], when: Partial<LevelRule> = {}, id = 'one'): LevelRule =>
  ({ id, title: 'One', level, effects: null, resources: null, verbs: null, outcomes: null, actors: null, tenants: null, namespaces: null, regimes: null, ...when })
async function say(rules: readonly LevelRule[], bodyBytesMost = 16_384) {
  const { version } = await (await doorFor(world.platformAdmin)).policies.readOnPlatform({ kind: 'levels' })
  const wish = { kind: 'levels', version, body: { rules: [...rules], bodyBytesMost } } as never
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeOnPlatform', wish) })).policies.changeOnPlatform(wish)
}
const newest = async (stream: 'deed' | 'access', tenant = world.a as string) => {
  await numberAll()
  return (await recordsOf(tenant, stream)).at(-1)?.entry
}
let made = 0
const freeze = async () => {
  const wish = { tenant: world.a, namespace: made++ % 2 === 0 ? 'blue' : 'red' }
  const door = await doorFor(world.admin, { stepUp: await shown(world.admin, 'namespaces.freeze', wish) })
  const answer = await door.namespaces.freeze(wish)
  await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'namespaces.thaw', wish) })).namespaces.thaw(wish)
  return answer
}

test('a new version holds from the next event on, for a deed, for one that is decided with others, for a read and for a refusal, and each says by which rule', async () => {
  await freeze()
  expect(await newest('deed')).toMatchObject({ level: 'Request', response: null, metadata: { kept: { version: null, rule: 'deeds' } } })
  const first = await say([rule('RequestResponse', {}, 'everything')])
  expect(first).toMatchObject({ ok: true })
  const version = first.ok ? first.value.version : ''
  await freeze()
  expect(await newest('deed')).toMatchObject({ level: 'RequestResponse', request: { tenant: world.a }, response: {}, metadata: { kept: { version, rule: 'everything' } } })
  await (await doorFor(world.lead)).allocations.create({ ...samples(world)['allocations.create'], name: `kept-${world.mark}`, purpose: 'For the run.' } as never)
  expect(await newest('deed')).toMatchObject({ level: 'RequestResponse', request: { namespace: 'red', purpose: 'For the run.' }, response: { verdict: expect.any(String) }, metadata: { kept: { version, rule: 'everything' }, policyVersion: expect.any(String) } })
  await (await doorFor(world.admin)).quotas.list({ tenant: world.a, namespace: 'red', find: 'gpu', ...firstPage })
  expect(await newest('access')).toMatchObject({ level: 'Request', action: { verb: 'list', resource: 'quotas' }, request: { tenant: world.a, namespace: 'red' }, response: null, metadata: { kept: { rule: 'everything', request: { left: ['after', 'before', 'find'] } } } })
  await (await doorFor(world.developer)).namespaces.create({ ...samples(world)['namespaces.create'] } as never).catch(() => null)
  expect(await newest('access')).toMatchObject({ level: 'Request', outcome: 'denied', request: { name: 'green', title: 'Green' } })

  expect(await say([rule('Metadata', {}, 'little')])).toMatchObject({ ok: true })
  await freeze()
  expect(await newest('deed')).toMatchObject({ level: 'Metadata', request: null, response: null, context: { before: expect.anything() }, metadata: { kept: { rule: 'little' } } })
})
test('what a rule of None is of is not in the record, and nothing that changed something is left out of it', async () => {
  const reading = async () => (await doorFor(world.admin)).namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage })
  const many = async () => { await numberAll(); return (await recordsOf(world.a, 'access')).filter(({ entry }) => entry.action.resource === 'namespaces' && entry.action.verb === 'list').length }
  await say([rule('Metadata')])
  await reading()
  const before = await many()
  expect(before).toBeGreaterThan(0)
  await say(defaultLevelsPolicy.rules)
  await reading()
  expect(await many()).toBe(before)
  await expect(say([rule('None')])).rejects.toMatchObject({ message: 'bad_input' })
  await expect(say([rule('None', { resources: ['quotas'], verbs: ['change'] })])).rejects.toMatchObject({ message: 'bad_input' })
  // Past the door, too: whoever writes the row by hand leaves out no deed.
  await forget()
  await loading(async (sql) => { await sql.query("INSERT INTO policy (id, kind, version, body) SELECT $1, 'levels', coalesce(max(version), 0) + 1, $2 FROM policy WHERE kind = 'levels'", [randomUUID(), JSON.stringify({ rules: [rule('None')], bodyBytesMost: 16_384 })]) })
  const deeds = (await recordsOf(world.a, 'deed')).length
  await freeze()
  expect((await recordsOf(world.a, 'deed')).length).toBe(deeds + 2)
})
test('a change of it takes a second factor, stands in the record with what was before, and a body is cut where it says', async () => {
  const wish = { kind: 'levels', version: null, body: defaultLevelsPolicy } as never
  await expect((await doorFor(world.platformAdmin)).policies.changeOnPlatform(wish)).rejects.toMatchObject({ message: 'step_up_required' })
  await say([rule('Request')], 1_024)
  const { entry } = (await recordsOf('platform', 'deed')).at(-1) ?? {}
  expect(entry).toMatchObject({ actor: { userId: world.platformAdmin.id }, action: { verb: 'changeOnPlatform' }, context: { before: null, after: { bodyBytesMost: 1_024 } } })
  const compose = async (actions: readonly string[], title: string) => {
    const wish = { tenant: world.a, title, actions: [...actions] } as never
    expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'roles.create', wish) })).roles.create(wish)).toMatchObject({ ok: true })
  }
  await compose(['quotas.change', 'quotas.list'], 'Few')
  expect(await newest('deed')).toMatchObject({ request: { actions: ['quotas.change', 'quotas.list'] }, metadata: { kept: { request: null } } })
  await compose(composable.filter((action) => !audits(action)), 'Many')
  const long = await newest('deed')
  expect(long?.metadata.kept?.request?.cutBytes).toBeGreaterThan(100)
  expect(Buffer.byteLength(JSON.stringify(long?.request))).toBeLessThanOrEqual(1_024)
})
test('who operates the platform is told what sorts of events there were, and opens none of them; an auditor opens them, and a tenant’s admin their own', async () => {
  // Often enough to be among the sorts that are told, whatever else was recorded here.
  for (let time = 0; time < 40; time++) await freeze()
  await numberAll()
  await projectAll()
  const told = await (await doorFor(world.platformAdmin)).levels.recent({})
  const own = told.sorts.filter(({ tenant }) => tenant === world.a)
  expect(own).toContainEqual(expect.objectContaining({ resource: 'namespaces', verb: 'freeze', outcome: 'done', actors: ['tenant_admin'], level: expect.any(String), many: expect.any(Number) }))
  const text = JSON.stringify(told)
  for (const hidden of [world.admin.id, world.admin.email, '"request":', '"reference":', `kept-${world.mark}`]) expect(text).not.toContain(hidden)
  expect(Object.keys(own[0] ?? {}).sort()).toEqual(['actors', 'level', 'many', 'namespace', 'newest', 'outcome', 'regimes', 'resource', 'tenant', 'verb'])

  const which = { tenant: world.a, stream: 'deed', sequence: '1' } as const
  const query = { query: '', actors: null, ...firstPage }
  for (const person of [world.platformAdmin, world.platformApprover]) {
    await expect((await doorFor(person)).audit.proveOnPlatform(which)).rejects.toMatchObject({ message: 'forbidden' })
    await expect((await doorFor(person)).audit.searchOnPlatform(query)).rejects.toMatchObject({ message: 'forbidden' })
    await expect((await doorFor(person)).audit.prove(which)).rejects.toMatchObject({ message: 'forbidden' })
  }
  for (const answer of [(await doorFor(world.platformAuditor)).audit.proveOnPlatform(which), (await doorFor(world.auditor)).audit.prove(which), (await doorFor(world.admin)).audit.prove(which)]) {
    expect(JSON.parse((await answer).record)).toMatchObject({ request: { tenant: world.a } })
  }
  await expect((await doorFor(world.stranger)).audit.prove(which)).rejects.toMatchObject({ message: 'not_found' })
  for (const person of [world.admin, world.auditor, world.developer]) await expect((await doorFor(person)).levels.recent({})).rejects.toMatchObject({ message: 'not_found' })
})
test('what was recorded is told by sort to nobody who does not work for the platform, and to no other role of the database', async () => {
  const web = await connectAs('web')
  await expect(web.query("SELECT FROM lines_by_kind(now() - interval '1 day', 10, 10)")).rejects.toMatchObject({ code: '42501' })
  await web.query("BEGIN; SELECT set_config('app.platform', 'on', true)")
  expect((await web.query("SELECT many FROM lines_by_kind(now() - interval '1 day', 10, 10)")).rows.length).toBeGreaterThan(0)
  await web.end()
  for (const role of ['engine', 'auditor'] as const) {
    const other = await connectAs(role)
    await expect(other.query("SELECT FROM lines_by_kind(now() - interval '1 day', 10, 10)")).rejects.toMatchObject({ code: '42501' })
    await other.end()
  }
})
async function put(was: Regime[], compliance: Regime[]) {
  const wish = { tenant: world.a, was, compliance }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'tenants.changeCompliance', wish) })).tenants.changeCompliance(wish)
}
test('of a tenant under HIPAA it is recorded who read what, with what was asked, at every door, and what is done is kept whole; of another it is not, nor from the next event on where it is under it no more', async () => {
  const machine = await openMachine()
  const [{ secret }, asOf] = [await tokenFor(world.admin, ['quotas.list']), new Date(Date.now() - 20).toISOString()]
  const asked = (tenant: string) => ({ tenant, namespace: 'red', find: null, ...firstPage })
  const accesses = async (tenant: string) => { await numberAll(); return (await recordsOf(tenant, 'access')).length }
  const wish = () => ({ ...samples(world)['allocations.create'], name: `phi-${world.mark}-${made++}`, purpose: 'For the run.' }) as never
  const readings = {
    'in the browser': async () => (await doorFor(world.admin)).quotas.list(asked(world.a)),
    'by a machine': async () => expect((await machine.ask({ path: `/v1/tenants/${world.a}/quotas?namespace=red`, secret })).status).toBe(200),
    'as of a moment': async () => (await doorFor(world.admin, { asOf })).quotas.list(asked(world.a)),
  }
  const ofHealth = { kept: expect.objectContaining({ version: null, rule: 'health-data' }) }
  const quiet = async () => {
    const before = await accesses(world.a)
    for (const read of Object.values(readings)) await read()
    expect(await accesses(world.a)).toBe(before)
    await (await doorFor(world.lead)).allocations.create(wish())
    expect(await newest('deed')).toMatchObject({ level: 'Request', response: null, metadata: { kept: { rule: 'deeds' } } })
  }
  await quiet()
  expect(await put(['gdpr'], ['gdpr', 'hipaa'])).toMatchObject({ ok: true })
  expect(await newest('deed')).toMatchObject({ level: 'RequestResponse', request: { compliance: ['gdpr', 'hipaa'], was: ['gdpr'] }, metadata: ofHealth })

  for (const [where, read] of Object.entries(readings)) {
    await read()
    expect([where, await newest('access')]).toEqual([where, expect.objectContaining({
      level: 'Request', outcome: 'done', action: expect.objectContaining({ verb: 'list', resource: 'quotas' }), request: expect.objectContaining({ tenant: world.a, namespace: 'red' }), response: null, metadata: expect.objectContaining(ofHealth),
    })])
  }
  await (await doorFor(world.lead)).allocations.create(wish())
  expect(await newest('deed')).toMatchObject({ level: 'RequestResponse', request: { purpose: 'For the run.' }, response: { verdict: expect.any(String) }, metadata: ofHealth })
  await (await doorFor(world.lead)).allocations.create({ ...(wish() as object), labels: {}, class: 'no-such-class' } as never)
  expect(await newest('access')).toMatchObject({ level: 'Request', outcome: 'refused', request: { class: 'no-such-class' }, metadata: ofHealth })
  // Who was turned away sees no row of the tenant, and is recorded as much as whoever was let in.
  await expect((await doorFor(world.stranger)).quotas.list(asked(world.a))).rejects.toMatchObject({ message: 'not_found' })
  expect(await newest('access')).toMatchObject({ level: 'Request', outcome: 'denied', actor: { userId: world.stranger.id }, request: { namespace: 'red' }, metadata: ofHealth })
  await (await doorFor(world.platformAdmin)).tenants.readOnPlatform({ tenant: world.a })
  expect(await newest('access')).toMatchObject({ level: 'Request', actor: { userId: world.platformAdmin.id }, metadata: ofHealth })
  const others = await accesses(world.b)
  await (await doorFor(world.stranger)).quotas.list(asked(world.b))
  expect(await accesses(world.b)).toBe(others)

  expect(await put(['gdpr', 'hipaa'], ['gdpr'])).toMatchObject({ ok: true })
  await quiet()
  await machine.close()
})
test('rules that were chosen before a rule could speak of regimes are read as they were meant', async () => {
  const { regimes: _, ...before } = rule('Metadata', {}, 'chosen')
  await loading(async (sql) => { await sql.query("INSERT INTO policy (id, kind, version, body) SELECT $1, 'levels', coalesce(max(version), 0) + 1, $2 FROM policy WHERE kind = 'levels'", [randomUUID(), JSON.stringify({ rules: [before], bodyBytesMost: 16_384 })]) })
  await freeze()
  expect(await newest('deed')).toMatchObject({ level: 'Metadata', metadata: { kept: { rule: 'chosen' } } })
})
test('rules that nobody can read keep nobody from working, and nothing out of the record', async () => {
  await loading(async (sql) => { await sql.query("INSERT INTO policy (id, kind, version, body) SELECT $1, 'levels', coalesce(max(version), 0) + 1, $2 FROM policy WHERE kind = 'levels'", [randomUUID(), '{"rules": "gone"}']) })
  expect(await freeze()).toMatchObject({ ok: true })
  expect(await newest('deed')).toMatchObject({ level: 'Request', metadata: { kept: { rule: null } } })
})
