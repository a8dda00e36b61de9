/** What is lent gives its nodes back, too, to whoever stays within their own share and finds no other. */
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { approve, askedAbout } from '~/server/testing/asking'
import { freeOf, makeNodes, type TestNodes } from '~/server/testing/nodes'
import { recordsOf } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { lookAtQueue } from './admit'
import { known } from './known'

const worlds: World[] = []
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const gpu = 'nvidia.com/gpu'
/** Two tenants, each with a share of eight cores of its own, or of eight of something else; the organisation has room for far more than the fleet, or just for so much. */
async function lending(resources: readonly string[] = ['cpu'], { share = 8_000, organisation = 1_000_000 }: { share?: number; organisation?: number } = {}): Promise<World> {
  const world = await makeWorld()
  worlds.push(world)
  await loading((sql) => sql.query(`UPDATE account SET resources = $2::text[], used = array_fill(0::bigint, ARRAY[cardinality($2::text[])]), held = array_fill(0::bigint, ARRAY[cardinality($2::text[])]), unexplained = array_fill(0::bigint, ARRAY[cardinality($2::text[])]),
    nominal = array_fill(CASE WHEN kind = 'organisation' THEN $4::bigint WHEN kind = 'tenant' OR namespace_id = 'red' THEN $3::bigint ELSE 0 END, ARRAY[cardinality($2::text[])]), hard = array_fill($4::bigint, ARRAY[cardinality($2::text[])]) WHERE organisation_id = $1`, [world.organisation, resources, share, organisation]))
  return world
}
const wish = (tenant: string, name: string, each: Record<string, string>, more: object = {}) =>
  ({ tenant, namespace: 'red', name, class: 'normal', pods: 1, each, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
const create = async (person: Person, tenant: string, name: string, each: Record<string, string> | number, more: object = {}) =>
  (await doorFor(person)).allocations.create(wish(tenant, name, typeof each === 'number' ? { cpu: `${each}` } : each, more))
const idOf = (answer: Awaited<ReturnType<typeof create>>) => (answer.ok ? (answer.value.allocation ?? '') : '')
/** By the loop that looks at queues. */
async function look(world: World, isOver: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 20 && !(await isOver()); tries++) await lookAtQueue({ tenant: world.a, allocation: world.allocation })
}
/** From now on this is what a tenant, and its namespace, has of its own. */
const share = (world: World, tenant: string, nominal: string) => loading((sql) => sql.query("UPDATE account SET nominal = $3::bigint[] WHERE organisation_id = $1 AND tenant_id = $2 AND (kind = 'tenant' OR namespace_id = 'red')", [world.organisation, tenant, nominal]))
const cordon = (fleet: TestNodes, pool: number, is: boolean) => loading((sql) => sql.query(`UPDATE node SET ${is ? "cordoned_at = now(), cordoned_because = 'It is hot.'" : 'cordoned_at = NULL, cordoned_because = NULL'} WHERE id = ANY ($1)`, [fleet.nodes[pool]]))
const verdictOf = (answer: Awaited<ReturnType<typeof create>>) => (answer.ok ? answer.value.verdict : answer.refusal)
const borrow = async (world: World, name: string, each: Record<string, string> | number, more: object = {}) => verdictOf(await create(world.lead, world.a, name, each, more))
const own = async (world: World, name: string, each: Record<string, string> | number, more: object = {}) => verdictOf(await create(world.stranger, world.b, name, each, more))
const statesOf = (world: World) => loading(async (sql) => Object.fromEntries((await sql.query("SELECT name, state FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY name", [world.organisation])).rows.map(({ name, state }) => [name, state])))
const usedBy = (world: World) => loading(async (sql) => (await sql.query('SELECT used[1]::int AS used FROM account WHERE id = ANY ($1) ORDER BY id', [['', `/${world.a}`, `/${world.a}/red`, `/${world.b}`, `/${world.b}/red`].map((end) => `platform/${world.organisation}${end}`)])).rows.map(({ used }) => used))
const nodeOf = (world: World, name: string) => loading(async (sql) => (await sql.query("SELECT placement -> 'pods' -> 0 ->> 'node' AS node FROM allocation WHERE organisation_id = $1 AND name = $2", [world.organisation, name])).rows[0]?.node as string)
const set = (world: World, name: string, text: string) => loading((sql) => sql.query(`UPDATE allocation SET ${text} WHERE organisation_id = $1 AND name = $2`, [world.organisation, name]))
const cpuFree = async (fleet: TestNodes) => (await freeOf(fleet)).map(({ cpu }) => cpu)
/** Two nodes of eight cores: one of the borrower's own share, and one that is lent to it. */
async function lentOut(more: object = {}): Promise<{ world: World; fleet: TestNodes }> {
  const world = await lending()
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 2, gpus: 0, cpu: 8_000 }])
  expect(await borrow(world, 'theirs', 8)).toBe('admit')
  expect(await borrow(world, 'lent', 8, more)).toBe('admit')
  return { world, fleet }
}

test('the nodes of what is lent come back to whoever stays within their own share: each victim with a posting, a record and a notice, and its node is that of the wish', async () => {
  const { world, fleet } = await lentOut()
  const node = await nodeOf(world, 'lent')
  expect(await own(world, 'own', 8)).toBe('admit')
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'preempted', own: 'admitted' })
  expect(await nodeOf(world, 'own')).toBe(node)
  expect([await usedBy(world), await cpuFree(fleet)]).toEqual([[16_000, 8_000, 8_000, 8_000, 8_000], [0, 0]])
  expect((await recordsOf(world.a, 'deed')).at(-1)?.entry).toMatchObject({ action: { verb: 'preempt' }, actor: { serviceAccount: 'engine' }, context: { after: { state: 'preempted' } } })
  expect(await loading(async (sql) => (await sql.query("SELECT kind, body FROM notice WHERE person_id = $1 AND kind = 'allocation_preempted'", [world.lead.id])).rows)).toEqual([{ kind: 'allocation_preempted', body: { label: 'lent', kind: 'lent', state: 'over' } }])
  // From now on each has their own, and nobody takes anything.
  expect(await own(world, 'more', 1)).toBe('no_node_fits')
  expect(await borrow(world, 'again', 1)).toBe('no_node_fits')
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'preempted', own: 'admitted' })
})

test('what may wait waits again, and begins where there is room again', async () => {
  const { world, fleet } = await lentOut({ waits: true })
  const answer = await create(world.stranger, world.b, 'own', 8)
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'waiting', own: 'admitted' })
  await (await doorFor(world.stranger)).allocations.release({ tenant: world.b, allocation: idOf(answer) })
  await look(world, async () => (await statesOf(world)).lent === 'admitted')
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'admitted', own: 'released' })
  expect([await usedBy(world), await cpuFree(fleet)]).toEqual([[16_000, 16_000, 16_000, 0, 0], [0, 0]])
})

test('where room and nodes are missing, one that gives back both is one: as few go as can be, eight at most', async () => {
  const world = await lending(['cpu'], { organisation: 16_000 })
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 2, gpus: 0, cpu: 8_000 }])
  // Whose place is known already is looked for before anything is held: once, for both.
  const first = await create(world.stranger, world.b, 'first', 1)
  await (await doorFor(world.stranger)).allocations.release({ tenant: world.b, allocation: idOf(first) })
  // Its own, and what is lent, of which each node has some: the youngest are not all on one.
  expect(await borrow(world, 'theirs', 6)).toBe('admit')
  for (const [name, cpu] of [['one', 2], ['two', 2], ['three', 2], ['four', 2], ['five', 2]] as const) expect(await borrow(world, name, cpu)).toBe('admit')
  const before = new Map<string, string>()
  for (const name of ['one', 'two', 'three', 'four', 'five']) before.set(name, await nodeOf(world, name))
  expect(await own(world, 'own', 4)).toBe('admit')
  const gone = Object.entries(await statesOf(world)).flatMap(([name, state]) => (state === 'preempted' ? [name] : []))
  expect(gone).toHaveLength(2)
  expect(new Set(gone.map((name) => before.get(name)))).toEqual(new Set([await nodeOf(world, 'own')]))
  expect([(await usedBy(world))[0], await cpuFree(fleet)]).toEqual([16_000, [0, 0]])
  const small = await lending()
  await makeNodes([small.a, small.b], [{ nodes: 1, gpus: 0, cpu: 9_000 }])
  await share(small, small.a, '{0}')
  for (let at = 0; at < 9; at++) expect(await borrow(small, `small-${at}`, 1)).toBe('admit')
  await share(small, small.b, '{9000}')
  expect(await own(small, 'nine', 9)).toBe('no_node_fits')
  expect(await own(small, 'eight', 8)).toBe('admit')
  expect(Object.values(await statesOf(small)).filter((state) => state === 'preempted')).toHaveLength(8)
})

test('no node is taken for a wish above its own share, nor from a tenant at its own, nor what is reserved, is left in peace or lost its place three times, nor in another organisation', async () => {
  const { world } = await lentOut()
  expect(await own(world, 'much', 9)).toBe('no_node_fits')
  expect(await own(world, 'part', 1, { namespace: 'blue' })).toBe('no_node_fits')
  for (const [is, was] of [['preemptions = 3', 'preemptions = 0'], ['preemptions = 1', 'preemptions = 0'], ['reserved = true, preemptible = false', 'reserved = false, preemptible = true'], ['burst = false', 'burst = true']] as const) {
    await set(world, 'lent', is)
    expect([is, await own(world, 'own', 8)]).toEqual([is, 'no_node_fits'])
    await set(world, 'lent', was)
  }
  await share(world, world.a, '{16000}')
  expect(await own(world, 'own', 8)).toBe('no_node_fits')
  await share(world, world.a, '{8000}')
  const other = await lending()
  await loading((sql) => sql.query('UPDATE tenant SET regions = (SELECT regions FROM tenant WHERE id = $2) WHERE id = ANY ($1)', [[other.a, other.b], world.a]))
  expect(await own(other, 'elsewhere', 8)).toBe('no_node_fits')
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'admitted' })
  await set(world, 'lent', "preemptions = 1, asked_at = asked_at - interval '1 hour', admitted_at = admitted_at - interval '1 hour'")
  expect(await own(world, 'own', 8)).toBe('admit')
})

test('the filters are those of any wish: no node of another, none with a taint that is not tolerated, none that is too soft, none of another region or model, and none that is cordoned', async () => {
  const world = await lending(['cpu', gpu], { share: 8_000 })
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 1, cpu: 8_000, gpus: 4, owner: world.a, level: 2 }, { nodes: 1, cpu: 8_000, gpus: 4, taints: ['keep=yes:NoSchedule'] }, { nodes: 1, cpu: 8_000, gpus: 4, model: 'T4' }])
  await share(world, world.a, '{0,0}')
  const keeps = { pod: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }, tolerations: [{ key: 'keep', operator: 'Exists' }], containers: [{ name: 'c', image: 'i', securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }] } }) }
  for (const name of ['one', 'two', 'three']) expect(await borrow(world, name, { cpu: '8', [gpu]: '1' }, keeps)).toBe('admit')
  expect(await cpuFree(fleet)).toEqual([0, 0, 0])
  const asked = { cpu: '8', [gpu]: '1' }
  expect(await own(world, 'model', asked, { models: ['A100'] })).toBe('no_node_fits')
  await cordon(fleet, 2, true)
  expect(await own(world, 'cordoned', asked)).toBe('no_node_fits')
  await cordon(fleet, 2, false)
  await loading((sql) => sql.query('UPDATE tenant SET isolation_level = 2 WHERE id = $1', [world.b]))
  expect(await own(world, 'soft', asked)).toBe('no_node_fits')
  await loading((sql) => sql.query("UPDATE tenant SET isolation_level = 1, regions = '{eu-test-1}' WHERE id = $1", [world.b]))
  await makeNodes([world.b], [{ nodes: 1, cpu: 1_000, gpus: 1 }])
  expect(await own(world, 'region', asked)).toBe('no_node_fits')
  expect(await statesOf(world)).toEqual({ one: 'admitted', two: 'admitted', three: 'admitted' })
  await loading((sql) => sql.query('UPDATE tenant SET regions = $2 WHERE id = $1', [world.b, [fleet.region]]))
  expect(await own(world, 'own', asked)).toBe('admit')
  expect(fleet.nodes[2]).toContain(await nodeOf(world, 'own'))
})

test('a whole GPU comes back from those who borrowed parts of it; who borrowed something else keeps their place', async () => {
  const parts = 'nvidia.com/gpu-milli'
  const world = await lending(['cpu', gpu, parts], { share: 1_000 })
  await makeNodes([world.a, world.b], [{ nodes: 1, cpu: 96_000, gpus: 2 }])
  await share(world, world.a, '{0,8,0}')
  // Above its share of cores alone.
  expect(await borrow(world, 'cores', { cpu: '1', [gpu]: '1' })).toBe('admit')
  await share(world, world.a, '{8000,8,0}')
  for (const name of ['half', 'other']) expect(await borrow(world, name, { [parts]: '500' })).toBe('admit')
  expect(await own(world, 'two', { [gpu]: '2' })).toBe('no_node_fits')
  expect(await own(world, 'own', { [gpu]: '1' })).toBe('admit')
  expect(await statesOf(world)).toEqual({ cores: 'admitted', half: 'preempted', other: 'preempted', own: 'admitted' })
})

test('one that waits for a node within its own share gets it when its turn has come', async () => {
  const { world } = await lentOut()
  await set(world, 'lent', 'preemptions = 3')
  expect(await own(world, 'own', 8, { waits: true })).toBe('hold')
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'admitted', own: 'waiting' })
  await set(world, 'lent', 'preemptions = 0')
  // As in a process that has not looked for anything here yet.
  known.learnGiving(world.organisation, null)
  await look(world, async () => (await statesOf(world)).own !== 'waiting')
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'preempted', own: 'admitted' })
})

test('a preview says that it would be admitted, and takes nobody’s place', async () => {
  const { world } = await lentOut()
  expect(await (await doorFor(world.stranger)).allocations.preview(wish(world.b, 'perhaps', { cpu: '8' }))).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  expect(await statesOf(world)).toEqual({ theirs: 'admitted', lent: 'admitted' })
})

test('for what still needs a yes nobody loses a node; whoever says yes is shown whose it is, and signs that', async () => {
  const world = await lending([gpu], { share: 4 })
  await makeNodes([world.a, world.b], [{ nodes: 1, gpus: 4 }])
  await share(world, world.b, '{0}')
  expect(await own(world, 'lent', { [gpu]: '4' })).toBe('admit')
  const asked = await create(world.developer, world.a, 'asked', { [gpu]: '4' })
  expect([verdictOf(asked), await statesOf(world)]).toEqual(['hold', { lent: 'admitted', asked: 'held' }])
  const sheet = await (await doorFor(world.admin)).requests.sheetInTenant({ tenant: world.a, allocation: idOf(asked), less: null })
  expect(sheet).toMatchObject({ ok: true, value: { verdict: 'admit', victims: [{ tenant: world.b }] } })
  expect(await statesOf(world)).toEqual({ lent: 'admitted', asked: 'held' })
  expect(await approve(world, world.admin, await askedAbout(idOf(asked)))).toMatchObject({ ok: false, refusal: 'terms_changed' })
  expect(await approve(world, world.admin, await askedAbout(idOf(asked)))).toMatchObject({ ok: true })
  expect(await statesOf(world)).toEqual({ lent: 'preempted', asked: 'admitted' })
})

test('however much that is lent stands where the wish may not be, what stands where it may is found', async () => {
  const world = await lending()
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 2, gpus: 0, cpu: 8_000 }, { nodes: 1, gpus: 0, cpu: 60_000, owner: world.a, level: 2 }])
  await cordon(fleet, 1, true)
  for (const name of ['theirs', 'lent']) expect(await borrow(world, name, 8)).toBe('admit')
  await cordon(fleet, 1, false)
  await Promise.all(Array.from({ length: 40 }, (_, at) => borrow(world, `away-${at}`, 1)))
  expect(await own(world, 'own', 8)).toBe('admit')
  expect(await statesOf(world)).toMatchObject({ theirs: 'admitted', lent: 'preempted', own: 'admitted' })
})
test('however many that are lent are spared, whoever is not is found', async () => {
  const world = await lending()
  await makeNodes([world.a, world.b], [{ nodes: 1, gpus: 0, cpu: 16_000 }])
  await share(world, world.a, '{0}')
  expect(await borrow(world, 'found', 8)).toBe('admit')
  await Promise.all(Array.from({ length: 40 }, (_, at) => borrow(world, `spared-${at}`, 0.2)))
  await loading((sql) => sql.query("UPDATE allocation SET preemptions = 1 WHERE organisation_id = $1 AND name LIKE 'spared%'", [world.organisation]))
  expect(await own(world, 'own', 8)).toBe('admit')
  expect(await statesOf(world)).toMatchObject({ found: 'preempted', own: 'admitted' })
})

test('whoever gave its node back stands in the facts, few enough, and every decision made again gives the same bytes', async () => {
  let looked = 0
  for (const world of worlds) {
    expect(await replayed(world, ({ state }) => {
      if (state?.lent?.nodes) looked++
      expect(state?.lent?.nodes?.length ?? 0).toBeLessThanOrEqual(32)
    })).toEqual([])
  }
  expect(looked).toBeGreaterThan(8)
})
