/**
 * A small world of its own for each test file: one organisation, two tenants, people in every role, and one open request. Rows are loaded as the owner says that it loads;
 * everything that is tested goes through the door. Names are random, so files run side by side over one database.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { generate } from 'otplib'
import { createCaller, type Execute, type Threshold } from '~/server/api/procedure'
import { api, commandOf } from '~/server/api/router'
import type { StepUpAction } from '~/server/authorization/actions'
import { Denied } from '~/server/authorization/denied'
import { type Kept, openSession } from '~/server/database/open-session'
import { inScope, say } from '~/server/database/scope'
import { cross } from '~/server/engine/cross'
import { digestFor, execute, parseInput } from '~/server/engine/execute'
import type { Role, Source } from '~/server/identity/actor'
import { factorPlace } from '~/server/identity/factor-place'
import { hashPassword } from '~/server/identity/password'
import { bearer, findActor, findBearer, findCommanding } from '~/server/identity/session'
import { hashToken, makeToken } from '~/server/identity/token'
import { makeDataKey, unwrapDataKey } from '~/server/keys/data-key'
import { seal } from '~/server/keys/seal'
import { secretKey, secretText } from '~/server/keys/secret'
import { digestOf } from '~/server/shared/canonical'

export const password = 'correct horse battery'
export const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** From where the people of a world come: another's failed sign-ins are counted elsewhere. */
const somewhere = (): string => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
let address = somewhere()
export const sourceOfTest = (): Source => ({ address, userAgent: 'vitest', reference: randomUUID() })

export type Person = { id: string; email: string; token: string; sessionId: string }
const roleAddress = { owner: 'OWNER_DATABASE_URL_FILE', web: 'WEB_DATABASE_URL_FILE', engine: 'ENGINE_DATABASE_URL_FILE', auditor: 'AUDITOR_DATABASE_URL_FILE' } as const

/** A bare connection as one of the roles: what that role may do with no code of ours in between. What a test that failed left open is nothing that others wait for until the end. */
export async function connectAs(role: keyof typeof roleAddress, options = ''): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: secretText(roleAddress[role]), options: `-c idle_in_transaction_session_timeout=30000 ${options}` })
  // Ended by the server while nobody asks it anything: whoever asks next is told.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A few rows at a time are less than a connection costs: one by which it went well is kept for the next, for two seconds: the server has a hundred for all that runs. One on which something went wrong is not. */
const kept = new Map<keyof typeof roleAddress, pg.Pool>()
function keptFor(role: keyof typeof roleAddress): pg.Pool {
  const pool = kept.get(role) ?? new pg.Pool({ connectionString: secretText(roleAddress[role]), allowExitOnIdle: true, idleTimeoutMillis: 2_000 })
  // A database that is ended under one that waits has told whoever asked it something.
  if (!kept.has(role)) pool.on('error', () => undefined)
  kept.set(role, pool)
  return pool
}
/** In a transaction of its own, begun so. What it wrote is committed when `work` has ended well. */
async function within<T>(role: keyof typeof roleAddress, begin: string, work: (sql: pg.ClientBase) => Promise<T>): Promise<T> {
  const sql = await keptFor(role).connect()
  let isWell = false
  try {
    await sql.query(begin)
    const made = await work(sql)
    await sql.query('COMMIT')
    isWell = true
    return made
  } finally {
    sql.release(!isWell)
  }
}
/** As the owner, loading. */
export const loading = <T>(work: (sql: pg.ClientBase) => Promise<T>): Promise<T> => within('owner', "BEGIN; SELECT set_config('app.loading', 'on', true)", work)

export type World = Awaited<ReturnType<typeof makeWorld>>
export async function makeWorld() {
  address = somewhere()
  const mark = randomBytes(4).toString('hex')
  const [organisation, a, b] = [`org-${mark}`, `a-${mark}`, `b-${mark}`] as const
  await loading(async (sql) => {
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ('eu-test-1', 'Test', 'DE', 'eu') ON CONFLICT DO NOTHING")
    await sql.query('INSERT INTO organisation (id, title) VALUES ($1, $1)', [organisation])
    const top = `platform/${organisation}`
    await accounts(sql, organisation, [{ id: top, kind: 'organisation', parent: 'platform', tenant: null, namespace: null, gpus: 100 }])
    await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) SELECT id, $2, 'Title of ' || id, 1, 'internal', '{eu-test-1}', '{gdpr}' FROM unnest($1::text[]) AS t (id)", [[a, b], organisation])
    await accounts(sql, organisation, [a, b].map((tenant) => ({ id: `${top}/${tenant}`, kind: 'tenant', parent: top, tenant, namespace: null, gpus: 20 })))
    const namespaces = [a, b].flatMap((tenant) => ['red', 'blue'].map((namespace) => ({ tenant, namespace })))
    await sql.query("INSERT INTO namespace (tenant_id, id, title) SELECT tenant, id, id || ' of ' || tenant FROM unnest($1::text[], $2::text[]) AS n (tenant, id)", [namespaces.map(({ tenant }) => tenant), namespaces.map(({ namespace }) => namespace)])
    await accounts(sql, organisation, namespaces.map(({ tenant, namespace }) => ({ id: `${top}/${tenant}/${namespace}`, kind: 'namespace', parent: `${top}/${tenant}`, tenant, namespace, gpus: 8 })))
  })
  const request = randomUUID()
  const [binding, groupBinding, customRole, invitation, allocation] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const named = (name: string, ...roles: Held[]): NewPerson => ({ email: `${name}.${mark}@example.test`, roles })
  const person = async (name: string, ...roles: Held[]): Promise<Person> => (await makePeople([named(name, ...roles)]))[0]
  const [admin, lead, developer, auditor, guest, stranger, nobody, platformAdmin, platformApprover, platformAuditor] = await makePeople([
    named('admin', ['tenant_admin', a, null]), named('lead', ['namespace_admin', a, 'red']), named('developer', ['developer', a, 'red']), named('auditor', ['auditor', a, null]), named('guest'),
    named('stranger', ['tenant_admin', b, null]), named('nobody'), named('platform', ['platform_admin', null, null]), named('approver', ['approver', null, null]), named('security', ['auditor', null, null]),
  ])
  const people = { admin, lead, developer, auditor, guest, stranger, nobody, platformAdmin, platformApprover, platformAuditor }
  const payload = { organisation, tenant: `c-${mark}`, title: 'Beside', isolationLevel: 2, trust: 'internal', regions: ['eu-test-1'], compliance: [], admin: people.admin.id }
  const terms = digestOf(payload)
  const loaded = await loading(async (sql) => {
    await sql.query(`INSERT INTO request (id, kind, organisation_id, tenant_id, subject, payload, terms, terms_body, rule, asked_roles, deadline, purpose, requested_by, requested_at)
      VALUES ($1, 'tenant.create', $2, $3, $4, $5, $6, $5, '{"anyOf": [{"of": ["approver", "platform_admin"], "count": 1}], "factor": "passkey"}', '{approver,platform_admin}', now() + interval '7 days', 'For the test.', $7, now())`, [request, organisation, a, payload.tenant, JSON.stringify(payload), terms, people.admin.id])
    await sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, burst, preemptible, reserved, devices, asked_at)
      VALUES ($1, $2, $3, 'red', $4, 'waits', 'normal', 500, $5, 'waiting', 1, '{nvidia.com/gpu}', '{1}', false, false, false, 1, now())`, [allocation, organisation, a, `platform/${organisation}/${a}/red`, people.developer.id])
    await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES ($1, $2, 'approver', $3)", [binding, people.guest.id, a])
    await sql.query("INSERT INTO group_binding (id, tenant_id, provider, group_name, role, valid_from, granted_by) VALUES ($1, $2, 'idp', $3, 'developer', now(), $4)", [groupBinding, a, `bound-${mark}`, people.admin.id])
    await sql.query("INSERT INTO invitation (id, tenant_id, email, role, token_hash, invited_by, invited_at, expires_at) VALUES ($1, $2, $3, 'developer', $4, $5, now(), now() + interval '7 days')", [invitation, a, `invited.${mark}@example.test`, hashToken(makeToken()), people.admin.id])
    await sql.query('INSERT INTO custom_role (id, tenant_id) VALUES ($1, $2)', [customRole, a])
    await sql.query("INSERT INTO custom_role_version (role_id, tenant_id, version, title, actions, valid_from, set_by) VALUES ($1, $2, 1, 'Composed', '{quotas.list}', now(), $3)", [customRole, a, people.admin.id])
    const violation: string = (await sql.query("INSERT INTO residency_violation (tenant_id, namespace_id, work, regions, nodes, reason, began_at, changed_at) VALUES ($1, 'red', $2, '{us-test-1}', ARRAY[$3], 'region_not_allowed', now() - interval '1 day', now() - interval '1 day') RETURNING id", [a, `elsewhere-${mark}`, `node-${mark}`])).rows[0].id
    const incident: string = (await sql.query("INSERT INTO incident (title, severity, playbook, seen, aware_at, opened_at, opened_by, changed_at) VALUES ('Of the test', 'high', 'leaked_token', 'Seen by a test.', now(), now(), $1, now()) RETURNING id", [people.platformAdmin.id])).rows[0].id
    const investigation: string = (await sql.query("INSERT INTO investigation (title, question, owner_id, opened_at, opened_by) VALUES ('Of the test', 'Asked by a test?', $1, now(), $1) RETURNING id", [people.platformAuditor.id])).rows[0].id
    return { violation, incident, investigation, ...(await reviewIn(sql, a, people.admin.id, people.developer.id)) }
  })
  return { ...loaded, mark, organisation, a, b, person, ...people, request, terms, binding, groupBinding, customRole, invitation, allocation }
}

/** A review that is open, with a line about somebody and one about the only admin, of whom the platform decides. */
async function reviewIn(sql: pg.ClientBase, tenant: string, admin: string, other: string): Promise<{ review: string; line: string; ownLine: string }> {
  const { rows: [made] } = await sql.query("INSERT INTO review (tenant_id, began_at, deadline) VALUES ($1, now(), now() + interval '14 days') RETURNING id", [tenant])
  const { rows } = await sql.query('SELECT id, person_id FROM review_line WHERE review_id = $1', [made.id])
  const of = (person: string): string => rows.find(({ person_id }) => person_id === person).id
  return { review: made.id, line: of(other), ownLine: of(admin) }
}

type NewAccount = { readonly id: string; readonly kind: string; readonly parent: string; readonly tenant: string | null; readonly namespace: string | null; readonly gpus: number }
/** Of one level of an organisation: those above are there already. */
async function accounts(sql: pg.ClientBase, organisation: string, made: readonly NewAccount[]) {
  const of = (name: keyof NewAccount) => made.map((one) => one[name])
  const [ids, tenants, namespaces, gpus] = [of('id'), of('tenant'), of('namespace'), of('gpus')]
  await sql.query(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
    SELECT id, kind, parent, $7, tenant, namespace, '{nvidia.com/gpu}', ARRAY[gpus], ARRAY[gpus], '{0}', '{0}', '{0}' FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) AS a (id, kind, parent, tenant, namespace, gpus)`,
  [ids, of('kind'), of('parent'), tenants, namespaces, gpus, organisation])
  await sql.query(`INSERT INTO quota (account_id, resource, version, tenant_id, namespace_id, nominal, hard)
    SELECT id, 'nvidia.com/gpu', 1, tenant, namespace, gpus, gpus FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS q (id, tenant, namespace, gpus)`, [ids, tenants, namespaces, gpus])
}

type Held = readonly [role: Role, tenant: string | null, namespace: string | null]
type NewPerson = { readonly email: string; readonly roles: readonly Held[] }
let hashed: Promise<string> | undefined
/** All at once: what a person costs is what is asked of the database, and everybody is asked for together. */
async function makePeople<const T extends readonly NewPerson[]>(wished: T): Promise<{ -readonly [At in keyof T]: Person }> {
  hashed ??= hashPassword(password)
  const passwordHash = await hashed
  const made = wished.map((one) => ({ ...one, id: randomUUID() }))
  const [ids, emails] = [made.map(({ id }) => id), made.map(({ email }) => email)]
  const held = made.flatMap(({ id, roles }) => roles.map(([role, tenant, namespace]) => ({ id, role, tenant, namespace })))
  await loading(async (sql) => {
    await sql.query('INSERT INTO person (id, email, name) SELECT id, email, email FROM unnest($1::uuid[], $2::text[]) AS p (id, email)', [ids, emails])
    await sql.query('INSERT INTO local_account (person_id, email, password_hash) SELECT id, email, $3 FROM unnest($1::uuid[], $2::text[]) AS p (id, email)', [ids, emails, passwordHash])
    await sql.query('INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) SELECT gen_random_uuid(), id, role, tenant, namespace FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS b (id, role, tenant, namespace)',
      [held.map(({ id }) => id), held.map(({ role }) => role), held.map(({ tenant }) => tenant), held.map(({ namespace }) => namespace)])
    const key = await platformKey(sql)
    const factors = ids.map(() => randomUUID())
    await sql.query("INSERT INTO factor (id, person_id, kind, label, secret, created_at) SELECT id, person, 'totp', 'Test', secret, now() - interval '2 days' FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS f (id, person, secret)", [factors, ids, factors.map((factor) => seal(key, factorPlace(factor), Buffer.from(totpSecret)))])
  })
  const isOperator = ({ roles }: NewPerson): boolean => roles.some(([role, tenant]) => role === 'platform_admin' && tenant === null)
  const sessions = await signInEach(made.map((one) => ({ id: one.id, elevated: isOperator(one) })), new Date())
  return made.map(({ id, email }, at) => ({ id, email, ...sessions[at] })) as { -readonly [At in keyof T]: Person }
}

async function platformKey(sql: pg.ClientBase): Promise<Buffer> {
  const master = secretKey('MASTER_KEY_FILE')
  await sql.query('INSERT INTO data_key (tenant_id, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING', ['platform', makeDataKey(master, 'platform')])
  const { rows } = await sql.query("SELECT wrapped FROM data_key WHERE tenant_id = 'platform'")
  return unwrapDataKey(master, 'platform', rows[0].wrapped)
}

/** Sessions as the engine opens them, each as whoever signs in, at a moment of one's choice; elevated, for an operator who is to change things. */
const signInEach = (people: readonly { readonly id: string; readonly elevated: boolean }[], at: Date) => inScope('engine', {}, async (sql) => {
  const opened: { token: string; sessionId: string }[] = []
  for (const { id: personId, elevated } of people) {
    await say(sql, { person: personId })
    const elevation = elevated ? await sql.elevation.create({ data: { personId, reason: 'For the test.', beganAt: at, until: new Date(at.getTime() + 3_600_000) }, select: { id: true } }) : null
    const { id, token } = await openSession(sql, { person: personId, methods: ['password', 'code'], source: { ...sourceOfTest() }, now: at, elevation: elevation?.id ?? null })
    opened.push({ token, sessionId: id })
  }
  return opened
})
export async function signInAs(personId: string, at = new Date(), given: { elevated?: boolean } = {}): Promise<{ token: string; sessionId: string }> {
  const [opened] = await signInEach([{ id: personId, elevated: given.elevated ?? false }], at)
  if (!opened) throw new Error('whoever signs in is in')
  return opened
}
/** The same person in a browser where they are elevated. */
export const elevated = async (person: Person): Promise<Person> => ({ ...person, ...(await signInAs(person.id, new Date(), { elevated: true })) })

/** The engine, without the wire between, by a clock of one's choice. */
const inProcessAt = (now?: Date): Execute => async (command, input, { token, entering, source }, { stepUp, idempotencyKey }) => {
  const carried = commandOf(command.action)
  if (!carried) return cross(command as Threshold, { input, source, session: token, entering, nonce: randomUUID() })
  const actor = await findCommanding(token ?? '', source, !('decider' in carried), now)
  if (!actor) throw new Denied('not_signed_in')
  return execute(carried, actor, { input, stepUp, idempotencyKey: idempotencyKey ?? randomUUID(), nonce: randomUUID() })
}

type Sent = { inside?: true; asOf?: string; stepUp?: string; idempotencyKey?: string; now?: Date; source?: Source }
/** The door as somebody stands before it. What the browser would keep of an answer is put into `kept`. */
export async function doorFor(person: Pick<Person, 'token'> | null, sent: Sent = {}, kept: Kept[] = []) {
  const source = sent.source ?? sourceOfTest()
  const token = person?.token ?? null
  const now = sent.now ?? new Date()
  const actor = token?.startsWith(bearer) ? await findBearer('web', token.slice(bearer.length), source, now) : await findActor('web', token, source, now)
  return createCaller(api)({
    token, entering: kept.findLast(({ entering }) => entering !== undefined)?.entering ?? null, actor, source, stepUp: sent.stepUp ?? null, idempotencyKey: sent.idempotencyKey ?? null,
    execute: inProcessAt(sent.now), keep: (given) => { kept.push(given) }, inside: sent.inside, asOf: sent.asOf,
  })
}

/** Somebody who came half in, a token and a recovery code of theirs, all made after whatever begins now: as if that had taken a second to come to its end. Says whether they are out again. */
export async function halfInLater({ id }: Person): Promise<() => Promise<boolean>> {
  const hash = hashToken(makeToken())
  await loading(async (sql) => {
    await sql.query("INSERT INTO sign_in (id, person_id, way, token_hash, at, outcome, source_address, user_agent) VALUES (gen_random_uuid(), $1, 'password', $2, now() + interval '1 second', 'waits', 'elsewhere', 'test')", [id, hash])
    await sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES (gen_random_uuid(), $1, 'Of the test', $2, $3, '{quotas.list}', now() + interval '1 second', now() + interval '1 day')", [id, hash, randomBytes(64)])
    await sql.query("INSERT INTO recovery_code (id, person_id, code_hash, made_at) VALUES (gen_random_uuid(), $1, $2, now() + interval '1 second')", [id, hash])
  })
  return async () => (await loading((sql) => sql.query('SELECT outcome FROM sign_in WHERE token_hash = $1', [hash]))).rows[0]?.outcome === 'denied'
}

export const codeNow = () => generate({ secret: totpSecret })

/** A second factor already shown for this deed, so that a test need not wait for the next code. The row is what `identity.beginStepUp` writes. */
export async function shown(person: Person, action: StepUpAction, input: unknown, kind: 'passkey' | 'code' = 'passkey'): Promise<string> {
  const command = commandOf(action)
  if (!command) throw new Error(`${action} is no command`)
  const token = makeToken()
  const inputDigest = digestFor(action, parseInput(command, input))
  await within('engine', 'BEGIN', async (sql) => {
    await sql.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    await sql.query(`INSERT INTO step_up (id, token_hash, session_id, factor_id, action, input_digest, evidence, expires_at)
      SELECT $1, $2, $3, id, $4, $5, $7, now() + interval '2 minutes' FROM factor WHERE person_id = $6 AND removed_at IS NULL ORDER BY created_at LIMIT 1`,
    [randomUUID(), hashToken(token), person.sessionId, action, inputDigest, person.id, JSON.stringify({ kind })])
  })
  return token
}
