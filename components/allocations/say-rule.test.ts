import { expect, test } from 'vitest'
import { sayRule, yesesOf } from './say-rule'

test.each([
  [[{ of: ['tenant_admin'], count: 1 }], '1 tenant admin', 1], [[{ of: ['tenant_admin', 'approver'], count: 2 }], '2 tenant admins or approvers', 2],
  [[{ of: ['approver', 'platform_admin'], count: 1 }], '1 approver or platform admin', 1], [[{ of: ['tenant_admin'], count: 2 }, { of: ['approver'], count: 1 }], '2 tenant admins; or 1 approver', 1], [[], '', 1],
] as const)('%j', (anyOf, says, yeses) => { expect([sayRule({ anyOf }), yesesOf({ anyOf })]).toEqual([says, yeses]) })
