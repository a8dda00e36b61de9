import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { type CloseRefusal, whyNotClose } from './decide-close'
import type { Standing } from './decide-effect'
import { decideBurst, decideStep, type StepDecision, type StepRefusal } from './decide-step'
import { borrowedIn, idleIn, ladderOf, spareIn } from './ladder'
import { type CaseKind, caseKinds, isTriedOut, judgedMost, type Outcome, precisionOf, versions } from './rule'
import { namedShown, namesOf, type PartShown, type StepShown, stepsOf } from './show-steps'
import { type ChargeOf, chargesOf, standingOf } from './standing'
import { acts, keptUntil, type Lane, laneOf, partsMost, type StepKind, stepKinds } from './step'

export type CaseShown = {
  case: string; tenant: string; kind: CaseKind; version: number; state: Lane; openedAt: string; seenAt: string; signals: number
  closedAt: string | null; closedBy: string | null; outcome: Outcome | null; note: string | null; harm: HarmShown
}
/** What it cost others: whole GPU-minutes of so many wishes. `gaps` are decisions that could not be made again; null where it was never reckoned. */
export type HarmShown = { minutes: string; wishes: number; atLeast: boolean; gaps: number; at: string } | null
/** What somebody would have been given, or would have kept; `gpuMilli` as long as it was not. */
export type LossShown = { decision: string; tenant: string; namespace: string; name: string; was: 'kept_out' | 'pushed_aside'; gpuMilli: string; since: string; until: string; minutes: string }
export type SeenShown = { signal: string; at: string; body: Readonly<Record<string, Json>> }
/** `precision` is of the last that were judged; `triedOut` until when the rule asks for nobody's attention. */
export type RuleShown = { kind: CaseKind; version: number; since: string | null; triedOut: boolean; precision: { right: number; of: number } | null }

/** What cost others most comes first; of what cost as much, what has been there for longest. */
const byHarm = { by: [['harmMinutes', 'amount'], ['openedAt', 'moment', 'against'], ['id', 'uuid', 'against']], way: 'desc' } as const satisfies Order
const newest = { by: [['openedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListCases = z.strictObject({ show: z.enum(['new', 'waiting', 'acting', 'tried_out', 'closed']), kind: z.enum(caseKinds).nullable(), ...Paged })
export const ReadCase = z.strictObject({ case: Uuid })

type Row = { id: string; tenantId: string; kind: string; version: number; shadow: boolean; openedAt: Date; seenAt: Date; closedAt: Date | null; closedBy: string | null; outcome: string | null; note: string | null; harmMinutes: bigint; harmWishes: number; harmGaps: number; harmAtLeast: boolean; harmAt: Date | null; steps: { kind: string }[]; _count: { signals: number } }
const counted = { _count: { select: { signals: true } }, steps: { where: { endedAt: null }, select: { kind: true } } } as const
async function show({ rows }: Pick<PlatformReader, 'rows'>, found: readonly Row[]): Promise<CaseShown[]> {
  const names = await namesOf(rows, found.map(({ closedBy }) => closedBy))
  return found.map(({ id, tenantId, kind, version, shadow, openedAt, seenAt, closedAt, closedBy, outcome, note, harmMinutes, harmWishes, harmGaps, harmAtLeast, harmAt, steps, _count }) => ({
    case: id, tenant: tenantId, kind: kind as CaseKind, version, state: laneOf({ closedAt, shadow, standing: steps.map((step) => step.kind as StepKind) }), openedAt: openedAt.toISOString(), seenAt: seenAt.toISOString(), signals: _count.signals,
    closedAt: closedAt?.toISOString() ?? null, closedBy: names.get(closedBy ?? '') ?? null, outcome: outcome as Outcome | null, note,
    harm: harmAt && { minutes: String(harmMinutes), wishes: harmWishes, atLeast: harmAtLeast, gaps: harmGaps, at: harmAt.toISOString() },
  }))
}

const [open, isActed] = [{ closedAt: null, shadow: false }, { endedAt: null, kind: { in: [...acts] } }]
/** As `laneOf` says. */
const inLane = {
  new: { ...open, steps: { none: { endedAt: null } } }, waiting: { ...open, steps: { some: { endedAt: null, kind: 'ask' }, none: isActed } }, acting: { ...open, steps: { some: isActed } },
  tried_out: { closedAt: null, shadow: true }, closed: { closedAt: { not: null } },
}
/** Cases of all tenants; those that are closed the newest first. */
export async function listCases(db: PlatformReader, { show: which, kind, ...asked }: z.infer<typeof ListCases>): Promise<Page<CaseShown>> {
  const { rows, ...ends } = await pageOf(which === 'closed' ? newest : byHarm, asked, ({ where, ...part }) => db.rows.caseFile.findMany({ where: { AND: [inLane[which], kind === null ? {} : { kind }, where] }, ...part, include: counted }))
  return { rows: await show(db, rows), ...ends }
}

/** How many of what a case is made of are shown, how many earlier ones of its tenant, and how many of what others lost. */
const [seenMost, earlierMost, lossesMost] = [50, 10, 50]
/** `losses` are what others lost most by it, `idle` is what would be reclaimed if somebody said so now, `spare` what would be made smaller, `borrowed` what would be preempted, and `charges` what each of these holds; `standing` what its tenant may hold and holds, while it is open; `keptUntil` until when the tenant said that it needs what it has; `refused` why a step, or closing it, would be refused now, whoever tried. */
type CaseRead = { case: CaseShown; seen: SeenShown[]; earlier: CaseShown[]; rule: RuleShown; losses: LossShown[]; steps: StepShown[]; idle: PartShown[]; spare: PartShown[]; borrowed: PartShown[]; charges: ChargeOf[]; /** What each of `spare` would give back. */ back: ChargeOf[]; standing: Standing[]; keptUntil: string | null; refused: { step: Readonly<Record<StepKind, StepRefusal | null>>; close: CloseRefusal | null } }
export async function readCase(db: PlatformReader, { case: id }: z.infer<typeof ReadCase>): Promise<CaseRead> {
  const found = await db.rows.caseFile.findUnique({ where: { id }, include: counted })
  if (!found) throw new Denied('not_found')
  const [signals, losses, earlier, rules, steps, ladder, named] = await Promise.all([
    db.rows.signal.findMany({ where: { caseId: id }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: seenMost }),
    db.rows.caseLoss.findMany({ where: { caseId: id }, orderBy: [{ minutes: 'desc' }, { decisionId: 'asc' }], take: lossesMost }),
    db.rows.caseFile.findMany({ where: { tenantId: found.tenantId, id: { not: id } }, orderBy: [{ openedAt: 'desc' }, { id: 'desc' }], take: earlierMost, include: counted }),
    listRules(db), stepsOf(db.rows, id, db.now, db.actor.personId), ladderOf(db.rows, found.tenantId, id), idleIn(db.rows, id, db.now),
  ])
  const idle = named.slice(0, partsMost)
  const { standing, spare, borrowed, charges } = await db.inCase(id, async () => {
    const [lines, large, lent] = [await standingOf(db.rows, found.tenantId), await spareIn(db.rows, id, found.tenantId, db.now), await borrowedIn(db.rows, found.tenantId)]
    return { standing: lines, spare: large, borrowed: lent, charges: await chargesOf(db.rows, [...idle, ...lent]) }
  })
  const mayBorrow = standing.some(({ level, nominal, hard }) => level === 'tenant' && BigInt(hard) > BigInt(nominal))
  const [shown] = await show(db, [found])
  const rule = rules.find(({ kind }) => kind === found.kind)
  if (!shown || !rule) throw new Error('a case that is there was not shown')
  return {
    case: shown, seen: signals.map(({ id: signal, at, body }) => ({ signal, at: at.toISOString(), body: body as Record<string, Json> })), earlier: await show(db, earlier), rule,
    losses: losses.map(({ decisionId, loserTenant, loserNamespace, name, was, gpuMilli, since, until, minutes }) => ({ decision: decisionId, tenant: loserTenant, namespace: loserNamespace, name, was: was as LossShown['was'], gpuMilli: String(gpuMilli), since: since.toISOString(), until: until.toISOString(), minutes: String(minutes) })),
    steps, standing, idle: await namedShown(db.rows, idle), spare: await namedShown(db.rows, spare), borrowed: await namedShown(db.rows, borrowed), charges, back: spare.map(({ allocation, account, resource, back }) => ({ allocation, account, amounts: { [resource]: back } })),
    keptUntil: keptUntil(steps.map(({ answer }) => ({ keepUntil: answer?.keepUntil ? new Date(answer.keepUntil) : null })), db.now)?.toISOString() ?? null,
    refused: { step: Object.fromEntries(stepKinds.map((kind) => [kind, whyNotStep(kind === 'burst' ? decideBurst(ladder, true, mayBorrow, db.now) : decideStep(ladder, kind, db.now))])) as Record<StepKind, StepRefusal | null>, close: whyNotClose({ outcome: found.outcome as Outcome | null, stands: ladder?.steps.some(({ endedAt }) => endedAt === null) ?? false }) },
  }
}
const whyNotStep = (decision: StepDecision): StepRefusal | null => (decision.ok ? null : decision.refusal)

/** Each rule with how often it was right. */
export async function listRules({ rows, now }: PlatformReader): Promise<RuleShown[]> {
  const watching = new Map((await rows.caseRule.findMany()).map(({ kind, version, since }) => [`${kind} ${version}`, since]))
  return Promise.all(caseKinds.map(async (kind) => {
    const judged = await rows.caseFile.findMany({ where: { kind, closedAt: { not: null } }, orderBy: [{ closedAt: 'desc' }, { id: 'desc' }], take: judgedMost, select: { outcome: true } })
    const since = watching.get(`${kind} ${versions[kind]}`)
    return { kind, version: versions[kind], since: since?.toISOString() ?? null, triedOut: since === undefined || isTriedOut(since, now), precision: precisionOf(judged.flatMap(({ outcome }) => (outcome === null ? [] : [outcome as Outcome]))) }
  }))
}
