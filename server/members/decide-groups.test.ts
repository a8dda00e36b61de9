import { expect, test } from 'vitest'
import { decideGroups, type GroupRole, type RoleByGroup } from './decide-groups'

const bound = (...ids: string[]): GroupRole[] => ids.map((id) => ({ id, grantedBy: 'admin' }))
const held = (...groups: string[]): RoleByGroup[] => groups.map((throughGroup) => ({ id: `role by ${throughGroup}`, throughGroup }))
test.each<[says: string, GroupRole[], RoleByGroup[], make: string[], end: string[]]>([
  ['a first sign-in makes what the groups have', bound('a', 'b'), [], ['a', 'b'], []],
  ['what is held is not made again', bound('a', 'b'), held('a'), ['b'], []],
  ['who left a group loses its role, and no other', bound('b'), held('a', 'b'), [], ['role by a']],
  ['who is in no group loses all of them', [], held('a', 'b'), [], ['role by a', 'role by b']],
  ['who is in no bound group has nothing to lose', [], [], [], []],
  ['who gave a group its role gets nothing by it', [{ id: 'a', grantedBy: 'me' }], [], [], []],
  ['nor keeps what they had by it before', [{ id: 'a', grantedBy: 'me' }], held('a'), [], ['role by a']],
])('%s', (_says, groups, roles, make, end) => {
  const decided = decideGroups('me', groups, roles)
  expect({ make: decided.make.map(({ id }) => id), end: decided.end }).toEqual({ make, end })
})
