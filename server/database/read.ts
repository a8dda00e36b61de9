import { type ReadAction, type KindOf, specOf } from '~/server/authorization/actions'
import type { Permit, Reach } from '~/server/authorization/permit'
import { accessEntry } from '~/server/audit/entry'
import type { Actor } from '~/server/identity/actor'
import type { Json } from '~/server/shared/canonical'
import type { Transaction } from './client'
import { noteHead, type Noted } from './heads'
import { noteAccess } from './note-access'
import type { ReadRows } from './rows'
import { inScope, type Scope } from './scope'

type Reading = { readonly actor: Actor; readonly rows: ReadRows }
export type TenantReader = Reading & {
  readonly tenant: string; readonly namespaces: Reach
  /** The policies by which decisions were made that its reader may see: whoever can name a set may read it. */
  readonly policySets: (digests: readonly string[]) => Promise<ReadonlyMap<string, Json>>
}
export type PlatformReader = Reading
export type SelfReader = Reading & { readonly personId: string; readonly sessionId: string }
type Readers = { tenant: TenantReader; platform: PlatformReader; self: SelfReader }
export type ReaderOf<A extends ReadAction> = Readers[KindOf<A>]

export function scopeOf(permit: Permit): Scope {
  const spec = specOf(permit.action)
  if (spec.on === 'self') return { person: permit.actor.personId, ...(spec.addressed ? { ownEmail: permit.actor.email } : {}) }
  // Whatever tenant is named: the platform looks at it from outside.
  if (spec.on === 'platform') return { platform: true, namespaces: '*', tenant: 'platform', ...(spec.staff ? { staff: true as const } : {}) }
  return { tenant: permit.tenant ?? '', namespaces: spec.whole ? '*' : permit.namespaces }
}

export function readerOf(permit: Permit, sql: Transaction): TenantReader & PlatformReader & SelfReader {
  return { actor: permit.actor, tenant: permit.tenant ?? '', namespaces: permit.namespaces, personId: permit.actor.personId, sessionId: permit.actor.sessionId, rows: sql, policySets: (digests) => policySetsOf(sql, digests) }
}

async function policySetsOf(sql: Transaction, digests: readonly string[]): Promise<ReadonlyMap<string, Json>> {
  await sql.$queryRaw`SELECT set_config('app.policy_sets', ${digests.join(' ')}, true)`
  return new Map((await sql.policySet.findMany({ where: { digest: { in: [...digests] } } })).map(({ digest, body }) => [digest, JSON.parse(body) as Json]))
}

/**
 * A read that is to be recorded is noted first, in the same transaction: what cannot be noted is not read. How far the place had come is asked before it is
 * read, so that whatever is done meanwhile counts as done afterwards.
 */
export function read<A extends ReadAction, T>(permit: Permit<A>, asked: unknown, look: (db: ReaderOf<A>) => Promise<T>, noted?: Noted | undefined): Promise<T> {
  const spec = specOf(permit.action)
  return inScope(spec.through ?? 'web', scopeOf(permit), async (sql) => {
    if (spec.recorded) await noteAccess(sql, accessEntry({ actor: permit.actor, action: permit.action, asked, outcome: 'done', reason: null }))
    if (noted && spec.recorded) noted.recorded = true
    if (noted && spec.on !== 'self' && !spec.through) await noteHead(sql, noted, spec.on === 'tenant' ? (permit.tenant ?? '') : 'platform')
    return look(readerOf(permit, sql) as ReaderOf<A>)
  })
}
