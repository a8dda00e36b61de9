/** Guarantee: a hold stands until somebody else than who placed it lifts it with a second factor; whoever asks what is held is told of it, and nobody is told in a tenant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { letInBy } from '~/server/testing/asking'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const reason = 'A court asked for it.'
async function place(of: string | null, matter: string): Promise<string> {
  const answer = await (await doorFor(world.platformAdmin)).holds.place({ of, matter, reason })
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.hold
}
const lift = async (who: Person, hold: string) => { const wish = { hold, reason: 'It is settled.' }; return (await doorFor(who, { stepUp: await shown(who, 'holds.lift', wish) })).holds.lift(wish) }
const heldOf = async (tenant: string | null) => {
  const engine = await connectAs('engine')
  const { rows } = await engine.query<{ hold: string }>('SELECT hold::text FROM holds_of($1)', [tenant])
  await engine.end()
  return rows.map(({ hold }) => hold)
}

test('a hold stands for its tenant and for no other, one of the platform for each, and each until it is lifted', async () => {
  const [own, all] = [await place(world.a, `Own ${world.mark}`), await place(null, `All ${world.mark}`)]
  expect([await heldOf(world.a), await heldOf(world.b)]).toEqual([expect.arrayContaining([own, all]), expect.not.arrayContaining([own])])
  expect([await heldOf(world.b), await heldOf(null)]).toEqual([expect.arrayContaining([all]), expect.arrayContaining([own, all])])
  expect([await lift(world.platformApprover, own), await lift(world.platformApprover, all)]).toMatchObject([{ ok: true }, { ok: true }])
  for (const tenant of [world.a, world.b, null]) expect(await heldOf(tenant)).not.toEqual(expect.arrayContaining([own]))
  expect(await lift(world.platformApprover, own)).toEqual({ ok: false, refusal: 'lifted_already' })
})
test('whoever placed it does not lift it: said at the door, and held by the table', async () => {
  const hold = await place(world.a, `Kept ${world.mark}`)
  expect(await lift(world.platformAdmin, hold)).toEqual({ ok: false, refusal: 'own_hold' })
  const appointed = await world.person('appointed', ['approver', null, null])
  await letInBy(world.platformAdmin, appointed)
  expect(await lift(appointed, hold)).toEqual({ ok: false, refusal: 'appointed' })
  expect(await heldOf(world.a)).toContain(hold)
  await expect(loading((sql) => sql.query("UPDATE legal_hold SET lifted_at = now(), lifted_by = placed_by, lifted_for = 'x' WHERE id = $1", [hold]))).rejects.toMatchObject({ constraint: 'legal_hold_lifted_by_another' })
})
test('a tenant that is not there, a matter that is held and a hold that is not there are said', async () => {
  const door = await doorFor(world.platformAdmin)
  expect(await door.holds.place({ of: 'nobody-there', matter: 'x', reason })).toEqual({ ok: false, refusal: 'tenant_unknown' })
  await place(world.b, `Twice ${world.mark}`)
  expect(await door.holds.place({ of: world.b, matter: `Twice ${world.mark}`, reason })).toEqual({ ok: false, refusal: 'held_already' })
  expect(await lift(world.platformApprover, world.binding)).toEqual({ ok: false, refusal: 'hold_unknown' })
})
test('it stands in the record of the platform and in no tenant’s, and whoever audits reads of it', async () => {
  const hold = await place(world.a, `Secret ${world.mark}`)
  const said = async (tenant: string) => (await recordsOf(tenant, 'deed')).filter(({ entry }) => JSON.stringify(entry).includes(hold)).length
  expect([await said('platform'), await said(world.a)]).toEqual([1, 0])
  const { rows } = await (await doorFor(world.platformAuditor)).holds.list({ show: 'standing', ...firstPage })
  expect(rows[0]).toMatchObject({ hold, of: world.a, own: false, liftedAt: null })
  await expect((await doorFor(world.admin)).holds.list({ show: 'all', ...firstPage })).rejects.toThrow()
})
test('none is placed beside somebody who has asked what is held and is not done yet', async () => {
  const [engine, owner] = [await connectAs('engine'), await connectAs('owner')]
  await engine.query('BEGIN')
  await engine.query('SELECT FROM holds_of($1)', [world.a])
  await owner.query("BEGIN; SET LOCAL lock_timeout = '100ms'; SET LOCAL app.loading = 'on'")
  const placing = () => owner.query("INSERT INTO legal_hold (of_tenant, matter, reason, placed_at, placed_by) VALUES ($1, $2, 'x', now(), $3)", [world.a, `Late ${world.mark}`, world.platformAdmin.id])
  await expect(placing()).rejects.toMatchObject({ code: '55P03' })
  await engine.query('COMMIT')
  await owner.query("ROLLBACK; BEGIN; SET LOCAL app.loading = 'on'")
  await placing()
  await owner.query('ROLLBACK')
  await Promise.all([engine.end(), owner.end()])
})
