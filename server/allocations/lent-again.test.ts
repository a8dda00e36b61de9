import { afterAll, expect, test } from 'vitest'
import { admitByItself } from '~/server/admission/admit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { wishIn } from '~/server/testing/asking'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { reclaimAllocation } from './change-allocation'
import { giveBackAllocation } from './give-back'
import { growBackAllocation } from './grow-back'
import { shrinkAllocation } from './shrink-allocation'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
async function ask(world: World, person: Person, tenant: string, name: string, gpus: number): Promise<string> {
  const answer = await (await doorFor(person)).allocations.create({ ...wishIn(world, gpus, { name }), tenant })
  if (!answer.ok) throw new Error(`${name}: ${answer.refusal}`)
  return answer.value.allocation ?? ''
}
const byItself = ({ a: tenant }: World, action: 'allocations.reclaim' | 'allocations.giveBack' | 'allocations.shrink' | 'allocations.growBack', decider: unknown, allocation: string, more: object = {}) =>
  admitByItself({ action, decider: decider as never, tenant, input: { tenant, allocation, ...more } })

type Way = (world: World, first: string) => Promise<void>
const ways: [string, Way][] = [
  ['was made smaller', async (world, first) => {
    await loading((sql) => sql.query("INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most) VALUES ($1, current_date, $2, 'red', 100, 0, 500)", [first, world.a]))
    expect(await byItself(world, 'allocations.shrink', shrinkAllocation, first, { gpus: 1 })).toMatchObject({ ok: true })
    await ask(world, world.lead, world.a, 'second', 3)
    expect(await byItself(world, 'allocations.growBack', growBackAllocation, first, { gpus: 4, from: 1 })).toMatchObject({ ok: true })
  }],
  ['was reclaimed', async (world, first) => {
    expect(await byItself(world, 'allocations.reclaim', reclaimAllocation, first)).toMatchObject({ ok: true })
    await ask(world, world.lead, world.a, 'second', 4)
    expect(await byItself(world, 'allocations.giveBack', giveBackAllocation, first)).toMatchObject({ ok: true })
  }],
]
test.each(ways)('what %s and comes back above its own share is lent like anything else: whose share it is has it when they ask', async (_says, way) => {
  const world = await makeWorld()
  await loading((sql) => sql.query(`UPDATE account SET nominal = CASE WHEN kind = 'organisation' THEN '{8}'::bigint[] WHEN kind = 'tenant' OR namespace_id = 'red' THEN '{4}'::bigint[] ELSE '{0}'::bigint[] END, hard = '{8}' WHERE organisation_id = $1`, [world.organisation]))
  await way(world, await ask(world, world.lead, world.a, 'first', 4))
  await ask(world, world.stranger, world.b, 'theirs', 4)
})
