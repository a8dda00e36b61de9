/** Writes down who was shut out because they flood, once, whichever door counted it: where the others stand who are shut out, in the record of the platform, and as a signal to whoever watches over it. */
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { heldAt } from '~/server/members/held'
import type { FloodKind } from '~/server/rates/decide-flood'

const atOnce = 50
const tenantsMost = 10
const hourMs = 3_600_000

export async function noteFloods(lease: string): Promise<number> {
  const waits = await lookUnderLease(lease, {}, (sql) => sql.flood.findFirst({ where: { noted: false }, select: { key: true } }))
  return waits ? ((await underLease(lease, { platform: true, tenant: 'platform', staff: true }, noteSome)) ?? 0) : 0
}

type Begun = { kind: FloodKind; key: string; since: Date; until: Date; step: number }
async function noteSome(sql: Transaction): Promise<number> {
  await holdPlace(sql, null)
  // Whoever is let in or counted meanwhile waits until it is written down.
  const begun = await sql.$queryRaw<Begun[]>`SELECT kind, key, least(counted_at, until - interval '1 millisecond') AS since, until, step FROM flood WHERE NOT noted AND until IS NOT NULL ORDER BY counted_at, kind, key LIMIT ${atOnce} FOR UPDATE`
  for (const one of begun) await noteOne(sql, one)
  await sql.$executeRaw`UPDATE flood f SET noted = true FROM unnest(${begun.map(({ kind }) => kind)}::text[], ${begun.map(({ key }) => key)}::text[]) AS b (kind, key) WHERE f.kind = b.kind AND f.key = b.key`
  return begun.length
}

/** What the record and the signal keep is which block it is, and which token: an address stands in the list alone, until a day after it is over. */
async function noteOne(sql: Transaction, { kind, key, since, until, step }: Begun): Promise<void> {
  const token = kind === 'token' ? await sql.token.findUnique({ where: { id: key }, select: { id: true, title: true, personId: true } }) : null
  const held = token ? await sql.roleBinding.findMany({ where: { personId: token.personId, tenantId: { not: null }, ...heldAt(new Date()) }, select: { tenantId: true }, distinct: ['tenantId'], orderBy: { tenantId: 'asc' }, take: tenantsMost }) : []
  const { id } = await sql.shutOut.create({
    data: { scope: kind, key: Buffer.from(key), sourceAddress: kind === 'network' ? key : null, personId: token?.personId ?? null, tokenTitle: token?.title ?? null, tenants: held.flatMap(({ tenantId }) => tenantId ?? []), step, since, until }, select: { id: true },
  })
  const told = { shutOut: id, scope: kind, step, until: until.toISOString(), ...(token ? { token: token.id } : {}) }
  await recordByItself(sql, null, { action: 'security.shutOut', input: told, because: 'floods', before: null, after: told, reference: id })
  // Many addresses that flood at once are one thing to look at.
  await raiseOnce(sql, 'rates.shut_out', kind === 'token' ? `token ${key} ${until.toISOString()}` : `network ${Math.floor(since.getTime() / hourMs)}`, token ? { ...told, person: token.personId } : { scope: kind, step })
}
