import { expect, test } from 'vitest'
import { sayCompliance } from './say-compliance'

const follows = 'From the next event on, the record keeps of it what its levels say of tenants under these.'
test('what comes and what goes is said before it is signed', () => {
  expect(sayCompliance(['gdpr'], ['gdpr', 'hipaa'])).toBe(`It comes under HIPAA. ${follows}`)
  expect(sayCompliance(['gdpr', 'hipaa'], ['fedramp'])).toBe(`It comes under FedRAMP. It is no longer under GDPR, HIPAA. ${follows}`)
})
