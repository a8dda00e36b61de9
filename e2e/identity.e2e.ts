import { expect, password, people, signIn, test } from './people'

test('a wrong password and an unknown account are told the same, and the e-mail stays', async ({ page }) => {
  const says = /That e-mail and password do not belong together/
  for (const email of [people.Ada.email, 'nobody@aurora.test']) {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toBeFocused()
  }
})

test('a password manager knows the form; the keyboard is enough', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page).toHaveTitle('Sign in · Bailiwick')
  await expect(page.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password')
  await page.getByLabel('E-mail').focus()
  await page.keyboard.type(people.Dev.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tenants/aurora')
})

test('who has one place is there at once; who works on the platform is there', async ({ page, context }) => {
  await signIn(page, 'Ada')
  await expect(page).toHaveURL('/tenants/aurora')
  await expect(page).toHaveTitle('Overview · aurora · Bailiwick')
  await page.goto('/sign-in')
  await expect(page).toHaveURL('/tenants/aurora')
  await context.clearCookies()
  await signIn(page, 'Pia')
  await expect(page).toHaveURL('/platform')
  await expect(page.getByRole('button', { name: 'Platform, change place' })).toBeVisible()
})

test('nobody sees a page without a session, and signing out leaves nothing behind', async ({ page }) => {
  await page.goto('/tenants/aurora/quotas')
  await expect(page).toHaveURL(/^[^?]*\/sign-in\?to=/)
  await signIn(page, 'Bo')
  await page.getByRole('button', { name: people.Bo.name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the theme is pinned, and is in the page before any script', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.getByRole('button', { name: people.Bo.name }).click()
  await page.getByLabel('Dark').check()
  const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const answer = await page.request.get('/tenants/borealis')
  expect(await answer.text()).toContain('data-theme="dark"')
  await page.getByLabel('Light').check()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(dark)
})

test('who was asked to sign in comes to the page they wanted, if it is theirs', async ({ page }) => {
  const wanted = '/tenants/aurora/quotas?open=change&namespace=training&resource=nvidia.com%2Fgpu'
  for (const [first, heading] of [['Ada', 'nvidia.com/gpu of training'], ['Bo', 'Not found']] as const) {
    await page.goto(wanted)
    await page.getByLabel('E-mail').fill(people[first].email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page).toHaveURL(wanted)
    await page.context().clearCookies()
  }
  // Lost while a page was open: what is asked for from it, too, is what one comes to.
  await signIn(page, 'Ada')
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Quotas', exact: true }).click()
  await expect(page).toHaveURL('/sign-in?to=%2Ftenants%2Faurora%2Fquotas')
})

for (const elsewhere of ['//evil.test', '/\\evil.test', 'https://evil.test', '/.//evil.test', '%2F%2Fevil.test', '/%09/evil.test']) {
  test(`nobody is sent to ${elsewhere} after the sign-in, nor when they are signed in already`, async ({ page, baseURL }) => {
    await page.goto(`/sign-in?to=${elsewhere}`)
    await page.getByLabel('E-mail').fill(people.Ada.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/tenants/aurora')
    await page.goto(`/sign-in?to=${elsewhere}`)
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin)
    await expect(page).toHaveURL('/tenants/aurora')
  })
}
