import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { carryOutBatch } from '~/server/admission/carry-out'
import type { Item } from '~/server/admission/item'
import { createAllocation } from '~/server/allocations/create-allocation'
import { authorize } from '~/server/authorization/permit'
import { closeDatabase } from '~/server/database/client'
import { type AccountRow, closeLanes, inSnapshot } from '~/server/database/lane'
import { findActor } from '~/server/identity/session'
import { digestOf } from '~/server/shared/canonical'
import { dice } from '~/server/testing/dice'
import { makeNodes } from '~/server/testing/nodes'
import { doorFor, loading, makeWorld, type Person, shown, sourceOfTest, type World } from '~/server/testing/world'
import { supposeOf, type Supposition, wishOf } from './supposition'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const seed = 20261122
const resource = 'nvidia.com/gpu'
const accountsOf = (world: World): Promise<AccountRow[]> => inSnapshot([world.organisation], [world.a], (lane) => lane.accountsOf(world.a))
/** All but what counts the changes. */
const standing = (rows: readonly AccountRow[]) => rows.map(({ version: _version, deed_sequence: _deeds, ...row }) => row)

async function play(person: Person, { tenant, limits, demands, without }: Supposition) {
  const answer = await (await doorFor(person)).whatIf.suppose({ tenant, limits, demands, without })
  if (!answer.ok) throw new Error('a supposition is answered')
  return answer.value
}
async function reallyChange(person: Person, tenant: string, limits: Supposition['limits'], told: Awaited<ReturnType<typeof play>>) {
  const lines = limits.map(({ namespace, ...line }) => ({ ...line, lowers: null, namespace: namespace ?? '', version: told.limits.find((one) => one.namespace === namespace && one.resource === line.resource)?.version ?? '1' }))
  return (await doorFor(person, { stepUp: await shown(person, 'quotas.changeTogether', { tenant, lines }) })).quotas.changeTogether({ tenant, lines })
}
async function reallyAsk(person: Person, world: World, wishes: readonly ReturnType<typeof wishOf>[], turn: number) {
  const actor = await findActor('web', person.token, sourceOfTest())
  if (!actor) throw new Error('they are signed in')
  const by = { actor, organisation: world.organisation, tenant: world.a, namespaces: authorize(actor, 'allocations.create', { tenant: world.a }).namespaces, source: actor.source }
  const settled = await carryOutBatch(wishes.map((wish, at): Item => ({ action: 'allocations.create', decider: createAllocation as unknown as Item['decider'], by, input: { ...wish, name: `play-${turn}-${at}` }, key: { id: randomUUID(), inputDigest: digestOf({ ...wish }) } })))
  return settled.map((one) => {
    if ('denied' in one) return null
    const { answer } = one
    if (!answer.ok) return ['refuse', answer.refusal]
    const { verdict, reason } = answer.value as { verdict: string; reason: string | null }
    return [verdict, reason]
  })
}

test(`over random plays on real rows (seed ${seed}): what is supposed is what a change makes, a change that is said to be refused is, and what is asked for then comes to what was said`, { timeout: 240_000 }, async () => {
  const roll = dice(seed)
  const counted = new Map<string, number>()
  const count = (word: string) => counted.set(word, (counted.get(word) ?? 0) + 1)
  for (let round = 0; round < 3; round++) {
    const world = await makeWorld()
    await makeNodes([world.a, world.b], [{ nodes: 2 }, { nodes: 1, gpus: 4, model: 'T4' }])
    await loading((sql) => sql.query("UPDATE namespace SET cost_centre = 'test' WHERE tenant_id = ANY ($1)", [[world.a, world.b]]))
    // In one of the worlds the organisation is the narrowest.
    if (round === 2) await loading((sql) => sql.query("UPDATE account SET used = '{88}' WHERE organisation_id = $1 AND kind = 'organisation'", [world.organisation]))
    const people = await Promise.all(['x', 'y', 'z', 'v', 'w'].map((name) => world.person(name, ['tenant_admin', world.a, null])))
    const labels = { 'cost-center': 'test' }
    const running: string[] = []
    for (let turn = 0; turn < 14; turn++) {
      const person = people[roll(people.length)] as Person
      const door = await doorFor(person)
      for (let more = roll(3); more > 0; more--) {
        const made = await door.allocations.create({ ...wishOf(world.a, { namespace: roll(2) ? 'red' : 'blue', class: 'normal', pods: 1 + roll(2), gpus: 1 + roll(3), model: roll(3) ? null : 'A100', hours: 1 }, 0, labels), name: `more-${turn}-${more}`, waits: roll(2) === 1 })
        if (made.ok && made.value.allocation) running.push(made.value.allocation)
      }
      if (roll(2)) await (await doorFor(world.stranger)).allocations.create({ ...wishOf(world.b, { namespace: 'red', class: 'normal', pods: 1, gpus: 1 + roll(2), model: null, hours: 1 }, 0, labels), name: `theirs-${turn}`, waits: true })
      const [ends] = roll(3) === 0 ? running.splice(roll(running.length), 1) : []
      if (ends) await door.allocations.release({ tenant: world.a, allocation: ends })

      const limits = ['red', 'blue'].filter(() => roll(2) === 1).map((namespace) => ({ namespace, resource, limit: `${roll(15)}` }))
      const demands = Array.from({ length: 1 + roll(2) }, () => ({ namespace: roll(2) ? 'red' : 'blue', class: 'normal', pods: 1 + roll(2), gpus: 1 + roll(5), model: roll(4) ? null : 'T4', hours: 1 }))
      const told = await play(person, { tenant: world.a, limits, demands, without: [] })
      const before = await accountsOf(world)
      const refusals = told.limits.flatMap(({ refusal }) => refusal ?? [])
      if (limits.length > 0) {
        const changed = await reallyChange(person, world.a, limits, told)
        expect([round, turn, changed.ok]).toEqual([round, turn, refusals.length === 0])
        if (!changed.ok) expect(refusals).toContain(changed.refusal)
        if (changed.ok) expect(standing(await accountsOf(world))).toEqual(standing(before.map(supposeOf(world.a, limits))))
        count(changed.ok ? 'changed' : 'not changed')
      }
      // Where it could not be made so, nothing was changed: what was told of it as it is holds.
      const answers = await reallyAsk(person, world, demands.map((demand, at) => wishOf(world.a, demand, at, labels)), round * 100 + turn)
      const said = told.demands.map(({ before: is, after }) => { const one = refusals.length === 0 ? after : is; return one && [one.verdict, one.reason] })
      expect([round, turn, answers]).toEqual([round, turn, said])
      for (const one of answers) count(one?.[1] ?? one?.[0] ?? 'not there')
      const states = await loading(async (sql) => new Map<string, string>((await sql.query('SELECT id, state FROM allocation WHERE tenant_id = $1', [world.a])).rows.map(({ id, state }) => [id, state])))
      for (const { allocation, before: is, after } of told.waiting) {
        const { becomes } = refusals.length === 0 ? after : is
        expect([round, turn, allocation, states.get(allocation)]).toEqual([round, turn, allocation, becomes === 'over' ? expect.stringMatching(/refused|over|withdrawn|failed/) : (becomes ?? 'waiting')])
        count(becomes === null ? 'waits on' : 'begins')
      }
    }
  }
  // Enough of everything was played for this to say something.
  expect(Object.fromEntries(counted)).toMatchObject(Object.fromEntries(['changed', 'not changed', 'admit', 'quota_exceeded', 'quota_exceeded_above', 'no_node_fits', 'waits on', 'begins'].map((word) => [word, expect.any(Number)])))
})
