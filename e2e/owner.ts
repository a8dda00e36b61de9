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

/** As if an allocation of this name had been let in yesterday and were over in so many hours; none is now. */
export const endsIn = (hours: number, name: string): Promise<void> => asOwner((sql) => sql.query("UPDATE allocation SET asked_at = now() - interval '26 hours', admitted_at = now() - interval '26 hours', ends_at = now() + make_interval(hours => $2) WHERE name = $1 AND ended_at IS NULL", [name, hours]))

/** As if an allocation of this name had been let in two minutes ago: its cluster, which takes up to one, begins it with its next word. */
export const letInEarlier = (name: string): Promise<void> => asOwner((sql) => sql.query("UPDATE allocation SET asked_at = asked_at - interval '2 minutes', admitted_at = admitted_at - interval '2 minutes' WHERE name = $1 AND state = 'admitted'", [name]))

/** As if an allocation of this name had stood unused for so many minutes, under rules that are known for long. */
export const standIdle = (name: string, minutes: number): Promise<void> => asOwner(async (sql) => {
  await sql.query("INSERT INTO case_rule VALUES ('allocations.squatting', 2, now() - interval '15 days') ON CONFLICT (kind, version) DO UPDATE SET since = excluded.since")
  await sql.query(`INSERT INTO use_watch SELECT id, now() - make_interval(mins => $2), now() - make_interval(mins => $2), now() FROM allocation WHERE name = $1 AND ended_at IS NULL
    ON CONFLICT (allocation_id) DO UPDATE SET low_since = excluded.low_since, idle_since = excluded.idle_since, seen_at = excluded.seen_at`, [name, minutes])
})

/** As if an allocation of this name ran, and yesterday its pods had used so many thousandths of a GPU at their most, and three tenths of what they have on average. */
export const usedYesterday = (name: string, podMost: number): Promise<void> => asOwner(async (sql) => {
  await sql.query("UPDATE allocation SET state = 'running', running_at = now() WHERE name = $1 AND state = 'admitted'", [name])
  await sql.query(`INSERT INTO use_day (allocation_id, day, tenant_id, namespace_id, samples, gpu_use, pod_most) SELECT id, current_date - 1, tenant_id, namespace_id, 100, 30000, $2 FROM allocation WHERE name = $1 AND ended_at IS NULL
    ON CONFLICT (allocation_id, day) DO UPDATE SET pod_most = excluded.pod_most`, [name, podMost])
})

/** As if this tenant had been told of a case that turned out to be nothing, unless it was. */
export const tellOfCase = (tenant: string, operator: string): Promise<void> => asOwner((sql) => sql.query(`WITH file AS (
    INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at, closed_at, closed_by, outcome)
    SELECT $1, 'allocations.burst', 1, false, now() - interval '1 day', now() - interval '1 day', now() - interval '1 hour', id, 'bad_data' FROM person WHERE email = $2 AND NOT EXISTS (SELECT FROM case_step WHERE tenant_id = $1) RETURNING *)
  INSERT INTO case_step (case_id, tenant_id, kind, taken_at, taken_by, ended_at) SELECT id, tenant_id, 'notify', closed_at, closed_by, closed_at FROM file`, [tenant, operator]))

/** As if the grace of what is being reclaimed in this tenant were over. */
export const graceOver = (tenant: string): Promise<void> => asOwner((sql) =>
  sql.query("UPDATE case_step SET taken_at = taken_at - interval '6 minutes', due_at = due_at - interval '6 minutes' WHERE tenant_id = $1 AND kind = 'reclaim' AND ended_at IS NULL AND due_at > now()", [tenant]))

/** A tenant beside Aurora's, with nothing in it and no share: for a story that ends one. */
export const makeTenant = (tenant: string, title: string): Promise<void> => asOwner(async (sql) => {
  await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) SELECT $1, organisation_id, $2, isolation_level, trust, regions, compliance FROM tenant WHERE id = 'aurora'", [tenant, title])
  await sql.query("INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id) SELECT 'platform/' || organisation_id || '/' || id, 'tenant', 'platform/' || organisation_id, organisation_id, id FROM tenant WHERE id = $1", [tenant])
})
/** As if an erasure of this tenant had been signed four days ago. */
export const erasureIsDue = (tenant: string): Promise<void> => asOwner((sql) =>
  sql.query("UPDATE erasure SET asked_at = asked_at - interval '96 hours', signed_at = signed_at - interval '96 hours', due_at = due_at - interval '96 hours' WHERE tenant_id = $1 AND erased_at IS NULL", [tenant]))

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

type Room = { tenant: string; namespace: string; developer: string }
const room = [['cpu', 96_000], ['memory', 768 * 1024 ** 3], ['nvidia.com/gpu', 24]] as const
const [resources, amounts] = [room.map(([resource]) => resource), room.map(([, amount]) => amount)]
const levels = { organisation: "id = (SELECT parent_id FROM account WHERE tenant_id = $1 AND kind = 'tenant')", tenant: "tenant_id = $1 AND kind = 'tenant'" } as const
const grown = (level: keyof typeof levels, by: '+' | '-') => `UPDATE account SET nominal = ARRAY(SELECT n ${by} r FROM unnest(nominal, $2::bigint[]) AS a (n, r)), hard = ARRAY(SELECT h ${by} r FROM unnest(hard, $2::bigint[]) AS a (h, r)) WHERE ${levels[level]}`

/**
 * A namespace with 24 GPUs of its own for one file of stories, and a developer in it: a namespace of the demo that is given more lets in what waits there, and what it gave is not got back.
 * What a story still has when it ends stays with it, so that one that failed leaves the others as they were.
 */
export const makeRoom = ({ tenant, namespace, developer }: Room): Promise<void> => asOwner(async (sql) => {
  for (const level of ['organisation', 'tenant'] as const) await sql.query(grown(level, '+'), [tenant, amounts])
  await sql.query('INSERT INTO namespace (tenant_id, id, title) VALUES ($1, $2, $2)', [tenant, namespace])
  await sql.query(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
    SELECT id || '/' || $2::text, 'namespace', id, organisation_id, tenant_id, $2, $3::text[], $4::bigint[], $4::bigint[], '{0,0,0}', '{0,0,0}', '{0,0,0}' FROM account WHERE tenant_id = $1 AND kind = 'tenant'`, [tenant, namespace, resources, amounts])
  await sql.query(`INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) SELECT gen_random_uuid(), id, 'developer', $1, $2 FROM person WHERE email = $3`, [tenant, namespace, developer])
})
export const takeRoom = ({ tenant, namespace, developer }: Room): Promise<void> => asOwner(async (sql) => {
  await sql.query('DELETE FROM role_binding WHERE tenant_id = $1 AND namespace_id = $2 AND person_id IN (SELECT id FROM person WHERE email = $3)', [tenant, namespace, developer])
  const { rows: [kept] } = await sql.query("UPDATE account SET nominal = '{0,0,0}', hard = ARRAY(SELECT u + h FROM unnest(used, held) AS a (u, h)) WHERE tenant_id = $1 AND namespace_id = $2 AND kind = 'namespace' RETURNING hard", [tenant, namespace])
  const given = amounts.map((amount, at) => BigInt(amount) - BigInt(kept.hard[at]))
  for (const level of ['tenant', 'organisation'] as const) await sql.query(grown(level, '-'), [tenant, given])
})
/** A namespace's own share of everything becomes nothing, so that whatever it uses is lent; and comes back. */
export async function withoutShare(tenant: string, namespace: string, work: () => Promise<void>): Promise<void> {
  let had: { id: string; nominal: string[] }[] = []
  await asOwner(async (sql) => {
    had = (await sql.query("SELECT id, nominal FROM account WHERE tenant_id = $1 AND kind = 'namespace' AND namespace_id = $2", [tenant, namespace])).rows
    await sql.query("UPDATE account SET nominal = ARRAY(SELECT 0::bigint FROM unnest(nominal)) WHERE tenant_id = $1 AND kind = 'namespace' AND namespace_id = $2", [tenant, namespace])
  })
  try {
    await work()
  } finally {
    await asOwner(async (sql) => { for (const { id, nominal } of had) await sql.query('UPDATE account SET nominal = $2::bigint[] WHERE id = $1', [id, nominal]) })
  }
}

/**
 * While `work` is done, every namespace of this tenant has a title that nothing else has; with it are told the ids, names and people that are in the tenant and nowhere else:
 * nobody outside it may meet any of them.
 */
export async function withCanaries(tenant: string, work: (canaries: string[]) => Promise<void>): Promise<void> {
  const [titles, canaries] = [new Map<string, string>(), [] as string[]]
  await asOwner(async (sql) => {
    await sql.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [tenant])
    for (const { id, title } of (await sql.query('SELECT id, title FROM namespace WHERE tenant_id = $1', [tenant])).rows) titles.set(id, title)
    await sql.query("UPDATE namespace SET title = 'Canary ' || gen_random_uuid() WHERE tenant_id = $1", [tenant])
    const { rows } = await sql.query(`SELECT title AS word FROM namespace WHERE tenant_id = $1
      UNION SELECT unnest(ARRAY[id, title]) FROM tenant WHERE id = $1
      UNION SELECT id::text FROM allocation WHERE tenant_id = $1
      UNION SELECT a.name FROM allocation a WHERE tenant_id = $1 AND NOT EXISTS (SELECT FROM allocation o WHERE o.name = a.name AND o.tenant_id <> $1)
      UNION SELECT unnest(ARRAY[p.id::text, p.email, p.name]) FROM person p WHERE EXISTS (SELECT FROM role_binding b WHERE b.person_id = p.id AND b.tenant_id = $1) AND NOT EXISTS (SELECT FROM role_binding b WHERE b.person_id = p.id AND b.tenant_id IS DISTINCT FROM $1)`, [tenant])
    canaries.push(...rows.map(({ word }) => String(word)))
  })
  try {
    await work(canaries)
  } finally {
    await asOwner(async (sql) => { for (const [id, title] of titles) await sql.query('UPDATE namespace SET title = $3 WHERE tenant_id = $1 AND id = $2', [tenant, id, title]) })
  }
}
/** As if the database kept the tenants apart no more in this table, for as long as something is looked at. */
export async function withoutWall(table: string, look: () => Promise<void>): Promise<void> {
  await asOwner((sql) => sql.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`))
  try { await look() } finally { await asOwner((sql) => sql.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`)) }
}

/** As if the inventory had a cluster in another region. What was before is given back. */
export const moveCluster = (cluster: string, region: string): Promise<void> => asOwner((sql) => sql.query('UPDATE cluster SET region_id = $2 WHERE id = $1', [cluster, region]))

/** So many namespaces of a tenant, named and numbered alike, while a story is told in which it has them. */
export async function withNamespaces(tenant: string, name: string, many: number, story: () => Promise<void>): Promise<void> {
  await asOwner((sql) => sql.query("INSERT INTO namespace (tenant_id, id, title) SELECT $1, $2 || '-' || lpad(n::text, 3, '0'), $2 FROM generate_series(1, $3::int) n", [tenant, name, many]))
  try {
    await story()
  } finally {
    await asOwner((sql) => sql.query("DELETE FROM namespace WHERE tenant_id = $1 AND id LIKE $2 || '-%'", [tenant, name]))
  }
}

/** As if an address had flooded until it was shut out, for the second time; what is known of it is forgotten when the story is told. */
export async function whileShutOut(network: string, story: () => Promise<void>): Promise<void> {
  await asOwner((sql) => sql.query("INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted) VALUES ('network', $1, now(), 0, now(), 2, now() + interval '5 minutes', false)", [network]))
  try {
    await story()
  } finally {
    await asOwner(async (sql) => {
      await sql.query('DELETE FROM flood WHERE key = $1', [network])
      await sql.query('DELETE FROM shut_out WHERE source_address = $1', [network])
    })
  }
}
