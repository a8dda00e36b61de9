import { expect, test } from 'vitest'
import { decideResidency, type KnownRegion, matchesGlob, type Residency, type ResidencyReason } from './decide-residency'
import { importResidency, ResidencyDocument } from './import-residency'
import { documentOf } from './decide-document'
import { residencyRefusals } from './residency.refusals'
import { defaultResidencyPolicy, ResidencyPolicy } from './residency-policy'

const known: KnownRegion[] = [
  { region: 'eu-west-1', jurisdiction: 'eu' }, { region: 'eu-central-1', jurisdiction: 'eu' }, { region: 'eu-north-1', jurisdiction: 'eu' }, { region: 'eu-west-2', jurisdiction: 'uk' },
  { region: 'us-east-1', jurisdiction: 'us' }, { region: 'cn-north-1', jurisdiction: 'other' },
]
const customer = { tenant_id: 'eu-customer-corp', data_residency: 'eu', allowed_regions: ['eu-west-1', 'eu-central-1', 'eu-north-1'], prohibited_regions: ['us-*', 'cn-*'] }
const eu: Residency = { jurisdiction: 'eu', allowed: customer.allowed_regions, prohibited: customer.prohibited_regions }
const cases: [says: string, residency: Residency, asked: string | null, expected: ResidencyReason | string[]][] = [
  ['any will do', eu, null, ['eu-central-1', 'eu-north-1', 'eu-west-1']],
  ['one that is allowed', eu, 'eu-west-1', ['eu-west-1']],
  ['one that is prohibited', eu, 'us-east-1', 'region_prohibited'],
  ['one that nothing speaks of', eu, 'eu-west-2', 'region_not_allowed'],
  ['one that there is not, though its name is allowed', { ...eu, allowed: ['eu-*'] }, 'eu-south-1', 'region_unknown'],
  ['one that there is not, and that is prohibited', eu, 'us-west-9', 'region_unknown'],
  ['no name at all', eu, '', 'region_unknown'],
  ['a glob is not a name', { ...eu, allowed: ['*'] }, 'eu-*', 'region_unknown'],
  ['a prohibition wins over the very name', { ...eu, allowed: ['us-east-1'], jurisdiction: null }, 'us-east-1', 'region_prohibited'],
  ['a prohibition wins over everything', { jurisdiction: null, allowed: ['*'], prohibited: ['*'] }, null, 'nowhere'],
  ['everything but', { jurisdiction: null, allowed: ['*'], prohibited: ['us-*', 'cn-*'] }, null, ['eu-central-1', 'eu-north-1', 'eu-west-1', 'eu-west-2']],
  ['a name of the continent, under another law', { ...eu, allowed: ['eu-*'] }, 'eu-west-2', 'outside_jurisdiction'],
  ['all of a continent, but only under its law', { ...eu, allowed: ['eu-*'] }, null, ['eu-central-1', 'eu-north-1', 'eu-west-1']],
  ['an empty list is nowhere', { ...eu, allowed: [] }, null, 'nowhere'],
  ['an empty list is nowhere, by name too', { ...eu, allowed: [] }, 'eu-west-1', 'region_not_allowed'],
  ['what the product ships is nowhere', defaultResidencyPolicy, null, 'nowhere'],
]
test.each(cases)('%s', (_says, residency, asked, expected) => {
  const found = decideResidency(residency, known, asked)
  expect(found.outcome === 'passes' ? found.regions : found.reason).toEqual(expected)
  if (found.outcome !== 'passes') expect(found.regions).toEqual([])
})
test('every reason has a case', () => { expect(Object.keys(residencyRefusals).filter((reason) => !cases.some(([, , , expected]) => expected === reason))).toEqual([]) })
test('wherever there are no regions, nothing may run', () => { expect(decideResidency({ jurisdiction: null, allowed: ['*'], prohibited: [] }, [], null)).toMatchObject({ outcome: 'refuses', reason: 'nowhere' }) })

test('the sentence lists the regions that are allowed', () => {
  expect(decideResidency(eu, known, 'us-east-1')).toMatchObject({ says: 'The region us-east-1 is prohibited to this tenant. The regions allowed to this tenant are eu-central-1, eu-north-1, eu-west-1.' })
  expect(decideResidency({ ...eu, allowed: [] }, known, null)).toMatchObject({ says: 'No region that is known is allowed to this tenant.' })
})
test.each([
  ['us-*', 'us-east-1', true], ['us-*', 'us-', true], ['us-*', 'us', false], ['us-*', 'eu-us-1', false], ['*', '', true], ['*-1', 'eu-west-1', true], ['*-1', '-1', true], ['*-1', 'eu-west-10', false],
  ['eu-*-1', 'eu-west-1', true], ['eu-*-1', 'eu-1', false], ['eu-*-1', 'eu--1', true], ['a*a', 'a', false], ['a*b*a', 'aba', true], ['a*b*a', 'aa', false], ['a**b', 'ab', true], ['eu-west-1', 'eu-west-1', true],
  ['eu-west-1', 'eu-west-10', false], ['EU-*', 'eu-west-1', false], ['eu.west-1', 'eu-west-1', false],
])('the glob %s and the name %s: %s', (glob, name, expected) => { expect(matchesGlob(glob, name)).toBe(expected) })

const imported = (document: unknown) => importResidency(ResidencyDocument.parse(document), known)
test('a tenant’s document is taken as it is, and written as it was', () => {
  expect(imported(customer)).toEqual({ policy: eu, warnings: [] })
  expect(ResidencyPolicy.parse(eu)).toEqual(eu)
  expect(imported({ ...customer, contains: true }).policy).toEqual({ ...eu, contains: true })
  for (const document of [customer, { ...customer, contains: false }, { ...customer, data_residency: null }]) expect(documentOf('eu-customer-corp', imported(document).policy)).toEqual(document)
})
test('what is allowed and can come to nothing is said', () => {
  expect(imported({ ...customer, allowed_regions: ['eu-*', 'us-east-1', 'eu-south-9'] })).toMatchObject({
    warnings: [
      'The region eu-west-2 is allowed and outside the jurisdiction eu: nothing is placed there.', 'The region us-east-1 is allowed and prohibited: it is prohibited.',
      'The region us-east-1 is allowed and outside the jurisdiction eu: nothing is placed there.', 'No region is called eu-south-9.',
    ],
  })
})
test.each([
  [{ ...customer, data_residency: 'mars' }, 'data_residency'], [{ ...customer, allowed_regions: ['eu-(west|east)+'] }, 'allowed_regions.0'], [{ ...customer, prohibited_regions: ['a*b*c*d*e*f'] }, 'has at most 4 stars'],
  [{ ...customer, also: true }, 'also'], [{ tenant_id: 'a' }, 'data_residency'], [null, 'is an object'], ['{}', 'is an object'], [{ ...customer, contains: 'yes' }, 'contains'], [{ ...customer, allowed_regions: Array(201).fill('a') }, 'allowed_regions'],
])('%j is not taken', (document, because) => {
  const read = ResidencyDocument.safeParse(document)
  expect((read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`).join()).toContain(because)
})
