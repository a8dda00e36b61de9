import { expect, test } from 'vitest'
import { type GroupsOf, isTheirs } from './decide-theirs'

const groupsOf: GroupsOf = { aurora: ['aurora-*', 'trainers'], borealis: [] }
test.each<[string, GroupsOf, string, string, boolean]>([
  ['nobody said whose groups are whose', null, 'aurora', 'anything', true], ['one by its name', groupsOf, 'aurora', 'trainers', true], ['one by how it begins', groupsOf, 'aurora', 'aurora-admins', true],
  ['one of nobody’s', groupsOf, 'aurora', 'borealis-admins', false], ['one that only begins alike', groupsOf, 'aurora', 'trainers-2', false], ['a tenant without any', groupsOf, 'borealis', 'trainers', false],
  ['a tenant that is not named', groupsOf, 'cardia', 'trainers', false], ['a tenant called like a part of every object', groupsOf, 'constructor', 'trainers', false],
])('%s', (_says, of, tenant, group, expected) => expect(isTheirs(of, tenant, group)).toBe(expected))
