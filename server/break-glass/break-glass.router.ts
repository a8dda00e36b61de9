import { command, query, router } from '~/server/api/procedure'
import { BeginBreakGlass, beginBreakGlass, SignBreakGlass, signBreakGlass, StopBreakGlass, StopBreakGlassInTenant, stopBreakGlass, stopBreakGlassInTenant } from './change-break-glass'
import { ListBreakGlass, ListBreakGlassInTenant, listBreakGlass, listBreakGlassInTenant } from './list-break-glass'

export const breakGlass = router({
  begin: command('breakGlass.begin', BeginBreakGlass, beginBreakGlass),
  list: query('breakGlass.list', ListBreakGlass, listBreakGlass),
  listInTenant: query('breakGlass.listInTenant', ListBreakGlassInTenant, listBreakGlassInTenant),
  sign: command('breakGlass.sign', SignBreakGlass, signBreakGlass),
  stop: command('breakGlass.stop', StopBreakGlass, stopBreakGlass),
  stopInTenant: command('breakGlass.stopInTenant', StopBreakGlassInTenant, stopBreakGlassInTenant),
})
