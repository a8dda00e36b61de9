import { giveDevice } from './device'
import { keyboard, paste, pointer } from './hands'
import { arrive, codeField, heading, leave, recoveryCodes, setUpGenerator, withPassword } from './newcomer'
import { freshPerson } from './owner'
import { codeNow, comeInAs, codeNext, expect, password, people, signature, signIn, test } from './people'

for (const [says, withHands] of [['with a pointer', pointer], ['with the keyboard alone', keyboard]] as const) {
  test(`somebody new adds a passkey at their first sign-in, comes in with it and confirms with it; a device that does not ask who it is is refused each time, ${says}`, async ({ page }) => {
    const hands = withHands(page)
    const person = await freshPerson('Fran Fresh', [{ role: 'developer', tenant: 'aurora' }])
    const device = await giveDevice(page)
    await withPassword(page, hands, person)
    await expect(heading(page, 'Add a second factor')).toBeFocused()
    await device.verifies(false)
    await hands.press('Make passkey')
    await expect(page.getByRole('alert').filter({ hasText: 'No passkey was made. Try again, or choose another way.' })).toBeVisible()
    await device.verifies(true)
    await hands.write(/^Name/, 'Fran’s device')
    await hands.press('Make passkey')
    await expect(heading(page, 'Your recovery codes')).toBeFocused()
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveText(Array.from({ length: 10 }, () => /^([A-Z2-9]{4}-){5}[A-Z2-9]{4}$/))
    await hands.press('I have kept them')
    await expect(page).toHaveURL('/tenants/aurora')
    expect(await device.passkeys()).toBe(1)

    await leave(page, hands, person)
    await device.verifies(false)
    await hands.press('Sign in with a passkey')
    await expect(page.getByRole('alert').filter({ hasText: 'No passkey was shown.' })).toBeVisible()
    await device.verifies(true)
    await hands.press('Sign in with a passkey')
    await expect(page).toHaveURL('/tenants/aurora')
    await page.waitForLoadState()

    await page.goto('/you/security?open=codes')
    await hands.press('Make new codes')
    await expect(signature(page).getByRole('button', { name: 'Confirm with a passkey' })).toBeFocused()
    await device.verifies(false)
    await hands.press('Confirm with a passkey', signature(page))
    await expect(signature(page).getByText('No passkey was shown.')).toBeVisible()
    await device.verifies(true)
    await hands.press('Confirm with a passkey', signature(page))
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await hands.press('I have kept them')
    await expect(page.getByRole('row', { name: /Fran’s device/ })).toContainText('New: approves from')
  })
}

test('somebody new adds a code generator; what is pasted is taken, what is wrong is told at its field, and a code works once', async ({ page }) => {
  const person = await freshPerson('Gil Generator')
  await withPassword(page, pointer(page), person)
  const secret = await setUpGenerator(page, pointer(page))
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const code = codeField(page)
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('12345')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/A code is six digits\./)
  await code.fill(((Number(await codeNow(secret)) + 1) % 1_000_000).toString().padStart(6, '0'))
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/That is not the code that goes with this secret\./)
  await expect(code).toBeFocused()
  const used = await codeNow(secret)
  await paste(page, ` ${used.slice(0, 3)} ${used.slice(3)} `)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your recovery codes')).toBeVisible()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('heading', { name: 'You have no place yet' })).toBeVisible()

  await leave(page, pointer(page), person)
  await withPassword(page, pointer(page), person)
  await expect(heading(page, 'Your second factor')).toBeVisible()
  await expect(code).toBeFocused()
  await paste(page, used)
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/That code was not accepted: it is wrong, old, or was used before\./)
  // Back, with what was typed; forth again, as it was.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await page.goForward()
  await code.fill(await codeNext(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You have no place yet' })).toBeVisible()
  // Somebody knew the password and not the code, and that is told.
  await expect(page.getByRole('region', { name: 'What you must know' })).toContainText('Somebody knew your password and did not pass your second factor')
})

test('who has lost their passkey comes in with the password and a recovery code, adds another and removes the lost one; the code works once', async ({ page }) => {
  const { person, device, codes } = await arrive(page, 'Lou Lost')
  await leave(page, pointer(page), person)

  await device.lose()
  await withPassword(page, pointer(page), person)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No passkey was shown.' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  const code = page.getByRole('textbox', { name: 'Recovery code' })
  await expect(code).toBeFocused()
  await code.fill('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/That recovery code was not accepted/)
  await paste(page, codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Add a second factor')).toBeVisible()
  await page.getByRole('textbox', { name: /^Name/ }).fill('New device')
  await page.getByRole('button', { name: 'Make passkey' }).click()
  const newCodes = await recoveryCodes(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()

  await page.goto('/you/security')
  await expect(page.getByRole('region', { name: 'What you must know' })).toContainText('One of your recovery codes was used to come in')
  await page.getByRole('button', { name: 'Actions for First device' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(signature(page)).toContainText('Remove the passkey “First device”')
  await signature(page).getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByRole('rowheader', { name: 'First device' })).toBeHidden()
  // The only one that is left stays.
  await page.getByRole('button', { name: 'Actions for New device' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await signature(page).getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This is your only second factor.' })).toBeVisible()

  await leave(page, pointer(page), person)
  await withPassword(page, pointer(page), person)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  for (const spent of [codes[0], codes[1]]) {
    await code.fill(spent ?? '')
    await page.keyboard.press('Enter')
    await expect(code).toHaveAccessibleDescription(/That recovery code was not accepted/)
  }
  await code.fill(newCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Add a second factor')).toBeVisible()
})

test('with the keyboard alone, somebody new adds a code generator, comes in with it, and when it is lost with a recovery code and a new one', async ({ page }) => {
  const person = await freshPerson('Kay Keys')
  const hands = keyboard(page)
  await withPassword(page, hands, person)
  await expect(heading(page, 'Add a second factor')).toBeFocused()
  const secret = await setUpGenerator(page, hands)
  await page.keyboard.type(await codeNow(secret))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Your recovery codes')).toBeFocused()
  const [recovery = ''] = await recoveryCodes(page)
  await hands.press('I have kept them')
  await leave(page, hands, person)

  await withPassword(page, hands, person)
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(await codeNext(secret))
  await page.keyboard.press('Enter')
  await leave(page, hands, person)

  await withPassword(page, hands, person)
  await hands.press('Use a recovery code instead')
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
  await page.keyboard.type(recovery)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Add a second factor')).toBeFocused()
  const other = await setUpGenerator(page, hands)
  expect(other).not.toBe(secret)
  await page.keyboard.type(await codeNow(other))
  await page.keyboard.press('Enter')
  await recoveryCodes(page)
  await hands.press('I have kept them')
  await expect(page.getByRole('heading', { name: 'You have no place yet' })).toBeVisible()
})

test('what happened to one’s account is told on every page until one says that one knows', async ({ page }) => {
  await arrive(page, 'Noa Noticed', [{ role: 'developer', tenant: 'aurora' }])
  const told = page.getByRole('region', { name: 'What you must know' })
  for (const path of ['/tenants/aurora', '/you/tokens', '/tenants/aurora/quotas']) {
    await page.goto(path)
    await expect(told).toContainText(/A passkey “.+” was added to your second factors, from 127\.0\.0\.1\..*If that was not you, remove it/)
  }
  await told.getByRole('button', { name: /^I know/ }).click()
  await expect(told).toBeHidden()
  await page.goto('/tenants/aurora')
  await expect(heading(page, 'Aurora')).toBeVisible()
  await expect(told).toBeHidden()
})

test('a wrong password and an unknown account are told the same, and the e-mail stays', async ({ page }) => {
  const says = /That e-mail and password do not belong together/
  const person = await freshPerson('Wes Wrong')
  for (const email of [person.email, 'nobody@aurora.test']) {
    await withPassword(page, pointer(page), { email, password: 'not the password at all' })
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
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await page.getByLabel('E-mail').focus()
  await page.keyboard.type(people.Dev.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeFocused()
  await keyboard(page).press('Use a code instead')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type(await codeNow())
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
  for (const [first, title] of [['Ada', 'nvidia.com/gpu of training'], ['Bo', 'Not found']] as const) {
    await page.goto(wanted)
    await comeInAs(page, first)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
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
    await comeInAs(page, 'Ada')
    await expect(page).toHaveURL('/tenants/aurora')
    await page.goto(`/sign-in?to=${elsewhere}`)
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin)
    await expect(page).toHaveURL('/tenants/aurora')
  })
}
