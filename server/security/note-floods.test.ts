/** Guarantee: that somebody was shut out because they flood is seen once, whichever door counted it, and a platform admin lets them in again; the record keeps no address. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { writeFlood } from '~/server/database/floods'
import { rateStore } from '~/server/database/rate-store'
import { inScope } from '~/server/database/scope'
import { runOnce } from '~/server/engine/loops'
import { decideFlood, type Flood, type FloodKind } from '~/server/rates/decide-flood'
import { Floods } from '~/server/rates/floods'
import { expireSessions } from '~/server/sessions/expire-sessions'
import { tokenFor } from '~/server/testing/machines'
import { recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import { noteFloods } from './note-floods'

let world: World
const keys: string[] = []
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await loading(async (sql) => {
    await sql.query('DELETE FROM flood WHERE key = ANY ($1)', [keys])
    await sql.query("DELETE FROM shut_out WHERE convert_from(key, 'UTF8') = ANY ($1) AND scope IN ('token', 'network')", [keys])
  })
  await closeDatabase()
})
const note = () => runOnce({ name: 'note-floods', everyMs: 0, leaseSeconds: 5, run: noteFloods })
/** Floods until they are shut out for the first time, as the web process counts it. */
async function shutOut(kind: FloodKind, key: string): Promise<Date> {
  keys.push(key)
  const began = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 40_000)
  const before: Flood = { since: began, seconds: 39, countedAt: new Date(began.getTime() + 38_000), step: 0, until: null }
  const { next, until } = decideFlood(kind, before, new Date(began.getTime() + 39_000))
  if (!next || !until || !(await writeFlood(rateStore('web'), kind, key, null, next))) throw new Error('nobody was shut out')
  return until
}
const network = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::/64`
const listed = async (find: (one: Awaited<ReturnType<typeof all>>[number]) => boolean) => (await all()).filter(find)
const all = async () => (await (await doorFor(world.platformAuditor)).security.shutOuts({ show: 'all', ...firstPage })).rows
const signals = async (text: string) => (await inScope('web', { platform: true }, (sql) => sql.signal.findMany({ where: { kind: 'rates.shut_out' }, select: { body: true } }))).map(({ body }) => body).filter((body) => JSON.stringify(body).includes(text))
const recorded = async (shutOut: string) => (await recordsOf('platform', 'deed')).filter(({ entry }) => entry.action.resource === 'security' && JSON.stringify(entry).includes(shutOut))
const letIn = async (shutOut: string) => {
  const wish = { shutOut, reason: 'Their script waits now.' }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'security.letIn', wish) })).security.letIn(wish)
}

test('a token that was shut out is listed with whose it is, where and how often; it is recorded and told, once', async () => {
  const { token } = await tokenFor(world.admin, ['namespaces.list'])
  const until = await shutOut('token', token)
  expect(await note()).toBe('ran')
  expect(await note()).toBe('ran')
  const found = await listed((one) => one.scope === 'token' && one.until === until.toISOString())
  expect(found).toMatchObject([{ state: 'out', step: 1, token: 'Script', tenants: [world.a], source: null, email: null, letInAt: null }])
  const id = found[0]?.shutOut ?? ''
  expect((await recorded(id)).map(({ entry: { action, actor, outcome, reason, context } }) => [action.verb, actor.serviceAccount, outcome, reason, context])).toEqual([
    ['shutOut', 'engine', 'done', 'floods', { before: null, after: { shutOut: id, scope: 'token', step: 1, until: until.toISOString(), token } }],
  ])
  expect(await signals(token)).toEqual([{ shutOut: id, scope: 'token', step: 1, until: until.toISOString(), token, person: world.admin.id }])
})
test('an address stands in the list alone; of many there is one signal', async () => {
  const [one, other] = [network(), network()]
  await shutOut('network', one)
  await shutOut('network', other)
  await note()
  const found = await listed(({ source }) => source === one || source === other)
  expect(found).toMatchObject([{ scope: 'network', step: 1, person: null, tenants: [] }, { scope: 'network', step: 1 }])
  const records = [...(await recorded(found[0]?.shutOut ?? '')), ...(await recorded(found[1]?.shutOut ?? ''))]
  expect(records).toHaveLength(2)
  const texts = JSON.stringify([records.map(({ entry }) => entry), await signals('network')])
  expect([texts.includes(one), texts.includes(other)]).toEqual([false, false])
  expect((await signals('"network"')).length).toBeLessThan(3)
})
test('who is let in is out no more, and begins at the first step again', async () => {
  const key = network()
  const floods = new Floods('network', rateStore('engine'))
  const until = await shutOut('network', key)
  expect(await floods.until(key)).toEqual(until)
  await note()
  const [found] = await listed(({ source }) => source === key)
  expect(await letIn(found?.shutOut ?? '')).toMatchObject({ ok: true })
  expect(await floods.until(key)).toBeNull()
  expect(await loading(async (sql) => (await sql.query('SELECT seconds, step, until, noted FROM flood WHERE key = $1', [key])).rows)).toEqual([{ seconds: 0, step: 0, until: null, noted: true }])
  expect(await listed(({ source }) => source === key)).toMatchObject([{ state: 'let_in', letInFor: 'Their script waits now.' }])
  expect(await letIn(found?.shutOut ?? '')).toEqual({ ok: false, refusal: 'let_in_already' })
})
test('what a door counts is cleared away when it led to nothing, and a day after it was over; not before it is written down', async () => {
  const [nothing, over, recent, unnoted] = [network(), network(), network(), network()]
  keys.push(nothing, over, recent, unnoted)
  const insert = (key: string, step: number, hours: number | null, noted: boolean) => loading((sql) => sql.query(`INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted)
    VALUES ('network', $1, now() - interval '30 hours', 3, now() - interval '30 hours', $2, now() - make_interval(hours => $3), $4)`, [key, step, hours, noted]))
  await insert(nothing, 0, null, true)
  await insert(over, 1, 25, true)
  await insert(recent, 1, 23, true)
  await insert(unnoted, 1, 25, false)
  expect(await runOnce({ name: 'expire-sessions', everyMs: 0, leaseSeconds: 5, run: expireSessions })).toBe('ran')
  const left = await loading(async (sql) => (await sql.query<{ key: string }>('SELECT key FROM flood WHERE key = ANY ($1)', [[nothing, over, recent, unnoted]])).rows.map(({ key }) => key))
  expect(left.sort()).toEqual([recent, unnoted].sort())
})
