import { expect, test } from 'vitest'
import { allAlone, eachAlone } from './alone'

const tried = () => {
  const begun: number[] = []
  const work = async (one: number) => {
    begun.push(one)
    await Promise.resolve()
    if (one % 2 === 0) throw new Error(`not ${one}`)
    return one * 10
  }
  return { begun, work }
}
for (const [name, alone] of Object.entries({ eachAlone, allAlone })) {
  test(`${name}: what one cannot do keeps no other from it, and the first that could not is thrown`, async () => {
    const { begun, work } = tried()
    await expect(alone([1, 2, 3, 4, 5], work)).rejects.toThrow('not 2')
    expect(begun).toEqual([1, 2, 3, 4, 5])
    await expect(alone([1, 3], work)).resolves.toEqual([10, 30])
    await expect(alone([], work)).resolves.toEqual([])
  })
}
test('one after the other, none begins before the one ahead of it is over; all at once, whoever throws is not the end while another goes on', async () => {
  let goesOn = 0
  const work = async (one: number) => {
    const beside = goesOn++
    if (one === 1) await new Promise((wait) => setImmediate(wait))
    goesOn--
    if (one === 2) throw new Error('not 2')
    return beside
  }
  await expect(eachAlone([1, 1, 3], work)).resolves.toEqual([0, 0, 0])
  await expect(allAlone([1, 2, 1], work)).rejects.toThrow('not 2')
  expect(goesOn).toBe(0)
})
