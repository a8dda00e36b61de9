import type { ClaimSignal } from '~/server/admission/claims/decide-claims'
import type { SealFault } from '~/server/audit/decide-seal'
import type { LogFaultKind } from '~/server/audit/decide-sealed'
import type { CaseKind } from '~/server/cases/rule'

/** All that is ever raised. What is not here does not compile where it is raised. */
export type SignalKind =
  | `claims.${ClaimSignal}` | `log.${LogFaultKind}` | `record.${SealFault['kind']}`
  | CaseKind | 'allocations.over_quota' | 'authorization.answer_each_other' | 'authorization.looks_around' | 'authorization.many_denials' | 'break_glass.late' | 'certificate.old' | 'claims.changed' | 'cluster.strange_node' | 'control.violated' | 'feed.given_up' | 'keys.master_old' | 'keys.unreadable' | 'log.handed_over' | 'log.key_lost' | 'log.unwitnessed' | 'message_given_up' | 'node.impossible_report' | 'node.relabelled' | 'rates.shut_out' | 'reconciliation.missed' | 'reconciliation.off' | 'record.few_months' | 'record.month_returned' | 'residency.violated' | 'review.last_admin' | 'sign_in.source_blocked'
/** What looks wrong, by what it is about. */
export const signalTopics = ['allocations', 'authorization', 'break_glass', 'certificate', 'claims', 'cluster', 'control', 'feed', 'keys', 'log', 'message_given_up', 'node', 'rates', 'reconciliation', 'record', 'residency', 'review', 'sign_in', 'tenants', 'tokens'] as const
export type SignalTopic = (typeof signalTopics)[number]
