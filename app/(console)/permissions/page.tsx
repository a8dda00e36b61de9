import type { Metadata } from 'next'
import { composedBy, wordsOf, yours } from '~/components/permissions/held-by'
import { PermissionList } from '~/components/permissions/permission-list'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { FilteredToNothing } from '~/components/ui/regions'
import { viewOf } from '~/components/ui/view'
import { me, onPage, permissions } from '~/server/api/caller'
import { many } from '~/server/shared/many'
import type { InView } from '../in-view'
import { Screen } from '../screen'

export const metadata: Metadata = { title: 'Permissions' }
const view = viewOf({ filters: { find: 'text', whose: ['mine'] } })

/** Everything anybody can do, from the list by which the door decides. */
export default async function Permissions({ searchParams }: InView) {
  const at = paths.permissions()
  const asked = view.read(await searchParams)
  const { standing, tenants, bindings } = await me()
  const listed = tenants.filter((tenant) => standing('roles.list', { tenant }).may)
  const composed = [
    ...(await Promise.all(listed.map(async (tenant) => (await onPage((door) => door.roles.list({ tenant }))).map(({ title, actions }) => ({ tenant, title, actions, namespace: null }))))).flat(),
    // Of the others the reader knows what they hold themselves.
    ...bindings.flatMap(({ tenant, namespace, custom }) => (tenant === null || custom === undefined || listed.includes(tenant) ? [] : [{ tenant, namespace, ...custom }])),
  ]
  const all = permissions().map((permission) => {
    const { action, on } = permission
    const where = on === 'tenant' ? tenants.filter((tenant) => standing(action, { tenant }).may) : []
    return { ...permission, composed: composedBy(action, composed), yours: (on === 'tenant' ? where.length > 0 : standing(action).may) ? yours(on, where) : null }
  })
  const found = all.filter((permission) => wordsOf(permission).includes((asked.find ?? '').toLowerCase()) && (asked.whose === null || permission.yours !== null))
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Permissions" says={<p>Everything anybody can do here, and who may. {all.filter((permission) => permission.yours !== null).length} of {all.length} are yours.</p>}>
      <FilterBar
        label="Filter permissions" find={{ says: 'Name, role or need' }} choices={[{ name: 'whose', says: 'Whose', any: 'Everybody’s', options: { mine: 'Yours' } }]}
        narrowing={view.narrowing(at, asked)} clear={clear} says={many(found.length, 'permission')}
      />
      {found.length === 0 && clear !== null ? <FilteredToNothing says="No permissions match" clear={clear} /> : <div className="overflow-hidden rounded-panel border border-line bg-panel"><PermissionList permissions={found} /></div>}
    </Screen>
  )
}
