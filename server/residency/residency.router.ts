import { command, query, router } from '~/server/api/procedure'
import { EndException, endException, ExceptResidency, exceptResidency } from './change-exception'
import { AcknowledgeViolation, acknowledgeViolation, ContainViolation, containViolation, KeepResidency, keepResidency } from './change-violation'
import { ListStays, ListStaysInTenant, listStays, listStaysInTenant } from './list-stays'
import { ListViolations, ListViolationsInTenant, listViolations, listViolationsInTenant } from './list-violations'
import { ReadMatrix, ReadRow, readMatrix, readRow } from './read-matrix'
import { ProveResidency, proveResidency } from './read-proof'
import { TryResidency, tryResidency } from './try-residency'

export const residency = router({
  acknowledge: command('residency.acknowledge', AcknowledgeViolation, acknowledgeViolation),
  contain: command('residency.contain', ContainViolation, containViolation),
  endException: command('residency.endException', EndException, endException),
  except: command('residency.except', ExceptResidency, exceptResidency),
  keep: command('residency.keep', KeepResidency, keepResidency),
  list: query('residency.list', ListStays, listStays),
  listInTenant: query('residency.listInTenant', ListStaysInTenant, listStaysInTenant),
  matrix: query('residency.matrix', ReadMatrix, readMatrix),
  prove: query('residency.prove', ProveResidency, proveResidency),
  read: query('residency.read', ReadRow, readRow),
  tryOut: query('residency.tryOut', TryResidency, tryResidency),
  violations: query('residency.violations', ListViolations, listViolations),
  violationsInTenant: query('residency.violationsInTenant', ListViolationsInTenant, listViolationsInTenant),
})
