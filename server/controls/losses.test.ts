/**
 * Each promise is broken once, by taking away what keeps it: within one period of the probes it is red, with what was seen, and proven again when it was put back. A promise
 * without its loss does not compile. What the database keeps is taken from the database; what a policy keeps is given up by a policy; what code keeps is handed to the probe
 * as code that forgets what it is there for, and does all else as it always does.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Policy, State, Wish } from '~/server/admission/facts'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import type { Actor, Binding } from '~/server/identity/actor'
import type { Json } from '~/server/shared/canonical'
import { numberAll, sealAll } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { policyAlone } from '~/server/testing/policy-alone'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { type ControlId, controlIds } from './catalogue'
import { done } from './decide-control'
import { type Keepers, keepers } from './keepers'
import { probeControls } from './probe-controls'

type Loss =
  | { readonly kind: 'database'; readonly broken: string; readonly mended: string }
  | { readonly kind: 'policy'; readonly of: string; readonly body: object }
  | { readonly kind: 'code'; readonly forgets: string; readonly hands: Partial<Keepers> }
const database = (broken: string, mended: string): Loss => ({ kind: 'database', broken, mended })
const policy = (of: string, body: object): Loss => ({ kind: 'policy', of, body })
const code = (forgets: string, hands: Partial<Keepers>): Loss => ({ kind: 'code', forgets, hands })
/** The decider, told less than is so. */
const decides = (forgets: string, told: (state: State, wish: Wish, policy: Policy) => { state?: Partial<State>; wish?: Partial<Wish>; policy?: Partial<Policy> }): Loss =>
  code(forgets, { decide: (state, wish, said, now) => {
    const less = told(state, wish, said)
    return keepers.decide({ ...state, ...less.state }, { ...wish, ...less.wish }, { ...said, ...less.policy }, now)
  } })
/** The one question of who may do what, asked of somebody else than who asks. */
const permits = (forgets: string, as: (actor: Actor, tenant: string | undefined) => Partial<Actor>): Loss =>
  code(forgets, { reachOf: (actor, action, target) => keepers.reachOf({ ...actor, ...as(actor, target.tenant) }, action, target) })
const holding = (binding: Partial<Binding>) => ({ bindings }: Actor): Partial<Actor> => ({ bindings: bindings.map((held) => ({ ...held, ...binding })) })
const asIf = (session: Parameters<Keepers['sealSession']>[1]) => ({ ...session, signedInAt: new Date(0) })
const oneKey = randomBytes(32)
const noPlace = { region: null, residency: null, jurisdiction: null, providerId: null }
const anybody = { roles: ['tenant_admin'], machine: false }

const losses: Readonly<Record<ControlId, readonly [Loss, ...Loss[]]>> = {
  'tenancy.reads': [database('ALTER TABLE namespace DISABLE ROW LEVEL SECURITY', 'ALTER TABLE namespace ENABLE ROW LEVEL SECURITY')],
  'tenancy.writes': [database('CREATE POLICY lax ON namespace FOR INSERT TO bailiwick_engine WITH CHECK (true)', 'DROP POLICY lax ON namespace')],
  'tenancy.pairs': [database('ALTER TABLE pair DISABLE TRIGGER of_both', 'ALTER TABLE pair ENABLE TRIGGER of_both')],
  'tenancy.everywhere': [database('ALTER TABLE decision NO FORCE ROW LEVEL SECURITY', 'ALTER TABLE decision FORCE ROW LEVEL SECURITY')],
  'ledger.ceiling': [database('ALTER TABLE account DROP CONSTRAINT account_amounts', 'ALTER TABLE account ADD CONSTRAINT account_amounts CHECK (amounts_fit(resources, nominal, hard, used, held, unexplained))')],
  'ledger.shares': [database('ALTER TABLE account DISABLE TRIGGER account_shares', 'ALTER TABLE account ENABLE TRIGGER account_shares')],
  'ledger.decisions': [database('GRANT UPDATE ON decision TO bailiwick_engine', 'REVOKE UPDATE ON decision FROM bailiwick_engine')],
  'record.kept': [
    database('GRANT UPDATE, SELECT ON record TO bailiwick_engine', 'REVOKE UPDATE, SELECT ON record FROM bailiwick_engine'),
    database('GRANT DELETE, SELECT ON record TO bailiwick_engine', 'REVOKE DELETE, SELECT ON record FROM bailiwick_engine'),
  ],
  'record.read': [database('GRANT SELECT ON record TO bailiwick_engine', 'REVOKE SELECT ON record FROM bailiwick_engine')],
  'record.signed': [code('who signed it', { openCheckpoint: (note, key) => {
    const [log = '', size = '', root = ''] = note.split('\n')
    return keepers.openCheckpoint(note, key) ?? { log, size: Number(size), root: Buffer.from(root, 'base64') }
  } })],
  'record.opened': [code('the reason', { openName: (context, wish) => keepers.openName(context, { ...wish, reason: 'A reason.' }) })],
  'record.erased': [code('that every key is another', { sealFor: (_, tenant) => keepers.sealFor(oneKey, tenant), openPersonal: (_, ...kept) => keepers.openPersonal(oneKey, ...kept) })],
  'record.levels': [code('that something was changed', { capture: (entry, ...rest) => keepers.capture({ ...entry, action: { ...entry.action, verb: 'list' } }, ...rest) })],
  'record.secrets': [code('to look for secrets', { capture: (entry, tenant, bodies, ...rest) => {
    const kept = keepers.capture(entry, tenant, bodies, ...rest)
    return kept && { ...kept, request: bodies.asked as Json }
  } })],
  'tenancy.erased': [database('ALTER TABLE erasure DROP CONSTRAINT erasure_by_two', 'ALTER TABLE erasure ADD CONSTRAINT erasure_by_two CHECK (signed_by <> asked_by)')],
  'record.retention': [
    database("ALTER FUNCTION kept_until(date) RENAME TO kept_long; CREATE FUNCTION kept_until(a_month date) RETURNS timestamptz LANGUAGE sql AS $$ SELECT now() - interval '1 day' $$", 'DROP FUNCTION kept_until(date); ALTER FUNCTION kept_long(date) RENAME TO kept_until'),
    database('ALTER TABLE policy DROP CONSTRAINT policy_retention', "ALTER TABLE policy ADD CONSTRAINT policy_retention CHECK (tenant_id IS NOT NULL OR kind <> 'retention' OR coalesce((body ->> 'days')::int, 0) BETWEEN 365 AND 3650)"),
  ],
  'people.own_role': [database('ALTER TABLE role_binding DROP CONSTRAINT role_binding_not_own', 'ALTER TABLE role_binding ADD CONSTRAINT role_binding_not_own CHECK (granted_by <> person_id)')],
  'people.staff': [database('CREATE POLICY lax ON role_binding FOR INSERT TO bailiwick_engine WITH CHECK (true)', 'DROP POLICY lax ON role_binding')],
  'people.confirmed': [code('to close a review', { closeReview: async () => 'done' })],
  'people.sessions': [code('the hour of a session', { sealSession: (key, session) => keepers.sealSession(key, asIf(session)), sessionIsSealed: (key, session) => keepers.sessionIsSealed(key, { ...session, ...asIf(session) }) })],
  'door.known': [code('to ask who it is', { door: (context) => keepers.door({ ...context, actor: context.actor ?? operator() }) })],
  'door.second_factor': [code('to ask for a factor', { spendStepUp: async () => null })],
  'door.roles': [permits('how small a role is', holding({ role: 'tenant_admin' }))],
  'door.elsewhere': [permits('whose tenant it is', (actor, tenant) => holding({ tenant: tenant ?? null })(actor))],
  'door.rate': [code('to count', { rate: () => ({ take: async () => undefined }) })],
  'door.operators': [permits('that nobody is elevated', () => ({ elevatedUntil: new Date() }))],
  'door.operators_outside': [permits('that an operator is no member', (actor, tenant) => holding({ role: 'tenant_admin', tenant: tenant ?? null })(actor))],
  'admission.quota': [decides('what is used', ({ accounts }) => ({ state: { accounts: accounts.map((one) => ({ ...one, standing: Object.fromEntries(Object.entries(one.standing).map(([resource, [nominal, hard]]) => [resource, [nominal, hard, '0', '0', '0'] as const])) })) } }))],
  'admission.typo': [policy('limits', { perPod: {} })],
  'admission.privileged': [
    policy('pod-security', { level: 'privileged', production: { labels: [], taints: [] }, exceptions: [] }),
    policy('pod-security', { level: 'baseline', production: { labels: [], taints: [] }, exceptions: [] }),
  ],
  'admission.cost_center': [policy('labels', { required: [], names: [] })],
  'admission.region': [decides('what is prohibited', (_, __, { residency }) => ({ policy: { residency: residency && { ...residency, prohibited: [] } } }))],
  'admission.size': [decides('how many are many', (_, __, { priority }) => ({ policy: { priority: { ...priority, devicesMost: 1_000, splitting: { ...priority.splitting, personDevicesMost: 1_000, namespaceDevicesMost: 1_000 } } } }))],
  'admission.developer': [decides('who asks', ({ asker }) => ({ state: { asker: { ...asker, ...anybody } } }))],
  'admission.admin_access': [decides('what a claim asks for', (_, { claims }) => ({ wish: { claims: claims.map((claim) => claim.replace(',"adminAccess":true', '')) } }))],
  'admission.claim_size': [decides('how long a claim’s parameters are', (_, { claims }) => ({ wish: { claims: claims.map((claim) => claim.replace(/x{9,}/, '')) } }))],
  'admission.device_class': [policy('claims', { classes: ['never-approved.probe'], drivers: ['gpu.nvidia.com'], devicesPerClaimMost: 8, devicesOfAll: 32 })],
  'admission.splitting': [decides('what was given lately', () => ({ state: { recent: { person: '0', namespace: '0' } } }))],
  'admission.above_normal': [decides('who asks', ({ asker }) => ({ state: { approved: true, asker: { ...asker, ...anybody } } }))],
  'admission.frozen': [decides('that the tenant is frozen', ({ tenant }) => ({ state: { tenant: { ...tenant, frozen: false } } }))],
  'admission.suspended': [decides('that requests are suspended', ({ tenant: { suspendedUntil: _, ...tenant } }) => ({ state: { tenant } }))],
  'cases.found': [code('how long is too long', { judgeUse: () => null })],
  'cases.judged': [database('ALTER TABLE case_file DROP CONSTRAINT case_file_close', 'ALTER TABLE case_file ADD CONSTRAINT case_file_close CHECK (num_nonnulls(closed_at, closed_by, outcome) IN (0, 3))')],
  'cases.by_two': [database('ALTER TABLE case_step DROP CONSTRAINT case_step_by_two', 'ALTER TABLE case_step ADD CONSTRAINT case_step_by_two CHECK (signed_by <> taken_by)')],
  'incidents.answered': [database('ALTER TABLE incident DROP CONSTRAINT incident_close_answered', 'ALTER TABLE incident ADD CONSTRAINT incident_close_answered CHECK (closed_at IS NULL OR answer IS NOT NULL)')],
  'residency.found': [code('what a node says of where it stands', { takeReport: (sql, report, now) => {
    const { nodes, ...rest } = report as { nodes: object[] }
    return keepers.takeReport(sql, { ...rest, nodes: nodes.map((node) => ({ ...node, place: noPlace })) }, now)
  } })],
  'keys.bound': [code('the place', { seal: (key, _, plain) => keepers.seal(key, '', plain), open: (key, _, sealed) => keepers.open(key, '', sealed) })],
  'webhooks.inside': [code('what is of this network', { decideTarget: (text, inside, ...rest) => keepers.decideTarget(text, [...inside, '169.254.169.254:443'], ...rest) })],
}

let world: World
const operator = (): Actor => ({
  personId: world.platformAdmin.id, name: 'Anybody', email: world.platformAdmin.email, sessionId: world.platformAdmin.sessionId, bindings: [], delegated: [], methods: ['password'], powers: 'live', elevatedUntil: null, breakGlass: null, token: null, grounds: null,
  source: { address: '127.0.0.1', userAgent: 'vitest', reference: world.platformAdmin.id },
})
beforeAll(async () => {
  world = await makeWorld()
  // Something is recorded, and signed.
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'for-losses', ...plainNamespace, title: 'Made' })).toMatchObject({ ok: true })
  await numberAll()
  await sealAll()
})
afterAll(closeDatabase)

const asOwner = async (text: string) => {
  const owner = await connectAs('owner')
  await owner.query(text).finally(() => owner.end())
}
/** One period of the probes, with what they are handed, and how each promise stands then to whoever works on the platform. */
async function period(kept: Keepers) {
  expect(await runOnce({ name: 'probe-controls', everyMs: 0, leaseSeconds: 5, run: (lease) => probeControls(lease, kept) })).toBe('ran')
  const listed = await (await doorFor(world.platformAuditor)).controls.list({})
  return new Map(listed.map((one) => [one.control, one]))
}
/** How often the platform was told of it. */
async function told(control: ControlId): Promise<number> {
  const web = await connectAs('web')
  try {
    await web.query('BEGIN')
    await web.query("SELECT set_config('app.platform', 'on', true)")
    return (await web.query("SELECT FROM signal WHERE kind = 'control.violated' AND body->>'control' = $1", [control])).rowCount ?? 0
  } finally {
    await web.end()
  }
}

const lost = <T>(loss: Loss, work: (kept: Keepers) => Promise<T>): Promise<T> => (loss.kind === 'policy' ? policyAlone(loss.of, () => without(loss, work)) : without(loss, work))
async function without<T>(loss: Loss, work: (kept: Keepers) => Promise<T>): Promise<T> {
  if (loss.kind === 'code') return work({ ...keepers, ...loss.hands })
  const body = loss.kind === 'policy' ? JSON.stringify(loss.body) : ''
  const insert = 'INSERT INTO policy (id, kind, version, body) SELECT gen_random_uuid(), $1, 1 + coalesce(max(version), 0), $2 FROM policy WHERE kind = $1 AND tenant_id IS NULL'
  if (loss.kind === 'policy') await loading((sql) => sql.query(insert, [loss.of, body]))
  else await asOwner(loss.broken)
  try {
    return await work(keepers)
  } finally {
    if (loss.kind === 'policy') await loading((sql) => sql.query('DELETE FROM policy WHERE kind = $1 AND tenant_id IS NULL AND body = $2', [loss.of, body]))
    else await asOwner(loss.mended)
  }
}
const named = (loss: Loss) => (loss.kind === 'database' ? loss.broken.slice(0, 90) : loss.kind === 'policy' ? `policy ${loss.of}` : `code that forgets ${loss.forgets}`)

/** No two that stand near one another follow one another: what one concept lost is seen by more of its promises, and what was lost before has to be proven meanwhile. */
const each = controlIds.flatMap((control) => losses[control].map((loss) => [control, loss] as const))
const half = Math.ceil(each.length / 2)
const inTurn = each.slice(0, half).flatMap((one, at) => [one, ...each.slice(half + at, half + at + 1)])
const proven = { state: 'proven', allowed: done }

test('every promise is proven while nothing is lost', async () => {
  expect([...(await period(keepers)).values()].filter(({ state }) => state !== 'proven')).toEqual([])
})
test.each(inTurn.map(([control, loss], at) => [control, named(loss), loss, inTurn[at - 1]?.[0]] as const))('%s is red after one period without what keeps it (%s), and is told of; and what was lost before it is proven again', async (control, _, loss, mended) => {
  const before = await told(control)
  const standing = await lost(loss, period)
  expect(standing.get(control)).toMatchObject({ state: 'violated', forbidden: done })
  expect(await told(control)).toBe(before + 1)
  if (mended !== undefined) expect([mended, standing.get(mended)]).toMatchObject([mended, proven])
})
test('every promise is proven again when nothing is lost', async () => {
  expect([...(await period(keepers)).values()].filter(({ state, allowed }) => state !== 'proven' || allowed !== done)).toEqual([])
})
