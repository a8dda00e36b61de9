import { expect, test } from 'vitest'
import { signalTopics } from '~/server/signals/signal'
import { aboutOf, fixOf, signalWords, topicWords } from './signal-words'

const kinds = Object.keys(signalWords) as (keyof typeof signalWords)[]

test('every kind has a topic, a sentence and what to do', () => {
  for (const kind of kinds) for (const cases of [true, false]) {
    expect([kind, (signalTopics as readonly string[]).includes(kind.split('.')[0] ?? ''), /\.$/.test(signalWords[kind].says), /^[A-Z].*\.$/.test(fixOf(kind, { cases }))]).toEqual([kind, true, true, true])
  }
  expect(Object.keys(topicWords).sort()).toEqual([...signalTopics].sort())
})
test('who reads no cases is not told to open one, but whom to ask', () => {
  expect([true, false].map((cases) => fixOf('allocations.squatting', { cases }))).toEqual(['Open the case: ask whoever holds them.', 'Ask a platform admin to open the case: ask whoever holds them.'])
  expect(kinds.filter((kind) => /^Open the case/.test(fixOf(kind, { cases: false })))).toEqual([])
})
test('what it is about is named, people and figures are not', () => {
  expect(aboutOf({ tenant: 'a', node: 'n1', person: 'p', times: 101, sequence: 7, nodes: ['x'] })).toEqual(['tenant a', 'node n1', 'sequence 7'])
})
