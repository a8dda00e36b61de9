import { expect, test } from 'vitest'
import { decideTogether, type LineState, type LineWish } from './decide-together'

const now = new Date('2026-11-22T12:00:00Z')
const line = (limit: bigint, used = 0n, version = 1n): NonNullable<LineState> => ({ limit, used, held: 0n, version, open: null })
const to = (limit: bigint, resource = 'gpu', version = 1n): LineWish => ({ limit, version, resource, lowers: null })
const decide = (lines: readonly LineState[], wishes: readonly LineWish[], unshared: Record<string, bigint> = { gpu: 0n, cpu: 0n }, tenantFrozen = false) => {
  const { lines: decided, refusal, left } = decideTogether({ tenantFrozen, now, unshared: new Map(Object.entries(unshared)), lines }, wishes)
  return { told: decided.map((one) => (one.ok ? 'ok' : one.refusal)), most: decided.map(({ most }) => most), refusal, left: Object.fromEntries(left) }
}

test.each<[says: string, lines: LineState[], wishes: LineWish[], told: string[], refusal: string | null]>([
  ['what one gives up another has, the tenant being full', [line(8n), line(8n)], [to(4n), to(12n)], ['ok', 'ok'], null],
  ['the same the other way round', [line(8n), line(8n)], [to(12n), to(4n)], ['ok', 'ok'], null],
  ['of two resources in opposite directions', [line(8n), line(8n), line(8n), line(8n)], [to(4n), to(12n), to(12n, 'cpu'), to(4n, 'cpu')], ['ok', 'ok', 'ok', 'ok'], null],
  ['one more than is given up', [line(8n), line(8n)], [to(4n), to(13n)], ['ok', 'above_tenant_share'], 'above_tenant_share'],
  ['everybody who takes is told; who gives is not', [line(8n), line(8n), line(8n)], [to(7n), to(9n), to(9n)], ['ok', 'above_tenant_share', 'above_tenant_share'], 'above_tenant_share'],
  ['what is given up of one resource is not there of another', [line(8n), line(8n)], [to(4n), to(12n, 'cpu')], ['ok', 'above_tenant_share'], 'above_tenant_share'],
  ['each wrong line is told what is wrong with it', [line(8n, 6n), line(8n, 0n, 2n), null, line(8n)], [to(5n), to(9n), to(1n), to(8n)], ['below_current_use', 'changed_meanwhile', 'not_found', 'no_change'], 'not_found'],
  ['down to what is used', [line(8n, 6n)], [to(6n)], ['ok'], null],
])('%s', (_says, lines, wishes, told, refusal) => { expect(decide(lines, wishes)).toMatchObject({ told, refusal }) })

test('what comes down as it is freed gives at once what nobody uses, and what comes down later nothing yet', () => {
  const lowers = (limit: bigint, at: Date | null = null): LineWish => ({ ...to(limit), lowers: { at } })
  expect(decide([line(8n, 6n), line(8n)], [lowers(2n), to(10n)])).toMatchObject({ told: ['ok', 'ok'], left: { gpu: 0n } })
  expect(decide([line(8n, 6n), line(8n)], [lowers(2n), to(11n)])).toMatchObject({ told: ['ok', 'above_tenant_share'] })
  expect(decide([line(8n, 6n), line(8n)], [lowers(2n, new Date('2026-12-01')), to(9n)])).toMatchObject({ told: ['ok', 'above_tenant_share'] })
  expect(decide([line(8n), line(8n)], [lowers(9n), lowers(2n, now)])).toMatchObject({ told: ['not_lower', 'moment_passed'], refusal: 'not_lower' })
})
test('one limit is raised by all that is free beside its own, and not by one more', () => {
  expect(decide([line(8n)], [to(12n)], { gpu: 4n })).toMatchObject({ told: ['ok'], left: { gpu: 0n } })
  expect(decide([line(8n)], [to(13n)], { gpu: 4n })).toEqual({ told: ['above_tenant_share'], most: [12n], refusal: 'above_tenant_share', left: { gpu: -1n } })
})
test('the most that would pass is with all the others as they are', () => {
  expect(decide([line(8n), line(8n)], [to(20n), to(2n)], { gpu: 1n }).most).toEqual([15n, 0n])
})
test('in a frozen tenant nothing else is told', () => { expect(decide([null, line(8n)], [to(1n), to(8n)], {}, true)).toMatchObject({ told: ['tenant_frozen', 'tenant_frozen'], refusal: 'tenant_frozen' }) })

test('whatever passes leaves the tenant no less than nothing, and whatever is refused for want of it would not', () => {
  let seed = 7n
  const next = (below: bigint) => { seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n; return (seed >> 33n) % below }
  for (let round = 0; round < 2_000; round++) {
    const lines = Array.from({ length: 1 + Number(next(6n)) }, () => line(next(10n), next(3n)))
    const wishes = lines.map(() => to(next(12n), next(2n) ? 'gpu' : 'cpu'))
    const unshared = { gpu: next(5n), cpu: next(5n) }
    const { told, refusal, left } = decide(lines, wishes, unshared)
    const sum = (resource: 'gpu' | 'cpu') => unshared[resource] - wishes.reduce((all, wish, at) => all + (wish.resource === resource ? wish.limit - (lines[at]?.limit ?? 0n) : 0n), 0n)
    for (const resource of ['gpu', 'cpu'] as const) {
      if (resource in left) expect(left[resource]).toBe(sum(resource))
      if (refusal === null) expect(sum(resource)).toBeGreaterThanOrEqual(0n)
    }
    for (const [at, wish] of wishes.entries()) if (told[at] === 'above_tenant_share') expect(sum(wish.resource as 'gpu' | 'cpu')).toBeLessThan(0n)
  }
})
