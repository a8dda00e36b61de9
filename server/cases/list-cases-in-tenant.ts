import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { TenantReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { type HarmWord, wordFor } from './decide-harm'
import type { SeenShown } from './list-cases'
import type { CaseKind, Outcome } from './rule'
import { type StepShown, stepsOf } from './show-steps'
import { type Lane, laneOf, type StepKind } from './step'

/** What a tenant reads of its own case: not who closed it, and nothing of what others have; what it cost them is a word, and null where it was never reckoned. */
export type OwnCaseShown = { case: string; kind: CaseKind; state: Lane; openedAt: string; seenAt: string; closedAt: string | null; outcome: Outcome | null; harm: HarmWord | null }
type OwnCaseRead = { case: OwnCaseShown; seen: SeenShown[]; steps: StepShown[] }

const newest = { by: [['openedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListCasesInTenant = z.strictObject({ tenant: Handle, ...Paged })
export const ReadCaseInTenant = z.strictObject({ tenant: Handle, case: Uuid })

type Row = { id: string; kind: string; shadow: boolean; openedAt: Date; seenAt: Date; closedAt: Date | null; outcome: string | null; harmMinutes: bigint; harmAt: Date | null; steps: { kind: string }[] }
const standing = { steps: { where: { endedAt: null }, select: { kind: true } } } as const
const show = ({ id, kind, shadow, openedAt, seenAt, closedAt, outcome, harmMinutes, harmAt, steps }: Row): OwnCaseShown => ({
  case: id, kind: kind as CaseKind, state: laneOf({ closedAt, shadow, standing: steps.map((step) => step.kind as StepKind) }), openedAt: openedAt.toISOString(), seenAt: seenAt.toISOString(), closedAt: closedAt?.toISOString() ?? null, outcome: outcome as Outcome | null, harm: harmAt && wordFor(harmMinutes),
})

/** Cases of the tenant that somebody has told it of, the newest first. */
export async function listCasesInTenant({ rows, tenant }: TenantReader, asked: z.infer<typeof ListCasesInTenant>): Promise<Page<OwnCaseShown>> {
  const page = await pageOf(newest, asked, ({ where, ...part }) => rows.caseFile.findMany({ where: { AND: [{ tenantId: tenant, steps: { some: {} } }, where] }, ...part, include: standing }))
  return { ...page, rows: page.rows.map(show) }
}

/** What a signal says of the tenant itself. What it says of the others stays with the platform. */
const own = ['allocation', 'gpuMilli', 'name', 'namespace', 'over', 'own', 'since', 'times'] as const
const ownOf = (body: Readonly<Record<string, Json>>) => Object.fromEntries(own.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]])))
const seenMost = 50

export async function readCaseInTenant({ rows, tenant, now, actor }: TenantReader, { case: id }: z.infer<typeof ReadCaseInTenant>): Promise<OwnCaseRead> {
  const found = await rows.caseFile.findFirst({ where: { id, tenantId: tenant, steps: { some: {} } }, include: standing })
  if (!found) throw new Denied('not_found')
  const signals = await rows.signal.findMany({ where: { caseId: id }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: seenMost })
  // Who of the platform took a step is the platform's own.
  const steps = (await stepsOf(rows, id, now, actor.personId)).map((step) => ({ ...step, takenBy: null, binds: step.binds && { ...step.binds, signed: step.binds.signed && { ...step.binds.signed, by: null } }, undone: step.undone && { ...step.undone, by: null }, canUndo: false }))
  return { case: show(found), seen: signals.map(({ id: signal, at, body }) => ({ signal, at: at.toISOString(), body: ownOf(body as Record<string, Json>) })), steps }
}
