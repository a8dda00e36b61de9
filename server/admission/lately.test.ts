import { expect, test } from 'vitest'
import type { AccountRow, Looking } from '~/server/database/lane'
import type { Given, Recipient } from '~/server/database/lane-given'
import { Lately, readLately } from './lately'

const [tenant, person, namespace] = ['t', 'p', 'n']
const whose: Recipient[] = [{ tenant, person }, { tenant, namespace }]
const minute = 60_000
const account = (sequence: bigint) => [{ kind: 'tenant', tenant_id: tenant, deed_sequence: String(sequence) } as AccountRow]

/** A database in which so much was given, and how often it was asked for it. */
function laneOf(given: readonly Given[]) {
  const asked: string[][] = []
  const lane = { given: async (of: readonly Recipient[], since: string) => {
    if (of.length > 0) asked.push(of.map((one) => ('person' in one ? one.person : one.namespace)))
    return of.map((one) => ({ whose: one, given: given.filter(({ at }) => at > Date.parse(since)).slice(-1_024) }))
  } } as unknown as Looking
  return { lane, asked }
}
const made = (at: number, more: { devices?: string; approved_by?: string } = {}) => ({ tenant_id: tenant, namespace_id: namespace, asked_by: person, admitted_at: new Date(at).toISOString(), approved_by: null, devices: '1', ...more })
const records = (sequence: bigint) => [{ tenant, sequence: String(sequence), at: '', bytes: Buffer.alloc(0), leaf: Buffer.alloc(0) }]
async function sums(lately: Lately, { lane }: { lane: Looking }, sequence: bigint, since: number) {
  const read = await readLately(lane, lately.unknown(whose, since), since)
  const found = await lately.take(lane, whose, { accounts: account(sequence), read }, since)
  return [found.get('t p'), found.get('t/n')]
}

test('it is asked for once, for as long as nobody else decides in the tenant; what was made since is in it, and what is older than that is not', async () => {
  const [lately, database] = [new Lately(), laneOf([{ at: 10 * minute, devices: 2n }, { at: 20 * minute, devices: 3n }])]
  expect(await sums(lately, database, 7n, 0)).toEqual([5n, 5n])
  lately.learn({ records: records(8n), made: [made(30 * minute)] }, new Set())
  expect(await sums(lately, database, 8n, 0)).toEqual([6n, 6n])
  expect(await sums(lately, database, 8n, 10 * minute)).toEqual([4n, 4n])
  expect(database.asked).toEqual([['p', 'n']])
})

test('after a deed of somebody else, after something that counted was altered, and for longer than it was asked for, it is asked for anew', async () => {
  for (const spoil of [
    () => 9n,
    (lately: Lately) => { lately.learn({ records: records(9n), made: [made(30 * minute)] }, new Set()); return 9n },
    (lately: Lately) => { lately.learn({ records: records(8n), made: [] }, new Set([tenant])); return 8n },
    (lately: Lately) => { lately.learn({ records: records(8n), made: [made(5 * minute)] }, new Set()); return 8n },
  ]) {
    const [lately, database] = [new Lately(), laneOf([{ at: 10 * minute, devices: 2n }])]
    await sums(lately, database, 7n, minute)
    const sequence = spoil(lately)
    expect(await sums(lately, database, sequence, minute)).toEqual([2n, 2n])
    expect(database.asked).toHaveLength(2)
  }
  const [lately, database] = [new Lately(), laneOf([{ at: 10 * minute, devices: 2n }])]
  await sums(lately, database, 7n, 20 * minute)
  expect(await sums(lately, database, 7n, 0)).toEqual([2n, 2n])
})

test('what somebody said yes to does not count, nor what has no devices, nor more than the last thousand or so', async () => {
  const [lately, database] = [new Lately(), laneOf([])]
  await sums(lately, database, 0n, 0)
  lately.learn({ records: records(1n), made: [made(minute, { approved_by: 'q' }), made(minute, { devices: '0' }), made(minute, { devices: '4' })] }, new Set())
  expect(await sums(lately, database, 1n, 0)).toEqual([4n, 4n])
  for (let at = 0; at < 3_000; at++) lately.learn({ records: records(BigInt(at + 2)), made: [made(2 * minute + at)] }, new Set())
  expect(await sums(lately, database, 3_001n, 0)).toEqual([1_024n, 1_024n])
  expect(await sums(lately, database, 3_001n, 2 * minute + 2_989)).toEqual([10n, 10n])
  expect(database.asked).toHaveLength(1)
})
