/** Whose rows are whose, what the ledger may hold, and what nobody changes any more: tried in the database itself, with the engine's rights. */
import { randomBytes, randomUUID } from 'node:crypto'
import { catalogueFaults } from '~/server/database/catalogue'
import { type Rehearsal, refusalOf } from '~/server/database/rehearse'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Probe } from './probe'

export type Place = { readonly tenant: string; readonly account: string }
/** Two tenants of one organisation, which nobody but this transaction ever sees. */
export async function places({ say, run }: Rehearsal): Promise<readonly [Place, Place]> {
  const organisation = `probe-${randomBytes(6).toString('hex')}`
  await say({ 'app.platform': 'on' })
  await run('INSERT INTO organisation (id, title, created_at) VALUES ($1, $1, now())', [organisation])
  await run("INSERT INTO account (id, kind, parent_id, organisation_id) VALUES ('platform/' || $1::text, 'organisation', 'platform', $1)", [organisation])
  const make = async (name: string): Promise<Place> => {
    const [tenant, account] = [`${organisation}-${name}`, `platform/${organisation}/${organisation}-${name}`]
    await run('INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance, created_at) VALUES ($1, $2, $1, 1, $3, $4, $5, now())', [tenant, organisation, 'internal', ['probe'], []])
    await run("INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id) VALUES ($1, 'tenant', 'platform/' || $2::text, $2, $3)", [account, organisation, tenant])
    return { tenant, account }
  }
  return [await make('a'), await make('b')]
}
const inTenant = (on: Rehearsal, { tenant }: Place) => on.say({ 'app.tenant_id': tenant, 'app.namespaces': '*' })
const makeNamespace = ({ run }: Rehearsal, { tenant }: Place) => run("INSERT INTO namespace (tenant_id, id, title) VALUES ($1, 'probe', 'Probe')", [tenant])
export const came = async (act: Promise<unknown>) => (await refusalOf(act)) ?? done

/** Each act in a rehearsal of its own: after the first no, a transaction hears nothing else. */
export const both = (forbidden: (on: Rehearsal) => Promise<string>, allowed: (on: Rehearsal) => Promise<string>): Probe => async ({ rehearse }) => ({ forbidden: await rehearse(forbidden), allowed: await rehearse(allowed) })

const readNamespaces = (whose: 'own' | 'other') => async (on: Rehearsal) => {
  const [own, other] = await places(on)
  const sought = whose === 'own' ? own : other
  await inTenant(on, sought)
  await makeNamespace(on, sought)
  await inTenant(on, own)
  return (await on.run('SELECT FROM namespace WHERE tenant_id = $1', [sought.tenant])).length > 0 ? done : 'not_there'
}
const writeNamespace = (whose: 'own' | 'other') => async (on: Rehearsal) => {
  const [own, other] = await places(on)
  await inTenant(on, own)
  return came(makeNamespace(on, whose === 'own' ? own : other))
}

const amounts = "resources = '{cpu}', nominal = ARRAY[$2::bigint], hard = ARRAY[$2::bigint], used = '{0}', held = '{0}', unexplained = '{0}'"
const makeAccount = ({ run }: Rehearsal, { tenant, account }: Place, { nominal, hard, used }: { nominal: number; hard: number; used: number }) =>
  run(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
    SELECT $1 || '/probe', 'namespace', $1, organisation_id, tenant_id, 'probe', '{cpu}', ARRAY[$3::bigint], ARRAY[$4::bigint], ARRAY[$5::bigint], '{0}', '{0}' FROM account WHERE id = $1 AND tenant_id = $2`, [account, tenant, nominal, hard, used])

const use = (used: number) => async (on: Rehearsal) => {
  const [own] = await places(on)
  await inTenant(on, own)
  await makeNamespace(on, own)
  return came(makeAccount(on, own, { nominal: 0, hard: 100, used }))
}
const share = (nominal: number) => async (on: Rehearsal) => {
  const [own] = await places(on)
  const [, organisation = ''] = own.account.split('/')
  await on.say({ 'app.lane': organisation, 'app.lane_tenants': own.tenant, 'app.tenant_id': own.tenant, 'app.namespaces': '*' })
  for (const id of [`platform/${organisation}`, own.account]) await on.run(`UPDATE account SET ${amounts} WHERE id = $1`, [id, 100])
  await makeNamespace(on, own)
  return came(makeAccount(on, own, { nominal, hard: nominal, used: 0 }))
}

export async function people({ say, run }: Rehearsal): Promise<readonly [string, string]> {
  const make = async () => {
    const id = randomUUID()
    await say({ 'app.person_id': id })
    await run("INSERT INTO person (id, email, name) VALUES ($1::uuid, $1::text || '@probe.invalid', 'Probe')", [id])
    return id
  }
  return [await make(), await make()]
}
const grant = ({ staff, own }: { staff: boolean; own: boolean }) => async (on: Rehearsal) => {
  const [giver, other] = await people(on)
  await on.say({ 'app.platform': 'on', 'app.person_id': giver, ...(staff ? { 'app.staff': 'on' } : {}) })
  return came(on.run("INSERT INTO role_binding (id, person_id, role, granted_by) VALUES (gen_random_uuid(), $1, 'auditor', $2)", [own ? giver : other, giver]))
}

const record = (bytes: Buffer) => async (on: Rehearsal) => {
  await on.say({ 'app.tenant_id': 'platform', 'app.namespaces': '*' })
  return came(on.run("INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) VALUES ('platform', 'deed', 9223372036854775807, now(), $1, sha256('\\x00'::bytea || $1))", [bytes]))
}
/** Either would do harm: only both refused is a no. */
const alter = async (on: Rehearsal) => {
  await on.say({ 'app.tenant_id': 'platform', 'app.namespaces': '*' })
  await on.run('SAVEPOINT before')
  const changed = await came(on.run("UPDATE record SET bytes = bytes WHERE tenant_id = 'platform' AND stream = 'deed' AND sequence = 9223372036854775807"))
  await on.run('ROLLBACK TO before')
  return changed === done ? done : came(on.run("DELETE FROM record WHERE tenant_id = 'platform' AND stream = 'deed' AND sequence = 9223372036854775807"))
}

const allow = (by: 'offers' | 'other') => async (on: Rehearsal) => {
  const [own, other] = await places(on)
  const [offering, answering] = await people(on)
  await on.say({ 'app.tenant_id': own.tenant, 'app.namespaces': '*', 'app.person_id': offering })
  await makeNamespace(on, own)
  await on.run("INSERT INTO pair (tenant_id, namespace_id, other_tenant, other_namespace, way, ports, until, purpose, offered_by, offered_at, lapses_at) VALUES ($1, 'probe', $2, 'probe', 'out', '{443}', now() + interval '2 days', 'Probe', $3, now(), now() + interval '1 day')", [own.tenant, other.tenant, offering])
  await on.say({ 'app.tenant_id': by === 'offers' ? own.tenant : other.tenant, 'app.namespaces': '*', 'app.person_id': answering })
  return came(on.run("UPDATE pair SET answer = 'yes', answered_at = now(), answered_by = $2 WHERE tenant_id = $1", [own.tenant, answering]))
}

const sign = (by: 'asks' | 'other') => async (on: Rehearsal) => {
  const [own] = await places(on)
  const [asking, other] = await people(on)
  await on.say({ 'app.tenant_id': own.tenant, 'app.namespaces': '*', 'app.person_id': asking })
  await on.run("INSERT INTO erasure (tenant_id, reason, asked_at, asked_by) VALUES ($1, 'Probe', now(), $2)", [own.tenant, asking])
  return came(on.run("UPDATE erasure SET signed_at = now(), signed_by = $2, due_at = now() + interval '72 hours' WHERE tenant_id = $1", [own.tenant, by === 'asks' ? asking : other]))
}

export const rowProbes = {
  'tenancy.reads': both(readNamespaces('other'), readNamespaces('own')),
  'tenancy.writes': both(writeNamespace('other'), writeNamespace('own')),
  'tenancy.pairs': both(allow('offers'), allow('other')),
  'tenancy.erased': both(sign('asks'), sign('other')),
  'tenancy.everywhere': both(
    async ({ run }) => ((await run(catalogueFaults)).length > 0 ? done : 'none_found'),
    async ({ run }) => ((await run("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND relforcerowsecurity")).length > 0 ? done : 'no_tables'),
  ),
  'ledger.ceiling': both(use(101), use(100)),
  'ledger.shares': both(share(101), share(100)),
  'ledger.decisions': both((on) => came(on.run('UPDATE decision SET verdict = verdict WHERE false')), (on) => came(on.run('SELECT verdict FROM decision WHERE false'))),
  'record.kept': both(alter, record(Buffer.from('{}'))),
  'record.read': both((on) => came(on.run('SELECT bytes FROM record LIMIT 1')), (on) => came(on.run('SELECT size FROM checkpoint LIMIT 1'))),
  'people.own_role': both(grant({ staff: true, own: true }), grant({ staff: true, own: false })),
  'people.staff': both(grant({ staff: false, own: false }), grant({ staff: true, own: false })),
} as const satisfies Partial<Record<ControlId, Probe>>
