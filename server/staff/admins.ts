import { paths } from '~/components/shell/paths'
import type { WriteRows } from '~/server/database/rows'
import { heldAt, staffNow } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { type ShutOut, shutOutHours } from './decide-shut-out'

type Writing = { readonly rows: WriteRows; readonly now: Date }
const admin = { tenantId: null, role: 'platform_admin' } as const

/** Platform admins who can act and whose role has no end, but for this one of theirs, or for all of this person's. */
export const lastingAdmins = (rows: WriteRows, now: Date, but: { binding: string } | { person: string }): Promise<number> => rows.roleBinding.count({
  where: { ...admin, person: { disabledAt: null }, ...heldAt(now), validTo: null, ...('binding' in but ? { id: { not: but.binding } } : { personId: { not: but.person } }) },
})

/** Whoever is out is so by having been disabled or by having lost the role; who was let in or given it again is out no more, and whoever was in by this one's word of the day is not counted. */
export async function readShutOut({ rows, now }: Writing, person: string, by: string): Promise<ShutOut> {
  const since = new Date(now.getTime() - shutOutHours * 3_600_000)
  const held = { ...admin, ...heldAt(now) }
  const [theirs, own, others] = [
    await rows.roleBinding.findMany({ where: { ...held, personId: person }, select: { grantedBy: true, validFrom: true } }),
    await rows.roleBinding.findMany({ where: { ...held, personId: by }, select: { validFrom: true } }),
    await rows.person.count({
      where: {
        id: { not: person },
        OR: [{ disabledBy: by, disabledAt: { gt: since }, bindings: { some: held } }, { bindings: { some: { ...admin, endedBy: by, validTo: { gt: since, lte: now }, OR: [{ grantedBy: null }, { grantedBy: { not: by } }, { validFrom: { lte: since } }] }, none: held } }],
      },
    }),
  ]
  return { madeThem: theirs.every(({ grantedBy, validFrom }) => grantedBy === by && validFrom > since), isNew: own.length > 0 && own.every(({ validFrom }) => validFrom > since), others }
}

/** Everybody else who works on the platform hears who is an admin of it now, or may become one by a link, and who is so no more. */
export async function tellOfAdmin({ rows, now }: Writing, person: string, by: string, state: 'made' | 'ended' | 'disabled'): Promise<void> {
  const { name } = await rows.person.findUniqueOrThrow({ where: { id: person }, select: { name: true } })
  await tellOthers({ rows, now }, [by, person], name, state)
}
/** An address is nobody yet: whose it is, is not asked. */
export const tellOfInvited = (tx: Writing, email: string, by: string): Promise<void> => tellOthers(tx, [by], email, 'invited')
async function tellOthers({ rows, now }: Writing, but: readonly string[], name: string, state: string): Promise<void> {
  const others = (await staffNow(rows, now)).filter((one) => !but.includes(one))
  await tell(rows, others, 'admin_changed', { label: name, state }, paths.staff(), { needs: { action: 'staff.list', tenant: null } })
}
