import { Nothing, OnTenant } from '~/server/api/inputs'
import { command, query, router, watch } from '~/server/api/procedure'
import { ChangeCompliance, changeCompliance } from './change-compliance'
import { FreezeTenant, freezeTenant, thawTenant } from './freeze-tenant'
import { ListTenants, listTenants, readTenant, readTenantOnPlatform, ReadTenantOnPlatform } from './list-tenants'
import { summariseTenants } from './summarise-tenants'
import { RequestTenant, requestTenant, RequestTenantBeside, requestTenantBeside } from './request-tenant'

export const tenants = router({
  list: query('tenants.list', ListTenants, listTenants),
  read: query('tenants.read', OnTenant, readTenant),
  readOnPlatform: query('tenants.readOnPlatform', ReadTenantOnPlatform, readTenantOnPlatform),
  summarise: query('tenants.summarise', Nothing, summariseTenants),
  request: command('tenants.request', RequestTenant, requestTenant),
  requestBeside: command('tenants.requestBeside', RequestTenantBeside, requestTenantBeside),
  changeCompliance: command('tenants.changeCompliance', ChangeCompliance, changeCompliance),
  freeze: command('tenants.freeze', FreezeTenant, freezeTenant),
  thaw: command('tenants.thaw', FreezeTenant, thawTenant),
  watch: watch('tenants.watch', OnTenant),
  watchPlatform: watch('tenants.watchPlatform', Nothing),
})
