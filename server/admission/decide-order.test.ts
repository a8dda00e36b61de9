import { expect, test } from 'vitest'
import { dice } from '~/server/testing/dice'
import { decideTurns, decideTurnsOfMany, inTurn, lacking, type Room, type Rooms, rankOf, shareOf, type Turn } from './decide-order'

const now = '2026-11-21T12:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString()
const ageing = { minutes: 60, step: 100, most: 400 }
test.each<[string, number, number, number]>([
  ['who has just come', 100, 0, 100], ['not yet an hour', 100, 59.99, 100], ['an hour', 100, 60, 200], ['as good as the class above', 100, 240, 500], ['and no better, ever', 100, 100_000, 500], ['what comes from the future has not waited', 500, -60, 500],
])('%s: %d after %d minutes is %d', (_says, priority, minutes, rank) => { expect(rankOf(priority, ago(minutes), now, ageing)).toBe(rank) })

const room = (nominal: number, hard: number, taken: number): Room => ({ nominal: BigInt(nominal), hard: BigInt(hard), taken: BigInt(taken) })
test('a share is the largest of all resources, in thousandths; without a share of its own anything is too much', () => {
  expect(shareOf(new Map([['cpu', room(100, 100, 10)], ['gpu', room(8, 8, 3)]]), ['cpu', 'gpu'])).toBe(375)
  expect(shareOf(new Map([['gpu', room(8, 16, 12)]]), ['gpu'])).toBe(1500)
  expect(shareOf(new Map([['gpu', room(0, 16, 0)]]), ['gpu'])).toBe(0)
  expect(shareOf(new Map([['gpu', room(0, 16, 1)]]), ['gpu'])).toBe(Number.POSITIVE_INFINITY)
  expect(shareOf(undefined, ['gpu'])).toBe(0)
  expect(shareOf(new Map(), ['gpu'])).toBe(0)
})

type Given = Partial<Pick<Turn, 'tenant' | 'rank' | 'since'>> & { gpu?: number; cpu?: number; newcomer?: boolean }
const turn = (id: string, { tenant = 'a', rank = 500, since = now, gpu = 1, cpu = 0, newcomer = false }: Given = {}): Turn => ({
  id, tenant, rank, since, path: ['o', `o/${tenant}`], amounts: newcomer ? null : { ...(gpu > 0 ? { gpu: BigInt(gpu) } : {}), ...(cpu > 0 ? { cpu: BigInt(cpu) } : {}) },
})
const rooms = (organisation: [hard: number, taken: number], tenants: Record<string, [nominal: number, hard: number, taken: number]> = {}): Rooms => new Map([
  ['o', new Map([['gpu', room(organisation[0], organisation[0], organisation[1])], ['cpu', room(1_000, 1_000, 0)]])],
  ...Object.entries({ a: [10, 100, 0] as const, b: [10, 100, 0] as const, ...tenants }).map(([id, [nominal, hard, taken]]) => [`o/${id}`, new Map([['gpu', room(nominal, hard, taken)], ['cpu', room(1_000, 1_000, 0)]])] as const),
])
const order = (line: readonly Turn[], of: Rooms, most = 100) => decideTurns(line, of, most).map(({ id }) => id).join(' ')
const begin = (line: readonly Turn[], of: Rooms, most = 100) => decideTurns(line, of, most).flatMap(({ id, begins }) => (begins ? [id] : [])).join(' ')

test.each<[string, readonly Turn[], Rooms, string]>([
  ['the higher rank first', [turn('low', { rank: 100, since: ago(5) }), turn('high', { rank: 1000 })], rooms([100, 0]), 'high low'],
  ['in a rank, whose tenant has less of its own share', [turn('one', { since: ago(5) }), turn('two', { tenant: 'b' })], rooms([100, 9], { a: [10, 100, 9] }), 'two one'],
  ['less of its share, not less', [turn('small', { tenant: 'a' }), turn('large', { tenant: 'b' })], rooms([200, 0], { a: [10, 100, 5], b: [100, 100, 20] }), 'large small'],
  ['by what each asks for, whatever its tenant asks for besides', [turn('cores', { gpu: 0, cpu: 2_000, since: ago(9) }), turn('one', { since: ago(5) }), turn('two', { tenant: 'b' })], rooms([100, 14], { a: [10, 100, 9], b: [10, 100, 5] }), 'cores two one'],
  ['a rank comes before a share', [turn('one', { rank: 600 }), turn('two', { tenant: 'b' })], rooms([100, 9], { a: [10, 100, 9] }), 'one two'],
  ['with as much, who has waited longer', [turn('late', { tenant: 'a', since: ago(1) }), turn('early', { tenant: 'b', since: ago(2) })], rooms([100, 0]), 'early late'],
  ['at the same moment, by id', [turn('y', { tenant: 'a' }), turn('x', { tenant: 'b' })], rooms([100, 0]), 'x y'],
  ['within a tenant, by age', [turn('late', { since: ago(1) }), turn('early', { since: ago(2) })], rooms([100, 0]), 'early late'],
  ['tenants with as much take turns', [turn('a1', { since: ago(9) }), turn('a2', { since: ago(8) }), turn('a3', { since: ago(7) }), turn('b1', { tenant: 'b', since: ago(3) }), turn('b2', { tenant: 'b', since: ago(2) })], rooms([100, 0]), 'a1 b1 a2 b2 a3'],
  ['who does not begin has no more of its share, and stays before', [turn('a1', { gpu: 100 }), turn('a2'), turn('b1', { tenant: 'b', since: ago(-1) })], rooms([50, 0]), 'a1 a2 b1'],
])('order: %s', (_says, line, of, ids) => {
  expect(order(line, of)).toBe(ids)
  expect(order([...line].reverse(), of)).toBe(ids)
})

test.each<[string, readonly Turn[], Rooms, string]>([
  ['all that fit', [turn('one', { gpu: 4 }), turn('two', { gpu: 4 })], rooms([10, 2]), 'one two'],
  ['who comes first and fits, and then nobody that would take what the next waits for', [turn('one', { gpu: 4, since: ago(3) }), turn('two', { gpu: 8, since: ago(2) }), turn('three', { gpu: 1, since: ago(1) })], rooms([10, 0]), 'one'],
  ['however small it is, and whoever’s', [turn('head', { gpu: 8, since: ago(2) }), turn('small', { tenant: 'b', gpu: 1 })], rooms([10, 9]), ''],
  ['what takes nothing that the head waits for passes', [turn('head', { gpu: 8, cpu: 8, since: ago(2) }), turn('small', { tenant: 'b', gpu: 0, cpu: 4 })], rooms([10, 9]), 'small'],
  ['a head that its own tenant has no room for holds up its own tenant alone', [turn('head', { gpu: 8, since: ago(3) }), turn('own', { gpu: 1, since: ago(2) }), turn('other', { tenant: 'b', gpu: 1 })], rooms([100, 0], { a: [5, 9, 5] }), 'other'],
  ['and what its tenant takes of other things passes, too', [turn('head', { gpu: 8, since: ago(3) }), turn('own', { gpu: 0, cpu: 1, since: ago(2) })], rooms([100, 0], { a: [5, 9, 5] }), 'own'],
  ['who comes after one that asks for more than a limit ever has room for, there and above', [turn('head', { gpu: 12, cpu: 2_000, rank: 1000 }), turn('own', { gpu: 1, cpu: 1 }), turn('other', { tenant: 'b', gpu: 1 })], rooms([10, 7], { a: [5, 5, 4] }), 'other own'],
  ['a higher rank that does not fit holds up the lower', [turn('head', { gpu: 8, rank: 1000 }), turn('small', { gpu: 1, rank: 100, since: ago(600) })], rooms([10, 5]), ''],
  ['none of it where nothing is asked of it', [turn('none', { gpu: 0, cpu: 1 })], rooms([10, 20]), 'none'],
])('begins: %s', (_says, line, of, ids) => { expect(begin(line, of)).toBe(ids) })

test('no more begin than may at once, and who is left holds nobody up', () => {
  const line = Array.from({ length: 10 }, (_, at) => turn(`t${at}`, { since: ago(20 - at) }))
  expect(begin(line, rooms([100, 0]), 3)).toBe('t0 t1 t2')
  expect(decideTurns(line, rooms([100, 0]), 3).flatMap(({ lacks }) => lacks)).toEqual([])
})
test('a newcomer has its turn where its rank is, and what it takes is seen when it has been decided', () => {
  const line = [turn('waits', { gpu: 8, since: ago(5) }), turn('high', { newcomer: true, rank: 1000 }), turn('new', { newcomer: true }), turn('low', { gpu: 1, rank: 100 })]
  expect(decideTurns(line, rooms([10, 5]), 100)).toEqual([
    { id: 'high', begins: false, reclaims: false, lacks: [], isBeyond: false }, { id: 'waits', begins: false, reclaims: true, lacks: ['o gpu'], isBeyond: false }, { id: 'new', begins: false, reclaims: false, lacks: [], isBeyond: false }, { id: 'low', begins: false, reclaims: true, lacks: [], isBeyond: false },
  ])
})
test.each<[string, readonly Turn[], Rooms, string]>([
  ['within its own share where the organisation is full', [turn('own', { gpu: 5 })], rooms([10, 10]), 'own'],
  ['not what is more than that', [turn('more', { gpu: 11 })], rooms([10, 10]), ''],
  ['not what its own tenant has used up', [turn('more', { gpu: 2 })], rooms([10, 10], { a: [10, 100, 9] }), ''],
  ['not what has room', [turn('fits', { gpu: 5 })], rooms([10, 5]), ''],
  ['not what is more than there is at all', [turn('more', { gpu: 5, cpu: 1_001 })], rooms([10, 10]), ''],
  ['also where what is free is kept for who comes first', [turn('head', { gpu: 20, tenant: 'b', rank: 1000 }), turn('own', { gpu: 1 })], rooms([20, 5], { b: [10, 100, 10] }), 'own'],
])('reclaims: %s', (_says, line, of, ids) => { expect(decideTurns(line, of, 100).flatMap(({ id, reclaims }) => (reclaims ? [id] : [])).join(' ')).toBe(ids) })
test.each<[string, readonly Turn[], readonly Turn[], Rooms, string]>([
  ['what takes nothing that the first lack', [turn('head', { gpu: 8, since: ago(3) })], [turn('later', { gpu: 0, cpu: 1 })], rooms([10, 9]), 'later'],
  ['not what they lack, however little', [turn('head', { gpu: 8, since: ago(3) })], [turn('later', { gpu: 1 })], rooms([10, 9]), ''],
  ['not where one of the first begins: whoever stands between was not read', [turn('head', { gpu: 1, since: ago(3) })], [turn('later', { gpu: 0, cpu: 1 })], rooms([10, 0]), 'head'],
  ['nor is any room kept for it there', [turn('head', { gpu: 1, since: ago(3) }), turn('other', { tenant: 'b', gpu: 9 })], [turn('later', { gpu: 9, since: ago(2) })], rooms([10, 0]), 'head other'],
  ['in its turn', [turn('head', { tenant: 'b', gpu: 6, since: ago(1) })], [turn('later', { gpu: 6, rank: 1000 })], rooms([10, 0]), 'later'],
])('of a long queue begins, of those who are not the first: %s', (_says, line, others, of, ids) => {
  expect(decideTurnsOfMany(line, others, of, 100).flatMap(({ id, begins }) => (begins ? [id] : [])).join(' ')).toBe(ids)
})
test('of many who may try, those who come first try each time, and each of the others sooner or later; of few all do', () => {
  const all = Array.from({ length: 11 }, (_, at) => at)
  const looks = Array.from({ length: 4 }, (_, times) => inTurn(all, 4, times))
  expect(looks.every((tried) => tried.length === 4 && tried[0] === 0 && tried[1] === 1)).toBe(true)
  expect(new Set(Array.from({ length: 9 }, (_, times) => inTurn(all, 4, times)).flat())).toEqual(new Set(all))
  for (const few of [[], [0], [0, 1, 2], [0, 1, 2, 3]]) for (const times of [0, 1, 7]) expect(inTurn(few, 4, times)).toEqual(few)
})
test('what lacks is named by account and resource, and an account leaves out what it does not limit', () => {
  expect(lacking(rooms([10, 9], { a: [5, 5, 5] }), ['o', 'o/a'], { gpu: 2n, cpu: 1n, memory: 9n })).toEqual(['o gpu', 'o/a gpu'])
  expect(lacking(rooms([10, 10]), ['o'], { gpu: 0n })).toEqual([])
})
test('whatever the queue, all together never take more than there is, and who is passed lacks nothing that was taken', () => {
  const roll = dice(7)
  for (let play = 0; play < 300; play++) {
    const of = rooms([20, roll(20)], { a: [5, 5 + roll(10), roll(5)], b: [5, 5 + roll(10), roll(5)] })
    const line = Array.from({ length: 12 }, (_, at) => turn(`t${at}`, { tenant: roll(2) ? 'a' : 'b', rank: 100 * roll(3), since: ago(roll(100)), gpu: roll(9), cpu: roll(3) }))
    const steps = decideTurns(line, of, 100)
    const byId = new Map(line.map((one) => [one.id, one]))
    const taken = new Map<string, bigint>()
    const ahead = new Set<string>()
    for (const { id, begins, lacks, isBeyond } of steps) {
      const one = byId.get(id) as Turn
      for (const pair of isBeyond ? [] : lacks) ahead.add(pair)
      for (const account of begins ? one.path : []) for (const [resource, amount] of Object.entries(one.amounts ?? {})) {
        expect(ahead.has(`${account} ${resource}`)).toBe(false)
        taken.set(`${account} ${resource}`, (taken.get(`${account} ${resource}`) ?? 0n) + amount)
        const { hard, taken: before } = of.get(account)?.get(resource) ?? room(0, 0, 0)
        expect(before + (taken.get(`${account} ${resource}`) ?? 0n) <= hard).toBe(true)
      }
    }
    expect(steps.map(({ id }) => id).sort()).toEqual(line.map(({ id }) => id).sort())
  }
})
