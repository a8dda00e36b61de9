/** Guarantee: nothing binds a tenant but what two signed, each with a passkey; it touches nothing that runs, is over by itself, and lifted leaves everything as it was; nobody is told of what nobody has signed, and no other tenant is bound. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { carryOutSteps } from '~/server/engine/carry-out-steps'
import { runOnce } from '~/server/engine/loops'
import { letInBy, wishIn } from '~/server/testing/asking'
import { beside } from '~/server/testing/beside'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { lookAtQueues } from '~/server/allocations/look-at-queues'
import { signHours } from './step'

let world: World
let second: Person
let file: string
beforeEach(async () => {
  world = await makeWorld()
  second = await world.person('second', ['platform_admin', null, null])
  file = await caseOf(world.a)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows
const caseOf = async (tenant: string, kind = 'allocations.flood'): Promise<string> => (await rows('INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, $2, 1, false, now(), now()) RETURNING id', tenant, kind))[0].id
async function suspend({ hours = 72, of = file, tenant = world.a, by = world.platformAdmin, factor = 'passkey' }: { hours?: number; of?: string; tenant?: string; by?: Person; factor?: 'passkey' | 'code' } = {}) {
  const wish = { tenant, case: of, hours }
  return (await doorFor(by, { stepUp: await shown(by, 'cases.suspend', wish, factor) })).cases.suspend(wish)
}
async function reduce({ percent = 50, hours = 168, of = file, factor = 'passkey' }: { percent?: number; hours?: number; of?: string; factor?: 'passkey' | 'code' } = {}) {
  const wish = { tenant: world.a, case: of, percent, hours }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'cases.burst', wish, factor) })).cases.burst(wish)
}
/** Sixteen of its own, all taken, and four that it may borrow. */
async function borrows(): Promise<void> {
  const [tenant, red] = [`platform/${world.organisation}/${world.a}`, `platform/${world.organisation}/${world.a}/red`]
  await rows("UPDATE account SET nominal = '{16}', used = '{16}' WHERE id = $1", tenant)
  await rows("UPDATE account SET hard = '{20}' WHERE id = $1", red)
}
const previewed = async (gpus: number, more: object = {}): Promise<unknown[]> => {
  const answer = await (await doorFor(world.admin)).allocations.preview(wishIn(world, gpus, more))
  return answer.ok ? [answer.value.verdict, answer.value.says] : [answer.refusal]
}
async function sign(step: string, { by = second, tenant = world.a, factor = 'passkey' }: { by?: Person; tenant?: string; factor?: 'passkey' | 'code' } = {}) {
  const wish = { tenant, step }
  return (await doorFor(by, { stepUp: await shown(by, 'cases.sign', wish, factor) })).cases.sign(wish)
}
const stepOf = (answer: { ok: boolean; value?: unknown }) => (answer.ok ? ((answer.value as { step: string }).step) : '')
const undo = async (step: string) => (await doorFor(world.platformAdmin)).cases.undo({ tenant: world.a, step })
const run = async (now?: Date) => expect(await runOnce({ name: `bindings-${world.mark}`, everyMs: 0, leaseSeconds: 60, run: (name) => carryOutSteps(name, now ? { now } : {}) })).toBe('ran')
const create = async (person: Person, more: object = {}) => (await doorFor(person)).allocations.create(wishIn(world, 1, more))
const theirs = () => create(world.stranger, { tenant: world.b })
const read = async (by: Person = world.platformAdmin) => (await doorFor(by)).cases.read({ case: file })
const state = async (step: string) => (await read()).steps.find((one) => one.step === step)?.state
const told = async () => (await rows("SELECT body ->> 'state' AS state FROM notice WHERE person_id = $1 AND kind = 'case_moved' ORDER BY at, id", world.admin.id)).map((row) => row.state)
/** The tenant, and all of its accounts, but what numbers its deeds. */
const all = () => rows("SELECT t.frozen_at, t.suspended_until, to_jsonb(a) - 'deed_sequence' AS account FROM tenant t JOIN account a ON a.tenant_id = t.id WHERE t.organisation_id = $1 ORDER BY a.id", world.organisation)
const own = async () => (await doorFor(world.admin)).cases.readInTenant({ tenant: world.a, case: file })

test('suspended by two, nothing new is asked for in the tenant, and nowhere else is it so; what runs goes on, what waits keeps its place, and lifted all is as it was', async () => {
  const before = await all()
  const runs = await create(world.lead)
  await rows("UPDATE account SET hard = '{1}', nominal = '{1}' WHERE id = $1", `platform/${world.organisation}/${world.a}/red`)
  const waits = await create(world.lead, { waits: true })
  const [running, waiting] = [runs, waits].map((answer) => (answer.ok ? (answer.value.allocation ?? '') : ''))
  const step = stepOf(await suspend())
  expect([await state(step), await told(), (await create(world.lead)).ok === false && (await theirs()).ok]).toEqual(['proposed', [], true])
  await expect(own()).rejects.toThrow('not_found')

  const signed = await sign(step)
  expect(signed).toMatchObject({ ok: true, value: { repeats: false, until: expect.any(String) } })
  expect([await state(step), await told(), (await read()).case.state]).toEqual(['in_force', ['suspended'], 'acting'])
  expect([await create(world.lead), await create(world.admin, { namespace: 'blue' }), await theirs()]).toMatchObject([{ ok: false, refusal: 'requests_suspended' }, { ok: false, refusal: 'requests_suspended' }, { ok: true }])
  expect(await (await doorFor(world.lead)).allocations.preview(wishIn(world, 1))).toMatchObject({ ok: true, value: { verdict: 'refuse', reason: 'requests_suspended' } })
  expect((await own()).steps).toMatchObject([{ step, state: 'in_force', takenBy: null, binds: { hours: 72, signed: { by: null } }, canUndo: false }])
  const door = (await doorFor(world.lead)).allocations
  expect(await door.extend({ tenant: world.a, allocation: running ?? '', endsAt: new Date(Date.now() + 5_400_000).toISOString(), reason: null })).toMatchObject({ ok: true })
  expect(await door.release({ tenant: world.a, allocation: running ?? '' })).toMatchObject({ ok: true })
  await look()
  expect(await rows('SELECT state FROM allocation WHERE id = ANY ($1) ORDER BY asked_at', [running, waiting])).toEqual([{ state: 'released' }, { state: 'waiting' }])

  expect([await undo(step), await undo(step)]).toMatchObject([{ ok: true, value: { givesBack: false, repeats: false } }, { ok: true, value: { repeats: true } }])
  for (let tries = 0; tries < 50 && (await rows('SELECT state FROM allocation WHERE id = $1', waiting))[0].state === 'waiting'; tries++) await look()
  expect((await rows('SELECT state FROM allocation WHERE id = $1', waiting))[0].state).toBe('admitted')
  await door.release({ tenant: world.a, allocation: waiting ?? '' })
  await rows("UPDATE account SET hard = '{8}', nominal = '{8}' WHERE id = $1", `platform/${world.organisation}/${world.a}/red`)
  const settled = (found: Awaited<ReturnType<typeof all>>) => found.filter(({ account }) => account.tenant_id === world.a)
  expect([settled(await all()), await told(), await state(step)]).toEqual([settled(before), ['suspended', 'lifted'], 'undone'])
  const verbs = (await recordsOf(world.a, 'deed')).map(({ entry }) => `${entry.action.resource}.${entry.action.verb}`).filter((verb) => verb.startsWith('cases.'))
  expect(verbs).toEqual(['cases.suspend', 'cases.sign', 'cases.undo', 'cases.undo'])
})
const look = () => runOnce({ name: `queue-${world.mark}`, everyMs: 0, leaseSeconds: 5, run: lookAtQueues })

test('it is over by the clock, whether the engine looks or not; what nobody signs in time never was, and the tenant hears nothing of it', async () => {
  const step = stepOf(await suspend({ hours: 1 }))
  await sign(step)
  const [{ due_at: due }] = await rows('SELECT due_at FROM case_step WHERE id = $1', step)
  await run(new Date(due.getTime() - 1))
  expect([await state(step), (await create(world.lead)).ok]).toEqual(['in_force', false])
  await rows("UPDATE tenant SET suspended_until = now() WHERE id = $1", world.a)
  expect((await create(world.lead)).ok).toBe(true)
  await rows("UPDATE tenant SET suspended_until = $2 WHERE id = $1", world.a, due)
  await run(due)
  expect([await rows('SELECT suspended_until FROM tenant WHERE id = $1', world.a), (await create(world.lead)).ok, await told(), (await read()).case.state]).toEqual([[{ suspended_until: null }], true, ['suspended', 'over'], 'new'])

  const late = stepOf(await suspend())
  const [{ due_at: signBy, taken_at: taken }] = await rows('SELECT due_at, taken_at FROM case_step WHERE id = $1', late)
  expect(signBy.getTime() - taken.getTime()).toBe(signHours * 3_600_000)
  await run(new Date(signBy.getTime() - 1))
  expect(await state(late)).toBe('proposed')
  await run(signBy)
  expect([await state(late), await sign(late), (await create(world.lead)).ok, await told()]).toMatchObject(['unsigned', { ok: false, refusal: 'step_over' }, true, ['suspended', 'over']])
})

test('signed in the very moment in which it is too late, nothing binds the tenant', async () => {
  const step = stepOf(await suspend())
  expect(await beside('UPDATE case_step SET ended_at = now() WHERE id = $1', [step], () => sign(step))).toMatchObject({ ok: false, refusal: 'step_over' })
  expect([await rows('SELECT suspended_until FROM tenant WHERE id = $1', world.a), await told()]).toEqual([[{ suspended_until: null }], []])
})
test('nobody binds a tenant alone, by a code, by another tenant’s case, or twice at a time', async () => {
  const elsewhere = await caseOf(world.b)
  expect([await suspend({ factor: 'code' }), await suspend({ of: elsewhere })]).toMatchObject([{ ok: false, refusal: 'passkey_required' }, { ok: false, refusal: 'case_unknown' }])
  const step = stepOf(await suspend())
  const other = await caseOf(world.a, 'allocations.burst')
  expect([await suspend({ of: other }), await suspend({ by: second })]).toMatchObject([{ ok: false, refusal: 'step_stands' }, { ok: false, refusal: 'step_stands' }])
  expect([await sign(step, { by: world.platformAdmin }), await sign(step, { factor: 'code' }), await sign(step, { tenant: world.b })]).toMatchObject([{ ok: false, refusal: 'own_step' }, { ok: false, refusal: 'passkey_required' }, { ok: false, refusal: 'step_unknown' }])
  await letInBy(world.platformAdmin, second)
  expect(await sign(step)).toMatchObject({ ok: false, refusal: 'appointed' })
  await letInBy(world.platformApprover, second)
  await expect((await doorFor(second)).cases.sign({ tenant: world.a, step })).rejects.toThrow('step_up_required')
  await expect((await doorFor(world.platformApprover)).cases.sign({ tenant: world.a, step })).rejects.toThrow('forbidden')
  expect([await sign(step), await sign(step)]).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: true } }])
  expect(await rows('SELECT id FROM tenant WHERE suspended_until IS NOT NULL AND organisation_id = $1', world.organisation)).toEqual([{ id: world.a }])
  const third = await world.person('third', ['platform_admin', null, null])
  expect(await sign(step, { by: third })).toMatchObject({ ok: false, refusal: 'signed_already' })
})
test('the database lets nobody sign in another’s name, or both words be one person’s', async () => {
  const step = stepOf(await suspend())
  const engine = await connectAs('engine')
  const tries = async (settings: Record<string, string>, by: string) => {
    await engine.query('BEGIN')
    for (const [name, value] of Object.entries(settings)) await engine.query('SELECT set_config($1, $2, true)', [`app.${name}`, value])
    const outcome = await engine.query("UPDATE case_step SET signed_at = taken_at, signed_by = $2, effective_at = taken_at, due_at = taken_at + interval '72 hours' WHERE id = $1", [step, by]).then(({ rowCount }) => rowCount, ({ code }) => code)
    await engine.query('ROLLBACK')
    return outcome
  }
  const on = { platform: 'on', tenant_id: world.a }
  expect([await tries({ ...on, person_id: second.id }, second.id), await tries({ ...on, person_id: second.id }, world.platformAuditor.id), await tries({ ...on, person_id: world.platformAdmin.id }, world.platformAdmin.id), await tries({ tenant_id: world.a, namespaces: '*', person_id: world.admin.id }, world.admin.id)]).toEqual([1, '42501', '23514', 0])
  await engine.end()
})
test('two looks at once end it once', async () => {
  const step = stepOf(await suspend({ hours: 1 }))
  await sign(step)
  const [{ due_at: due }] = await rows('SELECT due_at FROM case_step WHERE id = $1', step)
  await Promise.all([run(due), runOnce({ name: `other-${world.mark}`, everyMs: 0, leaseSeconds: 60, run: (name) => carryOutSteps(name, { now: due }) })])
  expect([await state(step), await told(), (await rows('SELECT suspended_until FROM tenant WHERE id = $1', world.a))[0].suspended_until]).toEqual(['over', ['suspended', 'over'], null])
})

test('signed by two, a tenant borrows so much less and keeps its own share and what it has; undone, every account is as it was', async () => {
  await borrows()
  const before = await all()
  const step = stepOf(await reduce())
  expect([await previewed(4), await all()]).toEqual([['admit', null], before])
  await sign(step)
  expect([await previewed(2), await previewed(3)]).toEqual([['admit', null], ['refuse', 'Quota exceeded: GPU limit 18, used 16, requested 3']])
  // What it may hold by and by waits; what is more than all of it would keep back its own others.
  expect([(await previewed(3, { waits: true }))[0], (await previewed(19, { waits: true }))[0]]).toEqual(['hold', 'refuse'])
  expect([await told(), (await own()).steps[0]]).toMatchObject([['bounded'], { kind: 'burst', state: 'in_force', binds: { percent: 50, hours: 168 } }])
  expect((await all()).filter(({ account }) => account.burst_until !== null).map(({ account }) => [account.id, account.burst_percent, account.nominal, account.hard])).toEqual([[`platform/${world.organisation}/${world.a}`, 50, [16], [20]]])
  const uses = (used: number) => rows('UPDATE account SET used = ARRAY[$2::bigint] WHERE id = $1', `platform/${world.organisation}/${world.a}`, used)
  await expect(uses(19)).rejects.toThrow('more would be borrowed')
  await uses(18)
  await uses(16)
  expect(await undo(step)).toMatchObject({ ok: true, value: { givesBack: false } })
  expect([await all(), await previewed(4), await told()]).toEqual([before, ['admit', null], ['bounded', 'lifted']])
})
test('what is borrowed beyond it already stays; it is over by the clock, and who may borrow nothing is left alone', async () => {
  expect(await reduce()).toMatchObject({ ok: false, refusal: 'borrows_nothing' })
  await borrows()
  await rows('UPDATE account SET used = ARRAY[20::bigint] WHERE id = $1', `platform/${world.organisation}/${world.a}`)
  expect(await reduce({ factor: 'code' })).toMatchObject({ ok: false, refusal: 'passkey_required' })
  const [one, other] = [stepOf(await reduce({ percent: 0, hours: 1 })), stepOf(await suspend({ hours: 1 }))]
  await sign(one)
  expect([await reduce(), await previewed(1)]).toMatchObject([{ ok: false, refusal: 'step_stands' }, ['refuse', 'Quota exceeded: GPU limit 16, used 20, requested 1']])
  await sign(other)
  const [{ due_at: due }] = await rows('SELECT due_at FROM case_step WHERE id = $1', one)
  await rows('UPDATE account SET used = ARRAY[16::bigint] WHERE id = $1', `platform/${world.organisation}/${world.a}`)
  await run(new Date(due.getTime() - 1))
  expect(await state(one)).toBe('in_force')
  await run(due)
  expect([await state(one), await previewed(4), (await all()).filter(({ account }) => account.burst_until !== null)]).toEqual(['over', ['refuse', expect.stringContaining('suspended')], []])
  await undo(other)
  expect(await previewed(4)).toEqual(['admit', null])
})
test('past its end it bounds nothing, though nobody has looked', async () => {
  await borrows()
  await sign(stepOf(await reduce({ percent: 0 })))
  expect((await previewed(1))[0]).toBe('refuse')
  await rows('UPDATE account SET burst_until = now() WHERE id = $1', `platform/${world.organisation}/${world.a}`)
  expect(await previewed(4)).toEqual(['admit', null])
})
test('whoever reads an open case sees what its tenant may hold and holds, and of no other tenant; of a closed one, nothing', async () => {
  const { standing } = await read(world.platformAuditor)
  expect(standing.map(({ account, level, hard, taken }) => [account.replace(`platform/${world.organisation}`, ''), level, hard, taken])).toEqual([['', 'organisation', '100', '0'], [`/${world.a}`, 'tenant', '20', '0'], [`/${world.a}/blue`, 'namespace', '8', '0'], [`/${world.a}/red`, 'namespace', '8', '0']])
  const web = await connectAs('web')
  const seen = async (of: string) => {
    await web.query("BEGIN; SELECT set_config('app.platform', 'on', true)")
    await web.query("SELECT set_config('app.case_file', $1, true)", [of])
    const { rows: found } = await web.query('SELECT DISTINCT tenant_id FROM account WHERE organisation_id = $1 ORDER BY 1', [world.organisation])
    await web.query('ROLLBACK')
    return found.map((row) => row.tenant_id)
  }
  expect([await seen(file), await seen('')]).toEqual([[world.a, null], []])
  await (await doorFor(world.platformAdmin)).cases.close({ case: file, outcome: 'benign', note: null })
  expect([(await read()).standing, await seen(file)]).toEqual([[], []])
  await web.end()
})
