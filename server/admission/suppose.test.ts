import { expect, test } from 'vitest'
import { inTurn } from './suppose'

test('however much one place supposes, another waits for one answer of theirs; of one place four are answered or wait, and no more', async () => {
  const begun: string[] = []
  let open = () => {}
  const opened = new Promise<void>((resolve) => { open = resolve })
  const ask = (place: string, name: string) => inTurn(place, async () => {
    begun.push(name)
    await opened
    return name
  })
  const refused = (asked: Promise<string>) => asked.catch(({ reason }: { reason: string }) => reason)
  const theirs = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  expect(await refused(ask('a', 'a5'))).toBe('too_many_requests')
  const another = ask('b', 'b1')
  open()
  expect(await Promise.all([...theirs, another])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  // What failed is over as well, and who was refused is answered again.
  const failed = Array.from({ length: 4 }, () => refused(inTurn('a', () => Promise.reject(Object.assign(new Error(), { reason: 'failed' })))))
  expect(await Promise.all(failed)).toEqual(Array(4).fill('failed'))
  expect(await ask('a', 'a6')).toBe('a6')
})
