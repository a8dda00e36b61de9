/** The form by which somebody asks for GPUs, as they fill it in. */
import type { Page } from '@playwright/test'
import { expect, expectSeen } from './people'

export type Asking = { name: string; namespace: string; gpus: string; cpu?: string; hours?: string }
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name })

export async function writeWish(page: Page, { name, namespace, gpus, cpu = '', hours = '1' }: Asking): Promise<void> {
  await textbox(page, 'Name').fill(name)
  const where = page.getByRole('combobox', { name: 'Namespace' })
  if ((await where.inputValue()) !== namespace) await where.selectOption(namespace)
  for (const [field, text] of [['GPUs per pod', gpus], ['CPU per pod', cpu], ['Hours', hours], ['Cost centre', 'stories'], ['Purpose', 'A story told by a test']] as const) await textbox(page, field).fill(text)
}
/** Asks, and stands on the page of what was asked for. */
export async function askFor(page: Page, { tenant, ...wish }: Asking & { tenant: string }): Promise<void> {
  await page.goto(`/tenants/${tenant}/allocations/new`)
  await writeWish(page, wish)
  await page.getByRole('button', { name: 'Request GPUs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: wish.name })).toBeVisible()
}
export async function release(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await page.getByRole('dialog', { name: `Release ${name}` }).getByRole('button', { name: 'Release allocation' }).click()
  await expectSeen(page.getByText('What it held is free again.'))
}
