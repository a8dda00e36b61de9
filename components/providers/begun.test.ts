import { expect, test } from 'vitest'
import { begunBy } from './begun'

test.each([
  ['nothing', {}, null], ['a word that is none of ours', { next: 'in' }, null], ['two', { next: ['factor', 'enrol'] }, null],
  ['to show one', { next: 'factor', factors: 'code passkey sms <b>' }, { next: 'factor', factors: ['passkey', 'code'], isVouchedFor: true }], ['to add one', { next: 'enrol', factors: ['code'] }, { next: 'enrol', factors: [], isVouchedFor: true }],
])('%s', (_says, asked, begun) => { expect(begunBy(asked)).toEqual(begun) })
