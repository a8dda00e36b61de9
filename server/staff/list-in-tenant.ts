import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { lexeme } from '~/server/audit/decide-query'
import type { LineFound } from '~/server/database/lines'
import type { TenantReader } from '~/server/database/read'
import { isStaffAction, type StaffAction, staffActions } from './concern'

/** Who it was is an id: a name is the platform's own. `reference` is by what the platform finds the very same. */
export type StaffDeed = { id: string; at: string; who: string | null; did: StaffAction; on: string | null; outcome: string; reference: string; record: Pick<LineFound, 'stream' | 'sequence'> }
export const ListStaffInTenant = z.strictObject({ tenant: Handle, ...Paged })
const newestFirst = { by: [['at', 'instant'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
/** As long as a year of them is kept, a year of them is shown. */
const shownMs = 365 * 86_400_000

const wordsOf = (action: StaffAction) => {
  const [resource = '', verb = ''] = action.toLowerCase().split('.')
  return `(${lexeme(`resource/${resource}`)} & ${lexeme(`verb/${verb}`)})`
}
/** Everything that people of the platform looked at or changed in the tenant, the newest first. No action of the tenant's own people is called as theirs are. */
export async function listStaffInTenant({ lines, tenant, now }: TenantReader, asked: z.infer<typeof ListStaffInTenant>): Promise<Page<StaffDeed>> {
  const meant = { tenants: [tenant], stream: null, since: new Date(now.getTime() - shownMs), until: null, actors: null, wanted: `${lexeme(`tenant/${tenant}`)} & (${staffActions.map(wordsOf).join(' | ')})` }
  const page = await pageOf(newestFirst, asked, (_, { keys, way, take }) => lines.find(meant, keys && [String(keys[0]), String(keys[1])], way === 'desc', take))
  return { ...page, rows: page.rows.flatMap(shown) }
}
function shown({ id, at, actor, resource, verb, name, outcome, reference, stream, sequence }: LineFound): StaffDeed[] {
  const did = `${resource}.${verb}`
  return isStaffAction(did) ? [{ id, at, who: actor, did, on: name, outcome, reference, record: { stream, sequence } }] : []
}
