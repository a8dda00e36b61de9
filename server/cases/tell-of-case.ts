import { paths } from '~/components/shell/paths'
import type { WriteRows } from '~/server/database/rows'
import { adminsOf } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import type { NoticeKind } from '~/server/identity/notice'
import type { Taking } from './step'

/** What became of a case, in a word that its words are made of. */
type CaseNews = 'told' | 'asked' | 'announced' | 'taken' | 'undone' | 'given_back' | 'preempting' | 'preempted' | 'shrinking' | 'shrunk' | 'bounded' | 'suspended' | 'lifted' | 'over'
type Of = { readonly tenant: string; readonly case: string; readonly step: string }

/** The tenant's admins, who can answer for it. */
export async function tellAdmins(rows: WriteRows, { tenant, case: id, step }: Of, state: CaseNews, now: Date): Promise<void> {
  await tell(rows, await adminsOf(rows, tenant, now), 'case_moved', { place: tenant, state }, paths.tenantCase(tenant, id), { needs: { action: 'cases.readInTenant', tenant }, once: `${step} ${state}` })
}

/** Whoever took the step, that the tenant has answered it. */
export const tellTaker = (rows: WriteRows, { tenant, case: id, step }: Of, taker: string): Promise<void> =>
  tell(rows, [taker], 'case_answered', { place: tenant }, paths.case(id), { needs: { action: 'cases.read', tenant: null }, once: step })

type Theirs = { readonly allocation: string; readonly name: string; readonly namespace: string; readonly person: string }
const noticeOf = { shrink: 'allocation_shrunk', reclaim: 'allocation_unused', preempt: 'allocation_preempted' } as const satisfies Readonly<Record<Taking, NoticeKind>>
/** Whose it is that stands unused, or is borrowed. */
export async function tellHolders(rows: WriteRows, { tenant, step }: Of, kind: Taking, parts: readonly Theirs[], state: 'announced' | 'taken' | 'given_back'): Promise<void> {
  for (const { allocation, name, namespace, person } of parts) {
    await tell(rows, [person], noticeOf[kind], { label: name, place: tenant, state }, paths.allocation(tenant, allocation), { needs: { action: 'allocations.read', tenant, namespace }, once: `${step} ${allocation} ${state}` })
  }
}
