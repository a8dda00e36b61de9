import { expect, test } from 'vitest'
import { Flights } from './flights'

function clock() {
  const flights = new Flights<number>()
  const [open, began]: [(() => void)[], number[]] = [[], []]
  let now = 0
  const ask = (key = 'a') => flights.ask(key, async () => {
    const at = ++now
    began.push(at)
    await new Promise<void>((done) => { open.push(done) })
    return at
  })
  const land = async () => {
    open.shift()?.()
    await new Promise((later) => setImmediate(later))
  }
  return { ask, land, began }
}

test('who asks while it is asked is told what was found afterwards, never what was found before', async () => {
  const { ask, land, began } = clock()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(began).toEqual([1])
  await land()
  expect([await first, began]).toEqual([1, [1, 2]])
  const fourth = ask()
  await land()
  expect([await second, await third]).toEqual([2, 2])
  await land()
  expect(await fourth).toBe(3)
  const later = ask()
  await land()
  expect(await later).toBe(4)
})
test('keys do not wait for one another', () => {
  const { ask, began } = clock()
  void ask('a')
  void ask('b')
  expect(began).toEqual([1, 2])
})
test('a question that fails fails those it was for, and the next is asked all the same', async () => {
  const flights = new Flights<string>()
  const failing = flights.ask('a', () => Promise.reject(new Error('lost')))
  const next = flights.ask('a', async () => 'found')
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('found')
})
