import { expect, test } from 'vitest'
import { type Action, actions } from '~/server/authorization/actions'
import { breakGlassGives } from '~/server/authorization/compose'
import { givesWords } from './gives'

test('all that it gives is said in words, and nothing else is', () => {
  expect(Object.keys(givesWords).sort()).toEqual((Object.keys(actions) as Action[]).filter(breakGlassGives).sort())
})
