/** What no door does: somebody who is new, and time that has passed. As the owner of the database, who is not the product. */
import { readFileSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { sealSession } from '~/server/identity/token'
import { secretKey } from '~/server/keys/secret'

async function asOwner(work: (sql: pg.Client) => Promise<unknown>): Promise<void> {
  const sql = new pg.Client({ connectionString: readFileSync(process.env.OWNER_DATABASE_URL_FILE ?? '', 'utf8').trim() })
  await sql.connect()
  try {
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    await work(sql)
    await sql.query('COMMIT')
  } finally {
    await sql.end()
  }
}

/** What a tenant's admin gives a group of a provider. */
export const bindGroup = (tenant: string, admin: string, provider: string, group: string, role: string): Promise<void> => asOwner((sql) =>
  sql.query(`INSERT INTO group_binding (id, tenant_id, provider, group_name, role, namespace_id, valid_from, granted_by)
    SELECT gen_random_uuid(), $1, $3, $4, $5, NULL, now(), id FROM person WHERE email = $2`, [tenant, admin, provider, group, role]))

export type Fresh = { id: string; name: string; email: string; password: string }
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Somebody with a password and nothing else: no factor, and of roles what is given. */
export async function freshPerson(name: string, roles: readonly { role: string; tenant: string | null }[] = []): Promise<Fresh> {
  const person = { id: crypto.randomUUID(), name, email: `${name.toLowerCase().replaceAll(' ', '.')}-${Date.now().toString(36)}@stories.test`, password: 'a heron stood in grey water' }
  await asOwner(async (sql) => {
    await sql.query('INSERT INTO person (id, name, email) VALUES ($1, $2, $3)', [person.id, person.name, person.email])
    await sql.query('INSERT INTO local_account (person_id, email, password_hash) VALUES ($1, $2, $3)', [person.id, person.email, await hash(person.password, cost)])
    for (const { role, tenant } of roles) await sql.query('INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES (gen_random_uuid(), $1, $2, $3)', [person.id, role, tenant])
  })
  return person
}

type Ago = { began: number; seen: number; powers: number }
/**
 * As if their sessions had begun so many seconds ago, been seen last so many seconds ago, and their powers been used last. Sealed again with the engine's key, which a
 * story has and nobody else: what is tried is what time does.
 */
export const elapsed = (email: string, ago: Ago): Promise<void> => asOwner(async (sql) => {
  for (const table of ['session', 'person']) await sql.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
  const { rows } = await sql.query('SELECT id, person_id, token_hash, methods, elevation_id FROM session WHERE ended_at IS NULL AND person_id IN (SELECT id FROM person WHERE email = $1)', [email])
  const at = (seconds: number) => new Date(Date.now() - seconds * 1000)
  for (const { id, person_id: personId, token_hash: tokenHash, methods, elevation_id: elevationId } of rows) {
    const [signedInAt, powersSince] = [at(ago.began), at(ago.powers)]
    const seal = sealSession(secretKey('SESSION_SIGN_KEY_FILE'), { id, personId, tokenHash, methods, signedInAt, powersSince, elevationId })
    await sql.query('UPDATE session SET signed_in_at = $2, last_seen_at = $3, powers_since = $4, powers_seen_at = $4, seal = $5 WHERE id = $1', [id, signedInAt, at(ago.seen), powersSince, seal])
  }
  for (const table of ['session', 'person']) await sql.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
  if (rows.length === 0) throw new Error(`${email} has no open session`)
})
