/** Guarantee: of a case that is closed nothing is being done, in whichever order the two come about. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { beside } from '~/server/testing/beside'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows
const caseOf = async (kind: string): Promise<string> => (await rows('INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, $2, 1, false, now(), now()) RETURNING id', world.a, kind))[0].id
const cases = async () => (await doorFor(world.platformAdmin)).cases

test('what is closed while somebody takes a step takes none', async () => {
  const file = await caseOf('allocations.squatting')
  const door = await cases()
  const close = "UPDATE case_file SET closed_at = greatest(now(), opened_at), closed_by = $2, outcome = 'benign' WHERE id = $1"
  for (const take of [(): Promise<unknown> => door.ask({ tenant: world.a, case: file, hours: 1 }), () => door.notify({ tenant: world.a, case: file })]) {
    await rows("UPDATE case_file SET closed_at = NULL, closed_by = NULL, outcome = NULL WHERE id = $1", file)
    expect(await beside(close, [file, world.platformAdmin.id], take)).toEqual({ ok: false, refusal: 'case_over' })
  }
  expect(await rows('SELECT FROM case_step WHERE case_id = $1', file)).toEqual([])
})
test('what somebody takes a step of while it is being closed stays open', async () => {
  const file = await caseOf('allocations.burst')
  const door = await cases()
  const take = "WITH held AS (UPDATE case_file SET seen_at = seen_at WHERE id = $1 RETURNING id, tenant_id) INSERT INTO case_step (case_id, tenant_id, kind, taken_at, taken_by, due_at) SELECT id, tenant_id, 'ask', now(), $2, now() + interval '1 hour' FROM held"
  expect(await beside(take, [file, world.platformAdmin.id], () => door.close({ case: file, outcome: 'benign', note: null }))).toEqual({ ok: false, refusal: 'step_under_way' })
  expect(await rows('SELECT closed_at FROM case_file WHERE id = $1', file)).toEqual([{ closed_at: null }])
})
