/** From nothing to a tenant at work: the one story of places, told twice, once with a pointer and once with the keyboard alone. */
import type { Page } from '@playwright/test'
import { type Hands, keyboard, pointer } from './hands'
import { elevate, expect, expectSeen, type First, listen, people, signIn, test } from './people'
import { hear, unreadPages, wordsIn } from './sent'

const stories: [says: string, hands: (page: Page) => Hands, asks: First, approves: First][] = [
  ['with a pointer', pointer, 'Pia', 'Per'],
  ['with the keyboard alone', keyboard, 'Per', 'Pia'],
]
for (const [says, withHands, asks, approves] of stories) {
  test(`an organisation is made, a tenant asked for, approved, filled, frozen and thawed, ${says}`, async ({ browser, complaints }) => {
    test.setTimeout(300_000)
    const mark = Date.now().toString(36)
    const organisation = `org-${mark}`
    const tenant = `ten-${mark}`
    const open = async (first: First) => {
      const context = await browser.newContext()
      await listen(context, complaints)
      const page = await context.newPage()
      await signIn(page, first)
      return { page, sent: hear(context), hands: withHands(page), close: () => context.close() }
    }

    const asker = await open(asks)
    await elevate(asker.page, asker.hands)
    await asker.hands.follow('Organisations', asker.page.getByRole('navigation', { name: 'Pages' }))
    await asker.hands.follow('Create organisation')
    await asker.hands.write('Name', organisation)
    await asker.hands.write('Title', `Organisation ${mark}`)
    await asker.hands.press('Create organisation')
    await asker.hands.sign(`Create organisation ${organisation}`)
    await expectSeen(asker.page.getByText(`Organisation ${organisation} is there.`, { exact: false }))

    await asker.hands.follow(organisation)
    await asker.hands.follow('Request tenant')
    await asker.hands.write('Name', 'aurora')
    await asker.hands.write('Title', `Tenant ${mark}`)
    await asker.hands.choose(/^External/, 'radio')
    await expect(asker.page.getByRole('radio', { name: /^3, hard/ })).toBeChecked()
    await asker.hands.choose(/^1, soft/, 'radio')
    await asker.hands.choose(/^eu-central-1/, 'checkbox')
    await asker.hands.write('First admin', people.Cleo.email)
    await asker.hands.write('Purpose', 'A story told by a test')
    await asker.hands.press('Request tenant')
    await expect(asker.page.getByRole('group', { name: 'Isolation' })).toContainText('External trust needs isolation level 2 or more.')
    await asker.hands.choose(/^2, medium/, 'radio')
    await asker.hands.press('Request tenant')
    await expect(asker.page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/There is a tenant of that name/)
    await expect(asker.page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await asker.hands.write('Name', tenant)
    await asker.hands.press('Request tenant')
    await expect(asker.page.getByRole('heading', { level: 1, name: `Tenant ${tenant} in ${organisation}` })).toBeVisible()
    await expect(asker.page.getByRole('button', { name: `Sign: make tenant ${tenant}` })).toHaveAccessibleDescription(/Nobody answers what they asked for/)
    const address = asker.page.url()

    const approver = await open(approves)
    await elevate(approver.page, approver.hands)
    await approver.hands.follow('Requests', approver.page.getByRole('navigation', { name: 'Pages' }))
    await approver.hands.follow(`Tenant ${tenant} in ${organisation}`)
    await expect(approver.page).toHaveURL(address)
    await approver.hands.press(`Sign: make tenant ${tenant}`)
    await approver.hands.sign(`Sign: make tenant ${tenant}`)
    await expect(approver.page.getByText('Approved with a second factor')).toBeVisible()

    const admin = await open('Cleo')
    const neighbour = await open('Bo')
    await admin.page.goto(`/tenants/${tenant}`)
    await admin.hands.follow('Namespaces', admin.page.getByRole('navigation', { name: 'Pages' }))
    await admin.hands.follow('Create namespace')
    for (const name of ['red', 'blue']) {
      await admin.hands.write('Name', `${name}-${mark}`)
      await admin.hands.write('Title', `${name} of ${mark}`)
      await admin.hands.press('Create namespace')
      await expectSeen(admin.page.getByText(`Namespace ${name}-${mark} is there.`, { exact: false }))
      await expect(admin.page.getByRole('rowheader', { name: `${name}-${mark}` })).toBeVisible()
    }

    for (const path of ['', '/namespaces', `/namespaces/red-${mark}`, '/quotas', '/members', '/audit']) {
      expect((await neighbour.page.goto(`/tenants/${tenant}${path}`))?.status(), path).toBe(404)
      await Promise.all(neighbour.sent)
    }
    for (const path of ['/', '/tenants/borealis', '/tenants/borealis/namespaces', '/tenants/borealis/members', '/tenants/borealis/requests', '/tenants/borealis/audit', '/tenants/borealis/audit?tab=access']) {
      await neighbour.page.goto(path, { waitUntil: 'networkidle' })
      await Promise.all(neighbour.sent)
    }

    await asker.page.goto(`/platform/tenants/${tenant}`)
    await asker.hands.press(`Freeze ${tenant}`)
    await asker.hands.sign(`Freeze tenant ${tenant}`)
    await expectSeen(asker.page.getByText(`${tenant} is frozen.`))
    await admin.hands.write('Name', `green-${mark}`)
    await admin.hands.write('Title', 'Too late')
    await admin.page.keyboard.press('Enter')
    await expectSeen(admin.page.getByText(/^(The|This) tenant is frozen: nothing in it can be changed/))
    await admin.page.goto(`/tenants/${tenant}/namespaces`)
    await expect(admin.page.getByRole('rowheader', { name: `red-${mark}` })).toBeVisible()
    await asker.hands.press(`Thaw ${tenant}`)
    await asker.hands.sign(`Thaw tenant ${tenant}`)
    await expectSeen(asker.page.getByText(`${tenant} is thawed.`))
    await admin.page.reload()
    await expect(admin.page.getByRole('link', { name: 'Create namespace' })).toBeVisible()

    await Promise.all([admin, neighbour].map(({ page }) => page.waitForLoadState('networkidle')))
    // What the neighbour named in an address is said back in the address alone.
    const [heard, atHome] = [await Promise.all(neighbour.sent), await Promise.all(admin.sent)]
    const spoken = heard.filter(({ from }) => !from.includes(tenant))
    expect(spoken.length).toBeGreaterThan(20)
    expect(wordsIn(spoken, [tenant, organisation, `red-${mark}`, `Tenant ${mark}`, people.Cleo.email])).toEqual([])
    expect(wordsIn(heard, [`red of ${mark}`, `Tenant ${mark}`, organisation, people.Cleo.email])).toEqual([])
    expect(wordsIn(atHome, ['borealis', 'Borealis', people.Bo.email, people.Ada.email])).toEqual([])
    expect([unreadPages(heard), unreadPages(atHome)]).toEqual([[], []])
    for (const { close } of [asker, approver, admin, neighbour]) await close()
  })
}
