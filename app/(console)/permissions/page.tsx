import type { Metadata } from 'next'
import { wordsOf, yours } from '~/components/permissions/held-by'
import { PermissionList } from '~/components/permissions/permission-list'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { FilteredToNothing } from '~/components/ui/regions'
import { viewOf } from '~/components/ui/view'
import { me, permissions } from '~/server/api/caller'
import type { InView } from '../in-view'
import { Screen } from '../screen'

export const metadata: Metadata = { title: 'Permissions' }
const view = viewOf({ filters: { find: 'text', whose: ['mine'] } })

/** Everything anybody can do, from the list by which the door decides. */
export default async function Permissions({ searchParams }: InView) {
  const at = paths.permissions()
  const asked = view.read(await searchParams)
  const { standing, tenants } = await me()
  const all = permissions().map((permission) => {
    const { action, on } = permission
    const where = on === 'tenant' ? tenants.filter((tenant) => standing(action, { tenant }).may) : []
    return { ...permission, yours: (on === 'tenant' ? where.length > 0 : standing(action).may) ? yours(on, where) : null }
  })
  const found = all.filter((permission) => wordsOf(permission).includes((asked.find ?? '').toLowerCase()) && (asked.whose === null || permission.yours !== null))
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Permissions" says={<p>Everything anybody can do here, and who may. {all.filter((permission) => permission.yours !== null).length} of {all.length} are yours.</p>}>
      <FilterBar
        label="Filter permissions" find={{ says: 'Name, role or need' }} choices={[{ name: 'whose', says: 'Whose', any: 'Everybody’s', options: { mine: 'Yours' } }]}
        narrowing={view.narrowing(at, asked)} clear={clear} says={`${found.length} permissions`}
      />
      {found.length === 0 && clear !== null ? <FilteredToNothing says="No permissions match" clear={clear} /> : <div className="overflow-hidden rounded-panel border border-line bg-panel"><PermissionList permissions={found} /></div>}
    </Screen>
  )
}
