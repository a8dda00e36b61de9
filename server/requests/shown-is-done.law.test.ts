/** What the sheet says is what a signature does, whatever happened before it: thrown with dice, so that a play that fails is played again. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { dice } from '~/server/testing/dice'
import { makeNodes, type TestNodes } from '~/server/testing/nodes'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let [world, second, fleet] = [] as unknown as [World, Person, TestNodes]
/** Three nodes of eight GPUs and sixteen cores, of which each level may use all; what is beyond the namespace's own share is lent. */
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second', ['tenant_admin', world.a, null])
  fleet = await makeNodes([world.a], [{ nodes: 3, cpu: 16_000 }])
  await loading(async (sql) => {
    await sql.query("UPDATE account SET resources = '{cpu,nvidia.com/gpu}', nominal = CASE kind WHEN 'organisation' THEN '{900000,900}'::bigint[] WHEN 'tenant' THEN '{400000,400}' ELSE '{100000,100}' END, hard = '{900000,900}', used = '{0,0}', held = '{0,0}', unexplained = '{0,0}' WHERE organisation_id = $1", [world.organisation])
    await sql.query(`INSERT INTO policy (id, tenant_id, kind, version, body) VALUES (gen_random_uuid(), $1, 'classes', 1, '{"classes": ["low", "high"]}')`, [world.a])
  })
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

let named = 0
const wish = (each: { cpu: string; 'nvidia.com/gpu'?: string }, more: object = {}) =>
  ({ tenant: world.a, namespace: 'red', name: `w${named++}`, class: 'low', pods: 1, each, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
const rows = (text: string, values: unknown[]) => loading(async (sql) => (await sql.query(text, values)).rows)
type Amounts = { readonly [resource: string]: string }
const resources = ['cpu', 'nvidia.com/gpu'] as const
/** What the namespace uses and is promised, of each resource; as it would be with so much more. */
const standing = async () => (await rows("SELECT used::int[], held::int[] FROM account WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a]))[0] as { used: number[]; held: number[] }
const plus = (was: readonly number[], by: Amounts, times = 1) => resources.map((resource, at) => (was[at] ?? 0) + times * Number(by[resource] ?? 0))
const preempted = async () => (await rows("SELECT id FROM allocation WHERE tenant_id = $1 AND state = 'preempted' ORDER BY id", [world.a])).map(({ id }) => id as string)
const allocationOf = async (id: string) => (await rows("SELECT state, burst, region, resources, amounts::text[], extract(epoch FROM ends_at - admitted_at)::int / 3600 AS hours FROM allocation WHERE id = $1", [id]))[0]
const requestOf = async (allocation: string) => (await rows('SELECT id, state, terms, terms_body, said_yes FROM request WHERE allocation_id = $1', [allocation]))[0]
const byId = (one: string, other: string) => (one < other ? -1 : 1)

/** What happens in the world between two looks at it, and to some of what was signed it matters. */
const fill = async (throwOf: (sides: number) => number) => (await doorFor(world.lead)).allocations.create(wish({ cpu: String(1 + throwOf(12)) }))
const moves: readonly ((throwOf: (sides: number) => number) => Promise<unknown>)[] = [
  fill, fill, fill,
  async (throwOf) => {
    const living = await rows("SELECT id FROM allocation WHERE tenant_id = $1 AND state = 'admitted' ORDER BY name", [world.a])
    const one = living[throwOf(Math.max(1, living.length))]
    return one && (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation: one.id })
  },
  (throwOf) => rows("UPDATE account SET nominal = ARRAY[1000 * $2::bigint, $2::bigint] WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a, throwOf(3) * 50]),
  (throwOf) => rows('UPDATE tenant SET frozen_at = CASE WHEN $2 THEN now() END WHERE id = $1', [world.a, throwOf(3) === 0]),
  async () => {
    await rows("UPDATE policy SET valid_to = now() WHERE tenant_id = $1 AND kind = 'profiles' AND valid_to IS NULL", [world.a])
    return rows("INSERT INTO policy (id, tenant_id, kind, version, body) SELECT gen_random_uuid(), $1, 'profiles', coalesce(max(version), 0) + 1, jsonb_build_object('profiles', jsonb_build_array(jsonb_build_object('id', $2::text, 'title', 'Any', 'namespace', NULL, 'gpusMost', 1, 'models', '[\"A100\"]'::jsonb, 'hoursMost', 1, 'until', '2030-01-01T00:00:00.000Z'))) FROM policy WHERE tenant_id = $1 AND kind = 'profiles'", [world.a, `p-${randomUUID().slice(0, 8)}`])
  },
]
const thaw = () => rows('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a])

const sheetOf = async (allocation: string) => {
  const sheet = await (await doorFor(world.admin)).requests.sheetInTenant({ tenant: world.a, allocation, less: null })
  if (!sheet.ok || !sheet.value) throw new Error(`a sheet was to be shown: ${JSON.stringify(sheet)}`)
  return sheet.value
}
async function sign(person: Person, request: string, terms: string) {
  const input = { tenant: world.a, request, terms }
  return (await doorFor(person, { stepUp: await shown(person, 'requests.approveInTenant', input) })).requests.approveInTenant(input)
}

test('what a sheet says is what the signature after it does, to the device and the victim; or it says why not, and then nothing is done', { timeout: 240_000 }, async () => {
  const throwOf = dice(2026)
  const seen = { done: 0, moved: 0, refused: 0, pushed: 0, lent: 0 }
  const play = async (most: number) => { for (let left = throwOf(most + 1); left > 0; left--) await moves[throwOf(moves.length)]?.(throwOf) }
  for (let round = 0; round < 40 && Object.values(seen).some((times) => times < 2); round++) {
    await thaw()
    await play(4)
    await thaw()
    const isHigh = throwOf(3) > 0
    const wanted = wish({ cpu: String(1 + throwOf(12)), 'nvidia.com/gpu': String(isHigh ? throwOf(9) : 5 + throwOf(4)) }, { class: isHigh ? 'high' : 'normal', pods: isHigh ? 1 : 2, hours: 1 + throwOf(48) })
    const door = await doorFor(world.lead)
    const preview = await door.allocations.preview(wanted)
    const answer = await door.allocations.create(wanted)
    expect(answer.ok ? answer.value.verdict : answer.refusal, `round ${round}`).toBe(preview.ok ? (preview.value.verdict === 'refuse' ? preview.value.reason : preview.value.verdict) : preview.refusal)
    if (!answer.ok || answer.value.verdict !== 'hold') continue
    const allocation = answer.value.allocation ?? ''
    for (let attempt = 0; attempt < 3; attempt++) {
      await play(2)
      const early = await requestOf(allocation)
      const quorum = early.terms_body.devices > 8 ? 2 : 1
      if (quorum === 2 && early.said_yes.length === 0) await sign(second, early.id, early.terms)
      await play(2)
      const [sheet, before, gone] = [await sheetOf(allocation), await standing(), await preempted()]
      const request = await requestOf(allocation)
      const lacks = quorum - 1 - request.said_yes.length
      const signed = await sign(request.said_yes.includes(world.admin.id) ? second : world.admin, request.id, sheet.terms)
      const [after, row, since] = [await standing(), await allocationOf(allocation), (await preempted()).filter((id) => !gone.includes(id))]
      const at = `round ${round}, attempt ${attempt}: ${JSON.stringify(sheet).slice(0, 600)}`
      if (signed.ok && signed.value.state === 'open') {
        expect([lacks > 0, row.state, since], at).toEqual([true, 'held', []])
        continue
      }
      if (sheet.verdict === 'refuse' || sheet.moved.length > 0) {
        expect(signed, at).toMatchObject({ ok: false, refusal: sheet.verdict === 'refuse' ? sheet.reason : 'terms_changed' })
        if (sheet.verdict !== 'refuse' && !signed.ok) expect(signed.about?.map(({ field }) => field), at).toEqual(sheet.moved.map(({ term }) => term))
        expect([row.state, after, since, (await requestOf(allocation)).said_yes], at).toEqual(['held', before, [], []])
        seen[sheet.verdict === 'refuse' ? 'refused' : 'moved']++
        if (sheet.verdict === 'refuse') break
        continue
      }
      expect(signed, at).toMatchObject({ ok: true, value: { state: 'approved' } })
      expect(sheet.victims.map((victim) => victim.allocation).sort(byId), at).toEqual(since)
      expect(request.terms_body.victims.map((victim: { allocation: string }) => victim.allocation), at).toEqual(since)
      const { resources: of, amounts, ...is } = row
      expect([is, Object.fromEntries(of.map((resource: string, place: number) => [resource, amounts[place]]))], at).toEqual([{ state: 'admitted', burst: sheet.burst, region: fleet.region, hours: request.terms_body.hours }, sheet.amounts])
      expect(request.terms_body, at).toMatchObject({ amounts: sheet.amounts, devices: sheet.devices })
      const [freed] = await rows("SELECT coalesce(sum(amounts[1]), 0)::text AS cpu FROM allocation WHERE id = ANY ($1)", [since])
      expect(after, at).toEqual({ used: plus(plus(before.used, sheet.amounts), freed, -1), held: plus(before.held, sheet.amounts, -1) })
      seen.done++
      if (since.length > 0) seen.pushed++
      if (sheet.burst) seen.lent++
      break
    }
  }
  await thaw()
  // A play in which one of these never came up would say nothing of it.
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([])
  expect(await replayed(world)).toEqual([])
})

test('a thousand moves that are nobody’s business void nothing: what was signed before them is carried out after them', { timeout: 240_000 }, async () => {
  const door = await doorFor(world.lead)
  for (const { id } of await rows("SELECT id FROM allocation WHERE tenant_id = $1 AND state IN ('admitted', 'held', 'waiting')", [world.a])) await door.allocations.release({ tenant: world.a, allocation: id })
  await rows("UPDATE account SET nominal = '{100000,100}' WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a])
  const answer = await door.allocations.create(wish({ cpu: '1', 'nvidia.com/gpu': '5' }, { class: 'normal', pods: 2 }))
  const allocation = answer.ok ? (answer.value.allocation ?? '') : ''
  const { id, terms } = await requestOf(allocation)
  expect(await sign(second, id, terms)).toMatchObject({ ok: true, value: { state: 'open' } })
  let moved = 0
  for (let round = 0; round < 50; round++) {
    const made = await Promise.all(Array.from({ length: 10 }, () => door.allocations.create(wish({ cpu: '1' }))))
    const released = await Promise.all(made.map((one) => door.allocations.release({ tenant: world.a, allocation: one.ok ? (one.value.allocation ?? '') : '' })))
    moved += [...made, ...released].filter(({ ok }) => ok).length
  }
  expect(moved).toBe(1_000)
  expect(await sheetOf(allocation)).toMatchObject({ terms, moved: [], verdict: 'admit' })
  expect(await sign(world.admin, id, terms)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await allocationOf(allocation)).toMatchObject({ state: 'admitted', burst: false })
})
