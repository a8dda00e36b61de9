import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '~/server/identity/token'
import { connectAs, loading, makeWorld, type World } from '~/server/testing/world'
import { closeDatabase } from './client'

type Said = Readonly<Record<string, string>>
type Way = 'token' | 'granter' | 'decider' | 'word' | 'through' | 'offerer' | 'own granter' | 'entering' | 'from a provider' | 'inviter' | 'inviter by address' | 'inviter to the platform' | 'maker of a link'
/** Each is somebody who is shown by that way and by no other. */
const met = Object.fromEntries((['token', 'granter', 'decider', 'word', 'through', 'offerer', 'own granter', 'entering', 'from a provider', 'inviter', 'inviter by address', 'inviter to the platform', 'maker of a link'] satisfies Way[]).map((way) => [way, randomUUID()])) as Record<Way, string>
const hash = { token: randomBytes(32), entering: randomBytes(32), inviter: randomBytes(32), link: randomBytes(32) }
const mark = randomBytes(6).toString('hex')
const address = `asked.${mark}@example.test`

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await loading(async (sql) => {
    await sql.query("INSERT INTO person (id, email, name) SELECT id, id || '@example.test', 'x' FROM unnest($1::uuid[]) AS p (id)", [Object.values(met)])
    await sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES (gen_random_uuid(), $1, 'x', $2, sha512(''), '{x}', now(), now() + interval '1 hour')", [met.token, hash.token])
    await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, granted_by) VALUES (gen_random_uuid(), $1, 'developer', $2, $3), (gen_random_uuid(), $4, 'developer', $5, $6)", [world.nobody.id, world.a, met.granter, world.guest.id, world.b, met['own granter']])
    await sql.query("UPDATE request SET state = 'refused', decided_by = $2, decided_at = now(), decision_reason = 'x' WHERE id = $1", [world.request, met.decider])
    await sql.query("INSERT INTO request_word (request_id, tenant_id, kind, person_id, through, terms, says, at) VALUES ($1, $2, 'question', $3, $4, repeat('x', 43), 'x', now())", [world.request, world.a, met.word, met.through])
    await sql.query("INSERT INTO pair (tenant_id, namespace_id, other_tenant, other_namespace, way, ports, until, purpose, offered_by, offered_at, lapses_at) VALUES ($1, 'red', $2, 'blue', 'out', '{443}', now() + interval '30 days', 'x', $3, now(), now() + interval '14 days')", [world.a, world.b, met.offerer])
    await sql.query(`INSERT INTO sign_in (id, person_id, way, provider, provider_session, token_hash, at, outcome, source_address, user_agent)
      VALUES (gen_random_uuid(), $1, 'password', NULL, NULL, $2, now(), 'waits', '', ''), (gen_random_uuid(), $3, 'provider', 'idp', $4, $5, now(), 'waits', '', '')`, [met.entering, hash.entering, met['from a provider'], mark, randomBytes(32)])
    await sql.query(`INSERT INTO invitation (id, tenant_id, email, role, token_hash, invited_by, invited_at, expires_at)
      VALUES (gen_random_uuid(), $1, $2, 'developer', $3, $4, now(), now() + interval '1 day'), (gen_random_uuid(), $5, $6, 'developer', $7, $8, now(), now() + interval '1 day'), (gen_random_uuid(), NULL, $2, 'auditor', $9, $10, now(), now() + interval '1 day')`,
    [world.b, `other.${mark}@example.test`, hash.inviter, met.inviter, world.b, address, randomBytes(32), met['inviter by address'], randomBytes(32), met['inviter to the platform']])
    await sql.query("INSERT INTO password_reset (id, person_id, factors, token_hash, made_by, made_at, expires_at) VALUES (gen_random_uuid(), $1, false, $2, $3, now(), now() + interval '1 hour')", [world.guest.id, hash.link, met['maker of a link']])
  })
})
afterAll(closeDatabase)

const hex = (bytes: Buffer) => bytes.toString('hex')
/** What a transaction may say of whom it is for: of each sort some, and some together. */
const scopes = (): Said[] => [
  {}, { tenant_id: world.a, namespaces: '*' }, { tenant_id: world.b, namespaces: '*' }, { tenant_id: world.a, namespaces: 'red' }, { tenant_id: world.a, namespaces: '' }, { person_id: world.guest.id }, { person_id: met.token }, { person_id: world.admin.id, tenant_id: world.a, namespaces: '*' },
  { person_id: world.guest.id, token_hash: hex(hashToken(world.guest.token)) }, { token_hash: hex(hashToken(world.admin.token)) }, ...Object.values(hash).map((one) => ({ token_hash: hex(one) })), { provider: 'idp', provider_session: mark }, { provider: 'another', provider_session: mark },
  { own_email: address }, { email: address }, { email: world.lead.email }, { platform: 'on' }, { staff: 'on' }, { staff: 'on', person_id: world.platformAdmin.id }, { staff: 'on', tenant_id: world.b },
  ...['break-glass', 'control', 'deliver', 'erase', 'expire', 'feed', 'fleet', 'harm', 'keys', 'lease', 'months', 'namespaces', 'number', 'pairs', 'project', 'queue', 'quotas', 'requests', 'residency', 'reviews', 'seal', 'watch'].map((loop) => ({ loop })),
  { loop: 'deliver', person_id: world.admin.id }, { loop: 'lease', tenant_id: world.a },
]
/** Whom whoever asks is shown by what else they are shown, each way said plainly: what row security shows of each of these tables it decides itself. */
const ways: Record<'web' | 'engine', readonly string[]> = (() => {
  const [tenant, person] = ["current_setting('app.tenant_id', true)", "current_setting('app.person_id', true)"]
  const both = ['SELECT person_id FROM session', 'SELECT person_id FROM token', `SELECT unnest(ARRAY[person_id, granted_by]) FROM role_binding WHERE tenant_id = ${tenant}`, `SELECT decided_by FROM request WHERE tenant_id = ${tenant}`,
    `SELECT unnest(ARRAY[person_id, through]) FROM request_word WHERE tenant_id = ${tenant}`, 'SELECT offered_by FROM pair']
  return { web: [...both, `SELECT granted_by FROM role_binding WHERE person_id::text = ${person}`], engine: [...both, 'SELECT person_id FROM sign_in', 'SELECT invited_by FROM invitation', 'SELECT made_by FROM password_reset'] }
})()

/** Of these people, those that are answered. */
const among = async (sql: pg.Client, people: readonly string[], question: string): Promise<string[]> => (await sql.query(`SELECT DISTINCT p.id::text FROM unnest($1::uuid[]) AS p (id) WHERE p.id IN (${question})`, [people])).rows.map(({ id }) => String(id))

test.each(['web', 'engine'] as const)('the %s is shown of people those whom it is shown something of, by every way there is and whoever asks, and nobody else', async (role) => {
  const sql = await connectAs(role)
  const others = [world.admin, world.lead, world.developer, world.auditor, world.guest, world.stranger, world.nobody, world.platformAdmin]
  const everybody = [...Object.values(met), ...others.map(({ id }) => id)]
  const found = new Set<string>()
  try {
    for (const said of scopes()) {
      await sql.query('BEGIN')
      for (const [name, value] of Object.entries(said)) await sql.query('SELECT set_config($1, $2, true)', [`app.${name}`, value])
      const byName = [said.person_id, ...(role === 'engine' ? others.filter(({ email }) => email === said.email).map(({ id }) => id) : [])]
      const expected = said.platform === 'on' ? everybody : [...new Set([...(await among(sql, everybody, ways[role].join(' UNION ALL '))), ...byName.filter((id) => id !== undefined)])]
      const shown = await among(sql, everybody, 'SELECT id FROM person')
      expect({ said, shown: shown.sort() }).toEqual({ said, shown: expected.sort() })
      if (said.platform !== 'on') for (const id of shown) found.add(id)
      await sql.query('ROLLBACK')
    }
  } finally {
    await sql.end()
  }
  // Otherwise a way that nobody was met by would be missed by nobody.
  const byEngine: readonly Way[] = ['entering', 'from a provider', 'inviter', 'inviter by address', 'inviter to the platform', 'maker of a link']
  const notMet = (Object.keys(met) as Way[]).filter((way) => !found.has(met[way]))
  expect(notMet).toEqual(role === 'engine' ? ['own granter'].filter((way) => notMet.includes(way as Way)) : byEngine)
})
