import { expect, test } from 'vitest'
import { decideTenantRequest } from './decide-tenant-request'
import { isIsolationLevel, isolation, isolationLevels, regimes, trusts, usualLevel, whatFollows } from './isolation'

test.each([[1, 'soft', 1, 1, '1×'], [2, 'medium', 1.3, 1.5, '1.3–1.5×'], [3, 'hard', 2, 3, '2–3×'], [4, 'hardware', 5, 10, '5–10×']] as const)('level %i is %s and costs %d to %d times', (level, word, from, to, says) => {
  expect(isolation[level]).toMatchObject({ word, cost: { from, to, says } })
})
test('each harder level costs more than the one before', () => {
  expect(isolationLevels.slice(1).every((level, at) => isolation[level].cost.from > isolation[isolationLevels[at] ?? 1].cost.to)).toBe(true)
})
test.each(isolationLevels)('nothing more is asked of who is internal, at level %i', (level) => { expect(whatFollows({ trust: 'internal', level })).toBeNull() })
test.each([
  [1, /needs isolation level 2 or more/], [2, /must run sandboxed \(Kata Containers or gVisor\), behind network policies/], [3, /taken to be hostile/], [4, /taken to be hostile/],
] as const)('whoever is external at level %i', (level, says) => { expect(whatFollows({ trust: 'external', level })).toMatch(says) })
test.each([[0, false], [1, true], [4, true], [5, false], [1.5, false], [Number.NaN, false]])('%d is a level: %s', (value, is) => { expect(isIsolationLevel(value)).toBe(is) })
test.each([
  ['internal', [], 1], ['internal', ['soc2'], 2], ['internal', ['gdpr', 'hipaa'], 2], ['internal', ['fedramp'], 3], ['external', [], 3], ['external', ['gdpr'], 3], ['external', ['fedramp'], 3],
] as const)('a tenant that is %s, under %j, is asked for with level %i', (trust, compliance, level) => { expect(usualLevel({ trust, compliance })).toBe(level) })
test('what is usual may be asked for, whatever the trust and the regime', () => {
  const state = { organisationKnown: true, tenantFrozen: false, knownRegions: [], personKnown: true, nameTaken: false, alreadyAsked: false, open: 0 }
  const wishes = trusts.flatMap((trust) => regimes.flatMap((one) => regimes.map((other) => ({ trust, compliance: [one, other] }))))
  for (const wish of wishes) expect(decideTenantRequest(state, { ...wish, regions: [], isolationLevel: usualLevel(wish) })).toEqual({ ok: true })
})
