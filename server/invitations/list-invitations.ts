import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import { type LinkState, stateOf } from './decide-invitation'

export type InvitationShown = { invitation: string; email: string; role: string; namespace: string | null; until: string | null; invitedBy: string | null; invitedAt: string; expiresAt: string; state: LinkState }
const newest = { by: [['invitedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListInvitations = z.strictObject({ tenant: Handle, find: Find, ...Paged })
export const ListOnPlatform = z.strictObject({ find: Find, ...Paged })

type Asked = z.infer<typeof ListOnPlatform>
async function list({ rows }: Pick<PlatformReader, 'rows'>, tenantId: string | null, { find, ...asked }: Asked): Promise<Page<InvitationShown>> {
  const now = new Date()
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.invitation.findMany({ where: { AND: [{ tenantId }, containing(find, 'email'), where] }, ...part, include: { inviter: { select: { name: true } } } }))
  return {
    rows: found.map((link) => ({
      invitation: link.id, email: link.email, role: link.role, namespace: link.namespaceId, until: link.roleUntil?.toISOString() ?? null, invitedBy: link.inviter?.name ?? null,
      invitedAt: link.invitedAt.toISOString(), expiresAt: link.expiresAt.toISOString(), state: stateOf(link, now),
    })),
    ...ends,
  }
}
/** Who was invited, to what, and what became of it, the newest first. */
export const listInvitations = (db: TenantReader, { tenant: _, ...asked }: z.infer<typeof ListInvitations>) => list(db, db.tenant, asked)
export const listOnPlatform = (db: PlatformReader, asked: Asked) => list(db, null, asked)
