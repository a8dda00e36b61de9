import { expect, test } from 'vitest'
import { actorsMost, prepareActors } from './prepare-actors'

const people = (many: number, of = 'p') => Array.from({ length: many }, (_, at) => `${of}${at}`)

test('each who is meant by a word is looked for once, and a word that is nobody is said', () => {
  expect(prepareActors([{ said: 'an', people: ['ada', 'dan'], isMore: false }, { said: 'ada', people: ['ada'], isMore: false }, { said: 'zoe', people: [], isMore: false }])).toEqual({ ids: ['ada', 'dan'], unknown: ['zoe'], cut: [] })
})
test('a word that is more people than were found is said', () => {
  expect(prepareActors([{ said: 'a', people: people(actorsMost), isMore: true }]).cut).toEqual(['a'])
  expect(prepareActors([{ said: 'a', people: people(actorsMost), isMore: false }]).cut).toEqual([])
})
test('where two words are more people together than are looked for at once, the one that is cut off is said, and not the other', () => {
  const { ids, cut } = prepareActors([{ said: 'a', people: people(30, 'a'), isMore: false }, { said: 'b', people: people(30, 'b'), isMore: false }])
  expect([ids.length, cut]).toEqual([actorsMost, ['b']])
})
