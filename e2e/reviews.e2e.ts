import { keyboard } from './hands'
import { freshPerson } from './owner'
import { confirm, expect, signIn, test } from './people'

test('an admin reviews who holds what with nothing but the keyboard: somebody’s role is ended with one signature, and nobody decides about themselves', async ({ page }) => {
  const person = await freshPerson('Rita Reviewed')
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/members?open=grant')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email)
  await page.getByRole('button', { name: 'Give role' }).click()
  await confirm(page, `Make ${person.email} developer of borealis`)
  await expect(page.getByRole('row', { name: /Rita Reviewed/ })).toContainText('In force')

  const hands = keyboard(page)
  await page.goto('/tenants/borealis/reviews')
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
  await hands.press('Begin review')
  await hands.sign('Begin a review of borealis')
  const newest = page.getByRole('table', { name: 'Reviews' }).getByRole('row').filter({ hasText: 'Open' })
  await expect(newest).toContainText('0 of ')
  await hands.follow(/^\d{4}-\d\d-\d\d$/, newest)
  await expect(page.getByRole('heading', { level: 1, name: 'Who holds what' })).toBeVisible()

  // What is one’s own can be reached, says why it cannot be marked, and is not marked.
  const held = page.getByRole('table', { name: 'What is held' })
  const own = held.getByRole('checkbox', { name: 'Select Bo Borealis, Tenant admin' })
  await own.focus()
  await expect(own).toHaveAccessibleDescription(/Nobody decides about what they hold themselves/)
  await page.keyboard.press('Space')
  await expect(own).not.toBeChecked()

  await hands.choose('Select Rita Reviewed, Developer', 'checkbox', held)
  await expect(page.getByRole('status').filter({ hasText: '1 marked' })).toHaveText('1 marked')
  await hands.press('End', page.getByRole('main'))
  await hands.sign('End what Rita Reviewed holds in borealis')
  await expect(held.getByRole('row', { name: /Rita Reviewed/ })).toHaveCount(0)
  await hands.follow(/^All \(/, page.getByRole('main'))
  await expect(held.getByRole('row', { name: /Rita Reviewed/ })).toContainText('Ended by Bo Borealis')
  await page.goto('/tenants/borealis/members')
  await expect(page.getByRole('row', { name: /Rita Reviewed/ })).toContainText('Until')
})

test('about the only admin of a tenant the platform is asked, and reads nothing else of what is held there', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/reviews')
  await page.getByRole('table', { name: 'Reviews' }).getByRole('row').filter({ hasText: 'aurora' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who holds what in aurora' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'What is held' }).getByRole('rowheader')).toHaveText(['Ada Aurora'])
})

test('where nothing can be marked all of it cannot be either, and it says so', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/reviews')
  await page.getByRole('table', { name: 'Reviews' }).getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('table', { name: 'What is held' }).getByRole('rowheader')).toHaveText(['Ada Aurora'])
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.focus()
  await expect(all).toHaveAccessibleDescription('None of these can be selected: each says why.')
  await page.keyboard.press('Space')
  await expect(all).not.toBeChecked()
})
