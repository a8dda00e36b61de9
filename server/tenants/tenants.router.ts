import { Nothing, OnTenant } from '~/server/api/inputs'
import { command, query, router } from '~/server/api/procedure'
import { FreezeTenant, freezeTenant, thawTenant } from './freeze-tenant'
import { tenantShown } from './tenant'

export const tenants = router({
  list: query('tenants.list', Nothing, async (db) => (await db.rows.tenant.findMany({ orderBy: { id: 'asc' }, take: 500 })).map(tenantShown)),
  read: query('tenants.read', OnTenant, async (db) => tenantShown(await db.rows.tenant.findUniqueOrThrow({ where: { id: db.tenant } }))),
  freeze: command('tenants.freeze', FreezeTenant, freezeTenant),
  thaw: command('tenants.thaw', FreezeTenant, thawTenant),
})
