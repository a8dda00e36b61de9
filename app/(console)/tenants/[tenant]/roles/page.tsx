import { ChangeRoleForm, CreateRoleForm } from '~/components/roles/role-form'
import { RoleTable } from '~/components/roles/role-table'
import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { composable, onPage, onPageIfAllowed, permissions } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Roles')
const view = viewOf({ opens: ['create', 'change'], panel: { role: 'text' } })

export default async function Roles({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.roles(tenant)
  const asked = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const roles = await onPageIfAllowed((door) => door.roles.list({ tenant }))
  if (roles === null) return <Screen title="Roles" inTenant={inTenant}><Barred action="roles.list" deed="see the tenant’s own roles" tenant={tenant} /></Screen>
  const place = { tenant, inTenant }
  const [create, change, end] = await Promise.all([reasonNot('roles.create', 'compose roles', place), reasonNot('roles.change', 'change roles', place), reasonNot('roles.end', 'end roles', place)])
  const given = permissions().filter(({ action }) => composable.includes(action)).map(({ action, effect }) => ({ action, effect }))
  const closeTo = view.href(at, asked, { open: null, role: null })
  const changing = asked.open === 'change' ? roles.find(({ role }) => role === asked.role) : undefined
  return (
    <Screen title="Roles" inTenant={inTenant} says={<p>Roles that {inTenant.title} composed of what its admins may do. They are given with the others, under Members.</p>} action={asked.open === null && <Opener href={view.href(at, asked, { open: 'create' })} reason={create}>Compose role</Opener>}>
      <Beside
        panel={(asked.open === 'create' || changing) && (
          <Panel id="role" title={changing ? `Change ${changing.title}` : 'Compose role'} closeTo={closeTo}>
            {changing ? <ChangeRoleForm key={changing.role} tenant={tenant} role={changing} composable={given} whyNot={change} /> : <CreateRoleForm tenant={tenant} composable={given} whyNot={create} />}
          </Panel>
        )}
      >
        {roles.length === 0
          ? <Region title="No roles of its own yet"><p>A role of the tenant’s own may do exactly what is in its list, where none of the usual roles fits.</p></Region>
          : <RoleTable tenant={tenant} roles={roles} change={(role) => view.href(at, asked, { open: 'change', role })} changing={changing?.role ?? null} whyNot={{ change, end }} />}
      </Beside>
    </Screen>
  )
}
