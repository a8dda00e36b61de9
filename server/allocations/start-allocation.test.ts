import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { defaultLimitsPolicy } from '~/server/admission/limits/limits-policy'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { wishIn } from '~/server/testing/asking'
import { doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const gi = 2n ** 30n
const used = async ({ organisation }: World) => (await loading((sql) => sql.query('SELECT used::text[] AS used FROM account WHERE organisation_id = $1 ORDER BY id', [organisation]))).rows.flatMap(({ used: amounts }) => amounts)
/** Above before below. */
const giveMemory = (world: World, ...kinds: string[]) => loading(async (sql) => {
  for (const [at, kind] of kinds.entries()) {
    await sql.query(`UPDATE account SET resources = '{memory,nvidia.com/gpu}', nominal = $2::bigint || nominal, hard = $2::bigint || hard, used = 0::bigint || used, held = 0::bigint || held, unexplained = 0::bigint || unexplained
      WHERE organisation_id = $1 AND kind = $3 AND (tenant_id IS NULL OR tenant_id = $4) AND (namespace_id IS NULL OR namespace_id = 'red')`, [world.organisation, String(64n * gi >> BigInt(at)), kind, world.a])
  }
})
async function ask(world: World, gpus: number, name: string, waits = false): Promise<string> {
  const answer = await (await doorFor(world.lead)).allocations.create(wishIn(world, gpus, { name, waits }))
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.allocation ?? ''
}
const release = async (world: World, allocation: string) => (await doorFor(world.lead)).allocations.release({ tenant: world.a, allocation })
/** Of four GPUs all are taken, and one waits for one; what is counted changes, and then there is room. */
async function waited(world: World, changed: () => Promise<unknown>): Promise<void> {
  await loading((sql) => sql.query("UPDATE account SET nominal[cardinality(nominal)] = 4, hard[cardinality(hard)] = 4 WHERE id = $1", [`platform/${world.organisation}/${world.a}/red`]))
  const [full, later] = [await ask(world, 4, 'full'), await ask(world, 1, 'later', true)]
  await changed()
  expect(await release(world, full)).toMatchObject({ ok: true })
  const { rows: [row] } = await loading((sql) => sql.query('SELECT state FROM allocation WHERE id = $1', [later]))
  expect(row).toEqual({ state: 'admitted' })
  expect(await release(world, later)).toMatchObject({ ok: true })
  expect(new Set(await used(world))).toEqual(new Set(['0']))
}

test('what waited is given back as it was charged: its namespace has a quota of something by now that it asks for by default', async () => {
  const world = await makeWorld()
  await giveMemory(world, 'organisation', 'tenant')
  await waited(world, async () => {
    const { rows: [{ version }] } = await loading((sql) => sql.query('SELECT version FROM account WHERE id = $1', [`platform/${world.organisation}/${world.a}/red`]))
    const wish = { tenant: world.a, namespace: 'red', resource: 'memory', limit: String(16n * gi), version: String(version) }
    expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'quotas.change', wish) })).quotas.change(wish)).toMatchObject({ ok: true })
  })
})
test('and where what is asked for by default is less by now', async () => {
  const world = await makeWorld()
  await giveMemory(world, 'organisation', 'tenant', 'namespace')
  const { memory, ...others } = defaultLimitsPolicy.perPod
  const id = randomUUID()
  try {
    await waited(world, () => loading((sql) => sql.query("INSERT INTO policy (id, kind, version, body) SELECT $1, 'limits', coalesce(max(version), 0) + 1, $2 FROM policy WHERE kind = 'limits' AND tenant_id IS NULL", [id, JSON.stringify({ perPod: { ...others, memory: { ...memory, default: '1Gi' } } })])))
  } finally {
    await loading((sql) => sql.query('UPDATE policy SET valid_to = now() WHERE id = $1', [id]))
  }
})
