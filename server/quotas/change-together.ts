import type { z } from 'zod'
import type { TenantWriter } from '~/server/database/deed'
import { printQuantity } from '~/server/shared/quantity'
import type { Lowering } from './decide-lowering'
import { decideTogether, type LineDecision } from './decide-together'
import { beforeOf, type Draft, loadDraft, wishesOf } from './draft'
import { type Quota, quotaShown } from './quota'
import { quotaRefusals } from './quota.refusals'
import { setLimits } from './write-limits'

/** What a limit was and is, with its version now: all that it takes to put it back; and where it goes from there, if it does. */
export type Changed = { namespace: string; resource: string; from: string; to: string; version: string; lowers: { to: string; at: string | null } | null }

/** All of a draft, or nothing of it. Who is refused is told of every line what is wrong with it. */
export async function changeTogether(tx: TenantWriter<'quotas.changeTogether'>, { tenant, lines }: z.infer<typeof Draft>) {
  const draft = await loadDraft(tx, tenant, lines)
  if (!draft) return tx.refuse('not_found')
  const decision = decideTogether(draft.state, wishesOf(lines))
  if (decision.refusal !== null) {
    return tx.refuse(decision.refusal, decision.lines.flatMap((line, at) => (line.ok ? [] : [{ field: `lines.${at}`, says: sayLine(line.refusal, line, draft.quotas[at] ?? null) }])))
  }
  const changes = lines.flatMap(({ namespace, resource }, at) => {
    const [account, quota, decided] = [draft.accounts.get(namespace), draft.quotas[at], decision.lines[at]]
    return account && quota && decided?.ok ? [{ account, namespace, resource, limit: decided.limit, lowering: decided.lowering, quota }] : []
  })
  await setLimits(tx, changes)
  const after = changes.map(({ namespace, quota, limit, lowering }) => quotaShown(namespace, { ...quota, limit, unshared: limit, version: quota.version + 1n }, lowering && { ...saidOf(lowering), since: tx.now.toISOString(), by: null }))
  const changed = changes.map(({ namespace, resource, quota, limit, lowering }): Changed => ({ namespace, resource, from: `${quota.limit}`, to: `${limit}`, version: `${quota.version + 1n}`, lowers: lowering && saidOf(lowering) }))
  return tx.record({ before: changes.map(({ namespace, quota }) => quotaShown(namespace, quota, beforeOf(draft, quota))), after }, { changed })
}

const saidOf = ({ goal, at }: Lowering) => ({ to: `${goal}`, at: at?.toISOString() ?? null })

/** With the nearest amount that would pass, or what it is now. */
function sayLine(refusal: Exclude<LineDecision, { ok: true }>['refusal'], { least, most }: LineDecision, quota: Quota | null): string {
  const { says, fix } = quotaRefusals[refusal]
  if (quota === null) return `${says} ${fix}`
  const amount = (of: bigint) => printQuantity(of, quota.resource)
  switch (refusal) {
    case 'below_current_use': return `${says} At least ${amount(least)}.`
    case 'above_tenant_share': return `${says} At most ${amount(most)}.`
    case 'changed_meanwhile': return `${says} It is ${amount(quota.limit)} now.`
    case 'not_found': case 'tenant_frozen': case 'no_change': case 'not_lower': case 'moment_passed': return `${says} ${fix}`
  }
}
