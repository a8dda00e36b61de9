import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { StepUpAction } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { closeNamespaces } from '~/server/engine/close-namespaces'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { recordsOf } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
let [tenant, namespace] = ['', '']
beforeAll(async () => {
  world = await makeWorld()
  tenant = world.a
  await makeRoom(world)
  await loading((sql) => sql.query("UPDATE account SET nominal = '{20}', hard = '{20}' WHERE id LIKE $1 AND kind = 'namespace'", [`%/${tenant}/%`]))
})
/** A namespace of its own for each, with a share, so that what one leaves the next does not meet. */
beforeEach(async () => {
  namespace = `n-${randomUUID().slice(0, 8)}`
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant, name: namespace, ...plainNamespace, title: 'Own' })).toMatchObject({ ok: true })
  const wish = { tenant, namespace, resource: 'nvidia.com/gpu', limit: '12', version: '1' }
  expect(await (await signed(world.admin, 'quotas.change', wish)).quotas.change(wish)).toMatchObject({ ok: true })
})
afterAll(closeDatabase)

const signed = async (person: Person, action: StepUpAction, input: object) => doorFor(person, { stepUp: await shown(person, action, input as never) })
const freeze = async () => (await signed(world.admin, 'namespaces.freeze', { tenant, namespace })).namespaces.freeze({ tenant, namespace })
const thaw = async () => (await signed(world.admin, 'namespaces.thaw', { tenant, namespace })).namespaces.thaw({ tenant, namespace })
const remove = async (ends: boolean, typed = namespace) => (await signed(world.admin, 'namespaces.delete', { tenant, namespace, typed, ends })).namespaces.delete({ tenant, namespace, typed, ends })
const wish = (gpus = 1, more: object = {}) => wishIn(world, gpus, { namespace, ...more })
/** Each time somebody else, so that nobody is asked for a yes because of what they were given lately. */
const ask = async (more: object = {}, gpus = 1) => (await doorFor(await world.person(`asker-${randomUUID().slice(0, 8)}`, ['tenant_admin', tenant, null]))).allocations.create(wish(gpus, more))
const said = (answer: { ok: true; value: { verdict: string } } | { ok: false; refusal: string }) => (answer.ok ? answer.value.verdict : answer.refusal)
const close = () => runOnce({ name: `close-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: closeNamespaces })
const state = async () => (await (await doorFor(world.admin)).namespaces.read({ tenant, namespace })).state
const standing = (): Promise<{ nominal: string; used: string; held: string }> => loading(async (sql) => (await sql.query('SELECT nominal[1]::text AS nominal, used[1]::text AS used, held[1]::text AS held FROM account WHERE tenant_id = $1 AND namespace_id = $2', [tenant, namespace])).rows[0])
const living = (): Promise<number> => loading(async (sql) => (await sql.query('SELECT count(*)::int AS n FROM allocation WHERE tenant_id = $1 AND namespace_id = $2 AND ended_at IS NULL', [tenant, namespace])).rows[0].n)

test('nothing begins in what is frozen, what runs goes on, and thawed it goes on as before', async () => {
  const first = await ask()
  expect(said(first)).toBe('admit')
  expect(await freeze()).toMatchObject({ ok: true, value: { state: 'frozen' } })
  expect(await freeze()).toEqual({ ok: false, refusal: 'already_frozen' })
  expect([said(await ask()), said(await ask({ waits: true }))]).toEqual(['namespace_frozen', 'namespace_frozen'])
  expect(await living()).toBe(1)
  const door = await doorFor(world.admin)
  expect(await door.namespaces.change({ tenant, namespace, version: '1', ...plainNamespace, title: 'Other' })).toEqual({ ok: false, refusal: 'namespace_frozen' })
  expect(first.ok && (await door.allocations.release({ tenant, allocation: first.value.allocation ?? '' })).ok).toBe(true)
  expect(await thaw()).toMatchObject({ ok: true, value: { state: 'open', stateSince: null } })
  expect(await thaw()).toEqual({ ok: false, refusal: 'not_frozen' })
  expect(said(await ask())).toBe('admit')
  expect((await recordsOf(tenant, 'deed')).filter(({ entry }) => entry.action.name === namespace || entry.action.namespace === namespace).map(({ entry }) => `${entry.action.resource}.${entry.action.verb}`)).toEqual(expect.arrayContaining(['namespaces.freeze', 'namespaces.thaw']))
})
test('who waits in what is frozen waits on, and has its turn when that is thawed', async () => {
  expect(said(await ask({}, 8))).toBe('admit')
  expect(said(await ask({ waits: true }, 8))).toBe('hold')
  const running = (await (await doorFor(world.admin)).allocations.list({ tenant, namespace, find: null, show: 'live', after: null, before: null })).rows.find((row) => row.state === 'admitted')
  expect(await freeze()).toMatchObject({ ok: true })
  expect(await (await doorFor(world.admin)).allocations.release({ tenant, allocation: running?.allocation ?? '' })).toMatchObject({ ok: true })
  const states = async () => (await (await doorFor(world.admin)).allocations.list({ tenant, namespace, find: null, show: 'live', after: null, before: null })).rows.map((row) => row.state)
  expect(await states()).toEqual(['waiting'])
  expect(await thaw()).toMatchObject({ ok: true })
  expect(said(await ask())).toBe('admit')
  expect((await states()).sort()).toEqual(['admitted', 'admitted'])
})
test('what it says of its work is asked of its work: its labels, its security, its environment', async () => {
  const door = await doorFor(world.admin)
  const pod = JSON.stringify({ spec: { containers: [{ name: 'c', image: 'i', securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } } }], tolerations: [{ key: 'environment', operator: 'Equal', value: 'production' }] } })
  expect(said(await ask({ pod }))).toBe('production_node')
  expect(said(await ask({ labels: {} }))).toBe('label_missing')
  expect(await door.namespaces.change({ tenant, namespace, version: '1', ...plainNamespace, title: 'Own', environment: 'production', costCentre: 'cc-1' })).toMatchObject({ ok: true, value: { version: '2', environment: 'production' } })
  expect(await door.namespaces.change({ tenant, namespace, version: '1', ...plainNamespace, title: 'Late' })).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect([said(await ask({ pod, labels: {} })), said(await ask({ labels: { 'cost-center': 'cc-2' } }))]).toEqual(['admit', 'label_contradicts'])
  const [record] = (await recordsOf(tenant, 'deed')).filter(({ entry }) => entry.action.resource === 'namespaces' && entry.action.verb === 'change' && entry.action.namespace === namespace)
  expect(record?.entry.context).toMatchObject({ before: { environment: 'development', costCentre: null }, after: { environment: 'production', costCentre: 'cc-1' } })
})
test('an owner is of the tenant, and stays when they leave until another is named', async () => {
  const door = await doorFor(world.admin)
  const change = (owner: string | null, version: string, title = 'Own') => door.namespaces.change({ tenant, namespace, version, ...plainNamespace, title, owner })
  expect(await change(world.stranger.id, '1')).toEqual({ ok: false, refusal: 'owner_unknown' })
  const guest = await world.person(`owner-${namespace}`, ['developer', tenant, namespace])
  expect(await change(guest.id, '1')).toMatchObject({ ok: true, value: { owner: guest.id } })
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [guest.id]))
  expect(await change(guest.id, '2', 'Still theirs')).toMatchObject({ ok: true })
})
test('deleted at once where nothing lives: its share goes back, who held a role there holds none, its name stays with its history', async () => {
  const developer = await world.person(`dev-${namespace}`, ['developer', tenant, namespace])
  const before = await loading(async (sql) => (await sql.query("SELECT sum(nominal[1])::text AS sum FROM account WHERE tenant_id = $1 AND kind = 'namespace'", [tenant])).rows[0].sum)
  expect(await remove(false, 'other')).toEqual({ ok: false, refusal: 'other_name_typed' })
  expect(await remove(false)).toMatchObject({ ok: true, value: { state: 'deleted', ending: 0 } })
  expect(await standing()).toEqual({ nominal: '0', used: '0', held: '0' })
  const after = await loading(async (sql) => (await sql.query("SELECT sum(nominal[1])::text AS sum FROM account WHERE tenant_id = $1 AND kind = 'namespace'", [tenant])).rows[0].sum)
  expect(BigInt(before) - BigInt(after)).toBe(12n)
  const door = await doorFor(world.admin)
  expect((await door.quotas.history({ tenant, namespace, resource: 'nvidia.com/gpu' })).map(({ limit }) => limit)).toEqual(['0', '12'])
  await expect((await doorFor(developer)).namespaces.read({ tenant, namespace })).rejects.toThrow('not_found')
  expect(await door.namespaces.create({ tenant, name: namespace, ...plainNamespace, title: 'Own' })).toEqual({ ok: false, refusal: 'name_was_used' })
  expect(await remove(false)).toEqual({ ok: false, refusal: 'namespace_closed' })
  expect(said(await ask())).toBe('namespace_closed')
  const change = { tenant, namespace, resource: 'nvidia.com/gpu', limit: '1', version: '3' }
  expect(await (await signed(world.admin, 'quotas.change', change)).quotas.change(change)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await (await signed(world.admin, 'members.grant', { tenant, email: developer.email, role: 'developer', namespace, until: null })).members.grant({ tenant, email: developer.email, role: 'developer', namespace, until: null })).toEqual({ ok: false, refusal: 'namespace_unknown' })
  const listed = async (state: 'deleted' | null) => (await door.namespaces.list({ tenant, find: namespace, state, environment: null, sort: 'name', descending: false, after: null, before: null })).rows.map(({ name }) => name)
  expect([await listed(null), await listed('deleted')]).toEqual([[], [namespace]])
})
test('what runs is not lost by mistake; where it is to be ended, each gives back by a posting of its own, and nothing is left', async () => {
  expect([said(await ask()), said(await ask({}, 4))]).toEqual(['admit', 'admit'])
  expect(await remove(false)).toEqual({ ok: false, refusal: 'work_runs' })
  expect(await remove(true)).toMatchObject({ ok: true, value: { state: 'closing', ending: 2 } })
  expect([said(await ask()), await living()]).toEqual(['namespace_closed', 2])
  expect(await close()).toBe('ran')
  expect([await state(), await living(), await standing()]).toEqual(['deleted', 0, { nominal: '0', used: '0', held: '0' }])
  const released = (await recordsOf(tenant, 'deed')).filter(({ entry }) => entry.action.verb === 'release' && entry.actor.serviceAccount === 'engine')
  expect(released.length).toBeGreaterThanOrEqual(2)
  expect(await replayed(world)).toEqual([])
})
test('a request about the place itself is answered before the place goes', async () => {
  const door = await doorFor(world.admin)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const asked = await door.policies.except({ tenant, namespace, control: 'run_as_user', until, purpose: 'An old trainer.' })
  expect(asked).toMatchObject({ ok: true })
  const about = async (of: string) => (await door.requests.listInTenant({ tenant, namespace: of, show: 'all', find: namespace, after: null, before: null })).rows.map(({ request }) => request)
  expect([await about(namespace), await about('red')]).toEqual([[asked.ok ? asked.value.request : ''], []])
  expect(await remove(true)).toEqual({ ok: false, refusal: 'request_open' })
  expect(await door.requests.withdraw({ request: asked.ok ? asked.value.request : '' })).toMatchObject({ ok: true })
  expect(await remove(true)).toMatchObject({ ok: true })
  expect(await door.policies.except({ tenant, namespace, control: 'run_as_user', until, purpose: 'An old trainer.' })).toEqual({ ok: false, refusal: 'namespace_unknown' })
})
test('of a wish and a deletion at the same moment one wins: never work in what is gone', async () => {
  let [admitted, gone] = [0, 0]
  for (let turn = 0; turn < 12; turn++) {
    namespace = `race-${turn}-${randomUUID().slice(0, 6)}`
    const [door, asker] = [await doorFor(world.admin), await doorFor(await world.person(`racer-${namespace}`, ['tenant_admin', tenant, null]))]
    expect(await door.namespaces.create({ tenant, name: namespace, ...plainNamespace, title: 'Race' })).toMatchObject({ ok: true })
    await loading((sql) => sql.query("UPDATE account SET resources = '{nvidia.com/gpu}', nominal = '{4}', hard = '{4}', used = '{0}', held = '{0}', unexplained = '{0}' WHERE tenant_id = $1 AND namespace_id = $2", [tenant, namespace]))
    const removing = await signed(world.admin, 'namespaces.delete', { tenant, namespace, typed: namespace, ends: false })
    const [asked, removed] = await Promise.all([asker.allocations.create(wish()), removing.namespaces.delete({ tenant, namespace, typed: namespace, ends: false })])
    expect([said(asked), removed.ok ? 'gone' : removed.refusal]).toEqual(asked.ok ? ['admit', 'work_runs'] : ['namespace_closed', 'gone'])
    if (asked.ok) admitted++
    else gone++
    expect(await living()).toBe(asked.ok ? 1 : 0)
  }
  console.log(`twelve races: ${admitted} were admitted, ${gone} were deleted`)
})
test('killed between what it ends, the next run goes on; twice at once it is done once', async () => {
  for (let at = 0; at < 3; at++) expect(said(await ask())).toBe('admit')
  expect(await remove(true)).toMatchObject({ ok: true })
  const { admitByItself } = await import('~/server/admission/admit')
  const [row] = (await (await doorFor(world.admin)).allocations.list({ tenant, namespace, find: null, show: 'live', after: null, before: null })).rows
  await admitByItself({ action: 'allocations.release', decider: releaseAllocation, tenant, input: { tenant, allocation: row?.allocation ?? '' } })
  expect([await living(), await state()]).toEqual([2, 'closing'])
  await Promise.all([close(), close()])
  await close()
  expect([await living(), await state(), await standing()]).toEqual([0, 'deleted', { nominal: '0', used: '0', held: '0' }])
})
test('what cannot be ended keeps no other place from going, and is told of; once it can be, it goes too', async () => {
  const stuck = namespace
  expect([said(await ask()), said(await ask())]).toEqual(['admit', 'admit'])
  expect(await remove(true)).toMatchObject({ ok: true, value: { ending: 2 } })
  // It holds nothing that it could give back.
  const hold = (amount: number) => loading((sql) => sql.query('UPDATE account SET used = ARRAY[$3::bigint] WHERE tenant_id = $1 AND namespace_id = $2', [tenant, stuck, amount]))
  await hold(0)
  namespace = `z-${stuck}`
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant, name: namespace, ...plainNamespace, title: 'Behind it' })).toMatchObject({ ok: true })
  await loading((sql) => sql.query("UPDATE account SET resources = '{nvidia.com/gpu}', nominal = '{4}', hard = '{4}', used = '{0}', held = '{0}', unexplained = '{0}' WHERE tenant_id = $1 AND namespace_id = $2", [tenant, namespace]))
  expect(said(await ask())).toBe('admit')
  expect(await remove(true)).toMatchObject({ ok: true, value: { ending: 1 } })
  expect([await close(), await state()]).toEqual(['failed', 'deleted'])
  namespace = stuck
  expect(await state()).toBe('closing')
  await hold(2)
  expect([await close(), await state()]).toEqual(['ran', 'deleted'])
})
test('by an engine whose clock is behind it is deleted when it is by the database’s', async () => {
  expect(said(await ask())).toBe('admit')
  expect(await remove(true)).toMatchObject({ ok: true, value: { ending: 1 } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20_000 })
  expect(await close().finally(() => vi.useRealTimers())).toBe('ran')
  expect((await loading((sql) => sql.query('SELECT deleted_at >= closing_at AS "isAfter" FROM namespace WHERE tenant_id = $1 AND id = $2', [tenant, namespace]))).rows).toEqual([{ isAfter: true }])
})
test('the rows themselves hold it: what is deleted stays so, and nothing alive is left in it', async () => {
  expect(said(await ask())).toBe('admit')
  const end = (set: string) => loading((sql) => sql.query(`UPDATE namespace SET ${set} WHERE tenant_id = $1 AND id = $2`, [tenant, namespace]))
  await expect(end(`closing_at = now(), closed_by = '${world.admin.id}', deleted_at = now()`)).rejects.toThrow(/has work in it/)
  expect(await remove(true)).toMatchObject({ ok: true })
  await expect(end('closing_at = NULL, closed_by = NULL')).rejects.toThrow(/is being deleted/)
  await close()
  await expect(end("title = 'Back'")).rejects.toThrow(/is deleted/)
})
const ways: [way: string, made: string, held: string, taken: string][] = [
  ['signs in', "INSERT INTO group_binding (id, tenant_id, namespace_id, provider, group_name, role, valid_from, granted_by) VALUES ($1, $2, $3, 'idp', 'coming', 'developer', now(), $4)", 'group_binding WHERE id = $1 FOR SHARE',
    "INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id, valid_from, granted_by, through_group) SELECT gen_random_uuid(), $2, role, tenant_id, namespace_id, clock_timestamp(), granted_by, id FROM group_binding WHERE id = $1"],
  ['takes a link', "INSERT INTO invitation (id, tenant_id, namespace_id, email, role, token_hash, invited_by, invited_at, expires_at) VALUES ($1, $2, $3, 'somebody@example.test', 'developer', sha256(uuid_send(gen_random_uuid())), $4, now(), now() + interval '1 day')", 'invitation WHERE id = $1 FOR UPDATE',
    `WITH link AS (UPDATE invitation SET used_at = now(), used_by = $2 WHERE id = $1 RETURNING *)
      INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id, valid_from, granted_by) SELECT gen_random_uuid(), $2, role, tenant_id, namespace_id, clock_timestamp(), invited_by FROM link`],
]
test.each(ways)('whoever %s while it is deleted holds nothing in it, though they began to after that deed began', async (way, made, held, taken) => {
  const [person, id] = [await world.person(`while ${way.length}`), randomUUID()]
  await loading((sql) => sql.query(made, [id, tenant, namespace, world.admin.id]))
  const coming = await connectAs('owner')
  try {
    await coming.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await coming.query(`SELECT pg_backend_pid() AS pid FROM ${held}`, [id])
    const done = remove(false)
    await untilWaitedFor(pid)
    await coming.query(taken, [id, person.id])
    await coming.query('COMMIT')
    expect(await done).toMatchObject({ ok: true, value: { state: 'deleted' } })
  } finally {
    await coming.end()
  }
  await expect((await doorFor(person)).tenants.read({ tenant })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
