import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { type CaseKind, caseKinds, isTriedOut, judgedMost, type Outcome, precisionOf, versions } from './rule'

export type CaseState = 'open' | 'tried_out' | 'closed'
export type CaseShown = {
  case: string; tenant: string; kind: CaseKind; version: number; state: CaseState; openedAt: string; seenAt: string; signals: number
  closedAt: string | null; closedBy: string | null; outcome: Outcome | null; note: string | null
}
export type SeenShown = { signal: string; at: string; body: Readonly<Record<string, Json>> }
/** `precision` is of the last that were judged; `triedOut` until when the rule asks for nobody's attention. */
export type RuleShown = { kind: CaseKind; version: number; since: string | null; triedOut: boolean; precision: { right: number; of: number } | null }

const newest = { by: [['openedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListCases = z.strictObject({ show: z.enum(['open', 'tried_out', 'closed']), kind: z.enum(caseKinds).nullable(), ...Paged })
export const ReadCase = z.strictObject({ case: Uuid })

type Row = { id: string; tenantId: string; kind: string; version: number; shadow: boolean; openedAt: Date; seenAt: Date; closedAt: Date | null; closedBy: string | null; outcome: string | null; note: string | null; _count: { signals: number } }
const counted = { _count: { select: { signals: true } } } as const
async function show({ rows }: Pick<PlatformReader, 'rows'>, found: readonly Row[]): Promise<CaseShown[]> {
  const people = await rows.person.findMany({ where: { id: { in: [...new Set(found.flatMap(({ closedBy }) => closedBy ?? []))] } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return found.map(({ id, tenantId, kind, version, shadow, openedAt, seenAt, closedAt, closedBy, outcome, note, _count }) => ({
    case: id, tenant: tenantId, kind: kind as CaseKind, version, state: closedAt !== null ? 'closed' : shadow ? 'tried_out' : 'open', openedAt: openedAt.toISOString(), seenAt: seenAt.toISOString(), signals: _count.signals,
    closedAt: closedAt?.toISOString() ?? null, closedBy: names.get(closedBy ?? '') ?? null, outcome: outcome as Outcome | null, note,
  }))
}

const standing = { open: { closedAt: null, shadow: false }, tried_out: { closedAt: null, shadow: true }, closed: { closedAt: { not: null } } } as const
/** Cases of all tenants, the newest first. */
export async function listCases(db: PlatformReader, { show: which, kind, ...asked }: z.infer<typeof ListCases>): Promise<Page<CaseShown>> {
  const { rows, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => db.rows.caseFile.findMany({ where: { AND: [standing[which], kind === null ? {} : { kind }, where] }, ...part, include: counted }))
  return { rows: await show(db, rows), ...ends }
}

/** How many of what a case is made of are shown, and how many earlier ones of its tenant. */
const [seenMost, earlierMost] = [50, 10]
export type CaseRead = { case: CaseShown; seen: SeenShown[]; earlier: CaseShown[]; rule: RuleShown }
export async function readCase(db: PlatformReader, { case: id }: z.infer<typeof ReadCase>): Promise<CaseRead> {
  const found = await db.rows.caseFile.findUnique({ where: { id }, include: counted })
  if (!found) throw new Denied('not_found')
  const [signals, earlier, rules] = await Promise.all([
    db.rows.signal.findMany({ where: { caseId: id }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: seenMost }),
    db.rows.caseFile.findMany({ where: { tenantId: found.tenantId, id: { not: id } }, orderBy: [{ openedAt: 'desc' }, { id: 'desc' }], take: earlierMost, include: counted }),
    listRules(db),
  ])
  const [shown] = await show(db, [found])
  const rule = rules.find(({ kind }) => kind === found.kind)
  if (!shown || !rule) throw new Error('a case that is there was not shown')
  return { case: shown, seen: signals.map(({ id: signal, at, body }) => ({ signal, at: at.toISOString(), body: body as Record<string, Json> })), earlier: await show(db, earlier), rule }
}

/** Each rule with how often it was right. */
export async function listRules({ rows, now }: PlatformReader): Promise<RuleShown[]> {
  const watching = new Map((await rows.caseRule.findMany()).map(({ kind, version, since }) => [`${kind} ${version}`, since]))
  return Promise.all(caseKinds.map(async (kind) => {
    const judged = await rows.caseFile.findMany({ where: { kind, closedAt: { not: null } }, orderBy: [{ closedAt: 'desc' }, { id: 'desc' }], take: judgedMost, select: { outcome: true } })
    const since = watching.get(`${kind} ${versions[kind]}`)
    return { kind, version: versions[kind], since: since?.toISOString() ?? null, triedOut: since === undefined || isTriedOut(since, now), precision: precisionOf(judged.flatMap(({ outcome }) => (outcome === null ? [] : [outcome as Outcome]))) }
  }))
}
