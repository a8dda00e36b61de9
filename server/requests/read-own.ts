import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import type { SelfReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import type { RequestState } from './decide-request'
import { type ApprovingRole, type Counted, decideQuorum, type Rule } from './decide-rule'
import { stateOf } from './kinds'
import { holding, type RequestRow, type WordKind, type WordRow, yesesIn } from './request'

export const ReadOwnRequest = z.strictObject({ allocation: Uuid })
type OwnWord = { word: string; kind: WordKind; role: ApprovingRole | null; says: string | null; /** What a rule came to, where it is its word. */ rule: Json; void: boolean; at: string }
/** How far what somebody asked for has come, for themselves: who may decide sees by whom, and whoever asked sees as what. */
export type OwnRequest = { request: string; terms: string; kind: string; state: RequestState; byRule: boolean; rule: Rule; lacks: Counted['lacks']; deadline: string; isAsked: boolean; reason: string | null; words: OwnWord[] }

/** The request by which an allocation of their own waits, or waited; null where nobody had to be asked, or somebody else asked. */
export async function readOwnRequest({ rows, personId, requestHolders }: SelfReader, { allocation }: z.infer<typeof ReadOwnRequest>): Promise<OwnRequest | null> {
  const found = await rows.request.findFirst({ where: { allocationId: allocation, requestedBy: personId }, orderBy: { requestedAt: 'desc' }, include: { words: { orderBy: [{ at: 'asc' }, { id: 'asc' }], take: 200 } } })
  if (!found) return null
  const row: RequestRow & { words: WordRow[] } = found
  const { id, rule, terms, deadline, askedAt, decisionReason, words, byRule } = row
  const quorum = decideQuorum(rule as Rule, terms, yesesIn(words), holding(await requestHolders(id)))
  const isVoid = ({ kind, personId: by, terms: to }: (typeof words)[number]) => kind === 'yes' && quorum.void.some(({ yes }) => yes.person === by && yes.terms === to)
  return {
    request: id, terms, kind: row.kind, state: stateOf(row, new Date()), byRule: byRule === 'approved', rule: rule as Rule, lacks: quorum.lacks, deadline: deadline.toISOString(), isAsked: askedAt !== null, reason: decisionReason,
    words: words.map((word) => ({ word: word.id, kind: word.kind as WordKind, role: word.role as ApprovingRole | null, says: word.says, rule: word.kind === 'rule' ? ((word.body ?? null) as Json) : null, void: isVoid(word), at: word.at.toISOString() })),
  }
}
