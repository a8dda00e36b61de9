/** An exception from what every pod must meet: asked by a tenant's admin, signed by the platform, in force between its moments and nowhere else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { openMost } from '~/server/requests/decide-request'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { decideException, decideExceptionRequest, type ExceptionRequestState, type ExceptionState, exceptionDaysMost } from './decide-exception'

let world: World
beforeAll(async () => { world = await makeWorld() })
/** What everybody must meet is said once in the database that the files share: it is as it was afterwards. */
afterAll(async () => {
  await loading((sql) => sql.query("DELETE FROM policy WHERE kind = 'pod-security' AND tenant_id IS NULL"))
  await closeLanes()
  await closeDatabase()
})

const now = new Date('2026-03-01T00:00:00Z')
const day = (days: number, from = now) => new Date(from.getTime() + days * 86_400_000)
const state: ExceptionState = { tenantFrozen: false, standing: false, isFull: false, now }
const decided: [says: string, of: Partial<ExceptionState>, until: Date, expected: string][] = [
  ['for a day', {}, day(1), 'ok'], ['as long as can be', {}, day(exceptionDaysMost), 'ok'], ['a moment longer', {}, new Date(day(exceptionDaysMost).getTime() + 1), 'until_not_possible'], ['until now', {}, now, 'until_not_possible'],
  ['in a frozen tenant', { tenantFrozen: true, standing: true }, now, 'tenant_frozen'], ['that stands already', { standing: true, isFull: true }, day(1), 'already_excepted'], ['one too many', { isFull: true }, day(1), 'too_many_exceptions'],
]
test.each(decided)('an exception %s', (_says, of, until, expected) => {
  expect(decideException({ ...state, ...of }, { until })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
const asks: [says: string, of: Partial<ExceptionRequestState>, expected: string][] = [
  ['once', {}, 'ok'], ['of a namespace that is not there', { namespaceKnown: false, tenantFrozen: true }, 'namespace_unknown'], ['in a frozen tenant', { tenantFrozen: true, alreadyAsked: true }, 'tenant_frozen'], ['twice', { alreadyAsked: true, open: openMost }, 'already_asked'], ['one too many', { open: openMost }, 'too_many_open'],
]
test.each(asks)('asked for: %s', (_says, of, expected) => {
  expect(decideExceptionRequest({ ...state, namespaceKnown: true, alreadyAsked: false, open: 0, ...of }, { until: day(1) })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})

const asRoot = { spec: { securityContext: { runAsUser: 0, runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }, containers: [{ name: 'main', image: 'trainer', securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }] } }
const verdict = async (namespace = 'red', tenant: string = world.a, person: Person = world.admin) => {
  const answer = await (await doorFor(person)).allocations.preview({ tenant, namespace, name: 'as-root', class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '1' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: JSON.stringify(asRoot), claims: [], waits: false })
  if (!answer.ok) throw new Error(answer.refusal)
  return [answer.value.verdict, answer.value.reason]
}
const wish = (more: object = {}) => ({ tenant: world.a, namespace: 'red', control: 'run_as_user' as const, until: day(30, new Date()).toISOString(), purpose: 'The old trainer runs as root.', ...more })
const ask = async (more: object = {}, person: Person = world.admin) => (await doorFor(person)).policies.except(wish(more))
async function asked(more: object = {}) {
  const answer = await ask(more)
  if (!answer.ok) throw new Error(answer.refusal)
  return { request: answer.value.request, terms: answer.value.terms }
}
const approve = async (person: Person, of: { request: string; terms: string }) => (await doorFor(person, { stepUp: await shown(person, 'requests.approve', of) })).requests.approve(of)
const exceptions = async () => ((await loading((sql) => sql.query("SELECT body FROM policy WHERE kind = 'pod-security' AND tenant_id IS NULL AND valid_to IS NULL"))).rows[0]?.body.exceptions ?? []).filter(({ namespace }: { namespace: string }) => namespace.startsWith(world.a))

test('what was refused is admitted in that namespace while the exception lasts, with who answers for it; nowhere else, and not before or after', async () => {
  expect(await verdict()).toEqual(['refuse', 'below_restricted'])
  const of = await asked()
  expect(await verdict()).toEqual(['refuse', 'below_restricted'])
  expect(await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: of.request })).toMatchObject({ kind: 'policy.except', level: 'platform', payload: { namespace: 'red', control: 'run_as_user' } })
  expect(await approve(world.platformApprover, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await exceptions()).toEqual([expect.objectContaining({ control: 'run_as_user', namespace: `${world.a}/red`, because: 'The old trainer runs as root.', owner: expect.any(String) })])
  expect([(await verdict())[0], await verdict('blue'), await verdict('red', world.b, world.stranger)]).toEqual(['admit', ['refuse', 'below_restricted'], ['refuse', 'below_restricted']])
  const past = (to: string) => loading((sql) => sql.query("UPDATE policy SET body = jsonb_set(body, '{exceptions}', (SELECT jsonb_agg(CASE WHEN e->>'namespace' = $1 THEN e || jsonb_build_object('until', $2::text) ELSE e END) FROM jsonb_array_elements(body->'exceptions') e)) WHERE kind = 'pod-security' AND tenant_id IS NULL AND valid_to IS NULL", [`${world.a}/red`, to]))
  await past(new Date(Date.now() - 1_000).toISOString())
  expect(await ask({ until: new Date(Date.now() - 1_000).toISOString() })).toMatchObject({ ok: false, refusal: 'until_not_possible' })
  await past(day(30, new Date()).toISOString())
})
test('a later end takes the place of an earlier one, what is there already is not asked again, and two at once both hold', async () => {
  expect(await ask({ until: day(20, new Date()).toISOString() })).toEqual({ ok: false, refusal: 'already_excepted' })
  const [later, other] = [await asked({ until: day(60, new Date()).toISOString() }), await asked({ namespace: 'blue' })]
  expect(await ask({ until: day(70, new Date()).toISOString() })).toEqual({ ok: false, refusal: 'already_asked' })
  expect((await Promise.all([approve(world.platformApprover, later), approve(world.platformAdmin, other)])).map(({ ok }) => ok)).toEqual([true, true])
  expect((await exceptions()).map(({ namespace }: { namespace: string }) => namespace).sort()).toEqual([`${world.a}/blue`, `${world.a}/red`])
})
test('nobody approves what they asked for, no tenant asks for another’s namespace, and too small a role asks for nothing', async () => {
  const of = await asked({ control: 'host_path' })
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role) VALUES (gen_random_uuid(), $1, 'approver')", [world.admin.id]))
  expect(await approve(world.admin, of)).toEqual({ ok: false, refusal: 'own_request' })
  expect(await ask({ namespace: 'elsewhere', control: 'privileged' })).toEqual({ ok: false, refusal: 'namespace_unknown' })
  await expect(ask({}, world.lead)).rejects.toThrow('forbidden')
})
