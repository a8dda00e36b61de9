import type { Page } from '@playwright/test'

export type Quoted = 'gpu' | 'gpu parts' | 'cpu' | 'memory'
const all: readonly Quoted[] = ['gpu', 'cpu', 'memory']
/** The cell of a limit: the first of five figures of each resource that the tenant has, in the order of the columns. */
export function limitIn(page: Page, namespace: string, resource: Quoted, has = all) {
  const row = page.getByRole('grid').getByRole('row').filter({ has: page.getByRole('rowheader', { name: namespace }) })
  return row.getByRole('gridcell').nth(5 * has.indexOf(resource))
}
