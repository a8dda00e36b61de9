/** Each promise is tried on the database as it is, and how it stood is kept. That each is red without what keeps it is in losses.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyFrom } from '~/server/admission/policy'
import { closeDatabase } from '~/server/database/client'
import { rehearsing } from '~/server/database/rehearse'
import { runOnce } from '~/server/engine/loops'
import { numberAll, recordsOf, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { type ControlId, controlIds } from './catalogue'
import { done } from './decide-control'
import { keepers } from './keepers'
import { probeControls, tryControls } from './probe-controls'
import { rowProbes } from './probe-rows'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  // Something is recorded, and signed.
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'for-controls', ...plainNamespace, title: 'Made' })).toMatchObject({ ok: true })
  await numberAll()
  await sealAll()
})
afterAll(closeDatabase)

const stateOf = async (control: ControlId) => (await tryControls(new Date())).find((one) => one.control === control)
const probing = () => runOnce({ name: 'probe-controls', everyMs: 0, leaseSeconds: 5, run: probeControls })
/** What the platform reads of it. */
async function signals(control: ControlId): Promise<number> {
  const web = await connectAs('web')
  try {
    await web.query('BEGIN')
    await web.query("SELECT set_config('app.platform', 'on', true)")
    return (await web.query("SELECT FROM signal WHERE kind = 'control.violated' AND body->>'control' = $1", [control])).rowCount ?? 0
  } finally {
    await web.end()
  }
}
const asOwner = async (text: string) => {
  const owner = await connectAs('owner')
  await owner.query(text).finally(() => owner.end())
}

test('every promise is proven, and trying it leaves nothing behind', async () => {
  const count = () => loading(async (sql) => (await sql.query("SELECT (SELECT count(*) FROM tenant) AS tenants, (SELECT count(*) FROM account) AS accounts, (SELECT count(*) FROM person) AS people, (SELECT count(*) FROM role_binding) AS roles")).rows)
  const before = await count()
  expect(Object.fromEntries((await tryControls(new Date())).map(({ control, state, seen }) => [control, state === 'proven' ? state : seen]))).toEqual(Object.fromEntries(controlIds.map((control) => [control, 'proven'])))
  expect(await count()).toEqual(before)
})

test('whether decisions may be read is tried without reading any, however many there are', async () => {
  await asOwner(`ALTER TABLE decision NO FORCE ROW LEVEL SECURITY; SET app.loading = 'on'; INSERT INTO decision (id, organisation_id, tenant_id, namespace_id, action, verdict, at, accounts, resources, used, held, used_after, held_after, policies, facts, outcome)
    SELECT gen_random_uuid(), organisation_id, id, 'red', 'allocations.create', 'admit', now(), '{}', '{}', '{}', '{}', '{}', '{}', '', '{}', '{}' FROM tenant, generate_series(1, 20) WHERE id = '${world.a}'; ALTER TABLE decision FORCE ROW LEVEL SECURITY`)
  const read: number[] = []
  await rehearsing((rehearse) => rowProbes['ledger.decisions']({
    now: new Date(), keepers, policy: policyFrom([]),
    rehearse: (work) => rehearse(async (on) => {
      const came = await work(on)
      if (came === done) read.push(Number((await on.run("SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'decision'"))[0]?.read))
      return came
    }),
  }))
  expect(read).toEqual([0])
})

test('who takes a regime out as a document is recorded with which it was; who reads its page is not', async () => {
  const door = await doorFor(world.platformAuditor)
  const taken = async () => {
    await numberAll()
    return (await recordsOf('platform', 'access')).map(({ entry }) => entry).filter(({ action, actor }) => action.resource === 'controls' && actor.userId === world.platformAuditor.id).map(({ action, request }) => [action.verb, request])
  }
  const read = await door.controls.read({ regime: 'gdpr' })
  expect(await taken()).toEqual([])
  const exported = await door.controls.export({ regime: 'gdpr' })
  expect([{ ...exported, readAt: null }, await taken()]).toEqual([{ ...read, readAt: null }, [['export', { regime: 'gdpr' }]]])
})

test('where what is allowed fails, too, nothing was shown', async () => {
  const { rows: [{ wall }] } = await loading((sql) => sql.query("SELECT qual AS wall FROM pg_policies WHERE tablename = 'namespace' AND policyname = 'of_tenant'"))
  await asOwner('ALTER POLICY of_tenant ON namespace USING (false)')
  try {
    expect(await stateOf('tenancy.writes')).toMatchObject({ state: 'unknown', seen: { forbidden: '42501', allowed: '42501' } })
  } finally {
    await asOwner(`ALTER POLICY of_tenant ON namespace USING (${wall})`)
  }
})

test('each is written down when it was tried: one row for as long as it stands so, a signal when it is violated, and read by whoever works on the platform', async () => {
  const shown = async (control: ControlId) => (await (await doorFor(world.platformAuditor)).controls.list({})).find((one) => one.control === control)
  expect(await probing()).toBe('ran')
  const first = await shown('ledger.decisions')
  expect(first).toMatchObject({ state: 'proven', forbidden: '42501', allowed: 'done' })
  expect(await probing()).toBe('ran')
  const second = await shown('ledger.decisions')
  expect(second?.since).toBe(first?.since)
  expect(Date.parse(second?.checkedAt ?? '')).toBeGreaterThan(Date.parse(first?.checkedAt ?? ''))
  const before = await signals('ledger.decisions')
  await asOwner('GRANT UPDATE ON decision TO bailiwick_engine')
  try {
    expect(await probing()).toBe('ran')
    expect(await probing()).toBe('ran')
  } finally {
    await asOwner('REVOKE UPDATE ON decision FROM bailiwick_engine')
  }
  expect(await shown('ledger.decisions')).toMatchObject({ state: 'violated', forbidden: 'done' })
  expect(await signals('ledger.decisions')).toBe(before + 1)
  expect(await probing()).toBe('ran')
  expect(await shown('ledger.decisions')).toMatchObject({ state: 'proven' })
  await expect((await doorFor(world.admin)).controls.list({})).rejects.toThrow('not_found')
})

test('a regime is read by whoever works on the platform, as it stands, and nobody of a tenant learns of it', async () => {
  const auditor = await doorFor(world.platformAuditor)
  const capacity = async () => (await auditor.controls.read({ regime: 'soc2' })).requirements.find(({ requirement }) => requirement === 'A1.1')
  expect(await probing()).toBe('ran')
  expect(await capacity()).toMatchObject({ state: 'proven', gaps: [] })
  await asOwner('ALTER TABLE account DROP CONSTRAINT account_amounts')
  try {
    expect(await probing()).toBe('ran')
  } finally {
    await asOwner('ALTER TABLE account ADD CONSTRAINT account_amounts CHECK (amounts_fit(resources, nominal, hard, used, held, unexplained))')
  }
  expect(await capacity()).toMatchObject({ state: 'violated' })
  expect(await probing()).toBe('ran')
  expect(await capacity()).toMatchObject({ state: 'proven' })
  await expect((await doorFor(world.admin)).controls.read({ regime: 'soc2' })).rejects.toThrow('not_found')
})
