/** Each promise is tried on the database as it is, and again after what keeps it was taken away: then it is not green. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { numberAll, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { type ControlId, controlIds } from './catalogue'
import { probeControls, tryControls } from './probe-controls'

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

const insertRole = "CREATE POLICY lax ON role_binding FOR INSERT TO bailiwick_engine WITH CHECK (true)"
const losses: [control: ControlId, broken: string, mended: string][] = [
  ['tenancy.reads', 'ALTER TABLE namespace DISABLE ROW LEVEL SECURITY', 'ALTER TABLE namespace ENABLE ROW LEVEL SECURITY'],
  ['tenancy.writes', 'CREATE POLICY lax ON namespace FOR INSERT TO bailiwick_engine WITH CHECK (true)', 'DROP POLICY lax ON namespace'],
  ['tenancy.pairs', 'ALTER TABLE pair DISABLE TRIGGER of_both', 'ALTER TABLE pair ENABLE TRIGGER of_both'],
  ['tenancy.erased', 'ALTER TABLE erasure DROP CONSTRAINT erasure_by_two', 'ALTER TABLE erasure ADD CONSTRAINT erasure_by_two CHECK (signed_by <> asked_by)'],
  ['tenancy.everywhere', 'ALTER TABLE decision NO FORCE ROW LEVEL SECURITY', 'ALTER TABLE decision FORCE ROW LEVEL SECURITY'],
  ['ledger.ceiling', 'ALTER TABLE account DROP CONSTRAINT account_amounts', 'ALTER TABLE account ADD CONSTRAINT account_amounts CHECK (amounts_fit(resources, nominal, hard, used, held, unexplained))'],
  ['ledger.shares', 'ALTER TABLE account DISABLE TRIGGER account_shares', 'ALTER TABLE account ENABLE TRIGGER account_shares'],
  ['ledger.decisions', 'GRANT UPDATE ON decision TO bailiwick_engine', 'REVOKE UPDATE ON decision FROM bailiwick_engine'],
  ['record.kept', 'GRANT UPDATE, SELECT ON record TO bailiwick_engine', 'REVOKE UPDATE, SELECT ON record FROM bailiwick_engine'],
  ['record.kept', 'GRANT DELETE, SELECT ON record TO bailiwick_engine', 'REVOKE DELETE, SELECT ON record FROM bailiwick_engine'],
  ['record.read', 'GRANT SELECT ON record TO bailiwick_engine', 'REVOKE SELECT ON record FROM bailiwick_engine'],
  ['record.retention', 'ALTER FUNCTION kept_until(date) RENAME TO kept_long; CREATE FUNCTION kept_until(a_month date) RETURNS timestamptz LANGUAGE sql AS $$ SELECT now() - interval \'1 day\' $$', 'DROP FUNCTION kept_until(date); ALTER FUNCTION kept_long(date) RENAME TO kept_until'],
  ['record.retention', 'ALTER TABLE policy DROP CONSTRAINT policy_retention', "ALTER TABLE policy ADD CONSTRAINT policy_retention CHECK (tenant_id IS NOT NULL OR kind <> 'retention' OR coalesce((body ->> 'days')::int, 0) BETWEEN 365 AND 3650)"],
  ['people.own_role', 'ALTER TABLE role_binding DROP CONSTRAINT role_binding_not_own', 'ALTER TABLE role_binding ADD CONSTRAINT role_binding_not_own CHECK (granted_by <> person_id)'],
  ['people.staff', insertRole, 'DROP POLICY lax ON role_binding'],
]
test.each(losses)('%s is violated without what keeps it (%s), and proven again with it', async (control, broken, mended) => {
  await asOwner(broken)
  try {
    expect(await stateOf(control)).toMatchObject({ state: 'violated' })
  } finally {
    await asOwner(mended)
  }
  expect(await stateOf(control)).toMatchObject({ state: 'proven' })
})
test('where what is allowed fails, too, nothing was shown', async () => {
  await asOwner('ALTER POLICY of_tenant ON namespace USING (false)')
  try {
    expect(await stateOf('tenancy.writes')).toMatchObject({ state: 'unknown', seen: { forbidden: '42501', allowed: '42501' } })
  } finally {
    await asOwner("ALTER POLICY of_tenant ON namespace USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND ((SELECT current_setting('app.namespaces', true)) = '*' OR id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))))")
  }
})

const policies: [control: ControlId, kind: string, body: object][] = [
  ['admission.typo', 'limits', { perPod: {} }],
  ['admission.cost_center', 'labels', { required: [], names: [] }],
  ['admission.privileged', 'pod-security', { level: 'privileged', production: { labels: [], taints: [] }, exceptions: [] }],
  ['admission.device_class', 'claims', { classes: ['never-approved.probe'], drivers: ['gpu.nvidia.com'], devicesPerClaimMost: 8, devicesOfAll: 32 }],
]
test.each(policies)('%s is not proven under a policy of the platform that gives it up (%s)', async (control, kind, body) => {
  await loading((sql) => sql.query('INSERT INTO policy (id, kind, version, body) SELECT gen_random_uuid(), $1, 1 + coalesce(max(version), 0), $2 FROM policy WHERE kind = $1 AND tenant_id IS NULL', [kind, JSON.stringify(body)]))
  try {
    expect(await stateOf(control)).toMatchObject({ state: 'violated' })
  } finally {
    await loading((sql) => sql.query('DELETE FROM policy WHERE kind = $1 AND tenant_id IS NULL AND body = $2', [kind, JSON.stringify(body)]))
  }
  expect(await stateOf(control)).toMatchObject({ state: 'proven' })
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
  await asOwner('GRANT UPDATE ON decision TO bailiwick_engine')
  try {
    expect(await probing()).toBe('ran')
    expect(await probing()).toBe('ran')
  } finally {
    await asOwner('REVOKE UPDATE ON decision FROM bailiwick_engine')
  }
  expect(await shown('ledger.decisions')).toMatchObject({ state: 'violated', forbidden: 'done' })
  expect(await signals('ledger.decisions')).toBe(1)
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
