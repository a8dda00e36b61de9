import type { Page } from '@playwright/test'

/** The cell of a limit: the first of five figures of each resource, in the order of the columns. */
export function limitIn(page: Page, namespace: string, resource: 'cpu' | 'memory' | 'gpu') {
  const row = page.getByRole('grid').getByRole('row').filter({ has: page.getByRole('rowheader', { name: namespace }) })
  return row.getByRole('gridcell').nth({ gpu: 0, cpu: 5, memory: 10 }[resource])
}
