import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'

const many = 52
let world: World
/** By deadline, of which every two have the same. */
let waiting: string[]
beforeAll(async () => {
  world = await makeWorld()
  waiting = await loading(async (sql) => (await sql.query(`INSERT INTO request (id, kind, level, organisation_id, tenant_id, subject, payload, terms, terms_body, rule, asked_roles, deadline, purpose, requested_by, requested_at)
    SELECT gen_random_uuid(), r.kind, 'tenant', r.organisation_id, r.tenant_id, r.subject || '-' || n, r.payload, r.terms, r.terms_body, '{"anyOf": [{"of": ["tenant_admin"], "count": 1}], "factor": "passkey"}', '{tenant_admin}', now() + (n / 2 + 1) * interval '1 hour', r.purpose, $2, now()
    FROM request r, generate_series(1, $3::int) AS n WHERE r.id = $1 RETURNING id, deadline`, [world.request, world.developer.id, many])).rows.sort((a, b) => a.deadline - b.deadline || (a.id < b.id ? -1 : 1)).map(({ id }) => id))
})
afterAll(async () => {
  await loading((sql) => sql.query('DELETE FROM request WHERE id = ANY ($1)', [waiting]))
  await closeDatabase()
})
const beside = async (request: string) => (await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request })).beside

test('from the first to the last of those that wait, and back, though a page lists fewer', async () => {
  const listed = await (await doorFor(world.admin)).requests.listInTenant({ tenant: world.a, namespace: null, show: 'mine', find: null, ...firstPage })
  expect(listed.rows.map(({ request }) => request)).toEqual(waiting.slice(0, listed.rows.length))
  expect(listed.rows.length).toBeLessThan(many)
  // Where it begins, within those of one deadline, where a page ends, and where it is over.
  for (const at of [0, 1, 2, listed.rows.length - 1, listed.rows.length, many - 2, many - 1]) expect([at, await beside(waiting[at] ?? '')]).toEqual([at, { previous: waiting[at - 1] ?? null, next: waiting[at + 1] ?? null }])
})
test('from one that is answered to the next after it, and from the last to the first that is left; who decides nothing has none', async () => {
  const [last, middle] = [waiting[many - 1] ?? '', waiting[20] ?? '']
  await loading((sql) => sql.query("UPDATE request SET state = 'refused', decided_by = $2, decided_at = now(), decision_reason = 'No.' WHERE id = ANY ($1)", [[last, middle], world.admin.id]))
  expect(await beside(middle)).toEqual({ previous: waiting[19], next: waiting[21] })
  expect(await beside(last)).toEqual({ previous: waiting[many - 2], next: waiting[0] })
  expect(await beside(waiting[many - 2] ?? '')).toEqual({ previous: waiting[many - 3], next: null })
  expect((await (await doorFor(world.auditor)).requests.readInTenant({ tenant: world.a, request: middle })).beside).toEqual({ previous: null, next: null })
})
