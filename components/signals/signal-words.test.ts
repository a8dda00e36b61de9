import { expect, test } from 'vitest'
import { signalTopics } from '~/server/signals/signal'
import { aboutOf, signalWords, topicWords } from './signal-words'

test('every kind has a topic, a sentence and what to do', () => {
  for (const [kind, { says, fix }] of Object.entries(signalWords)) expect([kind, (signalTopics as readonly string[]).includes(kind.split('.')[0] ?? ''), /\.$/.test(says), /\.$/.test(fix)]).toEqual([kind, true, true, true])
  expect(Object.keys(topicWords).sort()).toEqual([...signalTopics].sort())
})
test('what it is about is named, people and figures are not', () => {
  expect(aboutOf({ tenant: 'a', node: 'n1', person: 'p', times: 101, sequence: 7, nodes: ['x'] })).toEqual(['tenant a', 'node n1', 'sequence 7'])
})
