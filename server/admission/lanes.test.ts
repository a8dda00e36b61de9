import { expect, test } from 'vitest'
import { Denied } from '~/server/authorization/denied'
import { Lanes } from './lanes'

type Batch = { items: string[]; done: () => void; fail: () => void }
/** Lanes whose batches end when the test says so. */
function held(bounds = { batch: 4, queuedPerTenant: 10, lanes: 2 }) {
  const batches: Batch[] = []
  const lanes = new Lanes<string, string>((items) => new Promise((settle, fail) => {
    batches.push({ items: [...items], done: () => settle(items.map((item) => `${item}!`)), fail: () => fail(new Error('no')) })
  }), bounds)
  return { lanes, batches }
}
/** A batch is taken in the turn after the one in which it was asked for, or another ended. */
async function settled(): Promise<void> { for (let turn = 0; turn < 3; turn++) await new Promise((later) => setImmediate(later)) }

test('an idle lane begins at once; what comes meanwhile goes together', async () => {
  const { lanes, batches } = held()
  const first = lanes.submit('o', 'a', 'a1')
  await settled()
  expect(batches.map(({ items }) => items)).toEqual([['a1']])
  const rest = ['a2', 'a3'].map((item) => lanes.submit('o', 'a', item))
  await settled()
  expect(batches).toHaveLength(1)
  batches[0]?.done()
  expect(await first).toBe('a1!')
  await settled()
  expect(batches[1]?.items).toEqual(['a2', 'a3'])
  batches[1]?.done()
  expect(await Promise.all(rest)).toEqual(['a2!', 'a3!'])
})
test('however many one tenant sends, another’s waits for one batch and not for all of them', async () => {
  const { lanes, batches } = held()
  void lanes.submit('o', 'flood', 'f0')
  await settled()
  for (let at = 1; at < 10; at++) void lanes.submit('o', 'flood', `f${at}`)
  void lanes.submit('o', 'quiet', 'q1')
  void lanes.submit('o', 'other', 'o1')
  batches[0]?.done()
  await settled()
  expect(batches[1]?.items).toEqual(['f1', 'q1', 'o1', 'f2'])
})
test('a tenant’s wishes stay in the order in which they came', async () => {
  const { lanes, batches } = held()
  for (let at = 0; at < 10; at++) void lanes.submit('o', 'a', `${at}`)
  for (let turn = 0; turn < 4; turn++) {
    await settled()
    batches[turn]?.done()
  }
  await settled()
  expect(batches.flatMap(({ items }) => items)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
})
test('organisations that are ready are shared out among the lanes; none is in two of them', async () => {
  const { lanes, batches } = held()
  for (const organisation of ['o', 'p', 'r']) for (const item of ['1', '2']) void lanes.submit(organisation, 'a', `${organisation}${item}`)
  await settled()
  expect(batches.map(({ items }) => items)).toEqual([['o1', 'o2', 'p1', 'p2'], ['r1', 'r2']])
  for (const organisation of ['r', 'o']) void lanes.submit(organisation, 'a', `${organisation}3`)
  await settled()
  expect(batches).toHaveLength(2)
  batches[1]?.done()
  await settled()
  expect(batches.map(({ items }) => items).at(-1)).toEqual(['r3'])
  batches[2]?.done()
  batches[0]?.done()
  await settled()
  expect(batches.map(({ items }) => items).at(-1)).toEqual(['o3'])
})
test('what has no room in a batch is of the next one, and comes before whoever came later', async () => {
  const { lanes, batches } = held({ batch: 3, queuedPerTenant: 10, lanes: 1 })
  for (const organisation of ['o', 'p', 'r']) for (const item of ['1', '2']) void lanes.submit(organisation, 'a', `${organisation}${item}`)
  for (let turn = 0; turn < 3; turn++) {
    await settled()
    batches[turn]?.done()
  }
  await settled()
  expect(batches.map(({ items }) => items)).toEqual([['o1', 'o2', 'p1'], ['r1', 'r2', 'p2']])
})
test('whoever has too many waiting is told so, and nobody else is', async () => {
  const { lanes } = held()
  void lanes.submit('o', 'a', 'first')
  await settled()
  for (let at = 0; at < 10; at++) void lanes.submit('o', 'a', `${at}`)
  await expect(lanes.submit('o', 'a', 'one too many')).rejects.toEqual(new Denied('too_many_requests'))
  void lanes.submit('o', 'b', 'another tenant’s')
})
test('a batch that fails is tried one by one: only what fails alone has failed', async () => {
  const alone: string[][] = []
  const lanes = new Lanes<string, string>(async (items) => {
    alone.push([...items])
    if (items.includes('bad')) throw new Error('bad')
    return items.map((item) => `${item}!`)
  }, { batch: 64, queuedPerTenant: 10, lanes: 1 })
  const answers = await Promise.allSettled(['one', 'bad', 'two'].map((item) => lanes.submit('o', 'a', item)))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual(['one!', 'Error: bad', 'two!'])
  expect(alone).toEqual([['one', 'bad', 'two'], ['one'], ['bad'], ['two']])
})
test('a batch that hands over lets the next of its organisation begin before it is over; from then on a free lane takes half, and nobody has more than one handed over', async () => {
  const batches: { items: string[]; next: () => void; done: () => void }[] = []
  const lanes = new Lanes<string, string>((items, next) => new Promise((settle) => { batches.push({ items: [...items], next, done: () => settle(items.map((item) => `${item}!`)) }) }), { batch: 64, queuedPerTenant: 100, lanes: 2 })
  const submit = (from: number, to: number) => { for (let at = from; at < to; at++) void lanes.submit('o', 'a', `${at}`) }
  const taken = () => batches.map(({ items }) => items.length)
  submit(0, 20)
  await settled()
  submit(20, 24)
  await settled()
  expect(taken()).toEqual([20])
  batches[0]?.next()
  batches[0]?.next()
  await settled()
  expect(taken()).toEqual([20, 4])
  for (const { done } of batches) done()
  await settled()
  submit(24, 44)
  await settled()
  expect(taken()).toEqual([20, 4, 10])
  batches[2]?.next()
  await settled()
  expect(taken()).toEqual([20, 4, 10, 10])
  // While one that handed over is not over, the next takes all there is.
  submit(44, 64)
  batches[3]?.done()
  await settled()
  expect(taken()).toEqual([20, 4, 10, 10, 20])
})
