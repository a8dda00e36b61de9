/** Guarantee: nothing is taken from a tenant but what somebody named and signed, stands unused through the whole grace and is nobody's reserve; what is undone leaves the ledger and the nodes exactly as they were; and a tenant reads its own case and no other's. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { raiseOnce } from '~/server/database/raise'
import { inScope } from '~/server/database/scope'
import { runOnce } from '~/server/engine/loops'
import { carryOutSteps } from '~/server/engine/carry-out-steps'
import { admitByItself } from '~/server/admission/admit'
import { preemptAllocation } from '~/server/allocations/change-allocation'
import { wishIn } from '~/server/testing/asking'
import { beside } from '~/server/testing/beside'
import { freeOf, makeNodes, type TestNodes } from '~/server/testing/nodes'
import { replayed } from '~/server/testing/replay'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { graceMs } from './step'

let world: World
let fleet: TestNodes
let file: string
beforeEach(async () => {
  world = await makeWorld()
  fleet = await makeNodes([world.a, world.b], [{ nodes: 2 }])
  file = await caseOf(world.a)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows
const caseOf = async (tenant: string, shadow = false): Promise<string> => (await rows("INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, 'allocations.squatting', 1, $2, now(), now()) RETURNING id", tenant, shadow))[0].id
/** What stands unused for so many minutes, and of which the case was told. */
async function idle(minutes = 40, gpus = 2, more: { hours?: number; waits?: boolean } = {}): Promise<string> {
  const answer = await (await doorFor(world.lead)).allocations.create(wishIn(world, gpus, { hours: 24, ...more }))
  if (!answer.ok || answer.value.verdict !== 'admit') throw new Error(`it was to run: ${JSON.stringify(answer)}`)
  const id = answer.value.allocation ?? ''
  await rows("UPDATE allocation SET state = 'running', running_at = now() WHERE id = $1", id)
  const [row] = await rows('SELECT name, asked_by AS person FROM allocation WHERE id = $1', id)
  await inScope('engine', { loop: 'watch' }, (sql) => raiseOnce(sql, 'allocations.squatting', id, { ...row, tenant: world.a, namespace: 'red', allocation: id, gpuMilli: `${gpus * 1_000}`, since: 'then', others: 'theirs' }, { file }))
  await stands(id, minutes)
  return id
}
const stands = (id: string, minutes: number | null) => rows(`INSERT INTO use_watch VALUES ($1, now() - interval '2 hours', now() - make_interval(mins => $2), now()) ON CONFLICT (allocation_id) DO UPDATE SET idle_since = excluded.idle_since, seen_at = excluded.seen_at`, id, minutes)
const used = (id: string) => rows('DELETE FROM use_watch WHERE allocation_id = $1', id)
const platform = () => doorFor(world.platformAdmin)
async function reclaim(allocations: string[], of: string = file, tenant: string = world.a) {
  const wish = { tenant, case: of, allocations }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'cases.reclaim', wish) })).cases.reclaim(wish)
}
/** What is used, and above the tenant's own share. */
async function borrowed(gpus = 2, more: { hours?: number; waits?: boolean } = {}): Promise<string> {
  const id = await idle(40, gpus, more)
  await used(id)
  await rows('UPDATE allocation SET burst = true WHERE id = $1', id)
  return id
}
async function preempt(allocations: string[], factor: 'passkey' | 'code' = 'passkey') {
  const wish = { tenant: world.a, case: file, allocations }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'cases.preempt', wish, factor) })).cases.preempt(wish)
}
const stepOf = (answer: { ok: boolean; value?: unknown }) => (answer.ok ? ((answer.value as { step: string }).step) : '')
const undo = async (step: string, tenant: string = world.a) => (await platform()).cases.undo({ tenant, step })
const run = async (now?: Date) => expect(await runOnce({ name: `steps-${world.mark}`, everyMs: 0, leaseSeconds: 60, run: (name) => carryOutSteps(name, now ? { now } : {}) })).toBe('ran')
const graceOver = (step: string) => rows("UPDATE case_step SET taken_at = taken_at - interval '6 minutes', due_at = due_at - interval '6 minutes' WHERE id = $1", step)
const stateOf = async (id: string) => (await rows('SELECT state FROM allocation WHERE id = $1', id))[0].state
const balances = () => rows('SELECT id, used, held, hard, nominal, unexplained FROM account WHERE organisation_id = $1 ORDER BY id', world.organisation)
const free = async () => (await freeOf(fleet)).map(({ version: _, ...node }) => node)
const read = async () => (await platform()).cases.read({ case: file })
const partsOf = async (step: string) => (await read()).steps.find((one) => one.step === step)?.parts.map(({ allocation, outcome, because }) => [allocation, outcome, because])
const lane = async () => (await read()).case.state
const told = (person: Person) => rows("SELECT kind, body ->> 'state' AS state FROM notice WHERE person_id = $1 AND kind IN ('case_moved', 'case_answered', 'allocation_unused', 'allocation_preempted', 'allocation_shrunk') ORDER BY at, id", person.id)

test('what was announced and still stands unused is reclaimed when the grace is over; undone, the ledger and the nodes are exactly as they were', async () => {
  const [one, two] = [await idle(50, 2), await idle(40, 3)]
  const [ledger, nodes] = [await balances(), await free()]
  expect((await read()).idle.map(({ allocation, gpuMilli }) => [allocation, gpuMilli])).toEqual([[two, '3000'], [one, '2000']])
  const answer = await reclaim([one, two])
  expect(answer).toMatchObject({ ok: true })
  const step = stepOf(answer)
  await run()
  expect([await stateOf(one), await lane(), await balances()]).toEqual(['running', 'acting', ledger])
  expect([await told(world.admin), await told(world.lead)]).toEqual([[{ kind: 'case_moved', state: 'announced' }], [{ kind: 'allocation_unused', state: 'announced' }, { kind: 'allocation_unused', state: 'announced' }]])

  await graceOver(step)
  await run()
  await run()
  expect([await stateOf(one), await stateOf(two), await lane()]).toEqual(['reclaimed', 'reclaimed', 'new'])
  expect(await balances()).not.toEqual(ledger)
  expect(await free()).not.toEqual(nodes)

  expect(await undo(step)).toMatchObject({ ok: true, value: { givesBack: true, repeats: false } })
  expect([await lane(), await undo(step)]).toMatchObject(['acting', { ok: true, value: { repeats: true } }])
  await run()
  expect(await partsOf(step)).toEqual([[two, 'given_back', null], [one, 'given_back', null]])
  expect([await stateOf(one), await stateOf(two), await lane()]).toEqual(['admitted', 'admitted', 'new'])
  expect([await balances(), await free()]).toEqual([ledger, nodes])
  const verbs = (await recordsOf(world.a, 'deed')).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.reason}`).filter((verb) => /cases|reclaim|giveBack/.test(verb))
  expect(verbs).toEqual(['cases.reclaim null', 'allocations.reclaim null', 'allocations.reclaim null', 'cases.carryOut taken', 'cases.undo null', 'cases.undo null', 'allocations.giveBack null', 'allocations.giveBack null', 'cases.carryOut given_back'])
  expect((await told(world.admin)).map(({ state }) => state)).toEqual(['announced', 'taken', 'given_back'])
})

test('whoever used it within the grace keeps it, and so does what became reserved or of which nobody knows; the others do not wait for it', async () => {
  const [gone, again, since, reserved, unheard] = [await idle(), await idle(40, 1), await idle(40, 1), await idle(40, 1), await idle(40, 1)]
  const step = stepOf(await reclaim([gone, again, since, reserved, unheard]))
  await graceOver(step)
  await used(again)
  await stands(since, 1)
  await rows('UPDATE allocation SET reserved = true, preemptible = false WHERE id = $1', reserved)
  await rows("UPDATE use_watch SET seen_at = now() - interval '2 minutes' WHERE allocation_id = $1", unheard)
  await run()
  expect(await partsOf(step)).toEqual(expect.arrayContaining([[gone, 'reclaimed', null], [again, 'kept', 'used_again'], [since, 'kept', 'used_again'], [reserved, 'kept', 'reserved'], [unheard, 'kept', 'not_known']]))
  for (const kept of [again, since, reserved, unheard]) expect(await stateOf(kept)).toBe('running')
})

test('undone in the grace nothing is taken; what does not fit any more does not come back, and says why', async () => {
  const one = await idle(40, 6)
  const first = stepOf(await reclaim([one]))
  expect(await undo(first)).toMatchObject({ ok: true, value: { givesBack: false } })
  await graceOver(first)
  await run()
  expect([await stateOf(one), await partsOf(first), await undo(first)]).toMatchObject(['running', [[one, null, null]], { ok: true, value: { repeats: true } }])

  const second = stepOf(await reclaim([one]))
  await graceOver(second)
  await run()
  expect(await stateOf(one)).toBe('reclaimed')
  const other = await (await doorFor(world.lead)).allocations.create(wishIn(world, 5))
  expect(other).toMatchObject({ ok: true })
  const ledger = await balances()
  await undo(second)
  await run()
  expect([await partsOf(second), await stateOf(one), await balances()]).toEqual([[[one, 'lost', 'quota_exceeded']], 'reclaimed', ledger])
})
test('undone in the very moment in which it takes effect, what is taken comes back; answered in the very moment in which it is undone, it is undone', async () => {
  const one = await idle()
  const step = stepOf(await reclaim([one]))
  await graceOver(step)
  expect(await beside('UPDATE case_step SET effective_at = due_at WHERE id = $1', [step], () => undo(step))).toMatchObject({ ok: true, value: { givesBack: true, repeats: false } })
  expect((await read()).steps[0]?.state).toBe('giving_back')
  await run()
  expect([await stateOf(one), (await read()).steps[0]?.state]).toEqual(['running', 'given_back'])

  const asked = stepOf(await (await platform()).cases.ask({ tenant: world.a, case: file, hours: 4 }))
  const answer = async () => (await doorFor(world.admin)).cases.answer({ tenant: world.a, step: asked, hours: 2, reason: 'A run begins at noon.' })
  expect(await beside('UPDATE case_step SET undone_at = now(), undone_by = $2, ended_at = now() WHERE id = $1', [asked, world.platformAdmin.id], answer)).toMatchObject({ ok: false, refusal: 'asked_no_more' })
})
test('what comes back has its own name, its own nodes and its own time, or stays away', async () => {
  const one = await idle(40, 2, { hours: 1 })
  const step = stepOf(await reclaim([one]))
  await graceOver(step)
  await run()
  const back = async () => {
    await rows("UPDATE case_part SET outcome = 'reclaimed', because = NULL WHERE step_id = $1", step)
    await rows('UPDATE case_step SET undone_at = NULL, undone_by = NULL WHERE id = $1', step)
    await undo(step)
    await run()
    return (await partsOf(step))?.[0]?.slice(1)
  }
  await rows("UPDATE node SET cordoned_at = now(), cordoned_because = 'Broken.' WHERE id LIKE $1", `%-${fleet.mark}`)
  expect(await back()).toEqual(['lost', 'nodes_taken_meanwhile'])
  await rows('UPDATE node SET cordoned_at = NULL, cordoned_because = NULL WHERE id LIKE $1', `%-${fleet.mark}`)
  const { rows: [{ name }] } = await loading((sql) => sql.query('SELECT name FROM allocation WHERE id = $1', [one]))
  const namesake = await (await doorFor(world.lead)).allocations.create(wishIn(world, 1, { name }))
  expect(await back()).toEqual(['lost', 'name_taken'])
  await (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation: namesake.ok ? (namesake.value.allocation ?? '') : '' })
  await rows("UPDATE namespace SET frozen_at = now() WHERE tenant_id = $1 AND id = 'red'", world.a)
  expect(await back()).toEqual(['lost', 'namespace_frozen'])
  await rows("UPDATE namespace SET frozen_at = NULL WHERE tenant_id = $1 AND id = 'red'", world.a)
  await rows("UPDATE allocation SET ends_at = now() - interval '1 second' WHERE id = $1", one)
  expect(await back()).toEqual(['lost', 'over'])
})

test('killed between any two lines, the next look finds the rest undone', async () => {
  const [one, two] = [await idle(), await idle()]
  const ledger = await balances()
  const step = stepOf(await reclaim([one, two]))
  await graceOver(step)
  await run()
  // As if it had been killed after the ledger had it and before the step said so: what stands in the ledger is found there.
  await rows('UPDATE case_step SET ended_at = NULL WHERE id = $1', step)
  await rows('UPDATE case_part SET outcome = NULL, settled_at = NULL WHERE step_id = $1', step)
  await run()
  expect((await partsOf(step))?.map((part) => part[1])).toEqual(['reclaimed', 'reclaimed'])
  await undo(step)
  await run()
  await rows('UPDATE case_step SET ended_at = NULL WHERE id = $1', step)
  await rows("UPDATE case_part SET outcome = 'reclaimed' WHERE step_id = $1", step)
  await run()
  expect([(await partsOf(step))?.map((part) => part[1]), await balances()]).toEqual([['given_back', 'given_back'], ledger])
})

test('what is borrowed is taken back by name when the grace is over, used or not, and does not wait to begin again; undone, the ledger and the nodes are exactly as they were', async () => {
  const [one, waits, own, paid] = [await borrowed(2), await borrowed(1, { waits: true }), await idle(40, 1), await borrowed(1)]
  await rows('UPDATE allocation SET reserved = true, preemptible = false WHERE id = $1', paid)
  const [ledger, nodes] = [await balances(), await free()]
  const { borrowed: named, charges } = await read()
  expect([named.map(({ allocation, idleSince }) => [allocation, idleSince]), charges.map(({ allocation, amounts }) => [allocation, amounts['nvidia.com/gpu']]).sort()]).toEqual([[[waits, null], [one, null]], [[one, '2'], [waits, '1'], [own, '1']].sort()])
  expect([await preempt([one, waits], 'code'), await preempt([one]), await preempt([one, waits, own])]).toMatchObject([{ ok: false, refusal: 'passkey_required' }, { ok: false, refusal: 'changed_meanwhile' }, { ok: false, refusal: 'changed_meanwhile' }])
  const step = stepOf(await preempt([one, waits]))
  expect([await preempt([one, waits]), await reclaim([own])]).toMatchObject([{ ok: false, refusal: 'step_stands' }, { ok: false, refusal: 'step_stands' }])
  await run()
  expect([await stateOf(one), await balances()]).toEqual(['running', ledger])
  await graceOver(step)
  await run()
  expect([await stateOf(one), await stateOf(waits), await stateOf(own), await stateOf(paid), await lane()]).toEqual(['preempted', 'preempted', 'running', 'running', 'new'])
  expect([(await partsOf(step))?.map((part) => part[1]), (await told(world.admin)).map(({ state }) => state), (await told(world.lead)).map(({ kind, state }) => `${kind} ${state}`)]).toEqual([
    ['preempted', 'preempted'], ['preempting', 'preempted'], ['allocation_preempted announced', 'allocation_preempted announced', 'allocation_preempted taken', 'allocation_preempted taken'],
  ])
  await undo(step)
  await run()
  expect([(await partsOf(step))?.map((part) => part[1]), await stateOf(one), await stateOf(waits)]).toEqual([['given_back', 'given_back'], 'admitted', 'admitted'])
  expect([await balances(), await free()]).toEqual([ledger, nodes])
  const verbs = (await recordsOf(world.a, 'deed')).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.reason}`).filter((verb) => /cases|preempt|giveBack/.test(verb))
  expect(verbs).toEqual(['cases.preempt null', 'allocations.preempt null', 'allocations.preempt null', 'cases.carryOut taken', 'cases.undo null', 'allocations.giveBack null', 'allocations.giveBack null', 'cases.carryOut given_back'])
})
test('what is borrowed no more keeps its place, what somebody more urgent pushed aside is not given back, and killed between two postings the rest is undone', async () => {
  const [one, two, back, gone] = [await borrowed(1), await borrowed(1), await borrowed(1), await borrowed(1)]
  const step = stepOf(await preempt([one, two, back, gone]))
  await rows('UPDATE allocation SET burst = false, preemptible = true WHERE id = $1', back)
  expect(await admitByItself({ action: 'allocations.preempt', decider: preemptAllocation, tenant: world.a, input: { tenant: world.a, allocation: gone } })).toMatchObject({ ok: true })
  await graceOver(step)
  await run()
  expect(await partsOf(step)).toEqual(expect.arrayContaining([[one, 'preempted', null], [two, 'preempted', null], [back, 'kept', 'reserved'], [gone, 'kept', 'over']]))
  await rows('UPDATE case_step SET ended_at = NULL WHERE id = $1', step)
  await rows("UPDATE case_part SET outcome = NULL, because = NULL, settled_at = NULL WHERE step_id = $1 AND allocation_id = ANY ($2)", step, [one, gone])
  await run()
  await undo(step)
  await run()
  expect([await stateOf(one), await stateOf(two), await stateOf(back), await stateOf(gone)]).toEqual(['admitted', 'admitted', 'running', 'preempted'])
})

test('a tenant is told once, is asked, and says once for how long it needs what it has: for so long nothing is reclaimed', async () => {
  const one = await idle()
  const door = await platform()
  const asker = await doorFor(world.admin)
  await expect(asker.cases.readInTenant({ tenant: world.a, case: file })).rejects.toThrow('not_found')
  expect([await door.cases.notify({ tenant: world.a, case: file }), await door.cases.notify({ tenant: world.a, case: file })]).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: true } }])
  const ask = await door.cases.ask({ tenant: world.a, case: file, hours: 4 })
  const step = stepOf(ask)
  expect([await lane(), await reclaim([one]), await door.cases.close({ case: file, outcome: 'benign', note: null })]).toMatchObject(['waiting', { ok: false, refusal: 'tenant_is_asked' }, { ok: false, refusal: 'step_under_way' }])
  // Whoever looks is told before they press.
  expect((await read()).refused).toMatchObject({ step: { notify: null, ask: 'step_stands', reclaim: 'tenant_is_asked' }, close: 'step_under_way' })
  const answer = (reason: string) => asker.cases.answer({ tenant: world.a, step, hours: 2, reason })
  expect([await answer('A run begins at noon.'), await answer('A run begins at noon.'), await answer('Another reason.')]).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: true } }, { ok: false, refusal: 'answered_already' }])
  const { steps, keptUntil, refused } = await read()
  expect([await lane(), keptUntil, refused, steps[0]]).toMatchObject(['new', expect.any(String), { step: { ask: null, reclaim: 'tenant_keeps' }, close: null }, { state: 'answered', answer: { reason: 'A run begins at noon.', by: world.admin.email } }])
  expect(await reclaim([one])).toMatchObject({ ok: false, refusal: 'tenant_keeps' })
  await rows("UPDATE case_step SET taken_at = taken_at - interval '3 hours', answered_at = answered_at - interval '3 hours', keep_until = keep_until - interval '3 hours' WHERE id = $1", step)
  expect(await reclaim([one])).toMatchObject({ ok: true })
})
test('a question that nobody answered changes nothing but that it is over', async () => {
  const one = await idle()
  const step = stepOf(await (await platform()).cases.ask({ tenant: world.a, case: file, hours: 1 }))
  await run(new Date(Date.now() + 3_601_000))
  expect([(await read()).steps[0]?.state, await lane(), await stateOf(one)]).toEqual(['unanswered', 'new', 'running'])
  expect(await (await doorFor(world.admin)).cases.answer({ tenant: world.a, step, hours: 2, reason: 'Late.' })).toMatchObject({ ok: false, refusal: 'asked_no_more' })
})

test('what is announced waits for the tenant once, for as long as it asked and no longer, and whoever took the step hears of it', async () => {
  const one = await idle()
  const own = await doorFor(world.admin)
  const answer = (step: string, hours: number | null) => own.cases.answer({ tenant: world.a, step, hours, reason: 'A run begins at noon.' })
  const step = stepOf(await reclaim([one]))
  expect([await answer(step, 25), await answer(step, 2), await answer(step, 2), await answer(step, null)]).toMatchObject([{ ok: false, refusal: 'waits_a_day' }, { ok: true, value: { repeats: false } }, { ok: true, value: { repeats: true } }, { ok: false, refusal: 'answered_already' }])
  expect([(await read()).steps[0]?.state, await lane(), await told(world.platformAdmin)]).toEqual(['paused', 'acting', [{ kind: 'case_answered', state: null }]])
  await run(new Date(Date.now() + graceMs + 1_000))
  expect(await stateOf(one)).toBe('running')
  await undo(step)
  expect(await reclaim([one])).toMatchObject({ ok: false, refusal: 'tenant_keeps' })
  await rows("UPDATE case_step SET taken_at = taken_at - interval '3 hours', due_at = due_at - interval '3 hours', answered_at = answered_at - interval '3 hours', keep_until = keep_until - interval '3 hours' WHERE id = $1", step)
  const next = stepOf(await reclaim([one]))
  expect([await answer(next, 1), await answer(next, null), (await read()).steps[0]]).toMatchObject([{ ok: false, refusal: 'waited_before' }, { ok: true, value: { keepUntil: null } }, { state: 'announced', answer: { keepUntil: null, reason: 'A run begins at noon.' } }])
  await graceOver(next)
  await run()
  expect(await stateOf(one)).toBe('reclaimed')
})
test('a tenant that needs nothing of it says so, and is asked no more', async () => {
  const one = await idle()
  const step = stepOf(await (await platform()).cases.ask({ tenant: world.a, case: file, hours: 1 }))
  expect(await (await doorFor(world.admin)).cases.answer({ tenant: world.a, step, hours: null, reason: 'It is done.' })).toMatchObject({ ok: true, value: { keepUntil: null } })
  expect([(await read()).steps[0]?.state, await lane(), await reclaim([one])]).toMatchObject(['answered', 'new', { ok: true }])
})

test('what is signed is what stands unused; a rule on trial is no reason; and nobody is reached by another’s case', async () => {
  const one = await idle()
  const busy = await idle()
  await used(busy)
  const trial = await caseOf(world.b, true)
  expect([await reclaim([one, busy]), await reclaim([busy]), await reclaim([one], file, world.b), await reclaim([one], trial, world.b)]).toMatchObject([
    { ok: false, refusal: 'changed_meanwhile' }, { ok: false, refusal: 'changed_meanwhile' }, { ok: false, refusal: 'case_unknown' }, { ok: false, refusal: 'tried_out' },
  ])
  await used(one)
  expect(await reclaim([one])).toMatchObject({ ok: false, refusal: 'nothing_idle' })
  await expect((await platform()).cases.reclaim({ tenant: world.a, case: file, allocations: [one] })).rejects.toThrow('step_up_required')
})
test('a tenant reads its own case once it was told, without the platform’s people and what others have; another tenant, and whoever is no admin, reads nothing', async () => {
  const one = await idle()
  await (await platform()).cases.notify({ tenant: world.a, case: file })
  const step = stepOf(await reclaim([one]))
  const own = await doorFor(world.admin)
  expect((await own.cases.listInTenant({ tenant: world.a, ...firstPage })).rows).toMatchObject([{ case: file, state: 'acting' }])
  const { seen, steps } = await own.cases.readInTenant({ tenant: world.a, case: file })
  expect(seen.map(({ body }) => Object.keys(body).sort())).toEqual([['allocation', 'gpuMilli', 'name', 'namespace', 'since']])
  expect(steps[0]).toMatchObject({ step, takenBy: null, canUndo: false, parts: [{ allocation: one }] })
  for (const person of [world.developer, world.auditor]) await expect((await doorFor(person)).cases.listInTenant({ tenant: world.a, ...firstPage })).rejects.toThrow('forbidden')
  const stranger = await doorFor(world.stranger)
  await expect(stranger.cases.listInTenant({ tenant: world.a, ...firstPage })).rejects.toThrow('not_found')
  await expect(stranger.cases.readInTenant({ tenant: world.b, case: file })).rejects.toThrow('not_found')
  expect(await stranger.cases.answer({ tenant: world.b, step, hours: 1, reason: 'Theirs.' })).toMatchObject({ ok: false, refusal: 'step_unknown' })
  expect((await stranger.cases.listInTenant({ tenant: world.b, ...firstPage })).rows).toEqual([])
  expect(await undo(step, world.b)).toMatchObject({ ok: false, refusal: 'step_unknown' })
})
test('the database lets nobody take a step, or answer one, in another’s name', async () => {
  const step = stepOf(await (await platform()).cases.ask({ tenant: world.a, case: file, hours: 1 }))
  const engine = await connectAs('engine')
  const tries = async (settings: Record<string, string>, text: string, ...values: unknown[]) => {
    await engine.query('BEGIN')
    for (const [name, value] of Object.entries(settings)) await engine.query('SELECT set_config($1, $2, true)', [`app.${name}`, value])
    const outcome = await engine.query(text, values).then(({ rowCount }) => rowCount, ({ code }) => code)
    await engine.query('ROLLBACK')
    return outcome
  }
  const take = "INSERT INTO case_step (case_id, tenant_id, kind, taken_at, taken_by, due_at) VALUES ($1, $2, 'reclaim', now(), $3, now() + interval '1 minute')"
  expect(await tries({ platform: 'on', tenant_id: world.a, person_id: world.admin.id }, take, file, world.a, world.platformAdmin.id)).toBe('42501')
  expect(await tries({ tenant_id: world.a, namespaces: '*', person_id: world.platformAdmin.id }, take, file, world.a, world.platformAdmin.id)).toBe('42501')
  const answers = "UPDATE case_step SET answered_at = now(), answered_by = $2, keep_until = now() + interval '1 hour', reason = 'x', ended_at = now() WHERE id = $1"
  expect(await tries({ tenant_id: world.a, namespaces: '*', person_id: world.lead.id }, answers, step, world.admin.id)).toBe('42501')
  expect(await tries({ tenant_id: world.b, namespaces: '*', person_id: world.stranger.id }, answers, step, world.stranger.id)).toBe(0)
  expect(graceMs).toBe(300_000)
  await engine.end()
})

/** What runs with so many GPUs, and was seen to use so much of them in one pod. */
async function large(gpus: number, podMost: number, samples = 36): Promise<string> {
  const id = await idle(40, gpus)
  await rows("INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most) VALUES ($1, current_date, $2, 'red', $3, 0, $4)", id, world.a, samples, podMost)
  return id
}
async function shrink(allocations: { allocation: string; gpus: number }[]) {
  const wish = { tenant: world.a, case: file, allocations }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'cases.shrink', wish) })).cases.shrink(wish)
}
const gpusOf = async (id: string) => Number((await rows('SELECT gpu_milli(resources, amounts) / 1000 AS gpus FROM allocation WHERE id = $1', id))[0].gpus)

test('what has more than it was seen to need is made smaller when the grace is over, by name and size; undone, the ledger and the nodes are exactly as they were', async () => {
  const [one, two] = [await large(3, 1_500), await large(2, 900)]
  await large(1, 10)
  await large(2, 100, 35)
  const [ledger, nodes] = [await balances(), await free()]
  const { spare, back } = await read()
  expect([spare.map(({ allocation, gpus, gpusBefore }) => [allocation, gpus, gpusBefore]), back.map(({ amounts }) => amounts)]).toEqual([[[one, 2, 3], [two, 1, 2]], [{ 'nvidia.com/gpu': '1' }, { 'nvidia.com/gpu': '1' }]])
  const sizes = [{ allocation: one, gpus: 2 }, { allocation: two, gpus: 1 }]
  for (const other of [[sizes[0]], [{ allocation: one, gpus: 1 }, sizes[1]]]) expect(await shrink(other as typeof sizes)).toMatchObject({ ok: false, refusal: 'changed_meanwhile' })
  const step = stepOf(await shrink(sizes))
  await run()
  expect([await gpusOf(one), await balances()]).toEqual([3, ledger])
  await graceOver(step)
  await run()
  expect([await gpusOf(one), await gpusOf(two), await stateOf(one), await lane()]).toEqual([2, 1, 'running', 'new'])
  expect([(await partsOf(step))?.map((part) => part[1]), (await told(world.admin)).map(({ state }) => state), (await told(world.lead)).map(({ kind, state }) => `${kind} ${state}`)]).toEqual([
    ['shrunk', 'shrunk'], ['shrinking', 'shrunk'], ['allocation_shrunk announced', 'allocation_shrunk announced', 'allocation_shrunk taken', 'allocation_shrunk taken'],
  ])
  // Killed after the ledger had it and before the step said so: what stands in the ledger is found there.
  await rows('UPDATE case_step SET ended_at = NULL WHERE id = $1', step)
  await rows('UPDATE case_part SET outcome = NULL, settled_at = NULL WHERE step_id = $1', step)
  await run()
  expect((await partsOf(step))?.map((part) => part[1])).toEqual(['shrunk', 'shrunk'])
  await undo(step)
  await run()
  expect([(await partsOf(step))?.map((part) => part[1]), await gpusOf(one), await gpusOf(two), await balances(), await free()]).toEqual([['given_back', 'given_back'], 3, 2, ledger, nodes])
  expect(await replayed(world)).toEqual([])
})
test('whoever uses more within the grace keeps it, and so does what its people made as small themselves; what was given another size since is left as it is, and what does not fit says why', async () => {
  const [busy, own, taken, full] = [await large(2, 900), await large(2, 900), await large(2, 900), await large(2, 900)]
  const step = stepOf(await shrink([busy, own, taken, full].map((allocation) => ({ allocation, gpus: 1 }))))
  await rows('UPDATE use_day SET pod_most = 1100 WHERE allocation_id = $1', busy)
  expect(await (await doorFor(world.lead)).allocations.shrink({ tenant: world.a, allocation: own, gpus: 1 })).toMatchObject({ ok: true })
  await graceOver(step)
  await run()
  expect(await partsOf(step)).toEqual(expect.arrayContaining([[busy, 'kept', 'below_need'], [own, 'kept', 'not_smaller'], [taken, 'shrunk', null], [full, 'shrunk', null]]))
  await rows("UPDATE allocation SET amounts = '{3}' WHERE id = $1", taken)
  await rows("UPDATE account SET nominal = ARRAY(SELECT 0 FROM unnest(used)), hard = used WHERE organisation_id = $1 AND kind = 'namespace' AND namespace_id = 'red' AND tenant_id = $2", world.organisation, world.a)
  await undo(step)
  await run()
  expect(await partsOf(step)).toEqual(expect.arrayContaining([[taken, 'lost', 'resized_meanwhile'], [full, 'lost', 'quota_exceeded']]))
})
