import type { Page } from '@playwright/test'
import { expectNoFindings } from './findings'
import { keyboard } from './hands'
import { confirm, expect, expectSeen, signIn, test } from './people'

async function create(page: Page, name: string, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Create namespace' }).click()
}

test('a tenant admin creates a namespace; it holds nothing yet; another of that name is refused', async ({ page }) => {
  const name = `story-${Date.now().toString(36)}`
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/namespaces')
  await page.getByRole('link', { name: 'Create namespace' }).click()
  await create(page, name, 'Of a story')
  await expect(page.getByRole('main').getByText(`Namespace ${name} is there.`, { exact: false })).toBeInViewport()
  await expect(page.getByRole('rowheader', { name })).toBeVisible()

  await create(page, name, 'Of another story')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/This tenant has a namespace of that name. Choose another name./)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Of another story')

  await page.goto('/tenants/aurora/quotas')
  await expect(page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) }).getByRole('gridcell').first()).toHaveText('0')
})

test('what is no name is refused at its field, in the words of the door', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/namespaces?open=create')
  // What is pasted stays whole: whoever typed it chooses what is too much.
  await page.getByRole('textbox', { name: 'Title' }).fill('t'.repeat(130))
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(/10 characters too many/)
  await create(page, 'Two Words', '')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/lower-case letters, digits and hyphens/)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Two Words')
})

test('a title is text, whatever is in it', async ({ page }) => {
  const title = '<img src=x onerror=alert(1)>"\'&amp;'
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/namespaces?open=create')
  await create(page, `text-${Date.now().toString(36)}`, title)
  await expect(page.getByRole('cell', { name: title }).first()).toBeVisible()
})

test('a namespace admin sees only their namespace, and why they cannot create one', async ({ page }) => {
  await signIn(page, 'Nils')
  await page.goto('/tenants/aurora/namespaces')
  await expect(page.getByRole('rowheader')).toHaveText(['training'])
  await expect(page.getByRole('button', { name: 'Create namespace' })).toHaveAccessibleDescription(/^Only a tenant admin can create namespaces\. Ask .+\. The permission is namespaces\.create\.$/)
})

test('by keyboard alone: made from a template, changed, frozen, thawed and deleted; each says what comes of it', async ({ page }) => {
  const name = `life-${Date.now().toString(36)}`
  const hands = keyboard(page)
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/namespaces')
  await hands.follow('Create namespace')
  await hands.choose('Production', 'radio')
  await expect(page.getByRole('combobox', { name: 'Environment' }).last()).toHaveValue('production')
  await hands.write('Name', name)
  await hands.write('Title', 'A whole life')
  await hands.write(/^Cost centre/, 'cc-4711')
  await hands.press('Create namespace')
  await expectSeen(page.getByText(`Namespace ${name} is there.`, { exact: false }))
  await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('Production')

  await hands.follow(name)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A whole life')
  await expect(page.getByRole('region', { name: 'On a cluster' })).toContainText(`borealis-${name}`)
  await hands.follow('Change namespace')
  await hands.write('Title', 'Another life')
  await hands.press('Change namespace')
  await expectSeen(page.getByText(`${name} is changed.`, { exact: false }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another life')

  await hands.press('Freeze namespace')
  await hands.sign(`Freeze namespace ${name}`)
  await expect(page.getByText('This namespace is frozen: nothing new begins in it')).toBeVisible()
  await hands.press('Change namespace')
  await expect(page.getByRole('alert').filter({ hasText: 'The namespace is frozen: nothing of it can be changed. Thaw it first.' })).toBeVisible()
  await hands.press('Thaw namespace')
  await hands.sign(`Thaw namespace ${name}`)
  await expect(page.getByText('This namespace is frozen: nothing new begins in it')).toBeHidden()

  await hands.press('Delete namespace…')
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` })
  await expect(dialog).toContainText('Nothing runs or waits in it.')
  await hands.write('Its name', 'another', dialog)
  await hands.press('Delete namespace', dialog)
  await hands.sign(`Delete namespace ${name}`)
  await expect(dialog.getByRole('textbox', { name: 'Its name' })).toHaveAccessibleDescription(/That is not its name\. Type the name as it stands above\./)
  await hands.write('Its name', name, dialog)
  await hands.press('Delete namespace', dialog)
  await hands.sign(`Delete namespace ${name}`)
  await expect(page.getByText('This namespace is deleted.', { exact: false })).toBeVisible()

  await page.goto('/tenants/borealis/namespaces?state=deleted')
  await expect(page.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('Deleted')
  await page.goto('/tenants/borealis/namespaces?open=create')
  await create(page, name, 'Again')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/A namespace of that name was deleted here/)
})
test('what runs is named before its namespace is deleted, and not ended by mistake', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/namespaces/training')
  const open = page.getByRole('button', { name: 'Delete namespace…' })
  await expect(open).toBeEnabled()
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete training' })
  await expect(dialog.getByRole('list', { name: 'What runs or waits in it' }).getByRole('listitem').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Its name' }).fill('training')
  await dialog.getByRole('button', { name: 'Delete namespace' }).click()
  await confirm(page, 'Delete namespace training')
  await expect(dialog.getByRole('alert')).toContainText('Something runs or waits in it. Release it first, or say that it is to be ended.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('region', { name: 'What it is' })).toContainText('Open')
})
test('whoever has a role in it sees what it is, and none of what ends it', async ({ page }) => {
  await signIn(page, 'Nils')
  await page.goto('/tenants/aurora/namespaces/training')
  await expect(page.getByRole('region', { name: 'People' })).toContainText('Namespace admin')
  await expect(page.getByRole('region', { name: 'On a cluster' })).toContainText('aurora-training')
  await expect(page.getByRole('button', { name: 'Change namespace' })).toHaveAccessibleDescription(/^Only a tenant admin can change namespaces\./)
  await expect(page.getByRole('region', { name: 'Freeze or delete' })).toBeHidden()
})

test('what somebody else makes of a namespace meanwhile stands beside what was typed, field by field, and neither is lost', async ({ page, context }) => {
  const name = `both-${Date.now().toString(36)}`
  await signIn(page, 'Rhea')
  await page.goto('/tenants/radia/namespaces?open=create')
  await create(page, name, 'As it was')
  await expectSeen(page.getByText(`Namespace ${name} is there.`, { exact: false }))
  const address = `/tenants/radia/namespaces/${name}?open=change`
  await page.goto(address)
  const title = (on: Page) => on.getByRole('textbox', { name: 'Title' })
  const labels = (on: Page) => on.getByRole('textbox', { name: /^Labels/ })
  // What is being typed is held: a page that only reads would read again by itself.
  await title(page).fill('What I call it')
  const other = await context.newPage()
  await other.goto(address)
  await title(other).fill('What they call it')
  await labels(other).fill('team=theirs')
  await other.getByRole('button', { name: 'Change namespace' }).click()
  await expectSeen(other.getByText(`${name} is changed.`, { exact: false }))

  await page.getByRole('button', { name: 'Change namespace' }).click()
  const meanwhile = page.getByRole('list', { name: 'Somebody else changed this namespace meanwhile.' })
  await expect(meanwhile).toContainText('Title: they made it “What they call it”; you made it “What I call it”.')
  await expect(meanwhile).toContainText('Labels: they made it “team=theirs”, which is shown.')
  await expect(title(page)).toHaveValue('What I call it')
  await expect(labels(page)).toHaveValue('team=theirs')
  await expectNoFindings(page)
  await page.getByRole('button', { name: 'Change namespace' }).click()
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveAccessibleDescription(/Somebody else changed it, too\./)
  await meanwhile.getByRole('button', { name: 'Keep mine for Title' }).click()
  await page.getByRole('button', { name: 'Change namespace' }).click()
  await expectSeen(page.getByText(`${name} is changed.`, { exact: false }))
  await page.reload()
  await expect(title(page)).toHaveValue('What I call it')
  await expect(labels(page)).toHaveValue('team=theirs')
})
