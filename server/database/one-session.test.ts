import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { hashToken } from '~/server/identity/token'
import { connectAs, makeWorld, shown } from '~/server/testing/world'

afterAll(closeDatabase)

/** How often all the sessions that there ever were are read, where an index is taken wherever there is one. */
async function readWhole(role: 'web' | 'engine', asked: readonly { text: string; values: unknown[] }[]): Promise<number> {
  const sql = await connectAs(role)
  try {
    await sql.query('BEGIN; SET LOCAL enable_seqscan = off')
    for (const one of asked) expect((await sql.query(one)).rowCount).toBe(1)
    return (await sql.query("SELECT seq_scan::int AS whole FROM pg_stat_xact_user_tables WHERE schemaname = 'public' AND relname = 'session'")).rows[0].whole
  } finally {
    await sql.end()
  }
}

test('whoever asks is found by their own session, on whatever grounds, and all the others that there ever were are not read', async () => {
  const { platformAdmin: whoever } = await makeWorld()
  const [whose, grounds] = [{ text: 'SELECT session_shown($1, now())', values: [hashToken(whoever.token)] }, { text: 'SELECT grounds_of($1)', values: [hashToken(whoever.token)] }]
  expect([await readWhole('web', [whose]), await readWhole('engine', [whose, grounds])]).toEqual([0, 0])
})
test('nor where somebody’s own deed asks who they are, what they hold and what they showed for it', async () => {
  const { platformAdmin } = await makeWorld()
  const { id } = platformAdmin
  const token = await shown(platformAdmin, 'elevations.begin', { hours: 1, reason: 'For the test.' })
  const own = [
    { text: "SELECT set_config('app.person_id', $1, true)", values: [id] }, { text: 'SELECT id FROM person WHERE id = $1', values: [id] }, { text: 'SELECT id FROM role_binding WHERE person_id = $1', values: [id] },
    { text: 'SELECT id FROM elevation WHERE person_id = $1', values: [id] }, { text: 'SELECT id FROM step_up WHERE token_hash = $1', values: [hashToken(token)] },
  ]
  expect(await readWhole('engine', own)).toBe(0)
})
