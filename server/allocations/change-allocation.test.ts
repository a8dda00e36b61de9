import { afterAll, expect, test } from 'vitest'
import { admitByItself } from '~/server/admission/admit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { wishIn } from '~/server/testing/asking'
import { replayed } from '~/server/testing/replay'
import { doorFor, makeWorld } from '~/server/testing/world'
import { preemptBorrowed } from './change-allocation'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

test('what is somebody’s own is not taken from them as borrowed, and whoever decides that again says the same', async () => {
  const world = await makeWorld()
  const made = await (await doorFor(world.lead)).allocations.create(wishIn(world, 1, { name: 'own', class: 'low' }))
  const input = { tenant: world.a, allocation: made.ok ? (made.value.allocation ?? '') : '' }
  expect(await admitByItself({ action: 'allocations.preempt', decider: preemptBorrowed, tenant: world.a, input })).toEqual({ ok: false, refusal: 'reserved' })
  expect(await replayed(world)).toEqual([])
})
