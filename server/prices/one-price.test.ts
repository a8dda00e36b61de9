/** What something costs is the same wherever somebody is told it: where it is asked for, where it is decided about alone and together with others, and where it goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { hold, makeRoom, wishIn } from '~/server/testing/asking'
import { makeNodes } from '~/server/testing/nodes'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import type { Prices } from './decide-cost'

const prices: Prices = { currency: 'EUR', perHour: { 'nvidia.com/gpu': '1' }, models: { A100: '2.5', T4: '0.5', H100: '4' }, isolation: { 2: '1.5', 3: '2', 4: '3' } }
const noPrices = () => loading((sql) => sql.query("DELETE FROM policy WHERE tenant_id IS NULL AND kind = 'prices'"))
let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  // What is another's, what is kept apart less than is asked, and what is tolerated by nobody, this tenant is given none of.
  await makeNodes([world.a, world.b], [{ nodes: 2 }, { nodes: 1, model: 'T4', gpus: 2 }, { nodes: 1, model: 'H100', level: 2, owner: world.b }, { nodes: 1, model: 'L40S', taints: ['kept'] }])
  await noPrices()
  // No version is taken twice: what a process knows of a policy it knows by its version, whoever's tests were told in it before.
  await loading((sql) => sql.query("INSERT INTO policy (id, kind, version, body) VALUES (gen_random_uuid(), 'prices', $2, $1)", [JSON.stringify(prices), Date.now()]))
})
afterAll(async () => {
  await noPrices()
  await closeLanes()
  await closeDatabase()
})

const anyModel = { from: '12.00', to: '60.00' }
test('of any model it is that of those that the tenant can be given, for whoever asks and for whoever says yes', async () => {
  const wish = wishIn(world, 1)
  const door = await doorFor(world.admin)
  expect(await (await doorFor(world.developer)).allocations.preview(wish)).toMatchObject({ ok: true, value: { cost: { perDay: anyModel } } })
  const { request, allocation } = await hold(world.developer, wish)
  expect(await door.requests.sheetInTenant({ tenant: world.a, allocation, less: null })).toMatchObject({ ok: true, value: { cost: { perDay: anyModel } } })
  expect(await door.requests.readTogetherInTenant({ tenant: world.a, requests: [request] })).toMatchObject({ requests: [{ cost: { perDay: anyModel } }] })
  await loading((sql) => sql.query(`UPDATE request SET level = 'platform', asked_roles = '{approver}', rule = '{"anyOf": [{"of": ["approver"], "count": 1}], "factor": "passkey"}' WHERE id = $1`, [request]))
  expect(await (await doorFor(world.platformApprover)).requests.readTogether({ requests: [request] })).toMatchObject({ requests: [{ cost: { perDay: anyModel } }] })
})

test('what runs goes on at the price of what it runs on, and that is what is signed', async () => {
  const made = await (await doorFor(world.admin)).allocations.create(wishIn(world, 8))
  const allocation = made.ok ? (made.value.allocation ?? '') : ''
  const longer = { tenant: world.a, allocation, endsAt: new Date(Date.now() + 1_000 * 3_600_000).toISOString(), reason: null }
  const door = await doorFor(world.admin)
  const shown = await door.allocations.previewExtension(longer)
  expect(shown).toMatchObject({ ok: true, value: { refusal: null, cost: { perDay: { from: '480.00', to: '480.00' } } } })
  expect(await door.allocations.extend(longer)).toMatchObject({ ok: true, value: { asked: true } })
  const { rows: [row] } = await loading((sql) => sql.query("SELECT terms_body -> 'cost' AS cost, terms_body -> 'models' AS models FROM request WHERE allocation_id = $1 AND kind = 'allocation.extend'", [allocation]))
  expect(row).toEqual({ cost: { currency: 'EUR', ...(shown.ok ? shown.value.cost?.total : null) }, models: [] })
  expect(await replayed(world)).toEqual([])
})

test('whoever asks of another tenant which models it could be given is told none', async () => {
  const told = (settings: string) => loading(async (sql) => {
    await sql.query('BEGIN')
    await sql.query(settings)
    const { rows } = await sql.query('SELECT model FROM models_given($1, (SELECT regions FROM tenant WHERE id = $1), 1)', [world.b])
    await sql.query('ROLLBACK')
    return rows.map(({ model }) => model)
  })
  expect([await told(`SELECT set_config('app.tenant_id', '${world.a}', true)`), await told(`SELECT set_config('app.tenant_id', '${world.b}', true)`), await told("SELECT set_config('app.platform', 'on', true)")]).toEqual([[], ['A100', 'H100', 'T4'], ['A100', 'H100', 'T4']])
})
