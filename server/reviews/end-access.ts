/** What a review ends it ends as whoever could end it otherwise would: by the same functions, with the same refusals. */
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { endGroup } from '~/server/members/bind-group'
import { endBinding } from '~/server/members/end-role'
import { tell } from '~/server/notices/tell'
import type { Json } from '~/server/shared/canonical'
import { endStaffBinding } from '~/server/staff/change-staff'
import type { ShutOutRefusal } from '~/server/staff/decide-shut-out'
import { labelOf } from './review'

export type Line = { id: string; tenantId: string | null; kind: string; roleBindingId: string | null; groupBindingId: string | null; tokenId: string | null; personId: string | null; evidence: unknown; state: string; asked: string }
type Writing = Pick<PlatformWriter<WriteAction>, 'rows' | 'now'>
/** Which deed it is, for the record; and who lost something by it. */
export type Ended = { readonly ok: true; readonly action: WriteAction; readonly input: Json; readonly before: Json; readonly after: Json; readonly people: readonly string[] }
export type EndRefusal = 'not_found' | 'tenant_frozen' | 'already_ended' | 'held_by_group' | 'last_admin' | ShutOutRefusal

/** By somebody’s word, or by nobody’s. A token is ended by its line, which the database turns to *gone* if it was over already. */
export async function endAccess({ rows, now }: Writing, { tenantId: tenant, roleBindingId, groupBindingId, tokenId, personId }: Line, by: string | null): Promise<Ended | { ok: false; refusal: EndRefusal }> {
  if (groupBindingId !== null && tenant !== null) {
    const ended = await endGroup({ rows, now, tenant }, groupBindingId)
    return ended.ok ? { ...ended, action: 'members.unbindGroup', input: { tenant, groupBinding: groupBindingId }, people: ended.after.people } : ended
  }
  const people = personId === null ? [] : [personId]
  if (roleBindingId !== null) {
    const ended = tenant === null ? await endStaffBinding({ rows, now }, roleBindingId, by) : await endBinding({ rows, now, tenant }, roleBindingId)
    if (!ended.ok) return ended
    return { ...ended, people, ...(tenant === null ? { action: 'staff.end', input: { binding: roleBindingId } } : { action: 'members.end', input: { tenant, binding: roleBindingId } }) }
  }
  return { ok: true, action: 'tokens.revoke', input: { token: tokenId }, before: { token: tokenId, endedAt: null }, after: { token: tokenId, endedAt: now.toISOString() }, people }
}

/** Whoever lost something hears of it, and why. */
export const tellEnded = (rows: Writing['rows'], line: Line, people: readonly string[], because: 'review' | 'silence') =>
  tell(rows, people, 'access_ended', { label: labelOf(line.kind, line.evidence), place: line.tenantId, state: because }, null, { once: line.id })
