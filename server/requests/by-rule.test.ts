/** What a tenant lets go without asking anybody: within its budget however many ask at once, looked over by people, exactly once, and called so wherever it is seen. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { carryOutRequests } from '~/server/engine/carry-out-requests'
import { secretKey } from '~/server/keys/secret'
import { approve, makeRoom, tellOfTheRest, wishIn } from '~/server/testing/asking'
import { recordsOf } from '~/server/testing/records'
import { replayed } from '~/server/testing/replay'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import type { ByRule } from './decide-by-rule'
import { drawOf } from './draw'
import { tellOfRequests } from './tell-of-requests'

let world: World
const lease = `by-rule-${randomUUID()}`
beforeAll(async () => {
  world = await makeWorld()
  expect(await takeLease(lease, 600)).toBe(true)
  await makeRoom(world)
  await tellOfTheRest()
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const usual: ByRule = { devicesMost: 4, hoursMost: 24, deviceHoursMost: 48, days: 7, drawnPerThousand: 10 }
async function say(rule: ByRule | null, by: Person = world.admin) {
  const version = (await (await doorFor(by)).policies.list({ tenant: world.a })).find(({ kind }) => kind === 'by-rule')?.version ?? null
  const wish = { tenant: world.a, kind: 'by-rule' as const, version, body: { rule } }
  return (await doorFor(by, { stepUp: await shown(by, 'policies.change', wish) })).policies.change(wish)
}
let people = 0
const developer = (): Promise<Person> => world.person(`rule-${people++}`, ['developer', world.a, 'red'])
const wishFor = (gpus: number, hours: number | null) => ({ ...wishIn(world, gpus), hours })
type Row = { id: string; terms: string; state: string; by_rule: string | null; decided_by: string | null; device_hours: string | null; allocation: string; allocation_state: string; approved_by: string | null; subject: string }
async function asked(by: Person, gpus = 1, hours: number | null = 12): Promise<Row> {
  const answer = await (await doorFor(by)).allocations.create(wishFor(gpus, hours))
  if (!answer.ok || answer.value.verdict !== 'hold') throw new Error(JSON.stringify(answer))
  return rowOf(answer.value.allocation ?? '')
}
const rowOf = async (allocation: string): Promise<Row> =>
  (await loading((sql) => sql.query('SELECT r.id, r.terms, r.state, r.by_rule, r.decided_by, r.device_hours, r.subject, a.id AS allocation, a.state AS allocation_state, a.approved_by FROM request r JOIN allocation a ON a.id = r.allocation_id WHERE a.id = $1', [allocation]))).rows[0]
const isDrawn = ({ id }: Row) => drawOf(secretKey('MASTER_KEY_FILE'), id) < usual.drawnPerThousand
/** One of a hundred is drawn, and nobody can know which: as if for somebody else, again. */
async function undrawn<T extends Row | readonly Row[]>(ask: () => Promise<T>): Promise<T> {
  for (let times = 0; times < 8; times++) {
    const found = await ask()
    if (![found].flat().some((row) => isDrawn(row as Row))) return found
  }
  throw new Error('a draw that always draws')
}
const yes = ({ id: request, terms }: Row) => approve(world, world.admin, { request, terms })

test('until a tenant says so nothing goes by rule; a developer cannot say it, and a rule that nobody looks over is none', async () => {
  expect(await asked(await developer())).toMatchObject({ state: 'open', by_rule: null, allocation_state: 'held' })
  await expect(say(usual, world.developer)).rejects.toThrow()
  await expect(say({ ...usual, drawnPerThousand: 0 })).rejects.toMatchObject({ message: 'bad_input' })
  expect(await say(usual)).toMatchObject({ ok: true })
})
test('what fits is admitted by nobody, and is called so in the list, on its page, to whoever asked, in the record and in the notice', async () => {
  const of = await undrawn(async () => asked(await developer(), 2))
  // Of whom something was drawn, nothing goes by rule until a person has answered: another try is another person's.
  let by = await developer()
  const own = await undrawn(async () => {
    by = await developer()
    return asked(by, 2)
  })
  expect(of).toMatchObject({ state: 'approved', by_rule: 'approved', decided_by: null, device_hours: '24', allocation_state: 'admitted', approved_by: null })
  const admin = await doorFor(world.admin)
  expect((await admin.requests.listInTenant({ tenant: world.a, namespace: null, show: 'decided', find: of.subject, ...firstPage })).rows).toMatchObject([{ state: 'approved', byRule: 'approved', decidedBy: null, isCarriedOut: true, yeses: 0 }])
  const read = await admin.requests.readInTenant({ tenant: world.a, request: of.id })
  expect(read.words).toMatchObject([{ kind: 'rule', person: null, role: null, factor: null, fingerprint: null, change: { is: 'approved', deviceHours: '24' } }])
  expect(await (await doorFor(by)).requests.ofAllocation({ allocation: own.allocation })).toMatchObject({ state: 'approved', byRule: true, words: [{ kind: 'rule', rule: { is: 'approved' } }] })
  expect(await admin.requests.countByRuleInTenant({ tenant: world.a })).toMatchObject({ days: 30 })
  expect((await admin.requests.countByRuleInTenant({ tenant: world.a })).approved).toBeGreaterThan(1)
  const deed = (await recordsOf(world.a, 'deed')).map(({ entry }) => entry).find(({ action, context }) => action.name === 'allocations.answer' || (context as { after?: { request?: string } }).after?.request === of.id)
  expect(deed).toMatchObject({ reason: 'by_rule', actor: { serviceAccount: 'engine' }, context: { after: { state: 'admitted', byRule: true } } })
  await tellOfRequests(lease)
  const { rows } = await loading((sql) => sql.query("SELECT kind, body->>'state' AS state FROM notice WHERE person_id = $1", [by.id]))
  expect(rows).toEqual([{ kind: 'request_decided', state: 'by_rule' }])
  const heard = await loading((sql) => sql.query("SELECT count(*)::int AS times FROM notice WHERE person_id = $1 AND kind = 'request_waits' AND body->>'label' = $2", [world.admin.id, of.subject]))
  expect(heard.rows).toEqual([{ times: 0 }])
  expect(await replayed(world)).toEqual([])
})
test('however many ask at once, in one lane or several, no more goes by rule than the budget has; the others are asked of people, and told why', async () => {
  const all = await undrawn(async () => {
    const by = await developer()
    const doors = await Promise.all(Array.from({ length: 7 }, () => doorFor(by)))
    const answers = await Promise.all(doors.map((door) => door.allocations.create(wishFor(1, 12))))
    return Promise.all(answers.map((answer) => rowOf(answer.ok ? (answer.value.allocation ?? '') : '')))
  })
  expect(all.map(({ by_rule: is }) => is).sort()).toEqual(['approved', 'approved', 'approved', 'approved', 'asked', 'asked', 'asked'])
  const left = all.filter(({ by_rule: is }) => is === 'asked')
  for (const { state, allocation_state: of } of left) expect([state, of]).toEqual(['open', 'held'])
  const read = await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: left[0]?.id ?? '' })
  expect(read.words).toMatchObject([{ kind: 'rule', change: { is: 'asked', because: 'spent' } }])
})
test('what is more than plain is asked of people as ever, and no rule looks at it', async () => {
  const by = await developer()
  expect([(await asked(by, 5)).by_rule, (await asked(by, 1, 25)).by_rule, (await asked(by, 1, null)).by_rule, (await asked(by, 16)).by_rule]).toEqual([null, null, null, null])
})
test('what is drawn goes to a person; until one has answered nothing more of theirs goes by rule, and to take it back does not help', async () => {
  expect(await say({ ...usual, drawnPerThousand: 1_000 })).toMatchObject({ ok: true })
  const by = await developer()
  const drawn = await asked(by)
  expect(drawn).toMatchObject({ state: 'open', by_rule: 'drawn', decided_by: null, device_hours: null, allocation_state: 'held' })
  expect(await say(usual)).toMatchObject({ ok: true })
  expect(await asked(by)).toMatchObject({ state: 'open', by_rule: 'asked' })
  expect(await (await doorFor(by)).requests.withdraw({ request: drawn.id })).toMatchObject({ ok: true })
  expect(await asked(by)).toMatchObject({ state: 'open', by_rule: 'asked' })

  expect(await say({ ...usual, drawnPerThousand: 1_000 })).toMatchObject({ ok: true })
  const again = await developer()
  const looked = await asked(again)
  expect(await yes(looked)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await rowOf(looked.allocation)).toMatchObject({ state: 'approved', by_rule: 'drawn', decided_by: world.admin.id, approved_by: world.admin.id, allocation_state: 'admitted' })
  expect(await say(usual)).toMatchObject({ ok: true })
  const next = await asked(again)
  expect(next.by_rule).toBe(isDrawn(next) ? 'drawn' : 'approved')
})
test('killed between the asking and the rule: whoever finds it asks the rule, once', async () => {
  const of = await undrawn(async () => {
    const by = await developer()
    const first = await asked(by, 4, 12)
    const second = await asked(by, 1, 12)
    expect([isDrawn(first) ? 'drawn' : first.by_rule, isDrawn(first) ? 'asked' : second.by_rule]).toEqual([isDrawn(first) ? 'drawn' : 'approved', 'asked'])
    return [first, second]
  })
  const [first, second] = of as [Row, Row]
  await loading((sql) => sql.query('UPDATE request SET device_hours = 0 WHERE id = $1', [first.id]))
  await loading((sql) => sql.query("UPDATE request SET by_rule = 'due' WHERE id = $1", [second.id]))
  await Promise.all([carryOutRequests(lease), carryOutRequests(lease)])
  await carryOutRequests(lease)
  expect(await rowOf(second.allocation)).toMatchObject({ state: 'approved', by_rule: 'approved', allocation_state: 'admitted' })
  const { rows } = await loading((sql) => sql.query("SELECT body->>'is' AS is FROM request_word WHERE request_id = $1 ORDER BY at, id", [second.id]))
  expect(rows).toEqual([{ is: 'asked' }, { is: 'approved' }])
})
test('no person can write a rule’s word, and nothing is approved by nobody but by a rule', async () => {
  const sql = await connectAs('engine')
  try {
    const of = await asked(await developer(), 16)
    const as = async (text: string, values: unknown[]) => {
      await sql.query('BEGIN')
      await sql.query("SELECT set_config('app.person_id', $1, true), set_config('app.tenant_id', $2, true), set_config('app.namespaces', '*', true)", [world.admin.id, world.a])
      return sql.query(text, values).finally(() => sql.query('ROLLBACK'))
    }
    await expect(as("INSERT INTO request_word (request_id, tenant_id, kind, terms, body, at) VALUES ($1, $2, 'rule', $3, '{}', now())", [of.id, world.a, of.terms])).rejects.toThrow('row-level security')
    await expect(as("UPDATE request SET state = 'approved', decided_at = now() WHERE id = $1", [of.id])).rejects.toThrow('request_decided')
  } finally {
    await sql.end()
  }
})

test('pieces are counted where nobody is asked, too: of many at once one person is given no more in the window than without a rule', async () => {
  await say(usual)
  const givenOf = async (person: Person): Promise<number> =>
    (await loading((sql) => sql.query('SELECT coalesce(sum(devices), 0)::int AS given FROM allocation WHERE asked_by = $1 AND admitted_at IS NOT NULL AND approved_by IS NULL', [person.id]))).rows[0].given
  let given = 0
  for (let times = 0; given === 0 && times < 8; times++) {
    const person = await developer()
    const doors = await Promise.all(Array.from({ length: 6 }, () => doorFor(person)))
    await Promise.all(doors.map((door) => door.allocations.create(wishFor(4, 2))))
    given = await givenOf(person)
  }
  expect([4, 8]).toContain(given)
})
