/** The yes is committed, and the process is gone before anything is done about it: SIGKILL, at that very point. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { carryOutRequests } from '~/server/engine/carry-out-requests'
import { runOnce } from '~/server/engine/loops'
import { beginApart } from '~/server/testing/apart'
import { hold, wishIn } from '~/server/testing/asking'
import { connectAs, doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const row = async (text: string, values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows[0]

test('killed between a signature and what it comes to: after it, it is done once, however many look', { timeout: 120_000 }, async () => {
  const { request: id, terms, allocation } = await hold(world.developer, wishIn(world, 3))
  const now = async () => ({ ...(await row('SELECT r.state AS request, a.state AS allocation, r.carried_out_at IS NOT NULL AS done FROM request r JOIN allocation a ON a.id = r.allocation_id WHERE r.id = $1', [id])), ...(await row("SELECT used[1]::int AS used, held[1]::int AS held FROM account WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a])) })
  expect(await now()).toEqual({ request: 'open', allocation: 'held', done: false, used: 0, held: 3 })

  // Whoever carries it out must hold the account first, and that is held here.
  const holder = await connectAs('owner')
  await holder.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await holder.query("SELECT FROM account WHERE tenant_id = $1 AND namespace_id = 'red' FOR UPDATE", [world.a])
  const input = { tenant: world.a, request: id, terms }
  const { child, ended } = beginApart('sign-once', world.admin.token, await shown(world.admin, 'requests.approveInTenant', input), JSON.stringify(input))
  await expect.poll(async () => (await row('SELECT state FROM request WHERE id = $1', [id])).state, { timeout: 60_000 }).toBe('approved')
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  await holder.query('ROLLBACK')
  await holder.end()
  expect(await now()).toEqual({ request: 'approved', allocation: 'held', done: false, used: 0, held: 3 })

  const looks = ['one', 'two', 'three'].map((name) => runOnce({ name: `${name}-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: carryOutRequests }))
  expect(await Promise.all(looks)).toEqual(['ran', 'ran', 'ran'])
  expect(await now()).toEqual({ request: 'approved', allocation: 'admitted', done: true, used: 3, held: 0 })
  expect((await (await doorFor(world.admin)).allocations.read({ tenant: world.a, allocation })).decisions.map(({ action }) => action)).toEqual(['allocations.create', 'allocations.answer'])
})
