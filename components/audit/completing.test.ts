import { expect, test } from 'vitest'
import { completing } from './completing'

const known = { kinds: ['verb', 'resource', 'outcome', 'reason'], values: { verb: [{ value: 'approve', count: 1200 }, { value: 'answer', count: 3 }], outcome: [{ value: 'done', count: null }] } }
test.each<[string, string[]]>([
  ['', ['verb:', 'resource:', 'outcome:', 'reason:']], ['re', ['resource:', 'reason:']], ['gpu o', ['gpu outcome:']], ['x', []],
  ['verb:', ['verb:approve ', 'verb:answer ']], ['gpu VERB:Ap', ['gpu VERB:approve ']], ['verb:approve', []], ['verb:approve ', ['verb:approve verb:', 'verb:approve resource:', 'verb:approve outcome:', 'verb:approve reason:']], ['tenant:', []],
])('%j becomes', (typed, becomes) => expect(completing(typed, known).map(({ text }) => text)).toEqual(becomes))
test('how often there is one is said beside it', () => expect(completing('verb:', known)[0]).toEqual({ text: 'verb:approve ', says: 'verb:approve', about: '1,200' }))
