/**
 * A small world of its own for each test file: one organisation, two tenants, people in every role, and one open request. Rows are loaded as the owner says that it loads;
 * everything that is tested goes through the door. Names are random, so files run side by side over one database.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { generate } from 'otplib'
import { createCaller, type Execute } from '~/server/api/procedure'
import { api, commandOf } from '~/server/api/router'
import type { StepUpAction } from '~/server/authorization/actions'
import { openSession } from '~/server/database/threshold'
import { execute, parseInput } from '~/server/engine/execute'
import type { Actor, Role } from '~/server/identity/actor'
import { factorPlace } from '~/server/identity/factor-place'
import { hashPassword } from '~/server/identity/password'
import { findActor } from '~/server/identity/session'
import { hashToken, makeToken, newSessionId, sealSession } from '~/server/identity/token'
import { makeDataKey, unwrapDataKey } from '~/server/keys/data-key'
import { seal } from '~/server/keys/seal'
import { secretKey, secretText } from '~/server/keys/secret'
import { digestOf } from '~/server/shared/canonical'

export const password = 'correct horse battery'
export const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
export const sourceOfTest = () => ({ address: '192.0.2.7', userAgent: 'vitest', reference: randomUUID() })

export type Person = { id: string; email: string; token: string; sessionId: string }
const roleAddress = { owner: 'OWNER_DATABASE_URL_FILE', web: 'WEB_DATABASE_URL_FILE', engine: 'ENGINE_DATABASE_URL_FILE', auditor: 'AUDITOR_DATABASE_URL_FILE' } as const

/** A bare connection as one of the roles: what that role may do with no code of ours in between. */
export async function connectAs(role: keyof typeof roleAddress): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: secretText(roleAddress[role]) })
  await client.connect()
  return client
}

/** As the owner, loading. What it wrote is committed when `work` has ended well. */
export async function loading<T>(work: (sql: pg.Client) => Promise<T>): Promise<T> {
  const sql = await connectAs('owner')
  try {
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const made = await work(sql)
    await sql.query('COMMIT')
    return made
  } finally {
    await sql.end()
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
export async function makeWorld() {
  const mark = randomBytes(4).toString('hex')
  const [organisation, a, b] = [`org-${mark}`, `a-${mark}`, `b-${mark}`] as const
  await loading(async (sql) => {
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ('eu-test-1', 'Test', 'DE', 'eu') ON CONFLICT DO NOTHING")
    await sql.query('INSERT INTO organisation (id, title) VALUES ($1, $1)', [organisation])
    await account(sql, `platform/${organisation}`, 'organisation', 'platform', organisation, null, null, 100n)
    for (const tenant of [a, b]) {
      await sql.query("INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance) VALUES ($1, $2, $3, 1, 'internal', '{eu-test-1}', '{gdpr}')", [tenant, organisation, `Title of ${tenant}`])
      await account(sql, `platform/${organisation}/${tenant}`, 'tenant', `platform/${organisation}`, organisation, tenant, null, 20n)
      for (const namespace of ['red', 'blue']) {
        await sql.query('INSERT INTO namespace (tenant_id, id, title) VALUES ($1, $2, $3)', [tenant, namespace, `${namespace} of ${tenant}`])
        await account(sql, `platform/${organisation}/${tenant}/${namespace}`, 'namespace', `platform/${organisation}/${tenant}`, organisation, tenant, namespace, 8n)
      }
    }
  })
  const request = randomUUID()
  const [binding, groupBinding, customRole] = [randomUUID(), randomUUID(), randomUUID()]
  const person = (name: string, ...roles: [Role, string | null, string | null][]) => makePerson(`${name}.${mark}@example.test`, roles)
  const people = {
    admin: await person('admin', ['tenant_admin', a, null]),
    lead: await person('lead', ['namespace_admin', a, 'red']),
    developer: await person('developer', ['developer', a, 'red']),
    auditor: await person('auditor', ['auditor', a, null]),
    guest: await person('guest'),
    stranger: await person('stranger', ['tenant_admin', b, null]),
    nobody: await person('nobody'),
    platformAdmin: await person('platform', ['platform_admin', null, null]),
    platformApprover: await person('approver', ['approver', null, null]),
    platformAuditor: await person('security', ['auditor', null, null]),
  }
  const payload = { organisation, tenant: `c-${mark}`, title: 'Beside', isolationLevel: 2, trust: 'internal', regions: ['eu-test-1'], compliance: [], admin: people.admin.id }
  const terms = digestOf(payload)
  await loading(async (sql) => {
    await sql.query(`INSERT INTO request (id, kind, organisation_id, tenant_id, subject, payload, terms, purpose, requested_by, requested_at)
      VALUES ($1, 'tenant.create', $2, $3, $4, $5, $6, 'For the test.', $7, now())`, [request, organisation, a, payload.tenant, JSON.stringify(payload), terms, people.admin.id])
    await sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES ($1, $2, 'approver', $3)", [binding, people.guest.id, a])
    await sql.query("INSERT INTO group_binding (id, tenant_id, provider, group_name, role, valid_from, granted_by) VALUES ($1, $2, 'idp', $3, 'developer', now(), $4)", [groupBinding, a, `bound-${mark}`, people.admin.id])
    await sql.query('INSERT INTO custom_role (id, tenant_id) VALUES ($1, $2)', [customRole, a])
    await sql.query("INSERT INTO custom_role_version (role_id, tenant_id, version, title, actions, valid_from, set_by) VALUES ($1, $2, 1, 'Composed', '{quotas.list}', now(), $3)", [customRole, a, people.admin.id])
  })
  return { mark, organisation, a, b, person, ...people, request, terms, binding, groupBinding, customRole }
}

async function account(sql: pg.Client, id: string, kind: string, parent: string, organisation: string, tenant: string | null, namespace: string | null, gpus: bigint) {
  await sql.query(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
    VALUES ($1, $2, $3, $4, $5, $6, '{nvidia.com/gpu}', ARRAY[$7::bigint], ARRAY[$7::bigint], '{0}', '{0}', '{0}')`, [id, kind, parent, organisation, tenant, namespace, gpus])
  await sql.query(`INSERT INTO quota (account_id, resource, version, tenant_id, namespace_id, nominal, hard) VALUES ($1, 'nvidia.com/gpu', 1, $2, $3, $4, $4)`, [id, tenant, namespace, gpus])
}

let hashed: Promise<string> | undefined
async function makePerson(email: string, roles: [Role, string | null, string | null][]): Promise<Person> {
  hashed ??= hashPassword(password)
  const passwordHash = await hashed
  const id = randomUUID()
  await loading(async (sql) => {
    await sql.query('INSERT INTO person (id, email, name) VALUES ($1, $2, $2)', [id, email])
    await sql.query('INSERT INTO local_account (person_id, password_hash) VALUES ($1, $2)', [id, passwordHash])
    for (const [role, tenant, namespace] of roles) {
      await sql.query('INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) VALUES ($1, $2, $3, $4, $5)', [randomUUID(), id, role, tenant, namespace])
    }
    const factor = randomUUID()
    const key = await platformKey(sql)
    await sql.query("INSERT INTO factor (id, person_id, kind, label, secret) VALUES ($1, $2, 'totp', 'Test', $3)", [factor, id, seal(key, factorPlace(factor), Buffer.from(totpSecret))])
  })
  return { id, email, ...(await signInAs(id)) }
}

async function platformKey(sql: pg.Client): Promise<Buffer> {
  const master = secretKey('MASTER_KEY_FILE')
  await sql.query('INSERT INTO data_key (tenant_id, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING', ['platform', makeDataKey(master, 'platform')])
  const { rows } = await sql.query("SELECT wrapped FROM data_key WHERE tenant_id = 'platform'")
  return unwrapDataKey(master, 'platform', rows[0].wrapped)
}

/** A session as the sign-in opens it, at a moment of one's choice. */
export async function signInAs(personId: string, at = new Date()): Promise<{ token: string; sessionId: string }> {
  const token = makeToken()
  const session = { id: newSessionId(), personId, tokenHash: hashToken(token), signedInAt: at }
  const { signedInAt, ...row } = session
  await openSession({ ...row, at: signedInAt, seal: sealSession(secretKey('SESSION_SEAL_KEY_FILE'), session), sourceAddress: '192.0.2.7', userAgent: 'vitest' })
  return { token, sessionId: session.id }
}

/** The engine, without the wire between. */
export const inProcess: Execute = async (command, input, { token, source }, { stepUp, idempotencyKey }) => {
  const actor = await findActor('engine', token, source)
  return execute(command, actor as Actor, { input, stepUp, idempotencyKey: idempotencyKey ?? randomUUID(), nonce: randomUUID() })
}

/** The door as somebody stands before it. */
export async function doorFor(person: Person | null, sent: { stepUp?: string; idempotencyKey?: string } = {}) {
  const source = sourceOfTest()
  const actor = person ? await findActor('web', person.token, source) : null
  return createCaller(api)({ token: person?.token ?? null, actor, source, stepUp: sent.stepUp ?? null, idempotencyKey: sent.idempotencyKey ?? null, execute: inProcess })
}

export const codeNow = () => generate({ secret: totpSecret })

/** A second factor already shown for this deed, so that a test need not wait for the next code. The row is what `identity.beginStepUp` writes. */
export async function shown(person: Person, action: StepUpAction, input: unknown): Promise<string> {
  const command = commandOf(action)
  if (!command) throw new Error(`${action} is no command`)
  const token = makeToken()
  const sql = await connectAs('engine')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    await sql.query(`INSERT INTO step_up (id, token_hash, session_id, factor_id, action, input_digest, expires_at)
      SELECT $1, $2, $3, id, $4, $5, now() + interval '2 minutes' FROM factor WHERE person_id = $6`,
    [randomUUID(), hashToken(token), person.sessionId, action, digestOf(parseInput(command, input)), person.id])
    await sql.query('COMMIT')
    return token
  } finally {
    await sql.end()
  }
}
