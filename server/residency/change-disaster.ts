import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { keepPolicy } from '~/server/admission/keep-policy'
import { DisastersPolicy, emergencyPolicies } from '~/server/admission/residency/failover-policy'
import { Handle, Instant, Prose, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { isNobodyElse } from '~/server/requests/decide-appointed'
import { answeringOf } from '~/server/requests/request'
import { decideAskDisaster, decideEndDisaster, decideSignDisaster, standingAt } from './decide-disaster'

export const AskDisaster = z.strictObject({ region: Handle, until: Instant, reason: Prose })
export const OnDisaster = z.strictObject({ disaster: Uuid })

type Writer = Pick<PlatformWriter<'residency.signDisaster'>, 'rows' | 'now' | 'actor' | 'factor'>
export const isByPasskey = ({ factor }: Pick<PlatformWriter<WriteAction>, 'factor'>) => (factor?.evidence as { kind?: unknown } | null | undefined)?.kind === 'passkey'
/** Whoever signs is nobody else than who asked. */
export const isOneWithAsker = async ({ actor, appointments }: Pick<PlatformWriter<'residency.signDisaster'>, 'actor' | 'appointments'>, { askedBy, askedAt }: { readonly askedBy: string; readonly askedAt: Date }): Promise<boolean> =>
  isNobodyElse({ by: askedBy, of: ['platform_admin', 'approver'] }, answeringOf(actor, null), await appointments(null, askedAt))
const find = ({ rows }: Writer, id: string) => rows.residencyDisaster.findUnique({ where: { id } })
type Row = NonNullable<Awaited<ReturnType<typeof find>>>
export const saidOfDisaster = ({ id, regionId, until, reason, askedBy, signedBy, endedAt }: Row) => ({ disaster: id, region: regionId, until: until.toISOString(), reason, askedBy, signedBy, endedAt: endedAt?.toISOString() ?? null })

/** What admission decides by: the disasters that stand now, each until its end. */
async function keepDisasters(tx: Writer): Promise<void> {
  const current = await tx.rows.policy.findFirst({ where: { tenantId: null, kind: 'disasters', validTo: null } })
  const standing = (await tx.rows.residencyDisaster.findMany({ where: { endedAt: null, signedAt: { not: null }, until: { gt: tx.now } }, orderBy: [{ regionId: 'asc' }, { until: 'asc' }] }))
  const body = DisastersPolicy.parse({ disasters: standing.map(({ regionId, until }) => ({ region: regionId, until: until.toISOString() })) })
  if (current === null && body.disasters.length === emergencyPolicies.disasters.usual.disasters.length) return
  await keepPolicy(tx, null, { kind: 'disasters', body }, current, { version: (current?.version ?? 0n) + 1n })
}

export async function askDisaster({ ...tx }: PlatformWriter<'residency.askDisaster'>, { region, reason, ...wish }: z.infer<typeof AskDisaster>) {
  const { rows, now, actor } = tx
  const until = new Date(wish.until)
  const others = await rows.residencyDisaster.findMany({ where: { regionId: region, endedAt: null, until: { gt: now } } })
  const standing = others.filter((one) => standingAt(one, now) === 'stands').map((one) => one.until.getTime())
  const decision = decideAskDisaster({ passkey: isByPasskey(tx), known: (await rows.region.count({ where: { id: region } })) > 0, asked: others.some((one) => standingAt(one, now) === 'asked'), standing: standing.length === 0 ? null : new Date(Math.max(...standing)), now }, until)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const row = await rows.residencyDisaster.create({ data: { id: randomUUID(), regionId: region, reason, until, askedAt: now, askedBy: actor.personId } })
  return tx.record({ before: null, after: saidOfDisaster(row) }, { disaster: row.id })
}

/** From now on, and until its end: whoever is prepared may go where they are. One that stood in the region is replaced by it. */
export async function signDisaster({ ...tx }: PlatformWriter<'residency.signDisaster'>, { disaster }: z.infer<typeof OnDisaster>) {
  const { rows, now, actor } = tx
  const row = await find(tx, disaster)
  const decision = decideSignDisaster(row, { by: actor.personId, appointed: row !== null && (await isOneWithAsker(tx, row)), passkey: isByPasskey(tx) }, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row) throw new Error('what is not there was signed')
  const by = { signedAt: now, signedBy: actor.personId }
  await rows.residencyDisaster.updateMany({ where: { regionId: row.regionId, signedAt: { not: null }, endedAt: null, until: { gt: now } }, data: { endedAt: now, endedBy: actor.personId } })
  await rows.residencyDisaster.updateMany({ where: { id: disaster, signedAt: null, endedAt: null }, data: by })
  await keepDisasters(tx)
  return tx.record({ before: saidOfDisaster(row), after: saidOfDisaster({ ...row, ...by }) }, { disaster })
}

export async function endDisaster({ ...tx }: PlatformWriter<'residency.endDisaster'>, { disaster }: z.infer<typeof OnDisaster>) {
  const { rows, now, actor } = tx
  const row = await find(tx, disaster)
  const decision = decideEndDisaster(row, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row) throw new Error('what is not there was ended')
  const by = { endedAt: now, endedBy: actor.personId }
  await rows.residencyDisaster.updateMany({ where: { id: disaster, endedAt: null }, data: by })
  await keepDisasters(tx)
  return tx.record({ before: saidOfDisaster(row), after: saidOfDisaster({ ...row, ...by }) }, { disaster })
}
