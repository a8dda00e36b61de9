import { expect, test } from 'vitest'
import { sayGiven, sayVotes } from './say-rule'

const two = { anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }], factor: 'passkey' } as const
const either = { anyOf: [{ of: ['approver'], count: 2 }, { of: ['platform_admin'], count: 1 }], factor: 'passkey' } as const

test('how far it has come is told of the alternative that lacks least', () => {
  expect([sayGiven(two, [{ of: [], more: 2 }]), sayGiven(two, [{ of: [], more: 1 }]), sayGiven(either, [{ of: [], more: 2 }, { of: [], more: 1 }]), sayGiven(either, [{ of: [], more: 0 }, { of: [], more: 1 }])])
    .toEqual(['0 of 2 given', '1 of 2 given', '0 of 1 given', '2 of 2 given'])
  expect([sayVotes(two, 1), sayVotes(either, 0)]).toEqual(['1/2', '0/1'])
})
