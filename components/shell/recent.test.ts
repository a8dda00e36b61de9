import { expect, test } from 'vitest'
import { noteRecent, recentOf } from './recent'

const storeOf = (kept: string | null = null) => {
  const store = { kept, getItem: () => store.kept, setItem: (_name: string, value: string) => { store.kept = value } }
  return store
}
test('what was used last comes first, once', () => {
  const store = storeOf()
  for (const id of ['a', 'b', 'a', 'c']) noteRecent('ada', id, store)
  expect(recentOf('ada', store)).toEqual(['c', 'a', 'b'])
})
test('twenty are kept', () => {
  const store = storeOf()
  for (let at = 0; at < 30; at++) noteRecent('ada', `id ${at}`, store)
  expect(recentOf('ada', store)).toHaveLength(20)
})
test('another person in the same tab begins with none', () => {
  const store = storeOf()
  noteRecent('ada', 'a', store)
  expect(recentOf('bo', store)).toEqual([])
  noteRecent('bo', 'b', store)
  expect(recentOf('bo', store)).toEqual(['b'])
})
test.each(['{', '7', 'null', '{"person":"ada"}', '{"person":"ada","ids":[1]}', '{"person":"ada","ids":"x"}'])('%s in its place is nothing', (kept) => {
  expect(recentOf('ada', storeOf(kept))).toEqual([])
})
