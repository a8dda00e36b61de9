import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { keepPolicy } from '~/server/admission/keep-policy'
import type { KnownRegion } from '~/server/admission/residency/decide-residency'
import { FailoverPolicy } from '~/server/admission/residency/failover-policy'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import type { Json } from '~/server/shared/canonical'
import { isByPasskey, isOneWithAsker } from './change-disaster'
import { decideAskFailover, decideEndDisaster, decideSignDisaster } from './decide-disaster'
import { residencyOf } from './look'

/** Regions by their names: for what lies ahead no star stands for what nobody has looked at. */
export const AskFailover = z.strictObject({ tenant: Handle, regions: z.array(Handle).min(1).max(20).refine((names) => new Set(names).size === names.length, 'names each region once'), reason: Prose })
export const OnFailover = z.strictObject({ tenant: Handle, failover: Uuid })

type Writer = Pick<PlatformWriter<'residency.signFailover'>, 'rows' | 'now' | 'actor'>
const find = ({ rows }: Writer, { tenant, failover }: z.infer<typeof OnFailover>) => rows.residencyFailover.findFirst({ where: { id: failover, tenantId: tenant } })
type Row = NonNullable<Awaited<ReturnType<typeof find>>>
const said = ({ id, regions, reason, askedBy, signedBy, endedAt }: Row) => ({ failover: id, regions, reason, askedBy, signedBy, endedAt: endedAt?.toISOString() ?? null })
const lasting = (row: Row | null) => row && { ...row, until: null }

async function keepFailover(tx: Writer, tenant: string, regions: readonly string[]): Promise<void> {
  const current = await tx.rows.policy.findFirst({ where: { tenantId: tenant, kind: 'failover', validTo: null } })
  if (current === null && regions.length === 0) return
  await keepPolicy(tx, tenant, { kind: 'failover', body: FailoverPolicy.parse({ regions }) }, current, { version: (current?.version ?? 0n) + 1n })
}

/** Prepared ahead: nothing comes of it until somebody else has signed it, and until a disaster is declared. */
export async function askFailover({ ...tx }: PlatformWriter<'residency.askFailover'>, { tenant, reason, ...wish }: z.infer<typeof AskFailover>) {
  const { rows, now, actor } = tx
  const regions = [...wish.regions].sort()
  const known = (await rows.region.findMany({ select: { id: true, jurisdiction: true } })).map(({ id, jurisdiction }) => ({ region: id, jurisdiction: jurisdiction as KnownRegion['jurisdiction'] }))
  const { regions: own } = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { regions: true } })
  const held = await rows.policy.findFirst({ where: { tenantId: tenant, kind: 'residency', validTo: null }, select: { body: true } })
  const residency = held ? residencyOf(held.body as Json) : { jurisdiction: null, allowed: own, prohibited: [] }
  const others = await rows.residencyFailover.findMany({ where: { tenantId: tenant, endedAt: null } })
  const decision = decideAskFailover({ passkey: isByPasskey(tx), residency, known, asked: others.some(({ signedAt }) => signedAt === null), standing: others.find(({ signedAt }) => signedAt !== null)?.regions ?? null }, regions)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const row = await rows.residencyFailover.create({ data: { id: randomUUID(), tenantId: tenant, regions, reason, askedAt: now, askedBy: actor.personId } })
  return tx.record({ before: null, after: said(row) }, { failover: row.id })
}

/** What was prepared before is replaced by it. */
export async function signFailover({ ...tx }: PlatformWriter<'residency.signFailover'>, asked: z.infer<typeof OnFailover>) {
  const { rows, now, actor } = tx
  const row = await find(tx, asked)
  const decision = decideSignDisaster(lasting(row), { by: actor.personId, appointed: row !== null && (await isOneWithAsker(tx, row)), passkey: isByPasskey(tx) }, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row) throw new Error('what is not there was signed')
  const by = { signedAt: now, signedBy: actor.personId }
  await rows.residencyFailover.updateMany({ where: { tenantId: row.tenantId, signedAt: { not: null }, endedAt: null }, data: { endedAt: now, endedBy: actor.personId } })
  await rows.residencyFailover.updateMany({ where: { id: row.id, signedAt: null, endedAt: null }, data: by })
  await keepFailover(tx, row.tenantId, row.regions)
  return tx.record({ before: said(row), after: said({ ...row, ...by }) }, { failover: row.id })
}

export async function endFailover({ ...tx }: PlatformWriter<'residency.endFailover'>, asked: z.infer<typeof OnFailover>) {
  const { rows, now, actor } = tx
  const row = await find(tx, asked)
  const decision = decideEndDisaster(lasting(row), now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row) throw new Error('what is not there was ended')
  const by = { endedAt: now, endedBy: actor.personId }
  await rows.residencyFailover.updateMany({ where: { id: row.id, endedAt: null }, data: by })
  if (row.signedAt !== null) await keepFailover(tx, row.tenantId, [])
  return tx.record({ before: said(row), after: said({ ...row, ...by }) }, { failover: row.id })
}
