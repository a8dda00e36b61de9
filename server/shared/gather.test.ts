import { expect, test } from 'vitest'
import { Gather } from './gather'

/** Finds of each key how long it is, but of "none"; what was asked together is kept. */
function counting(most = 100) {
  const asked: (readonly string[])[] = []
  const gather = new Gather<number>(async (keys) => {
    asked.push(keys)
    await new Promise((settle) => setTimeout(settle, 5))
    if (keys.includes('fault')) throw new Error('not now')
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]))
  }, most)
  return { asked, gather }
}

test('whoever asks at once is answered by one question, and each is told of what they asked', async () => {
  const { asked, gather } = counting()
  expect(await Promise.all(['a', 'bb', 'a', 'none'].map((key) => gather.ask(key)))).toEqual([1, 2, 1, undefined])
  expect(asked).toEqual([['a', 'bb', 'none']])
})
test('whoever asks while a question is under way is answered by the next, of so many at a time', async () => {
  const { asked, gather } = counting(2)
  const first = gather.ask('a')
  await Promise.resolve()
  await Promise.resolve()
  const others = ['bb', 'ccc', 'dddd', 'a'].map((key) => gather.ask(key))
  expect([await first, ...(await Promise.all(others))]).toEqual([1, 2, 3, 4, 1])
  expect(asked).toEqual([['a'], ['bb', 'ccc'], ['dddd', 'a']])
})
test('a question that fails fails for those that it was about, and for nobody after them', async () => {
  const { gather } = counting(2)
  const answers = await Promise.allSettled(['fault', 'a', 'bb'].map((key) => gather.ask(key)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await gather.ask('a')).toBe(1)
})
