import { Prisma } from '~/prisma/generated/client'
import type { Reach } from '~/server/authorization/permit'
import { type DatabaseRole, database, type Transaction, waitsAtMost } from './client'

/** For whom a transaction works. Row security reads nothing else. */
export type Scope = {
  readonly tenant?: string
  readonly namespaces?: Reach
  readonly person?: string
  readonly platform?: true
  readonly tokenHash?: Buffer
  readonly credentialId?: Buffer
  readonly email?: string
  /** The address of whoever acts: what is for them is theirs to take. */
  readonly ownEmail?: string
  /** A deed about who works here and who may come in. */
  readonly staff?: true
  /** By whose word somebody signs in. */
  readonly provider?: string
  /** Who somebody is by that word. */
  readonly issuer?: string
  readonly subject?: string
  /** What the provider calls a session of its own. */
  readonly providerSession?: string
  /** What somebody is about to sign. */
  readonly request?: string
  /** Of which case somebody reads what a step about it would move. */
  readonly caseFile?: string
  /** As of when the tables are read. */
  readonly asOf?: string
  readonly loop?: 'break-glass' | 'control' | 'deliver' | 'erase' | 'expire' | 'feed' | 'fleet' | 'harm' | 'keys' | 'lease' | 'months' | 'namespaces' | 'number' | 'pairs' | 'project' | 'queue' | 'quotas' | 'requests' | 'residency' | 'reviews' | 'seal' | 'watch'
}

/** All of it every time, so that nothing said earlier in the transaction stays true by accident. */
export function saidOf(scope: Scope): Prisma.Sql {
  const namespaces = scope.namespaces === undefined || scope.namespaces === '*' ? (scope.namespaces ?? '') : scope.namespaces.join(',')
  return Prisma.sql`set_config('app.tenant_id', ${scope.tenant ?? ''}, true), set_config('app.namespaces', ${namespaces}, true),
    set_config('app.person_id', ${scope.person ?? ''}, true), set_config('app.platform', ${scope.platform ? 'on' : ''}, true),
    set_config('app.token_hash', ${scope.tokenHash?.toString('hex') ?? ''}, true), set_config('app.credential_id', ${scope.credentialId?.toString('hex') ?? ''}, true), set_config('app.email', ${scope.email ?? ''}, true),
    set_config('app.loop', ${scope.loop ?? ''}, true), set_config('app.provider', ${scope.provider ?? ''}, true),
    set_config('app.own_email', ${scope.ownEmail ?? ''}, true), set_config('app.staff', ${scope.staff ? 'on' : ''}, true),
    set_config('app.issuer', ${scope.issuer ?? ''}, true), set_config('app.subject', ${scope.subject ?? ''}, true), set_config('app.provider_session', ${scope.providerSession ?? ''}, true), set_config('app.request', ${scope.request ?? ''}, true),
    set_config('app.case_file', ${scope.caseFile ?? ''}, true), set_config('app.as_of', ${scope.asOf ?? ''}, true)`
}
export async function say(sql: Transaction, scope: Scope): Promise<void> {
  await sql.$queryRaw`SELECT ${saidOf(scope)}`
}

export function inScope<T>(role: DatabaseRole, scope: Scope, work: (sql: Transaction) => Promise<T>): Promise<T> {
  return database(role).$transaction(async (sql) => {
    await say(sql, scope)
    return work(sql)
  }, { timeout: 15_000, maxWait: waitsAtMost() })
}
