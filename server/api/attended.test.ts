import { expect, test } from 'vitest'
import { actions } from '~/server/authorization/actions'
import { isAttended } from './attended'

test('what a page asks by itself keeps no session: how long it goes on, whether something was done, and how much is new; everything else does', () => {
  expect(Object.keys(actions).filter((action) => !isAttended(`/api/trpc/${action}`))).toEqual(['audit.newer', 'audit.newerOnPlatform', 'sessions.state', 'tenants.watch', 'tenants.watchPlatform'])
  for (const path of ['/api/trpc/', '/api/trpc/sessions.stat', '/api/trpc/sessions.state/more', '', '/api/trpc/constructor']) expect(isAttended(path)).toBe(true)
})
