import { afterAll, expect, test } from 'vitest'
import { admitByItself } from '~/server/admission/admit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { correctAccount } from '~/server/reconciliation/correct-account'
import { approve, hold, wishIn } from '~/server/testing/asking'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const promised = async ({ organisation }: World) => (await loading((sql) => sql.query('SELECT held[1]::int AS held FROM account WHERE organisation_id = $1 AND held[1] > 0', [organisation]))).rows.map(({ held }) => held)
/** Something runs in the namespace that nobody granted, and so much of it that there is no room. */
const crowd = (world: World) => admitByItself({ action: 'reconciliation.correct', decider: correctAccount as never, tenant: world.a, input: { tenant: world.a, namespace: 'red', unexplained: { 'nvidia.com/gpu': '7' } } })

test.each(['refused', 'withdrawn'] as const)('what was promised to one that may wait is given back when it is %s, though there would be no room for it now', async (how) => {
  const world = await makeWorld()
  const { request, allocation } = await hold(world.developer, wishIn(world, 2, { waits: true }))
  expect(await promised(world)).toEqual([2, 2, 2])
  await crowd(world)
  if (how === 'refused') expect(await (await doorFor(world.admin)).requests.refuseInTenant({ tenant: world.a, request, reason: 'No.' })).toMatchObject({ ok: true })
  else expect(await (await doorFor(world.developer)).requests.withdraw({ request })).toMatchObject({ ok: true })
  const { rows: [row] } = await loading((sql) => sql.query('SELECT ended_at IS NOT NULL AS is_over FROM allocation WHERE id = $1', [allocation]))
  expect([row, await promised(world)]).toEqual([{ is_over: true }, []])
})

test('what was asked, taken back or said no to is told as that, and not as admitted; what a yes would have come to is told of a yes alone', async () => {
  const world = await makeWorld()
  const told = async (allocation: string) => {
    const { decisions, ending } = await (await doorFor(world.developer)).allocations.read({ tenant: world.a, allocation })
    return [decisions.map(({ action, answer, trace }) => `${action} ${answer} ${trace.length > 0 ? 'with' : 'without'} its checks`), ending?.person ?? null]
  }
  const [asked, back, no, yes] = ['allocations.create null with its checks', 'allocations.answer taken_back without its checks', 'allocations.answer no without its checks', 'allocations.answer yes with its checks']
  const door = await doorFor(world.admin)
  const [refused, withdrawn, granted] = [await hold(world.developer, wishIn(world, 1)), await hold(world.developer, wishIn(world, 1)), await hold(world.developer, wishIn(world, 1))]
  expect(await door.requests.askInTenant({ tenant: world.a, request: refused.request, question: 'What for?' })).toMatchObject({ ok: true })
  expect(await told(refused.allocation)).toEqual([[asked, 'allocations.answer open without its checks'], null])
  expect(await door.requests.refuseInTenant({ tenant: world.a, request: refused.request, reason: 'No.' })).toMatchObject({ ok: true })
  expect(await told(refused.allocation)).toEqual([[asked, 'allocations.answer open without its checks', no], null])
  expect(await (await doorFor(world.developer)).requests.withdraw({ request: withdrawn.request })).toMatchObject({ ok: true })
  expect(await told(withdrawn.allocation)).toEqual([[asked, back], null])
  expect(await approve(world, world.admin, granted)).toMatchObject({ ok: true })
  expect(await told(granted.allocation)).toEqual([[asked, yes], null])
})
