/** Every page there is, as somebody who may see it. What looks at all of them (axe, reflow, photographs) takes them from here, and a route that is missing is a failure. */
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { askFor, writeWish } from './asking'
import { freshPerson, standIdle, tellOfCase } from './owner'
import { confirm, elevate, expect, type First, password, people } from './people'

export type Shown = { who: First | null; name: string; path: string; open?: (page: Page) => Promise<void> }

const follow = (name: RegExp) => async (page: Page) => {
  const from = new URL(page.url()).pathname
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await page.waitForURL(({ pathname }) => pathname !== from)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const press = (button: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** As far as the second step: with the password of somebody who has a factor, or of somebody who is new. */
const showPassword = async (page: Page, email: string, own: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(own)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const secondFactor = (way: RegExp | null) => async (page: Page) => {
  await showPassword(page, people.Rhea.email, password)
  await page.getByRole('button', { name: 'Use your passkey' }).waitFor()
  if (way) await page.getByRole('button', { name: way }).click()
}
const enrol = (isGenerator: boolean) => async (page: Page) => {
  const person = await freshPerson('Paula Pages')
  await showPassword(page, person.email, person.password)
  const generator = page.getByRole('radio', { name: 'Code generator' })
  await generator.waitFor()
  if (!isGenerator) return
  await generator.check()
  await page.getByRole('button', { name: 'Set up code generator' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
}
/** There is one from the first visit on: it holds half a core, and no GPU. */
const anAllocation = async (page: Page) => {
  const link = page.getByRole('main').getByRole('link', { name: 'notebook', exact: true })
  if (!(await link.isVisible())) await askFor(page, { tenant: 'aurora', name: 'notebook', namespace: 'training', gpus: '', cpu: '500m' })
  else await link.click()
  await page.getByRole('heading', { level: 1, name: 'notebook' }).waitFor()
}
/** A record with the form by which what is sealed in it is opened. */
const whoItWas = async (page: Page) => {
  await page.getByRole('table', { name: 'Records' }).getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('complementary').getByText('Show who it was').click()
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor()
}
/** The newest of them. */
const aReview = async (page: Page) => {
  await page.getByRole('table', { name: 'Reviews' }).getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^Who (holds what|works on)/ }).waitFor()
}
/** One that the engine opened, of what has stood unused for long enough. */
const aCase = async (page: Page) => {
  await standIdle('idle-bench', 31)
  const link = page.getByRole('table', { name: 'Cases' }).getByRole('row', { name: /aurora/ }).getByRole('link', { name: 'Holds GPUs unused' })
  await expect(async () => {
    await page.reload()
    await expect(link).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'aurora holds GPUs unused' }).waitFor()
}
/** One that its tenant was told of. */
const anOwnCase = async (page: Page) => {
  await tellOfCase('aurora', people.Pia.email)
  await page.reload()
  await page.getByRole('table', { name: 'Cases' }).getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'What is done' }).waitFor()
}
/** There is one from the first visit on, with something that is contained. */
const anIncident = async (page: Page) => {
  const link = page.getByRole('main').getByRole('link', { name: 'A token in a public place', exact: true }).first()
  if (await link.isVisible()) await link.click()
  else {
    await page.goto('/platform/incidents?open=open')
    await page.getByRole('textbox', { name: 'Title' }).fill('A token in a public place')
    await page.getByRole('textbox', { name: 'What was seen' }).fill('It stood in a log that anybody could read.')
    await page.getByRole('button', { name: 'Open incident' }).click()
  }
  await page.getByRole('heading', { level: 1, name: 'A token in a public place' }).waitFor()
}
const aReport = async (page: Page) => {
  await anIncident(page)
  await page.getByRole('main').getByRole('link', { name: 'Report', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Report: / }).waitFor()
}
/** With a record that is pinned and a note beside it. */
const anInvestigation = async (page: Page) => {
  const [title, main] = ['Namespaces made at night', page.getByRole('main')]
  const link = main.getByRole('link', { name: title, exact: true }).first()
  if (await link.isVisible()) await link.click()
  else {
    await page.goto('/platform/investigations?open=open&query=resource:namespaces')
    await main.getByRole('textbox', { name: 'Title' }).fill(title)
    await main.getByRole('textbox', { name: 'Question' }).fill('Who made them, and did anybody ask for it?')
    await main.getByRole('button', { name: 'Open investigation' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const address = page.url()
    await page.goto('/platform/audit?query=resource:namespaces+outcome:done+since:90d')
    await page.getByRole('table', { name: 'Records' }).getByRole('row').nth(1).getByRole('link').first().click()
    const panel = page.getByRole('complementary')
    await panel.getByText('Pin to an investigation').click()
    await panel.getByRole('combobox', { name: 'Investigation' }).selectOption({ label: title })
    await panel.getByRole('textbox', { name: 'Why it belongs there' }).fill('It began with this.')
    await panel.getByRole('button', { name: 'Pin record' }).click()
    await panel.getByText(/^Pinned to /).waitFor()
    await page.goto(address)
    await main.getByRole('button', { name: /^Add a note to / }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Nobody asked for it.')
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
  }
  await main.getByText('Nobody asked for it.').first().waitFor()
}
/** A record with the form by which it is pinned. */
const pinning = async (page: Page) => {
  await anInvestigation(page)
  await page.goto('/platform/audit?query=resource:tenants+since:90d')
  await page.getByRole('table', { name: 'Records' }).getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('complementary').getByText('Pin to an investigation').click()
  await page.getByRole('button', { name: 'Pin record' }).waitFor()
}
/** The same page as of this moment, which has passed when it is read. */
const justNow = async (page: Page) => {
  await page.goto(`${new URL(page.url()).pathname}?asOf=${new Date().toISOString()}`)
  await page.getByRole('region', { name: 'The past' }).waitFor()
}
/** As if the first that waits had been marked. */
const reviewed = async (page: Page) => {
  const href = await page.getByRole('main').getByRole('link', { name: /^(Allocation|Tenant) / }).first().getAttribute('href')
  const [list = '', request = ''] = /^(.*)\/([^/]+)$/.exec(href ?? '')?.slice(1) ?? []
  await page.goto(`${list}/together?marked=${request}`)
  await page.getByRole('heading', { level: 2, name: 'What you say yes to' }).waitFor()
}
const askedAbout = async (page: Page) => {
  await writeWish(page, { name: 'sweep', namespace: 'training', gpus: '9' })
  await page.getByRole('region', { name: 'What would happen' }).getByRole('heading', { name: 'What would get further' }).waitFor()
}
/** From here on: elevation is the session’s. */
const elevated = async (page: Page) => {
  if (await page.getByRole('main').getByRole('button', { name: 'Elevate' }).isVisible()) await elevate(page)
}
/** There is one from the first visit on: it leads nowhere that answers. */
const aWebhook = async (page: Page) => {
  const link = page.getByRole('main').getByRole('link', { name: 'Operations', exact: true })
  if (!(await link.isVisible())) {
    await page.goto(`${new URL(page.url()).pathname}?open=create`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Operations')
    await page.getByRole('textbox', { name: 'Address' }).fill(`http://${process.env.WEBHOOK_INSIDE}/`)
    await page.getByRole('checkbox', { name: 'An allocation ends soon' }).check()
    await page.getByRole('button', { name: 'Make webhook' }).click()
    await confirm(page, /^Make the webhook/)
    await page.getByRole('button', { name: 'I have it' }).click()
    await page.goto(new URL(page.url()).pathname)
  }
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
}
/** There is one from the first visit on: it is made to go where nobody answers, and is tried again and again. */
const aFeed = async (page: Page) => {
  const link = page.getByRole('main').getByRole('link', { name: 'Security', exact: true })
  if (!(await link.isVisible())) {
    await page.goto(`${new URL(page.url()).pathname}?open=create`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Security')
    await page.getByRole('radio', { name: 'Syslog' }).check()
    await page.getByRole('textbox', { name: 'Address' }).fill(`tcp://${process.env.WEBHOOK_INSIDE}`)
    await page.getByRole('button', { name: 'Make feed' }).click()
    await confirm(page, /^Make the feed/)
    await page.getByRole('status').filter({ hasText: 'The feed is made.' }).first().waitFor()
    await page.goto(new URL(page.url()).pathname)
  }
  await link.click()
  await page.getByRole('complementary', { name: 'Security' }).waitFor()
}
const aPoolGone = async (page: Page) => {
  await page.getByRole('link', { name: /^Suppose .+ gone$/ }).first().click()
  await page.getByRole('heading', { name: 'What would be' }).waitFor()
}
const aNode = async (page: Page) => {
  await page.getByRole('table', { name: 'Nodes' }).getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('button', { name: 'Cordon node' }).waitFor()
}
/** There is one from the demo's own past. */
const aViolation = async (page: Page) => {
  await page.getByRole('table', { name: 'Violations' }).getByRole('rowheader').last().getByRole('link').click()
  await page.getByRole('complementary', { name: /^Violation in / }).waitFor()
}
const inDialog = (button: RegExp) => async (page: Page) => {
  await press(/^Make new codes/)(page)
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
}

export const everyPage: readonly Shown[] = [
  { who: null, name: 'sign-in', path: '/sign-in' },
  { who: null, name: 'sign-in-factor', path: '/sign-in', open: secondFactor(null) },
  { who: null, name: 'sign-in-code', path: '/sign-in', open: secondFactor(/^Use a code/) },
  { who: null, name: 'sign-in-enrol', path: '/sign-in', open: enrol(false) },
  { who: null, name: 'sign-in-generator', path: '/sign-in', open: enrol(true) },
  { who: null, name: 'invitation', path: '/invitations#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  { who: null, name: 'reset', path: '/resets#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  { who: null, name: 'parts', path: '/parts' },
  { who: null, name: 'bare', path: '/parts/bare' },
  { who: 'Ada', name: 'tenant', path: '/tenants/aurora' },
  { who: 'Ada', name: 'namespaces', path: '/tenants/aurora/namespaces' },
  { who: 'Ada', name: 'namespaces-create', path: '/tenants/aurora/namespaces?open=create' },
  { who: 'Ada', name: 'namespace', path: '/tenants/aurora/namespaces/training' },
  { who: 'Ada', name: 'namespace-change', path: '/tenants/aurora/namespaces/training?open=change' },
  { who: 'Ada', name: 'namespace-delete', path: '/tenants/aurora/namespaces/training', open: press(/^Delete namespace/) },
  { who: 'Ada', name: 'quotas', path: '/tenants/aurora/quotas' },
  { who: 'Ada', name: 'quotas-change', path: '/tenants/aurora/quotas?open=change&namespace=training&resource=memory' },
  { who: 'Ada', name: 'quotas-raise', path: '/tenants/aurora/quotas?open=raise&resource=memory' },
  { who: 'Ada', name: 'quotas-past', path: '/tenants/aurora/quotas', open: justNow },
  { who: 'Ada', name: 'namespace-past', path: '/tenants/aurora/namespaces/training', open: justNow },
  { who: 'Ada', name: 'members-past', path: '/tenants/aurora/members', open: justNow },
  { who: 'Ada', name: 'quotas-no-moment', path: '/tenants/aurora/quotas?asOf=yesterday' },
  { who: 'Ada', name: 'allocations-ask', path: '/tenants/aurora/allocations/new' },
  { who: 'Ada', name: 'allocations-preview', path: '/tenants/aurora/allocations/new', open: askedAbout },
  { who: 'Ada', name: 'allocation', path: '/tenants/aurora/allocations', open: anAllocation },
  { who: 'Ada', name: 'allocations', path: '/tenants/aurora/allocations' },
  { who: 'Ada', name: 'use', path: '/tenants/aurora/use' },
  { who: 'Ada', name: 'use-month', path: '/tenants/aurora/use?tab=month&by=person' },
  { who: 'Ada', name: 'what-if', path: '/tenants/aurora/what-if' },
  { who: 'Ada', name: 'what-if-answered', path: '/tenants/aurora/what-if?limit=%2Cnvidia.com%2Fgpu%2C80&limit=training%2Cnvidia.com%2Fgpu%2C1&demand=serving%2Cnormal%2C2%2C2%2C%2C24&demand=training%2Cnormal%2C1%2C8%2CA100%2C24&without=T4&without=no+model' },
  { who: 'Ada', name: 'requests-except', path: '/tenants/aurora/requests?open=except' },
  { who: 'Ada', name: 'members', path: '/tenants/aurora/members' },
  { who: 'Ada', name: 'members-grant', path: '/tenants/aurora/members?open=grant' },
  { who: 'Ada', name: 'members-grant-many', path: '/tenants/aurora/members?open=grant-many' },
  { who: 'Ada', name: 'members-groups', path: '/tenants/aurora/members?tab=groups' },
  { who: 'Ada', name: 'members-bind', path: '/tenants/aurora/members?tab=groups&open=bind' },
  { who: 'Ada', name: 'members-invitations', path: '/tenants/aurora/members?tab=invitations' },
  { who: 'Ada', name: 'members-invite', path: '/tenants/aurora/members?tab=invitations&open=invite' },
  { who: 'Ada', name: 'members-delegations', path: '/tenants/aurora/members?tab=delegations' },
  { who: 'Ada', name: 'members-delegate', path: '/tenants/aurora/members?tab=delegations&open=delegate' },
  { who: 'Ada', name: 'reviews', path: '/tenants/aurora/reviews' },
  { who: 'Ada', name: 'review-lines', path: '/tenants/aurora/reviews', open: aReview },
  { who: 'Ada', name: 'roles', path: '/tenants/aurora/roles' },
  { who: 'Ada', name: 'roles-create', path: '/tenants/aurora/roles?open=create' },
  { who: 'Ada', name: 'policies', path: '/tenants/aurora/policies' },
  { who: 'Ada', name: 'policy', path: '/tenants/aurora/policies/rules' },
  { who: 'Ada', name: 'inbox', path: '/tenants/aurora/requests' },
  { who: 'Ada', name: 'sheet', path: '/tenants/aurora/requests', open: follow(/^Allocation /) },
  { who: 'Ada', name: 'review', path: '/tenants/aurora/requests', open: reviewed },
  { who: 'Cleo', name: 'tenant-requests', path: '/tenants/cardia/requests' },
  { who: 'Cleo', name: 'tenant-requests-create', path: '/tenants/cardia/requests?open=create' },
  { who: 'Cleo', name: 'tenant-request', path: '/tenants/cardia/requests?tab=others', open: follow(/^Tenant /) },
  { who: 'Ada', name: 'pairs', path: '/tenants/aurora/pairs' },
  { who: 'Ada', name: 'pairs-offer', path: '/tenants/aurora/pairs?open=offer' },
  { who: 'Ada', name: 'tenant-cases', path: '/tenants/aurora/cases' },
  { who: 'Ada', name: 'tenant-case', path: '/tenants/aurora/cases', open: anOwnCase },
  { who: 'Ada', name: 'residency', path: '/tenants/aurora/residency' },
  { who: 'Ada', name: 'webhooks', path: '/tenants/aurora/webhooks' },
  { who: 'Ada', name: 'webhooks-create', path: '/tenants/aurora/webhooks?open=create' },
  { who: 'Ada', name: 'webhook', path: '/tenants/aurora/webhooks', open: aWebhook },
  { who: 'Ada', name: 'feeds', path: '/tenants/aurora/feeds' },
  { who: 'Ada', name: 'feeds-create', path: '/tenants/aurora/feeds?open=create' },
  { who: 'Ada', name: 'feed', path: '/tenants/aurora/feeds', open: aFeed },
  { who: 'Ada', name: 'tenant-staff', path: '/tenants/aurora/staff' },
  { who: 'Ada', name: 'audit', path: '/tenants/aurora/audit' },
  { who: 'Ada', name: 'audit-who', path: '/tenants/aurora/audit?query=outcome%3Adone+since%3A90d', open: whoItWas },
  { who: 'Ada', name: 'erasures', path: '/tenants/aurora/erasures' },
  { who: 'Ada', name: 'erasures-ask', path: '/tenants/aurora/erasures?open=ask' },
  { who: 'Ada', name: 'audit-denied', path: '/tenants/aurora/audit?query=outcome%3Adenied' },
  { who: 'Ada', name: 'profile', path: '/you/profile' },
  { who: 'Ada', name: 'notices', path: '/you/notices' },
  { who: 'Ada', name: 'your-security', path: '/you/security' },
  { who: 'Ada', name: 'your-security-add', path: '/you/security?open=add' },
  { who: 'Ada', name: 'your-security-password', path: '/you/security?open=password' },
  { who: 'Ada', name: 'your-security-codes', path: '/you/security?open=codes' },
  { who: 'Ada', name: 'step-up', path: '/you/security?open=codes', open: press(/^Make new codes/) },
  { who: 'Ada', name: 'step-up-code', path: '/you/security?open=codes', open: inDialog(/^Use a code/) },
  { who: 'Ada', name: 'sessions', path: '/you/sessions' },
  { who: 'Ada', name: 'tokens', path: '/you/tokens' },
  { who: 'Sol', name: 'receipts', path: '/receipts' },
  { who: 'Ada', name: 'tokens-make', path: '/you/tokens?open=make' },
  { who: 'Ada', name: 'sign-ins', path: '/you/sign-ins' },
  { who: 'Ada', name: 'permissions', path: '/permissions' },
  { who: 'Ada', name: 'not-found', path: '/tenants/nowhere' },
  { who: 'Dev', name: 'developer-tenant', path: '/tenants/aurora' },
  { who: 'Dev', name: 'developer-quotas', path: '/tenants/aurora/quotas' },
  { who: 'Dev', name: 'developer-audit', path: '/tenants/aurora/audit' },
  {
    who: 'Dev', name: 'developer-why-not', path: '/tenants/aurora/namespaces',
    open: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Create namespace' }).press('Enter')
      await page.getByRole('dialog', { name: 'Why can’t I?' }).waitFor()
    },
  },
  { who: 'Pia', name: 'platform-reading', path: '/platform' },
  { who: 'Pia', name: 'elevate', path: '/platform', open: press(/^Elevate/) },
  { who: 'Pia', name: 'platform', path: '/platform', open: elevated },
  { who: 'Pia', name: 'profile-elevated', path: '/you/profile' },
  { who: 'Pia', name: 'platform-webhooks', path: '/platform/webhooks' },
  { who: 'Pia', name: 'platform-webhooks-create', path: '/platform/webhooks?open=create' },
  { who: 'Pia', name: 'platform-webhook', path: '/platform/webhooks', open: aWebhook },
  { who: 'Pia', name: 'platform-erasures', path: '/platform/erasures' },
  { who: 'Pia', name: 'platform-erasures-ask', path: '/platform/erasures?open=ask' },
  { who: 'Pia', name: 'platform-erasures-keys', path: '/platform/erasures?tab=keys' },
  { who: 'Pia', name: 'platform-feeds', path: '/platform/feeds' },
  { who: 'Pia', name: 'platform-feeds-create', path: '/platform/feeds?open=create' },
  { who: 'Pia', name: 'platform-feed', path: '/platform/feeds', open: aFeed },
  { who: 'Pia', name: 'organisations', path: '/platform/organisations' },
  { who: 'Pia', name: 'organisations-create', path: '/platform/organisations?open=create' },
  { who: 'Pia', name: 'organisation', path: '/platform/organisations/northwind' },
  { who: 'Pia', name: 'platform-tenants', path: '/platform/tenants' },
  { who: 'Pia', name: 'platform-tenants-none', path: '/platform/tenants?find=nothing-like-this' },
  { who: 'Pia', name: 'platform-tenant', path: '/platform/tenants/aurora' },
  { who: 'Pia', name: 'platform-tenant-freeze', path: '/platform/tenants/aurora', open: press(/^Freeze/) },
  { who: 'Pia', name: 'requests-create', path: '/platform/requests?open=create&organisation=northwind' },
  { who: 'Pia', name: 'fleet', path: '/platform/fleet' },
  { who: 'Pia', name: 'fleet-node', path: '/platform/fleet', open: aNode },
  { who: 'Pia', name: 'fleet-what-if', path: '/platform/fleet/what-if', open: aPoolGone },
  { who: 'Pia', name: 'regions', path: '/platform/regions' },
  { who: 'Pia', name: 'regions-add', path: '/platform/regions?open=create' },
  { who: 'Pia', name: 'platform-residency', path: '/platform/residency' },
  { who: 'Pia', name: 'platform-residency-violations', path: '/platform/residency?tab=violations&show=all' },
  { who: 'Pia', name: 'platform-residency-violation', path: '/platform/residency?tab=violations&show=all', open: aViolation },
  { who: 'Pia', name: 'platform-residency-placements', path: '/platform/residency?tab=placements' },
  { who: 'Pia', name: 'platform-residency-disasters', path: '/platform/residency?tab=disasters' },
  { who: 'Pia', name: 'platform-residency-of', path: '/platform/residency/borealis' },
  { who: 'Pia', name: 'platform-policies', path: '/platform/policies' },
  { who: 'Pia', name: 'platform-policy', path: '/platform/policies/approvals' },
  { who: 'Pia', name: 'platform-levels', path: '/platform/policies/levels' },
  { who: 'Pia', name: 'case', path: '/platform/cases?kind=allocations.squatting', open: aCase },
  { who: 'Pia', name: 'incidents', path: '/platform/incidents' },
  { who: 'Pia', name: 'incidents-open', path: '/platform/incidents?open=open' },
  { who: 'Pia', name: 'incident', path: '/platform/incidents', open: anIncident },
  { who: 'Pia', name: 'incident-report', path: '/platform/incidents', open: aReport },
  { who: 'Pia', name: 'platform-reviews', path: '/platform/reviews' },
  { who: 'Pia', name: 'platform-review-lines', path: '/platform/reviews', open: aReview },
  { who: 'Pia', name: 'staff', path: '/platform/staff' },
  { who: 'Pia', name: 'staff-grant', path: '/platform/staff?open=grant' },
  { who: 'Pia', name: 'staff-invite', path: '/platform/staff?tab=invitations&open=invite' },
  { who: 'Pia', name: 'people', path: '/platform/people' },
  { who: 'Pia', name: 'platform-audit', path: '/platform/audit' },
  { who: 'Pia', name: 'retention', path: '/platform/retention' },
  { who: 'Pia', name: 'platform-retention-policy', path: '/platform/policies/retention' },
  { who: 'Pia', name: 'holds', path: '/platform/holds?tab=all' },
  { who: 'Pia', name: 'holds-place', path: '/platform/holds?open=place' },
  { who: 'Alma', name: 'requests', path: '/' },
  { who: 'Alma', name: 'break-glass', path: '/platform/break-glass' },
  { who: 'Alma', name: 'break-glass-ask', path: '/platform/break-glass?open=ask' },
  { who: 'Alma', name: 'platform-review', path: '/platform/requests', open: reviewed },
  { who: 'Alma', name: 'request', path: '/platform/requests', open: follow(/^Tenant /) },
  { who: 'Sol', name: 'security', path: '/' },
  { who: 'Sol', name: 'platform-security', path: '/platform/security' },
  { who: 'Sol', name: 'platform-security-out', path: '/platform/security?tab=out&show=all' },
  { who: 'Sol', name: 'platform-security-due', path: '/platform/security?tab=due' },
  { who: 'Sol', name: 'platform-security-keys', path: '/platform/security?tab=keys' },
  { who: 'Sol', name: 'controls', path: '/platform/controls' },
  { who: 'Sol', name: 'regime', path: '/platform/controls/soc2' },
  { who: 'Sol', name: 'control', path: '/platform/controls?control=ledger.ceiling' },
  { who: 'Sol', name: 'cases', path: '/platform/cases' },
  { who: 'Sol', name: 'security-incidents', path: '/platform/incidents' },
  { who: 'Sol', name: 'investigations', path: '/platform/investigations' },
  { who: 'Sol', name: 'investigations-open', path: '/platform/investigations?open=open' },
  { who: 'Sol', name: 'investigation', path: '/platform/investigations', open: anInvestigation },
  { who: 'Sol', name: 'record-pin', path: '/platform/investigations', open: pinning },
  { who: 'Sol', name: 'signals', path: '/platform/signals' },
  { who: 'Sol', name: 'security-audit', path: '/platform/audit?query=stream%3Aaccess&group=reference' },
]

/** The routes of the folder app/, as patterns of the paths that they answer. */
export function routes(): { route: string; answers: RegExp; isOfOne: boolean }[] {
  const files = readdirSync(new URL('../app', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((file) => /(^|\/)page\.tsx$/.test(file))
  return files.map((file) => {
    const parts = file.split('/').slice(0, -1).filter((part) => !part.startsWith('('))
    return { route: `/${parts.join('/')}`, answers: new RegExp(`^/${parts.map((part) => (part.startsWith('[') ? '[^/]+' : part)).join('/')}$`), isOfOne: parts.at(-1)?.startsWith('[') === true }
  })
}
