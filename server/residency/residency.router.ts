import { command, query, router } from '~/server/api/procedure'
import { AskDisaster, askDisaster, endDisaster, OnDisaster, signDisaster } from './change-disaster'
import { EndException, endException, ExceptResidency, exceptResidency } from './change-exception'
import { AskFailover, askFailover, endFailover, OnFailover, signFailover } from './change-failover'
import { AcknowledgeViolation, acknowledgeViolation, ContainViolation, containViolation, KeepResidency, keepResidency } from './change-violation'
import { ListDisasters, listDisasters } from './list-disasters'
import { ListStays, ListStaysInTenant, listStays, listStaysInTenant } from './list-stays'
import { ListViolations, ListViolationsInTenant, listViolations, listViolationsInTenant } from './list-violations'
import { ReadMatrix, ReadRow, readMatrix, readRow } from './read-matrix'
import { ProveResidency, proveResidency } from './read-proof'
import { TryResidency, tryResidency } from './try-residency'

export const residency = router({
  acknowledge: command('residency.acknowledge', AcknowledgeViolation, acknowledgeViolation),
  askDisaster: command('residency.askDisaster', AskDisaster, askDisaster),
  askFailover: command('residency.askFailover', AskFailover, askFailover),
  contain: command('residency.contain', ContainViolation, containViolation),
  disasters: query('residency.disasters', ListDisasters, listDisasters),
  endDisaster: command('residency.endDisaster', OnDisaster, endDisaster),
  endException: command('residency.endException', EndException, endException),
  endFailover: command('residency.endFailover', OnFailover, endFailover),
  except: command('residency.except', ExceptResidency, exceptResidency),
  keep: command('residency.keep', KeepResidency, keepResidency),
  list: query('residency.list', ListStays, listStays),
  listInTenant: query('residency.listInTenant', ListStaysInTenant, listStaysInTenant),
  matrix: query('residency.matrix', ReadMatrix, readMatrix),
  prove: query('residency.prove', ProveResidency, proveResidency),
  read: query('residency.read', ReadRow, readRow),
  signDisaster: command('residency.signDisaster', OnDisaster, signDisaster),
  signFailover: command('residency.signFailover', OnFailover, signFailover),
  tryOut: query('residency.tryOut', TryResidency, tryResidency),
  violations: query('residency.violations', ListViolations, listViolations),
  violationsInTenant: query('residency.violationsInTenant', ListViolationsInTenant, listViolationsInTenant),
})
