/**
 * Renews every data key when its time has come, and wraps it by the master key of now. A key that was wrapped by the one before it opens as long as the engine is given both, and what a part of it
 * sealed opens for good, so nothing waits for this; killed anywhere it goes on where it was: each key is as it was or as it will be, and its place's record says which.
 */
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import type { Scope } from '~/server/database/scope'
import { eachAlone } from '~/server/shared/alone'
import { nameOfMaster, openDataKey, wrapDataKey } from './data-key'
import { dataKeyDays, decideRenewal, dueAt, isDue, masterDays } from './decide-renewal'
import { withAnother } from './seal'
import { secretKey } from './secret'

const atOnce = 200
const loop = { loop: 'keys' } as const
const tenantOf = (place: string) => (place === 'platform' ? null : place)
const inPlace = (place: string): Scope => ({ ...loop, tenant: place, ...(tenantOf(place) === null ? { platform: true } : { namespaces: '*' }) })

export async function renewKeys(lease: string): Promise<number> {
  const master = secretKey('MASTER_KEY_FILE')
  await underLease(lease, loop, (sql) => tellOfMaster(sql, nameOfMaster(master)))
  let renewed = 0
  for (let after: string | null = ''; after !== null; ) {
    const found: string[] = (await lookUnderLease(lease, loop, (sql) => placesToLookAt(sql, nameOfMaster(master), after ?? ''))) ?? []
    const done = await eachAlone(found, (place) => underLease(lease, inPlace(place), (sql) => renew(sql, place, master)))
    renewed += done.filter((isDone) => isDone).length
    after = found.length === atOnce ? (found.at(-1) ?? null) : null
  }
  return renewed
}

async function tellOfMaster(sql: Transaction, name: string): Promise<void> {
  await sql.$executeRaw`INSERT INTO master_key (name, since) VALUES (${name}, clock_timestamp()) ON CONFLICT DO NOTHING`
  const { since } = await sql.masterKey.findUniqueOrThrow({ where: { name } })
  if (isDue(since, masterDays, new Date())) await raiseOnce(sql, 'keys.master_old', `${name} ${since.toISOString()}`, { name, since: since.toISOString() })
}

async function placesToLookAt(sql: Transaction, master: string, after: string): Promise<string[]> {
  const old = { wrappedAt: { lte: dueAt(new Date(), -dataKeyDays) } }
  const found = await sql.dataKey.findMany({ where: { tenantId: { gt: after }, wrapped: { not: null }, OR: [{ wrappedBy: { not: master } }, old] }, orderBy: { tenantId: 'asc' }, take: atOnce, select: { tenantId: true } })
  return found.map(({ tenantId }) => tenantId)
}

async function renew(sql: Transaction, place: string, master: Buffer): Promise<boolean> {
  const tenant = tenantOf(place)
  const now = await holdPlace(sql, tenant)
  if (now === null) throw new Error(`nothing numbers what is done in ${place}, which has a data key`)
  const found = await sql.dataKey.findUnique({ where: { tenantId: place } })
  // One that was destroyed meanwhile stays destroyed.
  if (!found?.wrapped) return false
  const name = nameOfMaster(master)
  const because = decideRenewal(found, name, now)
  if (because === 'stays') return false
  const key = opened(place, found.wrapped)
  if (key === null) {
    await raiseOnce(sql, 'keys.unreadable', `${place} ${name}`, { tenant: place })
    return false
  }
  const wrapped = wrapDataKey(master, place, because === 'named' ? key : withAnother(key))
  await sql.$executeRaw`UPDATE data_key SET wrapped = ${wrapped}, wrapped_by = ${name}, wrapped_at = ${now} WHERE tenant_id = ${place}`
  if (because !== 'named') await recordByItself(sql, tenant, { action: 'keys.renew', input: { tenant }, because, before: { master: found.wrappedBy, since: found.wrappedAt.toISOString() }, after: { master: name, since: now.toISOString() }, reference: crypto.randomUUID() })
  return because !== 'named'
}
function opened(tenant: string, wrapped: Uint8Array): Buffer | null {
  try {
    return openDataKey(tenant, wrapped)
  } catch {
    return null
  }
}
